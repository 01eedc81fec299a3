/** The page: model on the left, picture in the middle, plots and words on the right, time below. */

import { h } from "./dom";

const LIMITS = { left: [200, 520], right: [300, 900] } as const;

/** A bar that changes the width of the column beside it when dragged. */
export function splitter(page: HTMLElement, side: "left" | "right"): HTMLElement {
  const bar = h("div", { class: `splitter ${side}`, role: "separator", "aria-orientation": "vertical", title: "Drag to change the width, double click to fold" });
  const width = (value: number) => page.style.setProperty(`--${side}`, `${Math.round(value)}px`);
  bar.addEventListener("pointerdown", (event) => {
    bar.setPointerCapture(event.pointerId);
    const move = (e: PointerEvent) => {
      const raw = side === "left" ? e.clientX : window.innerWidth - e.clientX;
      width(Math.min(Math.max(raw, LIMITS[side][0]), Math.min(LIMITS[side][1], 0.6 * window.innerWidth)));
    };
    bar.addEventListener("pointermove", move);
    bar.addEventListener("pointerup", () => bar.removeEventListener("pointermove", move), { once: true });
  });
  bar.addEventListener("dblclick", () => page.classList.toggle(`folded-${side}`));
  return bar;
}

/** Fold a side away, or bring it back. */
export function fold(page: HTMLElement, side: "left" | "right"): void {
  page.classList.toggle(`folded-${side}`);
}

export interface Tab {
  name: string;
  content: HTMLElement;
  badge?: number;
}

/** Tabs with their contents below. */
export function tabs(list: Tab[]): HTMLElement {
  const buttons = list.map((tab) =>
    h("button", { type: "button", role: "tab" }, tab.name, tab.badge ? h("span", { class: "count" }, String(tab.badge)) : null),
  );
  const open = (chosen: number) =>
    list.forEach((tab, k) => {
      buttons[k].setAttribute("aria-selected", String(k === chosen));
      tab.content.hidden = k !== chosen;
    });
  buttons.forEach((button, k) => button.addEventListener("click", () => open(k)));
  open(0);
  return h("div", { class: "tabs" }, h("div", { class: "tab-bar", role: "tablist" }, ...buttons), ...list.map((tab) => tab.content));
}

/** A card in the middle of the page for what cannot be shown. */
export function sorry(title: string, text: string): HTMLElement {
  return h("div", { class: "sorry", role: "alert" }, h("h2", {}, title), h("p", {}, text));
}
