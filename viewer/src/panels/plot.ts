/** One plot: over time, over a channel or over frequency; up to two units, a line that moves with the animation, values at that line. */

import uPlot from "uplot";
import type { App, PlotKind, PlotSpec } from "../app";
import { download, h, iconButton, say, themed } from "../dom";
import { number, tidy, unit } from "../format";
import { course, plotData, way, type PlotData } from "./plot-data";
import { csvOf, savePlot, type Sheet } from "./plot-file";
import { CursorLines } from "./plot-cursors";
import { StatisticsTable } from "./plot-table";

/** Line colours that people with colour vision deficiency can tell apart (Okabe and Ito). */
const COLORS = { light: ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b58900", "#56b4e9", "#6a3d9a", "#555555"],
                 dark: ["#56b4e9", "#ff8c42", "#2fd3a0", "#f2a5cf", "#f0d040", "#8ab8ff", "#c3a0f5", "#c8c8c8"] };
/** Lines of other runs. */
const DASHES = [[7, 4], [2, 3], [9, 3, 2, 3], [14, 5]];
const KINDS: Record<PlotKind, string> = { time: "over time", xy: "over the first", spectrum: "spectrum" };
const FONT = "11px ui-sans-serif, system-ui, sans-serif";

export class Plot {
  readonly element: HTMLElement;
  chart: uPlot | null = null;
  private readonly head = h("div", { class: "legend" });
  private readonly body = h("div", { class: "plot-body" });
  private readonly line = h("div", { class: "playhead" });
  private readonly dot = h("div", { class: "play-dot" });
  private readonly table: StatisticsTable;
  private readonly cursors: CursorLines;
  private shown: PlotData = { data: [[]], curves: [] };
  private values: [HTMLElement, number][] = [];

  constructor(
    private readonly app: App,
    readonly spec: PlotSpec,
    private readonly zoomed: (plot: Plot, min: number, max: number) => void,
  ) {
    this.table = new StatisticsTable(app, spec);
    this.cursors = new CursorLines(app);
    this.element = h("article", { class: "plot", "data-plot": spec.id, "data-kind": spec.kind }, h("header", {}, this.head, this.tools()), this.body, this.table.element);
    this.element.addEventListener("pointerdown", () => app.activePlot.set(spec.id), true);
    new ResizeObserver(() => this.resize()).observe(this.body);
  }

  private tools(): HTMLElement {
    const { app, spec } = this;
    const kind = h("select", { class: "kind", title: "What it is drawn over", "aria-label": "Kind of plot" },
      ...Object.entries(KINDS).map(([value, text]) => h("option", { value, selected: value === spec.kind }, text)));
    kind.addEventListener("change", () => app.setKind(spec.id, kind.value as PlotKind));
    const save = h("select", { class: "save-as", title: "Save the plot", "aria-label": "Save the plot" },
      ...["Save", "SVG", "PNG", "CSV"].map((text) => h("option", { value: text }, text)));
    save.addEventListener("change", () => {
      void this.save(save.value);
      save.value = "Save";
    });
    return h("div", { class: "plot-tools" }, kind, save, iconButton("close", "Close plot", () => app.closePlot(spec.id)));
  }

  private get overTime(): boolean {
    return this.spec.kind === "time";
  }

