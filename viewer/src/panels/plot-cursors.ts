/** Two lines A and B in the plots over time, to be dragged; all plots show the same two times. */

import type uPlot from "uplot";
import type { App } from "../app";
import { h } from "../dom";

export class CursorLines {
  private readonly lines = ["A", "B"].map((name, k) => h("div", { class: `cursor-line cursor-${k}`, title: `Cursor ${name}: drag` }, h("span", {}, name)));
  private chart: uPlot | null = null;

  constructor(private readonly app: App) {
    this.lines.forEach((line, k) => {
      line.addEventListener("pointerdown", (event) => this.drag(line, k, event));
      for (const type of ["mousedown", "click", "dblclick"]) line.addEventListener(type, (event) => event.stopPropagation());
    });
  }

  attach(chart: uPlot): void {
    this.chart = chart;
    chart.over.append(...this.lines);
    this.place();
  }

  /** Put the lines at their times. */
  place(): void {
    const times = this.app.cursors.get();
    this.lines.forEach((line, k) => {
      const x = times && this.chart ? this.chart.valToPos(times[k], "x") : NaN;
      line.hidden = !(x >= 0 && x <= (this.chart?.over.clientWidth ?? 0));
      if (!line.hidden) line.style.transform = `translateX(${x.toFixed(1)}px)`;
    });
  }

  private drag(line: HTMLElement, k: number, event: PointerEvent): void {
    event.stopPropagation();
    line.setPointerCapture(event.pointerId);
    const move = (e: PointerEvent) => {
      const chart = this.chart;
      const times = this.app.cursors.get();
      if (!chart || !times) return;
      const left = e.clientX - chart.over.getBoundingClientRect().left;
      const time = Math.min(Math.max(chart.posToVal(left, "x"), this.app.run.start), this.app.run.end);
      this.app.cursors.set(k ? [times[0], time] : [time, times[1]]);
    };
    line.addEventListener("pointermove", move);
    line.addEventListener("pointerup", () => line.removeEventListener("pointermove", move), { once: true });
  }
}
