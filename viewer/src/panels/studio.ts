/** The sliders of the studio: numbers of the model, moved by hand; each move is a new run, the old one stays as a ghost. */

import type { App } from "../app";
import type { Studio } from "../data/studio";
import { h, icon, iconButton } from "../dom";
import { number, unit } from "../format";
import type { Ref } from "../selection";
import type { ModelNumber } from "../types";

/** Earlier runs kept as ghosts. */
const KEPT = 3;
const STEPS = 1000;
const OFFERED = 60;

export class StudioPanel {
  readonly element = h("section", { class: "studio", "aria-label": "What if" });
  private readonly list = h("div", { class: "sliders" });
  private readonly state = h("output", { class: "lag" });
  private readonly trouble = h("p", { class: "trouble", role: "alert", hidden: true });
  private readonly finder = h("input", { type: "search", placeholder: "Add a slider: spring k, mass, function", "aria-label": "Add a slider" });
  private readonly offers = h("div", { class: "offers", hidden: true });
  private readonly rows = new Map<string, SliderRow>();

  constructor(
    private readonly app: App,
    private readonly studio: Studio,
  ) {
    this.element.append(
      h("header", {}, h("h2", {}, "What if"), this.state, this.bar()),
      this.trouble, this.list, this.finder, this.offers, this.additions());
    this.finder.addEventListener("input", () => this.offer());
    this.finder.addEventListener("keydown", (event) => event.key === "Escape" && this.clearFinder());
    for (const item of studio.data.numbers) if (item.chosen) this.add(item);
    studio.trouble.watch((text) => {
      this.trouble.textContent = text;
      this.trouble.hidden = !text;
    });
    studio.lag.watch((lag) => (this.state.textContent = lag ? `${Math.round(lag)} ms` : ""));
    app.run.replaced.on(() => this.update());
  }

  private bar(): HTMLElement {
    const button = (text: string, title: string, onclick: () => void) => h("button", { type: "button", class: "small", title, onclick }, text);
    return h("span", { class: "studio-bar" },
      button("Reset", "All numbers as they were", () => this.reset()),
      button("Clear ghosts", "Forget the earlier runs", () => this.app.others.set(this.app.others.get().filter((other) => !other.fading))),
      button("Save …", "Write the model as a dataset", () => this.save()));
  }

  /** The functions of a selected element, to be edited. */
  functions(ref: Ref): HTMLElement {
    const own = this.studio.data.functions.filter((item) => item.element === ref.name);
    return h("div", { class: "functions" }, ...own.flatMap((item) => {
      const field = h("textarea", { rows: 2, spellcheck: false, "aria-label": `${item.argument} of ${item.element}` });
      field.value = item.text;
      const apply = h("button", { type: "button", class: "small", title: "Use this function (Ctrl+Enter)", onclick: () => void this.edit(item.statement, item.argument, field.value) }, "Apply");
      field.addEventListener("keydown", (event) => event.key === "Enter" && event.ctrlKey && apply.click());
      return [h("h3", {}, item.argument), field, apply];
    }));
  }

  private async edit(element: string, argument: string, text: string): Promise<void> {
    this.keep();
    if (!(await this.studio.ask("edit", { element, argument, text }))) return;
    for (const item of this.studio.data.numbers) if (!this.studio.first.has(item.key)) this.studio.first.set(item.key, item.value);
  }

  /** Buttons that put something between two points. */
  private additions(): HTMLElement {
    const axis = h("select", { title: "Axis of a joint", "aria-label": "Axis of a joint" }, ...["x", "y", "z"].map((name) => h("option", { value: name, selected: name === "z" }, name)));
    const joint = h("select", { title: "A joint between two parts, at the first point", "aria-label": "Add a joint" },
      ...["Joint …", "revolute", "spherical", "translational", "fixed"].map((name) => h("option", { value: name }, name)));
    joint.addEventListener("change", () => {
      void this.put(joint.value, axis.value);
      joint.selectedIndex = 0;
      joint.blur();
    });
    const button = (text: string, title: string, onclick: () => void) => h("button", { type: "button", class: "small", title, onclick }, text);
    return h("div", { class: "additions" }, h("span", { class: "soft" }, "Add"),
      button("Spring", "A spring and damper between two points", () => void this.put("spring")),
      button("Force", "A force along the line between two points", () => void this.put("force")),
      joint, axis, button("Undo", "Take the last addition away", () => void this.studio.ask("undo", {})));
  }

