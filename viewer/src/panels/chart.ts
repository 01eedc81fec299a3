/** A chart of the report: curves over a frequency, a speed, the number of a step. */

import uPlot from "uplot";
import type { App } from "../app";
import { h, themed } from "../dom";
import { number } from "../format";
import type { Chart } from "../types";

const COLORS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b58900", "#56b4e9", "#6a3d9a", "#555555"];
const FONT = "11px ui-sans-serif, system-ui, sans-serif";
const HEIGHT = 220;
/** A curve of single points. */
const POINTS = { width: 0, paths: () => null, points: { show: true, size: 6, width: 2 } };

/** A chart that does not move. */
export function draw(app: App, chart: Chart): HTMLElement {
  const body = h("div", { class: "chart-body" });
  let plot: uPlot | null = null;
  const build = () => {
    plot?.destroy();
    const lines = { stroke: themed("--plot-grid"), width: 1 };
    const axis = { stroke: themed("--ink-soft"), grid: lines, ticks: { ...lines, size: 4 }, font: FONT, labelFont: FONT, labelSize: 16 };
    plot = new uPlot({
      width: Math.max(body.clientWidth, 200), height: HEIGHT, legend: { show: true, live: false }, pxAlign: false,
      scales: { x: { time: false }, y: { distr: chart.logarithmic ? 3 : 1 } },
      axes: [{ ...axis, label: chart.x, size: 30 }, { ...axis, label: chart.y, size: 56, values: (_: uPlot, ticks: (number | null)[]) => ticks.map((t) => (t === null ? "" : number(t, 4))) }],
      series: [{ label: chart.x }, ...chart.curves.map((curve, k) => ({ label: curve.name, stroke: COLORS[k % COLORS.length], ...(curve.points ? POINTS : { width: 1.5, dash: curve.dashed ? [5, 4] : undefined }) }))],
    }, [chart.values, ...chart.curves.map((curve) => curve.values)] as uPlot.AlignedData, body);
  };
  new ResizeObserver(() => body.clientWidth && (plot ? plot.setSize({ width: body.clientWidth, height: HEIGHT }) : build())).observe(body);
  app.theme.watch(() => plot && build());
  return h("section", { class: "chart" }, h("h3", {}, chart.title), body);
}
