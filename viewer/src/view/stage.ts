/** The picture: everything three-dimensional, drawn when something has changed. */

import * as THREE from "three";
import type { Run } from "../data/run";
import { themed } from "../dom";
import type { App } from "../app";
import { Arrows } from "./arrows";
import { Bodies } from "./bodies";
import { Stand, type ViewName } from "./camera";
import { extentOf, niceBelow, type Extent } from "./extent";
import { Ghosts } from "./ghosts";
import { Grid } from "./grid";
import { MarkerFrames, MarkerTriads, triads } from "./markers";
import { chooseFineness } from "./shapes";
import { Connectors } from "./springs";
import { JointSymbols } from "./symbols";
import { Traces } from "./traces";
import { Triad } from "./triad";

/** Below this many frames a second a playing picture is drawn in draft: without shadows, then with fewer pixels. */
const SLOW = 20;
const ROUGHEST = 2;

export class Stage {
  readonly canvas: HTMLCanvasElement;
  readonly extent: Extent;
  readonly frames: MarkerFrames;
  readonly bodies: Bodies;
  readonly symbols: JointSymbols;
  readonly connectors: Connectors;
  readonly arrows: Arrows;
  readonly traces: Traces;
  readonly ghosts: Ghosts;
  readonly grid: Grid;
  readonly stand: Stand;
  private readonly markers: MarkerTriads;
  private readonly renderer: THREE.WebGLRenderer;
  private readonly scene = new THREE.Scene();
  private readonly triad = new Triad();
  private readonly sun = new THREE.DirectionalLight(0xffffff, 2.3);
  private readonly lamp = new THREE.DirectionalLight(0xffffff, 0.9);
  private readonly sky = new THREE.HemisphereLight(0xffffff, 0x9aa6b2, 1.5);
  private chosenMarker: THREE.LineSegments | null = null;
  private dirty = true;
  /** Frames a second, smoothed, and how rough the picture is drawn while playing (0: in full). */
  private pace = 60;
  private draft = 0;

