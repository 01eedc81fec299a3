/** Start: read the data in the page, build the panels, keep the time. */

import "./style.css";
import { App } from "./app";
import { follow } from "./data/live";
import { readOthers, readRun, type Run } from "./data/run";
import { h } from "./dom";
import { bindKeys } from "./keys";
import { fold, sorry, splitter, tabs } from "./layout";
import { Inspector } from "./panels/inspector";
import { Studio } from "./data/studio";
import { StudioPanel } from "./panels/studio";
import { Palette } from "./panels/palette";
import { Plots } from "./panels/plots";
import { modesPanel } from "./panels/modes";
import { failures, messagesPanel, runPanel, stopped, warnings } from "./panels/report";
import { Timeline } from "./panels/timeline";
import { titleBar, Toolbar } from "./panels/toolbar";
import { Tree } from "./panels/tree";
import { POSE } from "./types";
import { MarkerFrames } from "./view/markers";
import { Picking } from "./view/picking";
import { Stage } from "./view/stage";

declare global {
  interface Window {
    /** For scripts and tests: the state of the report. */
    bellcrank?: { app: App; stage: Stage | null; firstFrame: number };
  }
}

/** The picture, or a card that says why there is none. */
function buildStage(app: App, host: HTMLElement, page: { measure: () => void }): Stage | null {
  try {
    const stage = new Stage(app, host);
    const toolbar = new Toolbar(app, stage);
    host.append(toolbar.element, toolbar.note, toolbar.hint);
    page.measure = () => void toolbar.measure();
    new Picking(app, stage, host);
    return stage;
  } catch (error) {
    console.warn(error);
    host.append(sorry("No 3D picture", "This browser gives no WebGL. Plots, tree and messages work without it."));
    return null;
  }
}

function buildPage(app: App, root: HTMLElement): Stage | null {
  const viewport = h("main", { class: "viewport" });
  const page = h("div", { class: "page" });
  const palette = new Palette(app);
  const tree = new Tree(app);
  const plots = new Plots(app, () => palette.open());
  const help = { open: () => {} };
  root.replaceChildren(page);
  page.append(titleBar(app, () => help.open(), (side) => fold(page, side)), h("aside", { class: "left" }, tree.search, tree.element), splitter(page, "left"), viewport);
  const timeline = new Timeline(app).element;
  const messages = { name: "Messages", content: messagesPanel(app), badge: warnings(app.run.header) };
  const failed = stopped(app.run.header);
  page.append(splitter(page, "right"), h("aside", { class: "right" }, tabs([
    ...(failed ? [messages] : []),
    ...(app.run.header.modes?.length ? [{ name: "Modes", content: modesPanel(app) }] : []),
    { name: "Plots", content: plots.element },
    { name: "Run", content: runPanel(app.run.header), badge: failures(app.run.header) },
    ...(failed ? [] : [messages]),
  ])), timeline, palette.element);
  const acts = { measure: () => {} };
  const stage = buildStage(app, viewport, acts);
  const inspector = new Inspector(app, () => stage?.cast.frames ?? new MarkerFrames(app.run));
  page.querySelector(".left")!.append(inspector.element);
  const { studio } = app.run.header;
  if (studio) {
    const panel = new StudioPanel(app, new Studio(app.run, studio.token));
    page.querySelector(".left")!.prepend(panel.element);
    inspector.extras = (ref) => panel.functions(ref);
  }
  const card = bindKeys(app, stage, {
    search: () => tree.search.focus(),
    addChannel: () => palette.open(),
    help: () => card.showModal(),
    fold: (side) => fold(page, side),
    measure: () => acts.measure(),
    savePicture: () => viewport.querySelector<HTMLButtonElement>('button[aria-label^="Save the picture"]')?.click(),
  });
  help.open = () => card.showModal();
  page.append(card);
  return stage;
}

/** Once per screen refresh: let time pass, draw what has changed. */
function keepTime(app: App, stage: Stage | null): void {
  let before = performance.now();
  const tick = (now: number) => {
    const seconds = Math.min((now - before) / 1000, 0.25);
    before = now;
    app.clock.tick(seconds);
    stage?.tick(seconds);
    requestAnimationFrame(tick);
  };
  stage?.tick(0);
  requestAnimationFrame(tick);
}

/** Channels are decoded after the first picture. */
async function fillPlots(app: App): Promise<void> {
  await app.run.loadChannels();
  app.others.set((await readOthers(document, app.run)).map((run) => ({ run, name: run.header.title, color: "", drawn: true, fading: false })));
  for (const channels of app.run.header.plots) app.addPlot(channels);
  app.channelsReady.set(true);
  const { header } = app.run;
  if (!header.live) return;
  const width = 1 + POSE * header.parts.filter((part) => part.pose >= 0).length + header.channels.length;
  app.clock.follow.set(true);
  follow(app.run, width, () => app.clock.follow.set(false));
}

async function demo(): Promise<Run | null> {
  return import.meta.env.DEV ? (await import("./fixture")).pendulumRun() : null;
}

async function start(): Promise<void> {
  const root = document.getElementById("app")!;
  try {
    const run = (await (document.getElementById("bellcrank-header") ? null : demo())) ?? (await readRun(document));
    document.title = `${run.header.title} – bellcrank`;
    const app = new App(run);
    document.documentElement.dataset.theme = app.theme.get();
    const stage = buildPage(app, root);
    keepTime(app, stage);
    window.bellcrank = { app, stage, firstFrame: performance.now() };
    await fillPlots(app);
    document.documentElement.dataset.ready = "true";
  } catch (error) {
    root.replaceChildren(sorry("The report cannot be shown", error instanceof Error ? error.message : String(error)));
    console.error(error);
  }
}

void start();
