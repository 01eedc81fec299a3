/** The column of plots. */

import "uplot/dist/uPlot.min.css";
import { NEW_PLOT, type App, type PlotSpec } from "../app";
import { h, icon } from "../dom";
import { toggle, type Value } from "../signal";
import { Plot } from "./plot";

export class Plots {
  readonly element = h("div", { class: "plots" });
  private readonly list = h("div", { class: "plot-list" });
  private readonly plots = new Map<number, { spec: PlotSpec; plot: Plot }>();
  private following = false;
  /** The stretch of time shown, null for the whole run: a plot that comes shows the same. */
  private range: { min: number; max: number } | null = null;

  constructor(
    private readonly app: App,
    addChannel: () => void,
  ) {
    const add = (text: string, title: string, onclick: () => void) =>
      h("button", { type: "button", class: "wide", title, onclick }, icon("plus"), text);
    const bar = h("div", { class: "plot-bar" },
      add("Channel", "Add a channel to the active plot (C)", addChannel),
      add("New plot", "Open a new plot", () => (app.activePlot.set(NEW_PLOT), addChannel())),
      this.switch("Statistics", "Minimum, maximum, mean, RMS", app.statistics, () => toggle(app.statistics)),
      this.switch("Cursors", "Two cursors to measure between", app.cursors, () => this.cursors()));
    this.element.append(this.list, bar);
    app.plots.watch((specs) => this.build(specs));
    app.clock.time.watch(() => this.each((plot) => plot.move()));
    app.theme.watch(() => requestAnimationFrame(() => this.each((plot) => plot.build())));
    app.channelsReady.watch(() => (this.build(app.plots.get()), this.each((plot) => plot.build())));
    app.statistics.watch(() => this.each((plot) => plot.tell()));
    app.cursors.watch(() => this.each((plot) => (plot.spec.kind === "spectrum" ? plot.refresh() : plot.tell())));
    app.activePlot.watch((id) => this.activate(id));
    app.run.grown.on(() => this.each((plot) => plot.refresh()));
    app.run.replaced.on(() => this.each((plot) => plot.refresh()));
    app.others.watch(() => this.each((plot) => plot.build()));
  }

  private switch(text: string, title: string, value: Value<boolean> | App["cursors"], onclick: () => void): HTMLElement {
    const button = h("button", { type: "button", class: "wide plain", title, onclick }, text);
    const show = (on: unknown) => (button.classList.toggle("on", !!on), button.setAttribute("aria-pressed", String(!!on)));
    (value as Value<unknown>).watch(show);
    return button;
  }

  /** Two cursors in the stretch shown, or none. */
  private cursors(): void {
    if (this.app.cursors.get()) return this.app.cursors.set(null);
    const [low, high] = this.range ? [this.range.min, this.range.max] : [this.app.run.start, this.app.run.end];
    this.app.cursors.set([low + 0.3 * (high - low), low + 0.7 * (high - low)]);
  }

  private each(act: (plot: Plot) => void): void {
    for (const { plot } of this.plots.values()) act(plot);
  }

  /** Keep plots that stay as they are, make those that changed anew. */
  private build(specs: readonly PlotSpec[]): void {
    for (const [id, { plot }] of [...this.plots]) {
      if (specs.some((spec) => spec.id === id)) continue;
      plot.destroy();
      this.plots.delete(id);
    }
    const stale: Plot[] = [];
    for (const spec of specs) {
      const known = this.plots.get(spec.id);
      if (known?.spec === spec) continue;
      known?.plot.destroy();
      const plot = new Plot(this.app, spec, (from, min, max) => this.zoom(from, min, max));
      this.plots.set(spec.id, { spec, plot });
      stale.push(plot);
    }
    this.list.replaceChildren(...specs.map((spec) => this.plots.get(spec.id)!.plot.element));
    if (!specs.length && this.app.channelsReady.get()) this.list.append(empty()); // before that some may still come
    for (const plot of stale) plot.build(this.range);
    this.activate(this.app.activePlot.get());
  }

  private activate(id: number): void {
    for (const [key, { plot }] of this.plots) plot.element.classList.toggle("active", key === id && this.plots.size > 1);
  }

  /** All plots show the same stretch of time. */
  private zoom(from: Plot, min: number, max: number): void {
    if (this.following) return;
    const { start, end } = this.app.run;
    this.range = min <= start && max >= end ? null : { min, max };
    this.following = true;
    this.each((plot) => plot !== from && plot.follow(min, max));
    this.following = false;
  }
}

function empty(): HTMLElement {
  return h("p", { class: "empty" }, "No plot yet. Press C, or click a channel in the tree.");
}