  constructor(
    private readonly app: App,
    private readonly host: HTMLElement,
  ) {
    const run = app.run;
    this.renderer = new THREE.WebGLRenderer({ antialias: true, alpha: true });
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = THREE.PCFShadowMap;
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2));
    this.canvas = this.renderer.domElement;
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute("aria-label", "3D picture of the model");
    host.append(this.canvas);

    chooseFineness(run.header.parts.reduce((sum, part) => sum + (part.shapes?.length ?? 0), 0));
    this.extent = extentOf(run);
    const size = this.extent.radius;
    const up = new THREE.Vector3(...run.header.up).normalize();
    this.frames = new MarkerFrames(run);
    this.bodies = new Bodies(run, 0.02 * size);
    this.markers = new MarkerTriads(run, this.bodies.list.map((body) => body.group), 0.055 * size);
    this.symbols = new JointSymbols(run, this.frames, this.symbolSize(run));
    this.connectors = new Connectors(run, this.frames, size);
    this.arrows = new Arrows(run, this.frames, size);
    this.traces = new Traces(run, this.frames);
    this.ghosts = new Ghosts(run, this.bodies.list);
    this.grid = new Grid(niceBelow(size / 4), 7 * size);
    this.stand = new Stand(this.canvas, up, size);
    this.furnish(up);
    this.listen();
    this.resize();
    this.view("best");
  }

  /** Joint symbols do not cover each other: at most a third of the usual distance to the next joint. */
  private symbolSize(run: Run): number {
    const places = run.header.joints.filter((joint) => joint.i >= 0).map((joint) => this.frames.origin(joint.i, run.start));
    const gaps = places.flatMap((p) => {
      const others = places.map((q) => p.distanceTo(q)).filter((d) => d > 1e-6 * this.extent.radius);
      return others.length ? [Math.min(...others)] : [];
    });
    const usual = gaps.sort((a, b) => a - b)[gaps.length >> 1] ?? Infinity;
    return Math.max(Math.min(0.052 * this.extent.radius, usual / 3), 0.006 * this.extent.radius);
  }

  /** Light, floor and everything drawn. */
  private furnish(up: THREE.Vector3): void {
    const { box, all, radius } = this.extent;
    const centre = box.getCenter(new THREE.Vector3());
    const corner = new THREE.Vector3(
      up.x > 0 ? all.min.x : all.max.x,
      up.y > 0 ? all.min.y : all.max.y,
      up.z > 0 ? all.min.z : all.max.z,
    );
    const floor = centre.clone().addScaledVector(up, corner.sub(centre).dot(up) - 0.002 * radius);
    this.grid.lay(floor, up);
    const side = this.stand.direction("right", box);
    const front = this.stand.direction("front", box);
    this.sun.position.copy(centre).addScaledVector(up, 3.2 * radius).addScaledVector(side, 1.3 * radius).addScaledVector(front, 1.9 * radius);
    this.sun.target.position.copy(centre);
    this.shadow(radius);
    this.sky.position.copy(up);
    this.scene.add(this.sky, this.sun, this.sun.target, this.lamp, this.lamp.target, this.grid.group, this.bodies.group);
    this.scene.add(this.connectors.group, this.symbols.group, this.arrows.group, this.traces.group, this.ghosts.group);
  }

  private shadow(radius: number): void {
    this.sun.castShadow = true;
    const { camera, mapSize } = this.sun.shadow;
    Object.assign(camera, { left: -1.7 * radius, right: 1.7 * radius, top: 1.7 * radius, bottom: -1.7 * radius });
    Object.assign(camera, { near: 0.05 * radius, far: 9 * radius });
    mapSize.set(1536, 1536);
    this.sun.shadow.radius = 4;
    this.sun.shadow.normalBias = 0.006 * radius;
    this.sun.shadow.bias = -0.0004;
  }

  /** Redraw when something changes. */
  private listen(): void {
    const { app } = this;
    const again = () => this.invalidate();
    app.clock.time.watch(again);
    app.clock.playing.watch((on) => this.draft && this.refine(on ? this.draft : 0));
    app.theme.watch(() => requestAnimationFrame(() => this.repaint()));
    app.selection.watch(() => this.repaint());
    app.isolate.watch(() => this.repaint());
    app.show.grid.watch((on) => this.set(this.grid.group, on));
    app.show.markers.watch((on) => (this.markers.show(on), again()));
    app.show.joints.watch((on) => this.set(this.symbols.group, on));
    app.show.parallel.watch((on) => (this.stand.project(on), again()));
    app.show.ghosts.watch((count) => (this.ghosts.show(count), again()));
    app.show.arrows.watch(() => this.remeasure());
    app.show.gain.watch(() => this.remeasure());
    app.channelsReady.watch(() => this.remeasure());
    app.hidden.watch((hidden) => {
      this.bodies.list.forEach((_, part) => this.bodies.show(part, !hidden.has(part)));
      this.ghosts.show(app.show.ghosts.get());
      again();
    });
    app.traced.watch((markers) => {
      for (const marker of new Set([...markers, ...this.traces.markers])) {
        if (markers.has(marker) !== this.traces.has(marker)) this.traces.toggle(marker);
      }
      again();
    });
    this.stand.controls.addEventListener("change", again);
    new ResizeObserver(() => this.resize()).observe(this.host);
  }

  private set(object: THREE.Object3D, visible: boolean): void {
    object.visible = visible;
    this.invalidate();
  }

  private remeasure(): void {
    const { arrows, gain } = this.app.show;
    this.arrows.measure(arrows.get(), gain.get());
    this.invalidate();
  }

  /** Colours of the theme and of the selection. */
  private repaint(): void {
    const selected = this.app.selection.get();
    const of = (kind: string) => (selected?.kind === kind ? selected.index : -1);
    const accent = themed("--accent");
    this.bodies.highlight(of("part"), accent, this.app.isolate.get());
    this.symbols.paint(themed("--symbol"), accent, of("joint"));
    this.connectors.paint(themed("--spring"), accent, of("line"));
    this.grid.paint(themed("--grid"), Number(themed("--shadow")));
    this.sky.intensity = Number(themed("--sky"));
    this.choose(of("marker"));
    this.invalidate();
  }

  /** A large triad for the selected marker. */
  private choose(marker: number): void {
    this.chosenMarker?.removeFromParent();
    this.chosenMarker = null;
    if (marker < 0) return;
    this.chosenMarker = triads([new THREE.Matrix4()], 0.16 * this.extent.radius);
    this.chosenMarker.matrixAutoUpdate = false;
    this.chosenMarker.userData.marker = marker;
    this.scene.add(this.chosenMarker);
  }

  invalidate(): void {
    this.dirty = true;
  }

  resize(): void {
    const { clientWidth: width, clientHeight: height } = this.host;
    if (!width || !height) return;
    this.renderer.setSize(width, height);
    this.stand.resize(width, height);
    this.invalidate();
  }

  /** Look from a named direction. */
  view(name: ViewName): void {
    const box = this.whole();
    this.stand.look(box, this.stand.direction(name, box));
    this.invalidate();
  }

  /** Fill the picture without turning the camera. */
  fit(): void {
    const direction = this.stand.camera.position.clone().sub(this.stand.controls.target).normalize();
    this.stand.look(this.focus() ?? this.whole(), direction);
    this.invalidate();
  }

  /** The box of all motion; that of a running simulation grows. */
  private whole(): THREE.Box3 {
    return this.app.run.header.live ? extentOf(this.app.run).box : this.extent.box;
  }

  /** The box of the selected part at the time shown. */
  private focus(): THREE.Box3 | null {
    const selected = this.app.selection.get();
    if (selected?.kind !== "part") return null;
    const body = this.bodies.list[selected.index];
    return body.box.isEmpty() ? null : body.box.clone().applyMatrix4(body.group.matrixWorld);
  }

  /** Called once per screen refresh; draws if something has changed. */
  tick(seconds: number): void {
    this.stand.controls.update();
    if (this.app.clock.playing.get() && seconds > 0) this.adapt(1 / seconds);
    if (!this.dirty) return;
    this.dirty = false;
    this.draw();
  }

  /** Draw more roughly where the machine cannot follow. */
  private adapt(rate: number): void {
    this.pace += 0.2 * (rate - this.pace);
    if (this.pace > SLOW || this.draft === ROUGHEST) return;
    this.pace = 2 * SLOW;
    this.refine(++this.draft);
  }

  /** Quality of the picture: 0 in full, 1 without shadows, 2 with fewer pixels as well. */
  private refine(draft: number): void {
    this.sun.castShadow = draft < 1;
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2) * (draft < 2 ? 1 : 0.6));
    this.resize();
  }

  private draw(): void {
    const time = this.app.clock.time.get();
    this.bodies.place(time);
    this.symbols.place(time);
    this.connectors.place(time);
    this.arrows.place(time);
    this.traces.place(time);
    if (this.chosenMarker) this.frames.at(this.chosenMarker.userData.marker, time, this.chosenMarker.matrix);
    const { camera, controls } = this.stand;
    this.lamp.position.copy(camera.position);
    this.lamp.target.position.copy(controls.target);
    this.renderer.render(this.scene, camera);
    this.triad.render(this.renderer, camera);
    this.app.drawn.emit(time);
  }

  /** The picture as it is on the screen, as a PNG address. */
  image(): string {
    this.draw();
    return this.canvas.toDataURL("image/png");
  }
}
