/** The channel finder: type parts of a name, press Enter. */

import type { App } from "../app";
import { parseFormula } from "../data/formula";
import type { Definition } from "../data/run";
import { h } from "../dom";
import { unit } from "../format";

const SHOWN = 80;

export class Palette {
  readonly element = h("dialog", { class: "palette", "aria-label": "Add a channel" });
  private readonly input = h("input", { type: "search", placeholder: "Add a channel: name, unit; or a formula: = 2*crank.X", "aria-label": "Channel" });
  private readonly list = h("div", { class: "palette-list", role: "listbox" });
  private found: number[] = [];
  private at = 0;
  private formula: Definition | null = null;

  constructor(private readonly app: App) {
    this.element.append(this.input, this.list);
    this.input.addEventListener("input", () => this.build());
    this.element.addEventListener("close", () => this.element.open || this.input.blur());
    this.input.addEventListener("keydown", (event) => this.key(event));
    this.element.addEventListener("click", (event) => event.target === this.element && this.element.close());
  }

  open(): void {
    this.input.value = "";
    this.build();
    this.element.showModal();
    this.input.focus();
  }

  private build(): void {
    const formula = /^\s*=(.*)/.exec(this.input.value);
    if (formula) return this.offer(formula[1]);
    const words = this.input.value.toLowerCase().split(/\s+/).filter(Boolean);
    const { channels } = this.app.run.header;
    const fits = (k: number) => words.every((word) => `${channels[k].name} ${channels[k].unit ?? ""}`.toLowerCase().includes(word));
    this.formula = null;
    const all = channels.map((_, k) => k).filter(fits);
    this.found = all.slice(0, SHOWN);
    this.at = 0;
    this.list.replaceChildren(...this.found.map((k) => this.row(k)));
    if (all.length > SHOWN) this.list.append(h("p", { class: "empty" }, `${all.length - SHOWN} more; type on.`));
    if (!all.length) this.list.append(h("p", { class: "empty" }, "No channel has this name."));
    this.mark();
  }

  /** A formula of channels: what is wrong with it, or the channel it makes. */
  private offer(text: string): void {
    this.found = [];
    this.formula = null;
    try {
      const formula = parseFormula(text, this.app.run);
      this.formula = { name: formula.text, unit: formula.unit === "1" ? "" : formula.unit, values: formula.values };
      this.list.replaceChildren(h("div", { class: "palette-row selected formula", role: "option", onclick: () => this.takeFormula() }, h("span", {}, `= ${formula.text}`), h("span", { class: "tag" }, unit(this.formula.unit))));
    } catch (error) {
      const help = h("p", { class: "soft" }, "Names of channels, + − * / ^, sin cos sqrt abs min max hypot atan2 degrees radians, derivative(x), integral(x), mean(x), time, pi. Names with blanks in quotes.");
      this.list.replaceChildren(h("p", { class: "empty" }, text.trim() ? (error as Error).message : "A formula of channels:"), help);
    }
  }

  private takeFormula(): void {
    if (this.formula) this.take(this.app.define(this.formula));
  }

  private row(channel: number): HTMLElement {
    const { name, unit: u } = this.app.run.header.channels[channel];
    const plotted = this.app.isPlotted(channel);
    return h("div", { class: `palette-row${plotted ? " on" : ""}`, role: "option", onclick: () => this.take(channel) },
      h("span", {}, name), h("span", { class: "tag" }, unit(u)));
  }

  private take(channel: number): void {
    this.app.addChannel(channel);
    this.close();
  }

  private close(): void {
    this.input.blur(); // a closed dialog keeps the focus until the next picture, and keys would be lost
    this.element.close();
  }

  private mark(): void {
    [...this.list.querySelectorAll(".palette-row")].forEach((row, k) => {
      row.classList.toggle("selected", k === this.at);
      if (k === this.at) row.scrollIntoView({ block: "nearest" });
    });
  }

  private key(event: KeyboardEvent): void {
    if (event.key === "Escape") return this.close();
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      this.at = Math.min(Math.max(this.at + step, 0), this.found.length - 1);
      this.mark();
      event.preventDefault();
    } else if (event.key === "Enter" && this.found.length) this.take(this.found[this.at]);
    else if (event.key === "Enter" && this.formula) this.takeFormula();
  }
}
