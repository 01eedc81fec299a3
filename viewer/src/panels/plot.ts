/** One plot over time: up to two units, a line that moves with the animation, values at that line. */

import uPlot from "uplot";
import type { App, PlotSpec } from "../app";
import type { Run } from "../data/run";
import { download, h, iconButton, themed } from "../dom";
import { number, unit } from "../format";

/** Line colours that people with colour vision deficiency can tell apart (Okabe and Ito). */
const COLORS = { light: ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b58900", "#56b4e9", "#6a3d9a", "#555555"],
                 dark: ["#56b4e9", "#ff8c42", "#2fd3a0", "#f2a5cf", "#f0d040", "#8ab8ff", "#c3a0f5", "#c8c8c8"] };

/** Lines of other runs. */
const DASHES = [[7, 4], [2, 3], [9, 3, 2, 3], [14, 5]];

export class Plot {
  readonly element: HTMLElement;
  private readonly head = h("div", { class: "legend" });
  private readonly body = h("div", { class: "plot-body" });
  private readonly line = h("div", { class: "playhead" });
  private chart: uPlot | null = null;
  private values: [HTMLElement, number][] = [];

  constructor(
    private readonly app: App,
    private readonly spec: PlotSpec,
    private readonly zoomed: (plot: Plot, min: number, max: number) => void,
  ) {
    const tools = h("div", { class: "plot-tools" },
      iconButton("download", "Save as CSV", () => this.save()),
      iconButton("close", "Close plot", () => app.closePlot(spec.id)));
    this.element = h("article", { class: "plot", "data-plot": spec.id }, h("header", {}, this.head, tools), this.body);
    this.element.addEventListener("pointerdown", () => app.activePlot.set(spec.id), true);
    new ResizeObserver(() => this.resize()).observe(this.body);
  }

  /** Draw anew: other channels, theme or data. */
  build(): void {
    const range = this.zoomedRange();
    this.chart?.destroy();
    this.legend();
    const { width, height } = this.size();
    this.chart = new uPlot(this.options(width, height), this.data(), this.body);
    this.chart.over.append(this.line);
    this.chart.over.addEventListener("click", () => this.seek());
    if (range) this.chart.setScale("x", range);
    this.move();
  }

  destroy(): void {
    this.chart?.destroy();
    this.chart = null;
  }

  private size(): { width: number; height: number } {
    return { width: Math.max(this.body.clientWidth, 120), height: Math.max(this.body.clientHeight, 80) };
  }

  private resize(): void {
    if (this.chart && this.body.clientWidth) {
      this.chart.setSize(this.size());
      this.move();
    }
  }

  /** The channels of this run, then those of the others; times that differ are put together. */
  private data(): uPlot.AlignedData {
    const { run } = this.app;
    const others = this.app.others.get();
    const table = (of: Run, channels: readonly number[]) => [of.time, ...channels.map((c) => (c < 0 ? empty(of) : of.channel(c).values))] as unknown as uPlot.AlignedData;
    const names = this.spec.channels.map((c) => run.header.channels[c].name);
    const tables = [table(run, this.spec.channels), ...others.map((other) => table(other.run, names.map((name) => other.run.indexOf(name))))];
    if (tables.every((t) => sameTimes(t[0], tables[0][0]))) return [tables[0][0], ...tables.flatMap((t) => t.slice(1))] as uPlot.AlignedData;
    return uPlot.join(tables);
  }

  /** New frames of a live run, or another run. */
  refresh(): void {
    const range = this.zoomedRange();
    this.chart?.setData(this.data(), !range);
    if (range) this.chart?.setScale("x", range);
    this.move();
  }

  private unitOf(channel: number): string {
    return this.app.run.header.channels[channel].unit ?? "";
  }

  private units(): string[] {
    return [...new Set(this.spec.channels.map((c) => this.unitOf(c)))];
  }

  private color(index: number): string {
    const list = COLORS[this.app.theme.get()];
    return list[index % list.length];
  }

  private options(width: number, height: number): uPlot.Options {
    const units = this.units();
    const { time } = this.app.run.header.units;
    const ink = themed("--ink-soft");
    const lines = { stroke: themed("--plot-grid"), width: 1 };
    const axis = { stroke: ink, grid: lines, ticks: { ...lines, size: 4 }, font: "11px ui-sans-serif, system-ui, sans-serif", labelFont: "11px ui-sans-serif, system-ui, sans-serif", labelSize: 18 };
    return {
      width,
      height,
      pxAlign: false,
      legend: { show: false },
      cursor: { sync: { key: "bellcrank" }, drag: { x: true, y: false }, points: { size: 6 }, focus: { prox: 24 } },
      focus: { alpha: 0.35 },
      scales: { x: { time: false }, ...Object.fromEntries(units.map((u) => [`y:${u}`, { range: padded }])) },
      axes: [
        { ...axis, label: unit(time) ? `time [${unit(time)}]` : "time", size: 30, labelSize: 16, labelGap: 0 },
        ...units.map((u, k) => ({ ...axis, scale: `y:${u}`, side: k ? 1 : 3, label: unit(u) || undefined, grid: { ...lines, show: k === 0 },
                                  size: axisWidth, values: (_: uPlot, ticks: number[]) => ticks.map((t) => number(t, 6)) })),
      ],
      series: [{}, ...this.series(1.7, () => ({})), ...this.app.others.get().flatMap((other, n, all) =>
        this.series(1.2, () => (other.fading ? { alpha: 0.5 / (all.length - n) } : { dash: DASHES[n % DASHES.length], alpha: 0.8 })))],
      hooks: { setScale: [(_, key) => key === "x" && this.zoom()], setCursor: [() => this.showValues()] },
    };
  }

