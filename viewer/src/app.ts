/** The state that the panels and the picture share. Whoever shows something watches it; whoever changes it sets it. */

import { Clock } from "./clock";
import type { Definition, Run } from "./data/run";
import type { Vector } from "./types";
import { channelsByObject, objectOf, refTo, type Ref } from "./selection";
import { Signal, Value } from "./signal";
import type { ArrowMode } from "./view/arrows";

export type Theme = "light" | "dark";

/** Over time, over its first channel, or amplitudes over frequency. */
export type PlotKind = "time" | "xy" | "spectrum";

/** A plot: the channels it shows, and over what. */
export interface PlotSpec {
  readonly id: number;
  readonly channels: readonly number[];
  readonly kind: PlotKind;
}

/** A point of a part, in the frame of the part. */
export interface PickedPoint {
  part: number;
  local: Vector;
}

/** The distance between two points, a channel of this name. */
export interface Measure {
  name: string;
  a: PickedPoint;
  b: PickedPoint;
}

/** Another run beside the one looked at: drawn as glass, plotted thin. */
export interface OtherRun {
  readonly run: Run;
  readonly name: string;
  /** "" for the colours of the parts. */
  readonly color: string;
  readonly drawn: boolean;
  /** An earlier state of the studio: the older, the fainter. */
  readonly fading: boolean;
}

/** As active plot: the next channel opens a new one. */
export const NEW_PLOT = -2;
/** At most this many different units (y axes) in one plot. */
const MAX_UNITS = 2;

export class App {
  readonly clock: Clock;
  readonly selection = new Value<Ref | null>(null);
  readonly isolate = new Value(false);
  readonly theme: Value<Theme>;
  readonly show = {
    grid: new Value(true),
    markers: new Value(false),
    joints: new Value(true),
    parallel: new Value(false),
    labels: new Value(false),
    views: new Value(false),
    ghosts: new Value(0),
    arrows: new Value<ArrowMode>("model"),
    gain: new Value(1),
  };
  /** Parts that are not drawn. */
  readonly hidden = new Value<ReadonlySet<number>>(new Set());
  /** Parts that are drawn as glass. */
  readonly glass = new Value<ReadonlySet<number>>(new Set());
  /** The part the camera follows, -1 for none. */
  readonly followed = new Value(-1);
  readonly measures = new Value<readonly Measure[]>([]);
  /** A word over the picture. */
  readonly hint = new Value("");
  /** Who wants the next point that is clicked. */
  readonly picker = new Value<((point: PickedPoint | null) => void) | null>(null);
  /** Points picked so far. */
  readonly picked = new Value<readonly PickedPoint[]>([]);
  /** Markers whose way is drawn. */
  readonly traced = new Value<ReadonlySet<number>>(new Set());
  readonly plots = new Value<readonly PlotSpec[]>([]);
  readonly activePlot = new Value(-1);
  readonly channelsReady = new Value(false);
  readonly others = new Value<readonly OtherRun[]>([]);
  /** The times of two cursors in the plots, null if there are none. */
  readonly cursors = new Value<readonly [number, number] | null>(null);
  /** Whether the plots tell minima, maxima, means. */
  readonly statistics = new Value(false);
  /** Emitted after each picture with the time drawn. */
  readonly drawn = new Signal<number>();
  objects: Map<string, number[]>;
  private nextPlot = 0;
  private names: string[];

