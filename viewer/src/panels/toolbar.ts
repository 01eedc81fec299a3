/** The buttons over the picture: views, what is shown, arrows, ghosts. */

import type { App } from "../app";
import { download, h, icon, iconButton } from "../dom";
import { number, unit } from "../format";
import { toggle, type Value } from "../signal";
import { ARROW_MODES, type ArrowMode } from "../view/arrows";
import type { ViewName } from "../view/camera";
import { Film } from "../view/film";
import { distances } from "../view/measures";
import type { Stage } from "../view/stage";

const ARROW_TEXT: Record<ArrowMode, string> = { none: "no arrows", model: "as in the model", applied: "applied forces", all: "forces and reactions" };

export class Toolbar {
  readonly element = h("div", { class: "toolbar" });
  readonly note = h("div", { class: "scale-note" });
  readonly hint = h("div", { class: "hint", role: "status", hidden: true });

  constructor(
    private readonly app: App,
    private readonly stage: Stage,
  ) {
    const view = (name: ViewName, text: string, key: string) =>
      h("button", { type: "button", title: `${text} view (${key})`, onclick: () => stage.view(name) }, text);
    this.element.append(
      h("div", { class: "group" }, view("front", "Front", "1"), view("right", "Right", "2"), view("top", "Top", "3"), view("iso", "Iso", "4"),
        iconButton("fit", "Fit to picture (F)", () => stage.fit())),
      h("div", { class: "group" }, this.switch("Joints", "Joint symbols (J)", app.show.joints), this.switch("Markers", "Markers (M)", app.show.markers),
        this.switch("Names", "Names of parts (N)", app.show.labels), this.switch("Grid", "Floor grid (G)", app.show.grid),
        this.switch("Parallel", "Parallel projection (O)", app.show.parallel), this.switch("4 views", "Front, right and top beside (W)", app.show.views)),
      h("div", { class: "group" }, this.ghosts(), ...(app.run.header.forces.length ? [this.arrows()] : []),
        h("button", { type: "button", title: "Distance between two points (U)", onclick: () => void this.measure() }, "Measure"),
        iconButton("camera", "Save the picture (P)", () => this.save()), this.film()));
    app.hint.watch((text) => {
      this.hint.textContent = text;
      this.hint.hidden = !text;
    });
    const cell = `grid ${number(stage.grid.cell, 3)} ${unit(app.run.header.units.length)}`;
    app.show.grid.watch((on) => (this.note.textContent = on ? cell : ""));
  }

  private switch(text: string, title: string, value: Value<boolean>): HTMLElement {
    const button = h("button", { type: "button", title, onclick: () => toggle(value) }, text);
    value.watch((on) => {
      button.classList.toggle("on", on);
      button.setAttribute("aria-pressed", String(on));
    });
    return button;
  }

  private ghosts(): HTMLElement {
    const { ghosts } = this.app.show;
    const select = h("select", { title: "Ghosts: the parts at evenly spaced times (H)", "aria-label": "Ghosts" },
      ...[0, 4, 6, 8, 12, 16, 24].map((n) => h("option", { value: n }, n ? `${n} ghosts` : "no ghosts")));
    select.addEventListener("change", () => (ghosts.set(Number(select.value)), select.blur()));
    ghosts.watch((count) => (select.value = String(count)));
    return select;
  }

  private arrows(): HTMLElement {
    const { arrows, gain } = this.app.show;
    const select = h("select", { title: "Force arrows (A)", "aria-label": "Force arrows" }, ...ARROW_MODES.map((m) => h("option", { value: m }, ARROW_TEXT[m])));
    select.addEventListener("change", () => (arrows.set(select.value as ArrowMode), select.blur()));
    const size = h("input", { type: "range", class: "gain", min: -1.5, max: 1.5, step: 0.1, value: 0, title: "Length of arrows", "aria-label": "Length of arrows" });
    size.addEventListener("input", () => gain.set(2 ** Number(size.value)));
    arrows.watch((mode) => {
      select.value = mode;
      size.hidden = mode === "none";
    });
    return h("span", { class: "pair" }, select, size);
  }

  /** Ask for two points and keep their distance. */
  async measure(): Promise<void> {
    const points = await this.app.pickTwo("Distance");
    if (points) this.app.measure(...points, (run) => distances(run, ...points));
  }

  /** The button that records a video, and how far it is. */
  private film(): HTMLElement {
    const film = new Film(this.app, this.stage);
    const button = h("button", { type: "button", class: "film", title: "Record a video (WebM): plays once from start to end; again: stop", onclick: () => film.toggle() }, "Film");
    film.progress.watch((share) => {
      button.textContent = share < 0 ? "Film" : `● ${Math.round(100 * share)} %`;
      button.classList.toggle("on", share >= 0);
    });
    return button;
  }

  save(): void {
    const bytes = atob(this.stage.image().split(",")[1]);
    download("picture.png", Uint8Array.from(bytes, (c) => c.charCodeAt(0)), "image/png");
  }
}

/** The line at the top: title, units, how the run ended, theme, help. */
export function titleBar(app: App, help: () => void, fold: (side: "left" | "right") => void): HTMLElement {
  const { header } = app.run;
  const units = [header.units.length, header.units.mass, header.units.force, header.units.time, header.units.angle].filter(Boolean);
  const theme = iconButton("sun", "Light or dark (D)", () => app.theme.set(app.theme.get() === "light" ? "dark" : "light"));
  app.theme.watch((name) => (document.documentElement.dataset.theme = name));
  const size = `${header.parts.filter((p) => p.pose >= 0).length} parts, ${header.joints.length} joints, ${header.channels.length} channels`;
  return h("header", { class: "title-bar" },
    iconButton("menu", "Fold or unfold the model tree ([)", () => fold("left")),
    h("span", { class: "mark", "aria-hidden": "true" }, mark()),
    h("h1", { title: header.title }, header.title),
    h("span", { class: "soft" }, size),
    h("span", { class: "space" }),
    h("span", { class: "badge", title: "Units of the model" }, units.map(unit).join(" · ") || "no units"),
    theme,
    iconButton("help", "Keys and mouse (?)", help),
    iconButton("chart", "Fold or unfold the plots (])", () => fold("right")));
}

/** The sign of the program: a bell crank. */
function mark(): SVGSVGElement {
  const svg = icon("plus");
  svg.replaceChildren();
  svg.innerHTML = '<path d="M4 5 L4 19 L19 19" fill="none" stroke="currentColor" stroke-width="3.4" stroke-linecap="round" stroke-linejoin="round"/><circle cx="4" cy="19" r="2.6"/><circle cx="4" cy="5" r="1.9"/><circle cx="19" cy="19" r="1.9"/>';
  return svg;
}
