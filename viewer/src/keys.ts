/** Keys, and the card that explains them. */

import type { App } from "./app";
import { h, iconButton } from "./dom";
import { toggle } from "./signal";
import { ARROW_MODES } from "./view/arrows";
import type { Stage } from "./view/stage";

interface Key {
  keys: string[];
  shown: string;
  text: string;
  act: () => void;
}

export interface Actions {
  search: () => void;
  addChannel: () => void;
  help: () => void;
  savePicture: () => void;
  measure: () => void;
  fold: (side: "left" | "right") => void;
}

function playing(app: App): Key[] {
  const { clock, run } = app;
  return [
    { keys: [" "], shown: "Space", text: "play, pause", act: () => clock.toggle() },
    { keys: ["ArrowRight"], shown: "→", text: "one output on", act: () => clock.step(1) },
    { keys: ["ArrowLeft"], shown: "←", text: "one output back", act: () => clock.step(-1) },
    { keys: ["Shift+ArrowRight"], shown: "⇧ →", text: "ten outputs on", act: () => clock.step(10) },
    { keys: ["Shift+ArrowLeft"], shown: "⇧ ←", text: "ten outputs back", act: () => clock.step(-10) },
    { keys: ["Home"], shown: "Home", text: "to the start", act: () => clock.seek(run.start) },
    { keys: ["End"], shown: "End", text: "to the end", act: () => clock.seek(run.end) },
    { keys: ["+", "="], shown: "+", text: "faster", act: () => clock.faster(1) },
    { keys: ["-"], shown: "−", text: "slower", act: () => clock.faster(-1) },
    { keys: ["l"], shown: "L", text: "repeat", act: () => toggle(clock.loop) },
  ];
}

function looking(app: App, stage: Stage | null, actions: Actions): Key[] {
  const { show } = app;
  const nextArrows = () => show.arrows.set(ARROW_MODES[(ARROW_MODES.indexOf(show.arrows.get()) + 1) % ARROW_MODES.length]);
  return [
    { keys: ["1"], shown: "1", text: "front view", act: () => stage?.view("front") },
    { keys: ["2"], shown: "2", text: "right view", act: () => stage?.view("right") },
    { keys: ["3"], shown: "3", text: "top view", act: () => stage?.view("top") },
    { keys: ["4"], shown: "4", text: "corner view", act: () => stage?.view("iso") },
    { keys: ["f"], shown: "F", text: "fit all, or the selected part", act: () => stage?.fit() },
    { keys: ["o"], shown: "O", text: "parallel projection", act: () => toggle(show.parallel) },
    { keys: ["g"], shown: "G", text: "grid", act: () => toggle(show.grid) },
    { keys: ["m"], shown: "M", text: "markers", act: () => toggle(show.markers) },
    { keys: ["j"], shown: "J", text: "joint symbols", act: () => toggle(show.joints) },
    { keys: ["a"], shown: "A", text: "force arrows: none, model, applied, all", act: nextArrows },
    { keys: ["h"], shown: "H", text: "ghosts", act: () => show.ghosts.set(show.ghosts.get() ? 0 : 8) },
    { keys: ["n"], shown: "N", text: "names of parts", act: () => toggle(show.labels) },
    { keys: ["w"], shown: "W", text: "four views", act: () => toggle(show.views) },
    { keys: ["u"], shown: "U", text: "measure a distance", act: actions.measure },
    { keys: ["p"], shown: "P", text: "save the picture", act: actions.savePicture },
  ];
}

function working(app: App, actions: Actions): Key[] {
  const trace = () => {
    const ref = app.selection.get();
    const markers = ref ? app.markersOf(ref) : [];
    if (markers.length) app.toggleTrace(ref?.kind === "part" ? (markers.at(-1) ?? markers[0]) : markers[0]);
  };
  const hide = () => {
    const ref = app.selection.get();
    if (ref?.kind === "part") app.toggleHidden(ref.index);
  };
  const glass = () => {
    const ref = app.selection.get();
    if (ref?.kind === "part") app.toggleGlass(ref.index);
  };
  return [
    { keys: ["x"], shown: "X", text: "selected part as glass", act: glass },
    { keys: ["t"], shown: "T", text: "trace of the selected marker", act: trace },
    { keys: ["i"], shown: "I", text: "isolate the selected part", act: () => toggle(app.isolate) },
    { keys: ["v"], shown: "V", text: "hide or show the selected part", act: hide },
    { keys: ["c"], shown: "C", text: "add a channel to the plot", act: actions.addChannel },
    { keys: ["/"], shown: "/", text: "search", act: actions.search },
    { keys: ["["], shown: "[", text: "fold or unfold the tree", act: () => actions.fold("left") },
    { keys: ["]"], shown: "]", text: "fold or unfold the plots", act: () => actions.fold("right") },
    { keys: ["d"], shown: "D", text: "light or dark", act: () => app.theme.set(app.theme.get() === "light" ? "dark" : "light") },
    { keys: ["Escape"], shown: "Esc", text: "clear the selection", act: () => (app.picker.get() ? app.cancelPicking() : app.selection.set(null)) },
    { keys: ["?"], shown: "?", text: "this card", act: actions.help },
  ];
}

const MOUSE = [
  ["drag", "turn"],
  ["right drag, ⇧ drag", "move"],
  ["wheel", "zoom to the pointer"],
  ["click", "select"],
  ["drag in a plot", "zoom time; double click: all"],
  ["click in a plot", "show that time"],
];

/** Listen to keys; the result is the help card. */
export function bindKeys(app: App, stage: Stage | null, actions: Actions): HTMLDialogElement {
  const groups = { Playing: playing(app), Looking: looking(app, stage, actions), Working: working(app, actions) };
  const table = new Map(Object.values(groups).flatMap((list) => list.flatMap((key) => key.keys.map((k) => [k, key] as const))));
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const target = event.target as HTMLElement;
    if (target.matches("input:not([type=range]), select, textarea")) return;
    const arrow = event.shiftKey && event.key.startsWith("Arrow") ? "Shift+" : "";
    const key = table.get(arrow + (event.key.length === 1 ? event.key.toLowerCase() : event.key));
    if (!key) return;
    event.preventDefault();
    key.act();
  });
  return card(groups);
}

function card(groups: Record<string, Key[]>): HTMLDialogElement {
  const table = (title: string, rows: string[][]) =>
    h("section", {}, h("h3", {}, title), h("dl", { class: "keys" }, ...rows.flatMap(([key, text]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, text)])));
  const dialog = h("dialog", { class: "help", "aria-label": "Keys and mouse" });
  dialog.append(
    h("header", {}, h("h2", {}, "Keys and mouse"), iconButton("close", "Close (Esc)", () => dialog.close())),
    h("div", { class: "columns" }, ...Object.entries(groups).map(([title, keys]) => table(title, keys.map((k) => [k.shown, k.text]))), table("Mouse", MOUSE)));
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  return dialog;
}