  /** Draw anew: other channels, theme or data; within a stretch of time if one is given. */
  build(range = this.zoomedRange()): void {
    this.chart?.destroy();
    this.chart = null;
    this.legend();
    if (this.spec.kind === "xy" && this.spec.channels.length < 2) {
      return void this.body.replaceChildren(h("p", { class: "empty" }, "Add the channel to be drawn over this one."));
    }
    this.body.replaceChildren();
    this.shown = plotData(this.app, this.spec);
    this.chart = new uPlot(this.options(), this.shown.data, this.body);
    this.chart.over.append(this.overTime ? this.line : this.dot);
    if (this.overTime) this.cursors.attach(this.chart);
    this.chart.over.addEventListener("click", () => this.seek());
    if (range && this.overTime) this.chart.setScale("x", range);
    if (this.spec.kind === "spectrum") this.chart.setScale("x", { min: 0, max: highest(this.shown.data) });
    this.move();
    this.tell();
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
      this.cursors.place();
    }
  }

  /** New frames of a live run, or another run. */
  refresh(): void {
    if (!this.chart) return;
    const range = this.zoomedRange();
    this.shown = plotData(this.app, this.spec);
    this.chart.setData(this.shown.data, !range);
    if (range) this.chart.setScale("x", range);
    this.move();
    this.tell();
  }

  /** Cursors or statistics have changed. */
  tell(): void {
    this.cursors.place();
    const { min, max } = this.chart?.scales.x ?? {};
    this.table.tell(this.overTime ? [min ?? this.app.run.start, max ?? this.app.run.end] : [this.app.run.start, this.app.run.end]);
  }

  private unitOf(channel: number): string {
    return this.app.run.header.channels[channel].unit ?? "";
  }

  private color(index: number): string {
    const list = COLORS[this.app.theme.get()];
    return list[index % list.length];
  }

  private abscissa(): string {
    const { time } = this.app.run.header.units;
    if (this.spec.kind === "time") return unit(time) ? `time [${unit(time)}]` : "time";
    if (this.spec.kind === "spectrum") return unit(time) === "s" ? "frequency [Hz]" : `frequency [1/${unit(time) || "time"}]`;
    const { name, unit: u } = this.app.run.header.channels[this.spec.channels[0]];
    return unit(u) ? `${name} [${unit(u)}]` : name;
  }

  private options(): uPlot.Options {
    const xy = this.spec.kind === "xy";
    const units = [...new Set(this.shown.curves.map(({ channel }) => this.unitOf(channel)))];
    const lines = { stroke: themed("--plot-grid"), width: 1 };
    const axis = { stroke: themed("--ink-soft"), grid: lines, ticks: { ...lines, size: 4 }, font: FONT, labelFont: FONT, labelSize: 18 };
    const scales = Object.fromEntries(units.map((u) => [`y:${u}`, { range: padded }]));
    return {
      ...this.size(),
      mode: xy ? 2 : 1,
      pxAlign: false,
      legend: { show: false },
      cursor: { ...(this.overTime ? { sync: { key: "bellcrank" } } : {}), drag: { x: true, y: xy }, points: { show: !xy, size: 6 }, focus: { prox: 24 } },
      focus: { alpha: 0.35 },
      scales: { x: xy ? { time: false, range: padded } : { time: false }, ...scales },
      axes: [
        { ...axis, label: this.abscissa(), size: 30, labelSize: 16, labelGap: 0 },
        ...units.map((u, k) => ({ ...axis, scale: `y:${u}`, side: k ? 1 : 3, label: unit(u) || undefined, grid: { ...lines, show: k === 0 },
                                  size: axisWidth, values: (_: uPlot, ticks: number[]) => ticks.map((t) => number(t, 6)) })),
      ],
      series: [{}, ...this.shown.curves.map((_, k) => this.series(k))],
      hooks: { setScale: [(_, key) => key === "x" && this.zoom()], setCursor: [() => this.showValues()] },
    };
  }

  /** How a curve is drawn: those of other runs thin, dashed or fading. */
  private series(index: number): uPlot.Series {
    const { channel, run } = this.shown.curves[index];
    const scale = `y:${this.unitOf(channel)}`;
    const others = this.app.others.get();
    const look = !run ? { width: 1.7 } : others[run - 1].fading ? { width: 1.2, alpha: 0.5 / (others.length - run + 1) } : { width: 1.3, alpha: 0.85, dash: DASHES[(run - 1) % DASHES.length] };
    const plain = { label: this.app.run.header.channels[channel].name, stroke: this.color(this.spec.channels.indexOf(channel)), points: { show: false }, ...look };
    if (this.spec.kind !== "xy") return { ...plain, scale, spanGaps: true, paths: course };
    return { ...plain, facets: [{ scale: "x", auto: true }, { scale, auto: true }], paths: way };
  }

  /** The stretch of time shown if it is not the whole run. */
  private zoomedRange(): { min: number; max: number } | null {
    const { min, max } = this.chart?.scales.x ?? {};
    if (!this.overTime || typeof min !== "number" || typeof max !== "number") return null;
    const times = this.chart!.data[0];
    return min === times[0] && max === times[times.length - 1] ? null : { min, max };
  }

  private zoom(): void {
    if (!this.chart || !this.overTime) return;
    const { min, max } = this.chart.scales.x;
    if (typeof min === "number" && typeof max === "number") this.zoomed(this, min, max);
    this.move();
    this.tell();
  }

  /** Show the same stretch of time as another plot. */
  follow(min: number, max: number): void {
    const x = this.chart?.scales.x;
    if (this.overTime && x && (x.min !== min || x.max !== max)) this.chart!.setScale("x", { min, max });
  }

  /** A click (no drag) moves the animation there. */
  private seek(): void {
    const left = this.chart?.cursor.left ?? -1;
    if (this.overTime && left >= 0 && !(this.chart!.select.width > 2)) this.app.clock.seek(this.chart!.posToVal(left, "x"));
  }

  /** Put the line (in an x-y plot: the dot) at the time shown. */
  move(): void {
    if (!this.chart) return;
    const time = this.app.clock.time.get();
    if (this.overTime) {
      const x = this.chart.valToPos(time, "x");
      this.line.style.display = x >= -1 && x <= this.chart.bbox.width / uPlot.pxRatio + 1 ? "" : "none";
      this.line.style.transform = `translateX(${x.toFixed(1)}px)`;
    }
    this.dot.hidden = this.spec.kind !== "xy";
    if (!this.dot.hidden) {
      const [a, b] = this.spec.channels;
      const place = [this.chart.valToPos(this.app.run.value(a, time), "x"), this.chart.valToPos(this.app.run.value(b, time), `y:${this.unitOf(b)}`)];
      this.dot.style.transform = `translate(${place.map((p) => `${p.toFixed(1)}px`).join(", ")})`;
    }
    this.showValues();
  }

  /** Values in the legend: under the mouse if it is there, else at the time shown. */
  private showValues(): void {
    const index = this.chart?.cursor.idx;
    const hover = this.overTime && index !== null && index !== undefined && (this.chart?.cursor.left ?? -1) >= 0;
    const time = hover ? this.chart!.data[0][index] : this.app.clock.time.get();
    for (const [element, channel] of this.values) {
      say(element, number(tidy(this.app.run.value(channel, time), this.app.size(channel)), 5));
    }
  }

  private legend(): void {
    this.values = [];
    const chips = this.spec.channels.map((channel, k) => {
      const { name, unit: u, error } = this.app.run.header.channels[channel];
      const value = h("output", {});
      this.values.push([value, channel]);
      const sign = this.spec.kind === "xy" && !k ? h("span", { class: "axis-sign" }, "x") : h("span", { class: "dash", style: `background:${this.color(k)}` });
      return h("span", { class: "legend-item", title: name }, sign,
        h("button", { type: "button", class: "name", title: `Select ${name}`, onclick: () => this.app.selectOwner(channel) }, name),
        value,
        h("span", { class: "unit" }, unit(u)),
        error ? h("span", { class: "error", title: `Verified: off by ${error}` }, `±${error.split(" ")[0]}`) : null,
        iconButton("close", `Remove ${name}`, () => this.app.removeChannel(this.spec.id, channel)));
    });
    const named = this.app.others.get().flatMap((other, k) => (other.fading ? [] : [h("span", { class: "legend-item other" }, dashOf(DASHES[k % DASHES.length]), other.name)]));
    this.head.replaceChildren(...chips, ...named);
  }

  /** The plot as a file. */
  async save(kind: string): Promise<void> {
    if (!this.chart) return;
    const name = this.app.run.header.channels[this.spec.channels[0]].name.replace(/[^\w.-]+/g, "_").slice(0, 60) || "plot";
    if (kind === "CSV") return download(`${name}.csv`, csvOf(...this.numbers()), "text/csv");
    if (kind === "SVG" || kind === "PNG") await savePlot(this.sheet(), kind.toLowerCase() as "svg" | "png", name);
  }

  private fullName({ channel, run }: { channel: number; run: number }): string {
    const { name, unit: u } = this.app.run.header.channels[channel];
    const of = run ? ` (${this.app.others.get()[run - 1].name})` : "";
    return `${name}${of}${u ? ` [${u}]` : ""}`;
  }

  private numbers(): [string[], ArrayLike<number | null | undefined>[]] {
    const names = this.shown.curves.map((curve) => this.fullName(curve));
    if (this.spec.kind !== "xy") return [[this.abscissa(), ...names], [...this.shown.data]];
    const pairs = (this.shown.data as unknown as Float32Array[][]).slice(1);
    return [names.flatMap((name) => [this.abscissa(), name]), pairs.flat()];
  }

  private sheet(): Sheet {
    const data = this.shown.data as unknown as (ArrayLike<number> | ArrayLike<number>[])[];
    const lines = this.shown.curves.map((curve, k) => {
      const { alpha = 1, dash, width = 1.7 } = this.series(k);
      const [x, y] = this.spec.kind === "xy" ? (data[k + 1] as ArrayLike<number>[]) : [data[0] as ArrayLike<number>, data[k + 1] as ArrayLike<number>];
      const fading = curve.run > 0 && this.app.others.get()[curve.run - 1].fading;
      return { name: fading ? "" : this.fullName(curve), color: this.color(this.spec.channels.indexOf(curve.channel)), dash, width, alpha, x, y, scale: `y:${this.unitOf(curve.channel)}` };
    });
    return { chart: this.chart!, title: this.app.run.header.title, ink: themed("--ink"), paper: themed("--panel"), grid: themed("--plot-grid"), lines };
  }
}

/** Up to which frequency there is something to see: a thousandth of the highest peak. */
function highest([frequency, ...amplitudes]: uPlot.AlignedData): number {
  const large = amplitudes.map((list) => Math.max(...Array.from(list, (a) => a ?? 0)));
  const last = amplitudes.map((list, k) => Array.from(list).reduce((at: number, a, i) => ((a ?? 0) > 1e-3 * large[k] ? i : at), 0));
  return 1.1 * (frequency[Math.max(8, ...last)] ?? frequency[frequency.length - 1]);
}

/** A short dashed line for the legend. */
function dashOf(dash: number[]): HTMLElement {
  const total = dash.reduce((sum, x) => sum + x, 0);
  return h("span", { class: "dash", style: `background:repeating-linear-gradient(to right, var(--ink-soft) 0 ${dash[0]}px, transparent ${dash[0]}px ${total}px);width:22px` });
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