  constructor(readonly run: Run) {
    this.clock = new Clock(run);
    this.objects = channelsByObject(run.header);
    this.theme = new Value<Theme>(window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
    this.names = run.header.channels.map((channel) => channel.name);
    run.replaced.on(() => this.takeOver());
    if (run.header.forces.length && !run.header.forces.some((force) => force.drawn)) this.show.arrows.set("applied");
  }

  /** Another run has come: plots and selection are those of the same names. */
  private takeOver(): void {
    const { header } = this.run;
    this.objects = channelsByObject(header);
    const before = this.names;
    this.names = header.channels.map((channel) => channel.name);
    if (before.join("\n") !== this.names.join("\n")) {
      const same = (channels: readonly number[]) => channels.map((c) => this.run.indexOf(before[c])).filter((c) => c >= 0);
      this.plots.set(this.plots.get().map((plot) => ({ ...plot, channels: same(plot.channels) })).filter((plot) => plot.channels.length));
    }
    const selected = this.selection.get();
    if (selected) this.selection.set(this.find(selected.name));
  }

  /** Add a channel to the active plot, or to a new one where its unit has no room; again: remove it. */
  toggleChannel(channel: number): void {
    const owner = this.plots.get().find((plot) => plot.channels.includes(channel));
    if (owner) return this.removeChannel(owner.id, channel);
    this.addChannel(channel);
  }

  addChannel(channel: number): void {
    const plots = this.plots.get();
    const chosen = this.activePlot.get();
    const active = chosen === NEW_PLOT ? undefined : (plots.find((plot) => plot.id === chosen) ?? plots.at(-1));
    if (!active || !this.fits(active, channel)) return void this.addPlot([channel]);
    if (active.channels.includes(channel)) return;
    this.change(active.id, [...active.channels, channel]);
  }

  private fits(plot: PlotSpec, channel: number): boolean {
    const unit = (c: number) => this.run.header.channels[c].unit ?? "";
    return new Set([...plot.channels, channel].map(unit)).size <= MAX_UNITS;
  }

  removeChannel(plot: number, channel: number): void {
    const left = this.plots.get().find((p) => p.id === plot)?.channels.filter((c) => c !== channel) ?? [];
    if (left.length) this.change(plot, left);
    else this.closePlot(plot);
  }

  addPlot(channels: readonly number[], kind: PlotKind = "time"): number {
    const plot = { id: this.nextPlot++, channels, kind };
    this.plots.set([...this.plots.get(), plot]);
    this.activePlot.set(plot.id);
    return plot.id;
  }

  closePlot(id: number): void {
    this.plots.set(this.plots.get().filter((plot) => plot.id !== id));
    if (this.activePlot.get() === id) this.activePlot.set(this.plots.get().at(-1)?.id ?? -1);
  }

  private change(id: number, channels: readonly number[]): void {
    this.plots.set(this.plots.get().map((plot) => (plot.id === id ? { ...plot, channels } : plot)));
  }

  /** Show the channels of a plot over time, over the first of them, or as a spectrum. */
  setKind(id: number, kind: PlotKind): void {
    this.plots.set(this.plots.get().map((plot) => (plot.id === id ? { ...plot, kind } : plot)));
  }

  /** Add a channel that is computed from others, to this run and to those beside it. */
  define(definition: Definition): number {
    for (const other of this.others.get()) other.run.define(definition);
    const index = this.run.define(definition);
    this.names = this.run.header.channels.map((channel) => channel.name);
    this.objects = channelsByObject(this.run.header);
    return index;
  }

  /** The largest value of a channel: what its small ones are measured by. */
  size(channel: number): number {
    const { values } = this.run.channel(channel);
    let largest = 0;
    for (let k = 0; k < values.length; k++) if (Math.abs(values[k]) > largest) largest = Math.abs(values[k]);
    return largest;
  }

  isPlotted(channel: number): boolean {
    return this.plots.get().some((plot) => plot.channels.includes(channel));
  }

  toggleHidden(part: number): void {
    this.hidden.set(flipped(this.hidden.get(), part));
  }

  toggleGlass(part: number): void {
    this.glass.set(flipped(this.glass.get(), part));
  }

  /** Ask for two points by clicks in the picture; null if the reader does not want to (Escape). */
  async pickTwo(what: string): Promise<[PickedPoint, PickedPoint] | null> {
    this.cancelPicking();
    const found: PickedPoint[] = [];
    for (const which of ["first", "second"]) {
      this.hint.set(`${what}: click the ${which} point (a part, a marker, a joint; beside them: ground). Esc ends it.`);
      const point = await new Promise<PickedPoint | null>((done) => this.picker.set(done));
      this.picker.set(null);
      if (point) this.picked.set([...found, point]);
      if (!point) break;
      found.push(point);
    }
    this.hint.set("");
    this.picked.set([]);
    return found.length === 2 ? [found[0], found[1]] : null;
  }

  cancelPicking(): void {
    this.picker.get()?.(null);
  }

  /** Measure the distance of two points from now on: it is drawn and can be plotted. */
  measure(a: PickedPoint, b: PickedPoint, values: Definition["values"]): void {
    const name = `distance_${this.measures.get().length + 1}`;
    const channel = this.define({ name, unit: this.run.header.units.length, values });
    this.measures.set([...this.measures.get(), { name, a, b }]);
    this.addPlot([channel]);
  }

  toggleTrace(marker: number): void {
    this.traced.set(flipped(this.traced.get(), marker));
  }

  /** The markers whose trace belongs to a selected thing: itself, or the markers of a part. */
  markersOf(ref: Ref): number[] {
    const { header } = this.run;
    if (ref.kind === "marker") return [ref.index];
    if (ref.kind === "joint") return [header.joints[ref.index].i].filter((m) => m >= 0);
    if (ref.kind === "force") return [header.forces[ref.index].marker].filter((m) => m >= 0);
    if (ref.kind !== "part") return [];
    return header.markers.flatMap((marker, index) => (marker.part === ref.index ? [index] : []));
  }

  /** The channels of a selected thing: those named after it. */
  channelsOf(ref: Ref): number[] {
    return this.objects.get(ref.name) ?? [];
  }

  /** Select an element by its name, as Python or a test would. */
  select(name: string): boolean {
    const ref = this.find(name);
    this.selection.set(ref);
    return ref !== null;
  }

  find(name: string): Ref | null {
    const { header } = this.run;
    const lists = { part: header.parts, joint: header.joints, force: header.forces, marker: header.markers, line: header.lines };
    for (const kind of ["part", "joint", "force", "marker", "line"] as const) {
      const index = lists[kind].findIndex((element) => element.name === name);
      if (index >= 0) return refTo(header, kind, index);
    }
    return this.objects.has(name) ? { kind: "object", index: -1, name } : null;
  }

  /** Select what a channel belongs to. */
  selectOwner(channel: number): void {
    this.select(objectOf(this.run.header.channels[channel].name));
  }
}

function flipped(set: ReadonlySet<number>, item: number): ReadonlySet<number> {
  const copy = new Set(set);
  if (!copy.delete(item)) copy.add(item);
  return copy;
}
