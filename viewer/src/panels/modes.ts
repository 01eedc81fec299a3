/** The modes of a linear analysis: a table whose rows choose the mode that moves, and charts over frequency or speed. */

import uPlot from "uplot";
import type { App } from "../app";
import { h, themed } from "../dom";
import { number, unit } from "../format";
import type { Chart, ModeRow } from "../types";

const COLORS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b58900", "#56b4e9", "#6a3d9a", "#555555"];
const FONT = "11px ui-sans-serif, system-ui, sans-serif";
const HEIGHT = 220;

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

/** A chart that does not move. */
function draw(app: App, chart: Chart): HTMLElement {
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
      series: [{ label: chart.x }, ...chart.curves.map((curve, k) => ({ label: curve.name, stroke: COLORS[k % COLORS.length], width: 1.5, dash: curve.dashed ? [5, 4] : undefined }))],
    }, [chart.values, ...chart.curves.map((curve) => curve.values)] as uPlot.AlignedData, body);
  };
  new ResizeObserver(() => body.clientWidth && (plot ? plot.setSize({ width: body.clientWidth, height: HEIGHT }) : build())).observe(body);
  app.theme.watch(() => plot && build());
  return h("section", { class: "chart" }, h("h3", {}, chart.title), body);
}
