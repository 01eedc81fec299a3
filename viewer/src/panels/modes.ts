/** The modes of a linear analysis: a table whose rows choose the mode that moves, and charts over frequency or speed. */

import type { App } from "../app";
import { h } from "../dom";
import { number, unit } from "../format";
import type { ModeRow } from "../types";
import { draw } from "./chart";

/** Table and charts. */
export function modesPanel(app: App): HTMLElement {
  const { modes, charts } = app.run.header;
  const rows = (modes ?? []).map((mode) => row(app, mode));
  const table = h("table", { class: "modes" },
    h("thead", {}, h("tr", {}, ...["mode", `1/${unit(app.run.header.units.time)}`, "damping", "motion"].map((text) => h("th", {}, text)))),
    h("tbody", {}, ...rows));
  const panel = h("div", { class: "report" }, h("p", { class: "empty" }, "A click on a mode lets it move; the slider is its phase."), table);
  for (const chart of charts ?? []) panel.append(draw(app, chart));
  app.clock.stretch.watch((stretch) => rows.forEach((element, k) => element.classList.toggle("on", stretch !== null && modes![k].start === stretch.start)));
  if (modes?.length) app.clock.show(stretchOf(modes[0]));
  return panel;
}

/** The piece of the time axis in which a mode goes through one cycle. */
function stretchOf(mode: ModeRow): { start: number; end: number; name: string } {
  return { start: mode.start, end: mode.end, name: `mode ${mode.number}` };
}

function row(app: App, mode: ModeRow): HTMLTableRowElement {
  const damping = mode.rigid ? "rigid" : number(mode.damping, 4);
  return h("tr", { tabindex: 0, title: `Let mode ${mode.number} move`, onclick: () => choose(app, mode),
                   onkeydown: (event: KeyboardEvent) => event.key === "Enter" && choose(app, mode) },
    h("td", {}, String(mode.number)), h("td", {}, number(mode.frequency, 6)), h("td", {}, damping), h("td", {}, mode.motion));
}

function choose(app: App, mode: ModeRow): void {
  app.clock.show(stretchOf(mode));
  app.clock.playing.set(true);
}