  private async put(kind: string, axis = "z"): Promise<void> {
    const points = await this.app.pickTwo(kind[0].toUpperCase() + kind.slice(1));
    if (!points) return;
    this.keep();
    const before = new Set(this.studio.data.numbers.map((item) => item.key));
    const ends = points.map(({ part, local }) => ({ part: this.app.run.header.parts[part].name, point: local }));
    if (!(await this.studio.ask("add", { kind, ends, axis }))) return;
    const fresh = this.studio.data.numbers.filter((item) => !before.has(item.key) && !item.key.startsWith("MARKER"));
    for (const item of fresh) {
      this.studio.first.set(item.key, item.value);
      this.add(item);
    }
    this.app.select(fresh[0]?.element ?? "");
  }

  /** A slider for a number. */
  private add(item: ModelNumber): void {
    if (this.rows.has(item.key)) return;
    const row = new SliderRow(item, this.studio.first.get(item.key) ?? item.value, {
      begin: () => this.keep(),
      move: (value) => this.studio.set(item.key, value),
      remove: () => {
        this.rows.get(item.key)?.element.remove();
        this.rows.delete(item.key);
      },
    });
    this.rows.set(item.key, row);
    this.list.append(row.element);
  }

  /** The run as it is now becomes a ghost. */
  private keep(): void {
    const others = this.app.others.get();
    const ghosts = others.filter((other) => other.fading).slice(1 - KEPT);
    const now = { run: this.app.run.copy(), name: "before", color: "", drawn: true, fading: true };
    this.app.others.set([...others.filter((other) => !other.fading), ...ghosts, now]);
  }

  private reset(): void {
    this.keep();
    for (const [key, value] of this.studio.first) if (this.studio.number(key)?.value !== value) this.studio.set(key, value);
  }

  private update(): void {
    for (const [key, row] of [...this.rows]) {
      const item = this.studio.number(key);
      if (item) row.show(item);
      else {
        row.element.remove();
        this.rows.delete(key);
      }
    }
  }

  /** Numbers whose words fit what is typed. */
  private offer(): void {
    const words = this.finder.value.toLowerCase().split(/\s+/).filter(Boolean);
    const text = (n: ModelNumber) => `${n.key} ${n.element} ${n.argument} ${n.words ?? ""} ${n.text ?? ""}`.toLowerCase();
    const found = words.length ? this.studio.data.numbers.filter((n) => !this.rows.has(n.key) && words.every((w) => text(n).includes(w))) : [];
    this.offers.replaceChildren(...found.slice(0, OFFERED).map((n) =>
      h("button", { type: "button", class: "offer", onclick: () => (this.add(n), this.clearFinder()) }, h("span", {}, label(n)), h("span", { class: "tag" }, `${number(n.value)} ${unit(n.unit)}`))));
    if (words.length && !found.length) this.offers.append(h("p", { class: "empty" }, "No number has this name."));
    this.offers.hidden = !words.length;
  }

  private clearFinder(): void {
    this.finder.value = "";
    this.offer();
    this.finder.blur();
  }

