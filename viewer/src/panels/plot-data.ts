/** What a plot draws: columns over time, over the first channel, or amplitudes over frequency. */

import uPlot from "uplot";
import type { App, PlotSpec } from "../app";
import { spectrum } from "../data/analysis";
import type { Run } from "../data/run";

/** One curve: a channel (as the first run numbers it) of one run, 0 for the first. */
export interface Curve {
  channel: number;
  run: number;
}

export interface PlotData {
  /** For uPlot: aligned columns, or pairs of columns (x-y). */
  data: uPlot.AlignedData;
  curves: Curve[];
}

/** The channels that are drawn as curves: in an x-y plot the first one is the abscissa. */
export function ordinates(spec: PlotSpec): readonly number[] {
  return spec.kind === "xy" ? spec.channels.slice(1) : spec.channels;
}

/** A channel of the first run in another one, by its name. */
export function valuesIn(first: Run, run: Run, channel: number): Float32Array {
  const index = run === first ? channel : run.indexOf(first.header.channels[channel].name);
  return index < 0 ? new Float32Array(run.frames).fill(NaN) : run.channel(index).values;
}

export function plotData(app: App, spec: PlotSpec): PlotData {
  const runs = [app.run, ...app.others.get().map((other) => other.run)];
  const curves = runs.flatMap((_, run) => ordinates(spec).map((channel) => ({ channel, run })));
  if (spec.kind === "xy") return { curves, data: pairs(app, spec, runs) };
  const tables = runs.map((run) => (spec.kind === "spectrum" ? spectra(app, spec, run) : columns(app, spec, run)));
  return { curves, data: aligned(tables) };
}

function columns(app: App, spec: PlotSpec, run: Run): uPlot.AlignedData {
  return [run.time, ...spec.channels.map((c) => valuesIn(app.run, run, c))] as unknown as uPlot.AlignedData;
}

/** Of the stretch between the cursors, or of the whole run. */
function spectra(app: App, spec: PlotSpec, run: Run): uPlot.AlignedData {
  const [from, to] = app.cursors.get() ?? [run.start, run.end];
  const found = spec.channels.map((c) => spectrum(run.time, valuesIn(app.run, run, c), Math.min(from, to), Math.max(from, to)));
  return [found[0].frequency, ...found.map((one) => one.amplitude)] as unknown as uPlot.AlignedData;
}

function pairs(app: App, spec: PlotSpec, runs: Run[]): uPlot.AlignedData {
  const list = runs.flatMap((run) => {
    const x = valuesIn(app.run, run, spec.channels[0]);
    return spec.channels.slice(1).map((c) => [x, valuesIn(app.run, run, c)]);
  });
  return [null, ...list] as unknown as uPlot.AlignedData;
}

/** Tables side by side; where abscissas differ they are put together. */
function aligned(tables: uPlot.AlignedData[]): uPlot.AlignedData {
  if (tables.every((t) => same(t[0], tables[0][0]))) return [tables[0][0], ...tables.flatMap((t) => t.slice(1))] as uPlot.AlignedData;
  return uPlot.join(tables);
}

function same(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  if (a.length !== b.length) return false;
  for (let k = 0; k < a.length; k++) if (a[k] !== b[k]) return false;
  return true;
}

/** The line through the points of an x-y plot. */
export function way(chart: uPlot, index: number): uPlot.Series.Paths {
  const [xs, ys] = (chart.data as unknown as Float32Array[][])[index];
  const { facets } = chart.series[index];
  return line(chart, xs, ys, facets![0].scale, facets![1].scale!, 0, xs.length - 1, true);
}

/** The line through the points of a plot over time: all of them, so that a smooth curve is drawn smooth however many there are. */
export function course(chart: uPlot, index: number, first: number, last: number): uPlot.Series.Paths {
  return line(chart, chart.data[0], chart.data[index], "x", chart.series[index].scale!, Math.max(first - 1, 0), Math.min(last + 1, chart.data[0].length - 1), false);
}

type Numbers = ArrayLike<number | null | undefined>;

/** A line through points; where one is missing it is interrupted, or goes on to the next. */
function line(chart: uPlot, xs: Numbers, ys: Numbers, x: string, y: string, first: number, last: number, gaps: boolean): uPlot.Series.Paths {
  const path = new Path2D();
  let pen = false;
  for (let k = first; k <= last; k++) {
    const [a, b] = [xs[k], ys[k]];
    if (a == null || b == null || !Number.isFinite(a + b)) pen = pen && !gaps;
    else {
      const [left, top] = [chart.valToPos(a, x, true), chart.valToPos(b, y, true)];
      if (pen) path.lineTo(left, top);
      else path.moveTo(left, top);
      pen = true;
    }
  }
  return { stroke: path, fill: null, clip: null, band: null, gaps: null, flags: 0 } as unknown as uPlot.Series.Paths;
}
