/** The table below a plot: minimum, maximum, mean and RMS of the stretch shown (or between the cursors), values at the cursors. */

import type { App, PlotSpec } from "../app";
import { statistics } from "../data/analysis";
import type { Run } from "../data/run";
import { h } from "../dom";
import { number, tidy } from "../format";
import { valuesIn } from "./plot-data";

export class StatisticsTable {
  readonly element = h("div", { class: "statistics", hidden: true });

  constructor(
    private readonly app: App,
    private readonly spec: PlotSpec,
  ) {}

  /** Tell what is shown between two times. */
  tell(range: readonly [number, number]): void {
    const { app } = this;
    const cursors = app.cursors.get();
    this.element.hidden = !(app.statistics.get() || cursors) || this.spec.kind !== "time";
    if (this.element.hidden) return;
    const [from, to] = cursors ? [Math.min(...cursors), Math.max(...cursors)] : range;
    const heads = ["", "min", "max", "mean", "RMS", ...(cursors ? ["A", "B", "B − A"] : [])];
    const runs = [{ run: app.run, name: "" }, ...app.others.get().filter((other) => !other.fading)];
    const rows = this.spec.channels.flatMap((c) => runs.map(({ run, name }) => this.row(c, run, name, from, to)));
    this.element.replaceChildren(
      h("table", {}, h("thead", {}, h("tr", {}, ...heads.map((head) => h("th", {}, head)))), h("tbody", {}, ...rows)),
      h("p", { class: "soft" }, `${cursors ? "between the cursors" : "of the stretch shown"}: ${number(from)} to ${number(to)}${cursors ? `, ${number(to - from)} long, 1/Δt = ${number(1 / (to - from), 4)}` : ""}`));
  }

  private row(channel: number, run: Run, name: string, from: number, to: number): HTMLElement {
    const found = statistics(run.time, valuesIn(this.app.run, run, channel), from, to);
    const scale = this.app.size(channel);
    const cell = (value: number | undefined, title = "") => h("td", { title }, value === undefined ? "–" : number(tidy(value, scale), 5));
    const at = (time: number) => {
      const index = run.indexOf(this.app.run.header.channels[channel].name);
      return index < 0 ? NaN : run.value(index, time);
    };
    const cursors = this.app.cursors.get();
    const [a, b] = cursors ? [at(cursors[0]), at(cursors[1])] : [NaN, NaN];
    const label = this.app.run.header.channels[channel].name;
    return h("tr", {}, h("th", { title: label }, name ? `${label} (${name})` : label),
      cell(found?.min, `at ${number(found?.minAt ?? NaN)}`), cell(found?.max, `at ${number(found?.maxAt ?? NaN)}`), cell(found?.mean), cell(found?.rms),
      ...(cursors ? [cell(a), cell(b), cell(b - a)] : []));
  }
}