  private save(): void {
    const dialog = h("dialog", { class: "save", "aria-label": "Save as a dataset" });
    const name = h("input", { type: "text", value: this.studio.data.file, "aria-label": "File name", spellcheck: false });
    const said = h("p", { class: "soft" }, "Written into the folder of the model.");
    const overwrite = h("button", { type: "button", class: "wide", hidden: true, onclick: () => void write(true) }, "Overwrite");
    const write = async (replace: boolean) => {
      const answer = await this.studio.save(name.value, replace);
      said.textContent = answer.path ? `Saved: ${answer.path}` : (answer.error ?? "");
      said.className = answer.path ? "saved" : "trouble";
      overwrite.hidden = !answer.exists;
    };
    const form = h("form", { method: "dialog", onsubmit: (event: Event) => (event.preventDefault(), void write(false)) },
      h("header", {}, h("h2", {}, "Save as a dataset"), iconButton("close", "Close (Esc)", () => dialog.close())),
      name, said, h("div", { class: "buttons" }, h("button", { type: "submit", class: "wide" }, icon("download"), "Save"), overwrite));
    dialog.append(form);
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
    name.select();
  }
}

/** What a number is called: element and argument, or the function with the number marked. */
function label(item: ModelNumber): string {
  if (!item.text) return `${item.element} ${item.argument}`;
  const [from, to] = [Math.max(0, (item.place ?? 0) - 10), (item.place ?? 0) + 24];
  const around = item.text.slice(from, to).replace(/[\s\x01]+/g, " ");
  return `${item.element}: ${from > 0 ? "…" : ""}${around}${to < item.text.length ? "…" : ""}`;
}

interface Moves {
  begin: () => void;
  move: (value: number) => void;
  remove: () => void;
}

/** One slider: name, value to type, range. */
class SliderRow {
  readonly element: HTMLElement;
  private readonly range = h("input", { type: "range", min: 0, max: STEPS, step: 1 });
  private readonly value = h("input", { type: "text", inputmode: "decimal", class: "value" });
  private readonly name: HTMLElement;
  private low: number;
  private high: number;
  private held = false;

  constructor(
    item: ModelNumber,
    private readonly first: number,
    private readonly moves: Moves,
  ) {
    [this.low, this.high] = [item.low, item.high];
    const name = label(item);
    this.name = h("span", { class: "name", title: [item.key, item.words, item.text].filter(Boolean).join("\n") }, name);
    this.range.setAttribute("aria-label", name);
    this.value.setAttribute("aria-label", `Value of ${name}`);
    this.element = h("div", { class: "slider", "data-key": item.key },
      h("div", { class: "line" }, this.name, iconButton("close", `Remove the slider of ${name}`, moves.remove)),
      h("div", { class: "line" }, this.range, this.value, h("span", { class: "unit" }, unit(item.unit))));
    this.range.addEventListener("input", () => this.slide());
    this.range.addEventListener("change", () => (this.held = false));
    this.range.addEventListener("dblclick", () => this.take(this.first));
    this.value.addEventListener("change", () => this.typed());
    this.show(item);
  }

  private slide(): void {
    if (!this.held) this.moves.begin();
    this.held = true;
    const share = Number(this.range.value) / STEPS;
    const value = Number((this.low + share * (this.high - this.low)).toPrecision(4));
    this.value.value = String(value);
    this.moves.move(value);
  }

  private typed(): void {
    const value = Number(this.value.value.replace(",", ".").replace("−", "-"));
    if (this.value.value.trim() && Number.isFinite(value)) this.take(value);
    else this.value.classList.add("wrong");
  }

  private take(value: number): void {
    this.moves.begin();
    this.moves.move(value);
  }

  /** The number as the model has it; the range grows where it lies outside. */
  show(item: ModelNumber): void {
    [this.low, this.high] = [Math.min(this.low, item.value), Math.max(this.high, item.value)];
    this.element.classList.toggle("changed", item.value !== this.first);
    if (this.held) return;
    this.range.value = String(Math.round((STEPS * (item.value - this.low)) / (this.high - this.low || 1)));
    this.value.value = String(Number(item.value.toPrecision(7)));
    this.value.classList.remove("wrong");
    this.range.title = `${number(this.low)} … ${number(this.high)}; double click: ${number(this.first)} as it was`;
  }
}
