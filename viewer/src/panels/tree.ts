/** The model tree: parts with markers, graphics and channels; joints; forces; requests. Branches are built when opened. */

import type { App } from "../app";
import { h, icon, iconButton } from "../dom";
import { unit } from "../format";
import { componentOf, refTo, same, type Ref } from "../selection";

const FOUND_LIMIT = 300;

/** A line of the tree. */
interface Item {
  label: string;
  tag?: string;
  swatch?: string;
  ref?: Ref;
  channel?: number;
  part?: number;
  children?: () => Item[];
  count?: number;
}

export class Tree {
  readonly element = h("nav", { class: "tree", role: "tree", "aria-label": "Model", tabindex: 0 });
  readonly search = h("input", { type: "search", class: "search", placeholder: "Search model and channels", "aria-label": "Search" });
  private built = "";
  private readonly rows = new Map<HTMLElement, Item>();

  constructor(private readonly app: App) {
    this.search.addEventListener("input", () => this.build());
    this.search.addEventListener("keydown", (event) => this.searchKey(event));
    this.element.addEventListener("keydown", (event) => this.key(event));
    app.selection.watch((ref) => this.mark(ref, true));
    app.plots.watch(() => this.markChannels());
    app.hidden.watch(() => this.markHidden());
    this.build();
    app.run.replaced.on(() => this.names() !== this.built && this.build());
  }

  /** What the tree is made of. */
  private names(): string {
    const { parts, joints, forces, lines, markers, channels } = this.app.run.header;
    return JSON.stringify([parts, joints, forces, lines, markers, channels].map((list) => list.map((item) => item.name)));
  }

  private build(): void {
    const words = this.search.value.trim().toLowerCase();
    this.rows.clear();
    this.built = this.names();
    const items = words ? this.found(words) : this.groups();
    this.element.replaceChildren(...items.map((item) => this.branch(item, 0, !words)));
    if (words && !items.length) this.element.append(h("p", { class: "empty" }, "Nothing has this name."));
    this.mark(this.app.selection.get(), false);
    this.markChannels();
    this.markHidden();
  }

  /** The top of the tree. */
  private groups(): Item[] {
    const { header } = this.app.run;
    const others = this.otherObjects();
    const group = (label: string, items: Item[]): Item => ({ label, count: items.length, children: () => items });
    return [
      group("Parts", header.parts.map((_, k) => this.part(k))),
      group("Joints", header.joints.map((joint, k) => this.leaf("joint", k, joint.kind.replace(/_/g, " ")))),
      group("Forces", this.forces()),
      group("Springs and outlines", header.lines.map((line, k) => this.leaf("line", k, line.kind))),
      group("Requests and variables", others),
    ].filter((g) => g.count);
  }

  /** Applied forces; reactions stand with their joints. */
  private forces(): Item[] {
    const joints = new Set(this.app.run.header.joints.map((joint) => joint.name));
    return this.app.run.header.forces.flatMap((force, k) =>
      joints.has(force.name) ? [] : [this.leaf("force", k, force.keyword.toLowerCase())],
    );
  }

  private part(index: number): Item {
    const { header } = this.app.run;
    const part = header.parts[index];
    const children = () => {
      const markers = header.markers.flatMap((m, k) => (m.part === index ? [this.leaf("marker", k, `marker ${m.id}`)] : []));
      const shapes = (part.shapes ?? []).map((s) => ({ label: s.name || s.kind, tag: s.inferred ? `${s.kind}, from inertia` : s.kind }));
      return [...markers, ...shapes, ...this.channels(part.name)];
    };
    const tag = part.pose < 0 ? "ground" : part.keyword === "PART" ? `${part.id}` : part.keyword.toLowerCase();
    return { label: part.name, tag, swatch: part.color, ref: refTo(header, "part", index), part: index, children };
  }

  private leaf(kind: "joint" | "force" | "marker" | "line", index: number, tag: string): Item {
    const ref = refTo(this.app.run.header, kind, index);
    const children = this.app.objects.has(ref.name) ? () => this.channels(ref.name) : undefined;
    return { label: ref.name, tag, ref, children };
  }

  private channels(object: string): Item[] {
    return (this.app.objects.get(object) ?? []).map((index) => this.channel(index, false));
  }

  private channel(index: number, full: boolean): Item {
    const { name, unit: u } = this.app.run.header.channels[index];
    return { label: full ? name : componentOf(name), tag: unit(u), channel: index };
  }

  /** Objects with channels that are no element of the picture: requests, variables. */
  private otherObjects(): Item[] {
    return [...this.app.objects.keys()]
      .filter((name) => this.app.find(name)?.kind === "object")
      .map((name) => ({ label: name, ref: { kind: "object", index: -1, name }, children: () => this.channels(name) }));
  }

  /** Everything whose name contains all words. */
  private found(text: string): Item[] {
    const words = text.split(/\s+/);
    const fits = (name: string) => words.every((word) => name.toLowerCase().includes(word));
    const { header } = this.app.run;
    const items: Item[] = [
      ...header.parts.flatMap((p, k) => (fits(p.name) ? [this.part(k)] : [])),
      ...header.joints.flatMap((j, k) => (fits(`${j.name} ${j.kind}`) ? [this.leaf("joint", k, j.kind)] : [])),
      ...this.forces().filter((item) => fits(item.label)),
      ...header.lines.flatMap((l, k) => (fits(l.name) ? [this.leaf("line", k, l.kind)] : [])),
      ...header.markers.flatMap((m, k) => (fits(`${m.name} ${m.id}`) ? [this.leaf("marker", k, `marker ${m.id}`)] : [])),
      ...header.channels.flatMap((c, k) => (fits(c.name) ? [this.channel(k, true)] : [])),
    ];
    return items.slice(0, FOUND_LIMIT);
  }

