/** What is known of the selected thing: its data, where it is now, its channels. */

import * as THREE from "three";
import type { App } from "../app";
import { h, iconButton } from "../dom";
import { number, tidy, unit } from "../format";
import { componentOf, type Ref } from "../selection";
import type { Row } from "../types";
import type { MarkerFrames } from "../view/markers";

export class Inspector {
  readonly element = h("section", { class: "inspector", "aria-label": "Selected element" });
  private readonly now = h("dl", { class: "facts now" });
  private chips: [HTMLElement, number][] = [];
  /** What the studio adds: functions to edit. */
  extras: ((ref: Ref) => HTMLElement) | null = null;

  constructor(
    private readonly app: App,
    private readonly frames: () => MarkerFrames,
  ) {
    app.selection.watch(() => this.build());
    app.clock.time.watch(() => this.update());
    app.plots.watch(() => this.markChips());
    app.traced.watch(() => this.build());
    app.run.replaced.on(() => this.build());
  }

  private build(): void {
    const ref = this.app.selection.get();
    this.element.hidden = !ref;
    this.chips = [];
    if (!ref) return void this.element.replaceChildren();
    const all = this.facts(ref);
    const what = all.find(([label]) => label === "what")?.[1];
    const facts = all.filter(([label]) => label !== "what");
    const channels = this.app.channelsOf(ref);
    this.element.replaceChildren(
      h("header", {}, h("h2", {}, ref.name), iconButton("close", "Clear selection (Esc)", () => this.app.selection.set(null))),
      what ? h("p", { class: "soft what" }, what) : h("span"),
      list(facts),
      this.now,
      this.buttons(ref),
      this.extras?.(ref) ?? h("span"),
      channels.length ? h("h3", {}, "Channels") : h("span"),
      h("div", { class: "chips" }, ...channels.map((c) => this.chip(c))),
    );
    this.markChips();
    this.update();
  }

  private facts(ref: Ref): Row[] {
    const { header } = this.app.run;
    const marker = (index: number): string => (index >= 0 ? header.markers[index].name : "–");
    switch (ref.kind) {
      case "part":
        return header.parts[ref.index].info ?? [];
      case "marker":
        return [["on", header.parts[header.markers[ref.index].part].name], ["statement", `MARKER/${header.markers[ref.index].id}`]];
      case "joint": {
        const joint = header.joints[ref.index];
        return joint.info?.length ? joint.info : [["kind", joint.kind.replace(/_/g, " ")], ["I", marker(joint.i)], ["J", marker(joint.j)]];
      }
      case "force":
        return header.forces[ref.index].info ?? [["at", marker(header.forces[ref.index].marker)]];
      case "line": {
        const line = header.lines[ref.index];
        return line.kind === "spring" ? [["I", marker(line.i)], ["J", marker(line.j)]] : [["markers", line.markers.map(marker).join(", ")]];
      }
      default:
        return [];
    }
  }

  private buttons(ref: Ref): HTMLElement {
    const markers = this.app.markersOf(ref);
    const bar = h("div", { class: "buttons" });
    const button = (text: string, title: string, onclick: () => void, on = false) =>
      bar.append(h("button", { type: "button", title, class: on ? "on" : "", onclick }, text));
    if (ref.kind === "part") button("Hide", "Do not draw this part", () => this.app.toggleHidden(ref.index));
    if (ref.kind === "part") button("Isolate", "Make the others transparent (I)", () => this.app.isolate.set(!this.app.isolate.get()));
    if (ref.kind === "part") {
      const { glass, followed } = this.app;
      const follows = followed.get() === ref.index;
      button("Glass", "Draw this part as glass (X)", () => (this.app.toggleGlass(ref.index), this.build()), glass.get().has(ref.index));
      if (this.app.run.header.parts[ref.index].pose >= 0) button("Follow", "Let the camera go with this part", () => (followed.set(follows ? -1 : ref.index), this.build()), follows);
    }
    if (markers.length === 1) {
      const traced = this.app.traced.get().has(markers[0]);
      button(traced ? "Remove trace" : "Trace", "Draw the way of this point (T)", () => this.app.toggleTrace(markers[0]), traced);
    }
    return bar;
  }

  private chip(channel: number): HTMLElement {
    const { name, unit: u, error } = this.app.run.header.channels[channel];
    const title = `${name} [${unit(u) || "–"}]: plot or remove${error ? `; verified: off by ${error}` : ""}`;
    const chip = h("button", { type: "button", class: "chip", title, onclick: () => this.app.toggleChannel(channel) }, componentOf(name));
    this.chips.push([chip, channel]);
    return chip;
  }

  private markChips(): void {
    for (const [chip, channel] of this.chips) chip.classList.toggle("on", this.app.isPlotted(channel));
  }

  /** Where it is at the time shown. */
  private update(): void {
    const ref = this.app.selection.get();
    const place = ref && this.place(ref);
    this.now.hidden = !place;
    if (!place) return;
    const u = unit(this.app.run.header.units.length);
    const names = ["x", "y", "z"];
    const size = place.length();
    fill(this.now, place.toArray().map((value, k) => [names[k], `${number(tidy(value, size), 6)} ${u}`]));
  }

  private place(ref: Ref): THREE.Vector3 | null {
    const time = this.app.clock.time.get();
    if (ref.kind === "part") {
      const pose = this.app.run.pose(ref.index, time);
      return this.app.run.header.parts[ref.index].pose < 0 ? null : new THREE.Vector3(pose[0], pose[1], pose[2]);
    }
    const marker = ref.kind === "marker" ? ref.index : ref.kind === "joint" ? this.app.run.header.joints[ref.index].i : -1;
    return marker >= 0 ? this.frames().origin(marker, time) : null;
  }
}

/** Labels and their texts. */
export function list(rows: readonly Row[]): HTMLElement {
  const element = h("dl", { class: "facts" });
  fill(element, rows);
  return element;
}

function fill(element: HTMLElement, rows: readonly (readonly [string, string])[]): void {
  element.replaceChildren(...rows.flatMap(([label, text]) => [h("dt", {}, label), h("dd", {}, text)]));
}
