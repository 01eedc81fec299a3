/** The run in words: summary, audit, messages. */

import type { App } from "../app";
import { h } from "../dom";
import type { Check, Header, Note } from "../types";
import { draw } from "./chart";
import { list } from "./inspector";

const SIGNS: Record<string, string> = { error: "✕", warning: "!", note: "i" };

/** Summary tables and audit. */
export function runPanel(header: Header): HTMLElement {
  const panel = h("div", { class: "report" });
  if (header.audit.length) panel.append(h("h3", {}, "Audit"), h("ul", { class: "audit" }, ...header.audit.map(check)));
  for (const table of header.summary) panel.append(h("h3", {}, table.title), list(table.rows));
  if (!panel.childElementCount) panel.append(h("p", { class: "empty" }, "The results carry no summary."));
  return panel;
}

function check(entry: Check): HTMLElement {
  const state = entry.ok === true ? "good" : entry.ok === false ? "bad" : "open";
  const sign = { good: "✓", bad: "✕", open: "–" }[state];
  return h("li", { class: state }, h("span", { class: "sign" }, sign),
    h("div", {}, h("div", { class: "line" }, h("span", {}, entry.name), h("strong", {}, entry.value)), entry.why ? h("p", {}, entry.why) : null));
}

/** Messages of reading, checking and solving; a click on an element's name selects it. Steps of a failed run as a chart. */
export function messagesPanel(app: App): HTMLElement {
  const { messages, modes, charts } = app.run.header;
  const sorted = [...messages].sort((a, b) => rank(a) - rank(b));
  const panel = h("div", { class: "report messages" }, ...sorted.map((note) => message(app, note)));
  const stories = modes?.length ? [] : charts ?? [];  // beside modes they belong to them
  const failure = panel.querySelector(".message.error") ?? panel.lastElementChild;
  for (const chart of stories) failure ? failure.after(draw(app, chart)) : panel.append(draw(app, chart));
  if (!messages.length) panel.append(h("p", { class: "empty" }, "No messages."));
  return panel;
}

/** Errors come first, then warnings. */
function rank(note: Note): number {
  return { error: 0, warning: 1 }[note.severity] ?? 2;
}

function message(app: App, note: Note): HTMLElement {
  const name = [...(note.where ?? "").matchAll(/[\w.]+/g)].map((m) => m[0]).find((word) => app.find(word));
  const where = !note.where ? null
    : name ? h("button", { type: "button", class: "where", title: `Select ${name}`, onclick: () => app.select(name) }, note.where)
    : h("span", { class: "where" }, note.where);
  return h("div", { class: `message ${note.severity}` },
    h("span", { class: "sign", title: note.severity }, SIGNS[note.severity] ?? "i"),
    h("div", {}, where, h("p", {}, note.text), note.cure ? h("p", { class: "cure" }, `To fix: ${note.cure}`) : null),
    note.rule ? h("span", { class: "rule" }, note.rule) : null);
}

/** Whether the run did not come to its end. */
export function stopped(header: Header): boolean {
  return header.messages.some((note) => note.severity === "error");
}

/** How many messages deserve a look. */
export function warnings(header: Header): number {
  return header.messages.filter((note) => note.severity !== "note").length;
}

/** How many checks of the audit failed. */
export function failures(header: Header): number {
  return header.audit.filter((entry) => entry.ok === false).length;
}