  /** A line and the (still empty) list below it. */
  private branch(item: Item, depth: number, open: boolean): HTMLElement {
    const below = h("div", { role: "group", class: "below", hidden: true });
    const row = this.row(item, depth);
    const branch = h("div", { class: "branch" }, row, below);
    const twist = (show: boolean) => {
      if (show && !below.childElementCount) {
        below.append(...(item.children?.() ?? []).map((child) => this.branch(child, depth + 1, false)));
        this.mark(this.app.selection.get(), false);
        this.markChannels();
      }
      below.hidden = !show;
      row.setAttribute("aria-expanded", String(show));
    };
    if (item.children) {
      row.setAttribute("aria-expanded", "false");
      row.addEventListener("twist", () => twist(!!below.hidden));
      if (open) twist(true);
    }
    return branch;
  }

  private row(item: Item, depth: number): HTMLElement {
    const chevron = h("span", { class: "chevron" }, item.children ? icon("chevron") : null);
    const swatch = item.swatch ? h("span", { class: "swatch", style: `background:${item.swatch}` }) : null;
    const row = h(
      "div",
      { class: `row${item.count === undefined ? "" : " head"}`, role: "treeitem", style: `--depth:${depth}`, title: item.label },
      chevron,
      swatch,
      h("span", { class: "label" }, item.label),
      h("span", { class: "tag" }, item.count === undefined ? (item.tag ?? "") : String(item.count)),
    );
    this.rows.set(row, item);
    if (item.channel !== undefined) row.append(h("span", { class: "plotted", title: "Plot or remove" }, icon("plus")));
    if (item.part !== undefined) row.append(this.eye(item.part));
    chevron.addEventListener("click", (event) => (event.stopPropagation(), row.dispatchEvent(new Event("twist"))));
    row.addEventListener("click", () => this.act(row, item));
    row.addEventListener("dblclick", () => item.ref && row.dispatchEvent(new Event("twist")));
    return row;
  }

  private eye(part: number): HTMLElement {
    const button = iconButton("eye", "Show or hide", () => this.app.toggleHidden(part));
    button.addEventListener("click", (event) => event.stopPropagation());
    button.classList.add("eye");
    button.tabIndex = -1;
    return button;
  }

  private act(row: HTMLElement, item: Item): void {
    if (item.channel !== undefined) this.app.toggleChannel(item.channel);
    else if (item.ref) this.app.selection.set(item.ref);
    else row.dispatchEvent(new Event("twist"));
  }

  /** Show the selected line; open its group if it comes from the picture. */
  private mark(ref: Ref | null, reveal: boolean): void {
    let chosen: HTMLElement | null = null;
    for (const [row, item] of this.rows) {
      const on = !!ref && !!item.ref && same(item.ref, ref);
      row.classList.toggle("selected", on);
      row.setAttribute("aria-selected", String(on));
      if (on) chosen = row;
    }
    if (reveal && ref?.kind === "marker" && !chosen && !this.search.value) return this.openPartOf(ref);
    if (reveal) chosen?.scrollIntoView({ block: "nearest" });
  }

  private openPartOf(ref: Ref): void {
    const part = this.app.run.header.markers[ref.index].part;
    for (const [row, item] of this.rows) {
      if (item.part === part && row.getAttribute("aria-expanded") === "false") row.dispatchEvent(new Event("twist"));
    }
    for (const [row, item] of this.rows) if (same(item.ref ?? null, ref)) row.scrollIntoView({ block: "nearest" });
  }

  private markChannels(): void {
    for (const [row, item] of this.rows) {
      if (item.channel !== undefined) row.classList.toggle("on", this.app.isPlotted(item.channel));
    }
  }

  private markHidden(): void {
    for (const [row, item] of this.rows) {
      if (item.part !== undefined) row.classList.toggle("off", this.app.hidden.get().has(item.part));
    }
  }

  private searchKey(event: KeyboardEvent): void {
    if (event.key === "Enter") this.visibleRows()[0]?.click();
    if (event.key === "Escape") {
      this.search.value = "";
      this.build();
      this.search.blur();
    }
  }

  private visibleRows(): HTMLElement[] {
    return [...this.element.querySelectorAll<HTMLElement>(".row")].filter((row) => row.offsetParent !== null);
  }

  /** Up, down: the neighbour; right, left: open, close. */
  private key(event: KeyboardEvent): void {
    const rows = this.visibleRows();
    const here = rows.findIndex((row) => row.classList.contains("selected"));
    const open = rows[here]?.getAttribute("aria-expanded");
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      const next = this.nextSelectable(rows, here, step);
      if (next) this.app.selection.set(this.rows.get(next)!.ref!);
    } else if ((event.key === "ArrowRight" && open === "false") || (event.key === "ArrowLeft" && open === "true")) {
      rows[here].dispatchEvent(new Event("twist"));
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  private nextSelectable(rows: HTMLElement[], here: number, step: number): HTMLElement | null {
    for (let k = here + step; k >= 0 && k < rows.length; k += step) if (this.rows.get(rows[k])?.ref) return rows[k];
    return null;
  }
}
