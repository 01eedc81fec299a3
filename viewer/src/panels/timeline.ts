/** Play, pause, step, speed and the bar that shows where in the run we are. */

import type { App } from "../app";
import { SPEEDS } from "../clock";
import { h, icon, iconButton, say } from "../dom";
import { fixed, speed, timeDecimals, unit } from "../format";
import { toggle } from "../signal";

const STEPS = 10000;

export class Timeline {
  readonly element = h("footer", { class: "timeline" });
  private readonly play = iconButton("play", "Play or pause (Space)", () => this.app.clock.toggle());
  private readonly loop = iconButton("loop", "Repeat (L)", () => toggle(this.app.clock.loop));
  private readonly bar = h("input", { type: "range", class: "scrub", min: 0, max: STEPS, step: 1, value: 0, "aria-label": "Time" });
  private readonly time = h("output", { class: "time" });
  private readonly frame = h("output", { class: "frame" });
  private readonly speed = h("select", { class: "speed", title: "Speed, as a multiple of real time (− and +)", "aria-label": "Speed" });
  private readonly live = h("button", { type: "button", class: "live", title: "Follow the running simulation" }, "● live");

  constructor(private readonly app: App) {
    const { clock } = app;
    this.play.classList.add("play");
    this.speed.append(...SPEEDS.map((s) => h("option", { value: s }, speed(s))));
    this.live.hidden = !app.run.header.live;
    this.live.addEventListener("click", () => clock.follow.set(!clock.follow.get()));
    this.element.append(
      h("div", { class: "transport" },
        iconButton("first", "To the start (Home)", () => clock.seek(clock.start)),
        iconButton("back", "One output back (←)", () => clock.step(-1)),
        this.play,
        iconButton("next", "One output on (→)", () => clock.step(1)),
        iconButton("last", "To the end (End)", () => clock.seek(clock.end)),
        this.loop, this.speed),
      this.bar, this.time, this.frame, this.live);
    this.listen();
  }

  private listen(): void {
    const { clock, run } = this.app;
    this.bar.addEventListener("input", () => {
      clock.follow.set(false);
      clock.held.set(true);
      clock.seek(clock.start + (Number(this.bar.value) / STEPS) * (clock.end - clock.start));
    });
    this.bar.addEventListener("change", () => clock.held.set(false));
    this.speed.addEventListener("change", () => (clock.speed.set(Number(this.speed.value)), this.speed.blur()));
    clock.time.watch(() => this.update());
    clock.stretch.watch(() => this.update());
    run.grown.on(() => this.update());
    clock.playing.watch((on) => this.play.replaceChildren(icon(on ? "pause" : "play")));
    clock.loop.watch((on) => this.loop.classList.toggle("on", on));
    clock.follow.watch((on) => this.live.classList.toggle("on", on));
    clock.speed.watch((value) => (this.speed.value = String(value)));
  }

  private update(): void {
    const { clock, run } = this.app;
    const time = clock.time.get();
    const share = clock.end > clock.start ? (time - clock.start) / (clock.end - clock.start) : 0;
    const decimals = timeDecimals(run.start, run.end, run.frames);
    this.bar.value = String(Math.round(STEPS * share));
    this.bar.style.setProperty("--share", `${(100 * share).toFixed(2)}%`);
    const stretch = clock.stretch.get();
    say(this.time, stretch ? `${stretch.name} · ${fixed(360 * share, 0)}°` : `${fixed(time, decimals)} ${unit(run.header.units.time)}`);
    say(this.frame, `${run.locate(time).frame + 1} / ${run.frames}`);
  }
}