  private series(width: number, more: () => uPlot.Series): uPlot.Series[] {
    return this.spec.channels.map((c, k) => ({
      label: this.app.run.header.channels[c].name, scale: `y:${this.unitOf(c)}`, stroke: this.color(k), width, spanGaps: true, points: { show: false }, ...more(),
    }));
  }

  /** The stretch of time shown if it is not the whole run. */
  private zoomedRange(): { min: number; max: number } | null {
    const { min, max } = this.chart?.scales.x ?? {};
    if (typeof min !== "number" || typeof max !== "number") return null;
    return min === this.app.run.start && max === this.app.run.end ? null : { min, max };
  }

  private zoom(): void {
    if (!this.chart) return;
    const { min, max } = this.chart.scales.x;
    if (typeof min === "number" && typeof max === "number") this.zoomed(this, min, max);
    this.move();
  }

  /** Show the same stretch of time as another plot. */
  follow(min: number, max: number): void {
    const x = this.chart?.scales.x;
    if (x && (x.min !== min || x.max !== max)) this.chart!.setScale("x", { min, max });
  }

  /** A click (no drag) moves the animation there. */
  private seek(): void {
    const left = this.chart?.cursor.left ?? -1;
    if (left >= 0 && !(this.chart!.select.width > 2)) this.app.clock.seek(this.chart!.posToVal(left, "x"));
  }

  /** Put the line at the time shown. */
  move(): void {
    if (!this.chart) return;
    const x = this.chart.valToPos(this.app.clock.time.get(), "x");
    const inside = x >= -1 && x <= this.chart.over.clientWidth + 1;
    this.line.style.display = inside ? "" : "none";
    this.line.style.transform = `translateX(${x.toFixed(1)}px)`;
    this.showValues();
  }

  /** Values in the legend: under the mouse if it is there, else at the time shown. */
  private showValues(): void {
    const index = this.chart?.cursor.idx;
    const hover = index !== null && index !== undefined && (this.chart?.cursor.left ?? -1) >= 0;
    const time = hover ? this.chart!.data[0][index] : this.app.clock.time.get();
    for (const [element, channel] of this.values) element.textContent = number(this.app.run.value(channel, time), 5);
  }

  private legend(): void {
    this.values = [];
    const chips = this.spec.channels.map((channel, k) => {
      const { name, unit: u, error } = this.app.run.header.channels[channel];
      const value = h("output", {});
      this.values.push([value, channel]);
      return h("span", { class: "legend-item", title: name },
        h("span", { class: "dash", style: `background:${this.color(k)}` }),
        h("button", { type: "button", class: "name", title: `Select ${name}`, onclick: () => this.app.selectOwner(channel) }, name),
        value,
        h("span", { class: "unit" }, unit(u)),
        error ? h("span", { class: "error", title: `Verified: off by ${error}` }, `±${error.split(" ")[0]}`) : null,
        iconButton("close", `Remove ${name}`, () => this.app.removeChannel(this.spec.id, channel)));
    });
    this.head.replaceChildren(...chips);
  }

  /** The plotted columns as a CSV file. */
  private save(): void {
    const { run } = this.app;
    const columns = this.spec.channels.map((c) => run.channel(c));
    const names = this.spec.channels.map((c) => `${run.header.channels[c].name} [${this.unitOf(c)}]`);
    const lines = [[`time [${run.header.units.time}]`, ...names].map((name) => `"${name}"`).join(",")];
    run.time.forEach((t, k) => lines.push([t, ...columns.map((column) => column.at(k))].join(",")));
    download("channels.csv", lines.join("\n") + "\n", "text/csv");
  }
}

function sameTimes(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  if (a.length !== b.length) return false;
  for (let k = 0; k < a.length; k++) if (a[k] !== b[k]) return false;
  return true;
}

function empty(run: Run): Float32Array {
  return new Float32Array(run.frames).fill(NaN);
}

/** A little room above and below; a constant line gets room too. */
function padded(_: uPlot, low: number | null, high: number | null): [number, number] {
  if (low === null || high === null || !Number.isFinite(low + high)) return [0, 1];
  const size = Math.max(high - low, 1e-6 * Math.max(Math.abs(low), Math.abs(high)));
  const room = size > 0 ? 0.06 * size : 1;
  return [low - room, high + room];
}

/** As wide as its longest number. */
function axisWidth(_: uPlot, values: string[] | null): number {
  const longest = Math.max(2, ...(values ?? []).map((text) => text.length));
  return Math.max(56, 14 + 6.6 * longest); // alike in most plots, so that their times stand one above the other
}
