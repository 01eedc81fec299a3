/** The picture: everything three-dimensional, drawn when something has changed. */

import * as THREE from "three";
import { themed } from "../dom";
import type { App } from "../app";
import { Stand, type ViewName } from "./camera";
import { Cast, drawingOf } from "./cast";
import { extentOf, niceBelow, type Extent } from "./extent";
import { Grid } from "./grid";
import { Labels } from "./labels";
import { triads } from "./markers";
import { Measures } from "./measures";
import { Others } from "./others";
import { fineness, Pace } from "./pace";
import { Panes } from "./panes";
import { chooseFineness } from "./shapes";
import { Triad } from "./triad";

/** How graphics cards call themselves that are none. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i;

export class Stage {
  readonly canvas: HTMLCanvasElement;
  readonly extent: Extent;
  /** What is drawn of the run; another one when the studio changes a shape. */
  cast: Cast;
  readonly others: Others;
  readonly measures: Measures;
  private readonly labels: Labels;
  private readonly panes: Panes;
  private readonly followedFrom = new THREE.Vector3();
  readonly grid: Grid;
  readonly stand: Stand;
  private readonly renderer: THREE.WebGLRenderer;
  private readonly scene = new THREE.Scene();
  private readonly triad = new Triad();
  private readonly sun = new THREE.DirectionalLight(0xffffff, 2.3);
  private readonly lamp = new THREE.DirectionalLight(0xffffff, 0.9);
  private readonly sky = new THREE.HemisphereLight(0xffffff, 0x9aa6b2, 1.5);
  private chosenMarker: THREE.LineSegments | null = null;
  private dirty = true;
  /** The view chosen, until somebody turns the camera: it fits again when the window changes. */
  private named: ViewName = "best";
  private turned = false;
  private dragged = false;
  /** Drawn by the processor: smooth edges come from more pixels while the picture rests, instead of samples at any time. */
  private readonly software = drawnBySoftware();
  private readonly pace = new Pace(this.software ? 1 : 0);

  constructor(
    private readonly app: App,
    private readonly host: HTMLElement,
  ) {
    const run = app.run;
    this.renderer = new THREE.WebGLRenderer({ antialias: !this.software, alpha: true });
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = THREE.PCFShadowMap;
    host.classList.toggle("by-processor", this.software);
    this.renderer.setPixelRatio(this.pixels(0));
    this.canvas = this.renderer.domElement;
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute("aria-label", "3D picture of the model");
    host.append(this.canvas);

    const shapes = run.header.parts.reduce((sum, part) => sum + (part.shapes?.length ?? 0), 0);
    chooseFineness(shapes);
    this.extent = extentOf(run);
    const size = this.extent.radius;
    chooseFineness(shapes, size);
    const up = new THREE.Vector3(...run.header.up).normalize();
    this.cast = new Cast(run, size);
    this.others = new Others(app, size);
    this.grid = new Grid(niceBelow(size / 4), 7 * size);
    this.measures = new Measures(app, host, size);
    this.labels = new Labels(app, host);
    this.stand = new Stand(this.canvas, up, size);
    this.panes = new Panes(this.stand);
    host.append(this.panes.element);
    this.furnish(up);
    this.listen();
    this.resize();
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
    this.scene.add(this.sky, this.sun, this.sun.target, this.lamp, this.lamp.target, this.grid.group);
    this.scene.add(this.cast.group, this.others.group, this.measures.group);
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
    app.clock.playing.watch(() => this.settle());
    app.clock.held.watch(() => this.settle());
    app.theme.watch(() => requestAnimationFrame(() => this.repaint()));
    app.selection.watch(() => this.repaint());
    app.isolate.watch(() => this.repaint());
    app.show.grid.watch((on) => this.set(this.grid.group, on));
    app.show.markers.watch((on) => (this.cast.markers.show(on), again()));
    app.show.joints.watch((on) => this.set(this.cast.symbols.group, on));
    app.show.parallel.watch((on) => (this.stand.project(on), again()));
    app.show.ghosts.watch((count) => (this.cast.ghosts.show(count), again()));
    app.show.arrows.watch(() => this.remeasure());
    app.show.gain.watch(() => this.remeasure());
    app.channelsReady.watch(() => this.remeasure());
    app.hidden.watch(() => (this.hide(), again()));
    app.traced.watch(() => (this.trace(), again()));
    app.others.watch(() => (this.others.update(), again()));
    app.run.replaced.on(() => this.recast());
    app.glass.watch(() => this.repaint());
    app.show.labels.watch(again);
    app.show.views.watch((on) => ((this.panes.element.hidden = !on), again()));
    app.measures.watch(() => (this.measures.update(), again()));
    app.picked.watch((points) => (this.measures.mark(points), again()));
    app.followed.watch((part) => part >= 0 && this.followedFrom.copy(this.heart(part)));
    this.stand.controls.addEventListener("change", again);
    this.stand.controls.addEventListener("start", () => ((this.turned = this.dragged = true), this.settle()));
    this.stand.controls.addEventListener("end", () => ((this.dragged = false), this.settle()));
    new ResizeObserver(() => this.resize()).observe(this.host);
  }

  private hide(): void {
    const { hidden, show } = this.app;
    this.cast.bodies.list.forEach((_, part) => this.cast.bodies.show(part, !hidden.get().has(part)));
    this.cast.ghosts.show(show.ghosts.get());
  }

  private trace(): void {
    const { traces } = this.cast;
    const wanted = this.app.traced.get();
    for (const marker of new Set([...wanted, ...traces.markers])) if (wanted.has(marker) !== traces.has(marker)) traces.toggle(marker);
  }

  /** Another run has come: draw its parts anew where they look different. */
  private recast(): void {
    const { run, show } = this.app;
    if (drawingOf(run.header) !== this.cast.drawing) {
      this.cast.dispose();
      this.cast = new Cast(run, this.extent.radius);
      this.scene.add(this.cast.group);
      this.cast.markers.show(show.markers.get());
      this.cast.symbols.group.visible = show.joints.get();
      this.hide();
      this.trace();
      this.repaint();
    }
    this.remeasure();
  }

  private set(object: THREE.Object3D, visible: boolean): void {
    object.visible = visible;
    this.invalidate();
  }

  private remeasure(): void {
    const { arrows, gain } = this.app.show;
    this.cast.arrows.measure(arrows.get(), gain.get());
    this.invalidate();
  }

  /** Colours of the theme and of the selection. */
  private repaint(): void {
    const selected = this.app.selection.get();
    const of = (kind: string) => (selected?.kind === kind ? selected.index : -1);
    const accent = themed("--accent");
    this.cast.bodies.highlight(of("part"), accent, this.app.isolate.get(), this.app.glass.get());
    this.cast.symbols.paint(themed("--symbol"), accent, of("joint"));
    this.cast.connectors.paint(themed("--spring"), accent, of("line"));
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
    if (!this.turned) this.view(this.named);
    this.invalidate();
  }

  /** Look from a named direction. */
  view(name: ViewName): void {
    [this.named, this.turned] = [name, false];
    const box = this.whole();
    this.stand.look(box, this.stand.direction(name, box), this.covered());
    this.invalidate();
  }

  /** Fill the picture without turning the camera. */
  fit(): void {
    this.turned = true;
    const direction = this.stand.camera.position.clone().sub(this.stand.controls.target).normalize();
    this.stand.look(this.focus() ?? this.whole(), direction, this.covered());
    this.invalidate();
  }

  /** The part of the picture's height that the buttons lie over. */
  private covered(): number {
    const bar = this.host.querySelector<HTMLElement>(".toolbar");
    return bar && bar.offsetParent ? Math.min((bar.offsetTop + bar.offsetHeight) / Math.max(this.host.clientHeight, 1), 0.4) : 0;
  }

  /** The box of all motion; that of a running simulation grows. */
  private whole(): THREE.Box3 {
    return this.app.run.header.live || this.app.run.header.studio ? extentOf(this.app.run).box : this.extent.box;
  }

  /** The box of the selected part at the time shown. */
  private focus(): THREE.Box3 | null {
    const selected = this.app.selection.get();
    if (selected?.kind !== "part") return null;
    const body = this.cast.bodies.list[selected.index];
    return body.box.isEmpty() ? null : body.box.clone().applyMatrix4(body.group.matrixWorld);
  }

  /** Called once per screen refresh; draws if something has changed. */
  tick(seconds: number): void {
    this.stand.controls.update();
    if (!this.dirty) return;
    if (this.moving() && seconds > 0 && this.pace.took(seconds)) this.settle();
    this.dirty = false;
    this.draw();
  }

  private moving(): boolean {
    const { playing, held } = this.app.clock;
    return this.dragged || playing.get() || held.get();
  }

  /** In full at rest, as roughly as it must be while it moves. */
  private settle(): void {
    if (this.pace.draft) this.refine(this.moving() ? this.pace.draft : 0);
  }

  /** Quality of the picture: 0 in full, 1 without shadows, above that with fewer pixels as well. */
  private refine(draft: number): void {
    this.sun.castShadow = draft < 1;
    this.grid.shade(draft < 1, fineness(draft));
    this.renderer.setPixelRatio(this.pixels(draft));
    this.invalidate();
  }

  /** Pixels of the picture for one of the page. */
  private pixels(draft: number): number {
    const ratio = Math.min(window.devicePixelRatio, 2);
    return draft < 1 && this.software ? 1.5 * ratio : ratio * fineness(draft);
  }

  private draw(): void {
    const time = this.app.clock.time.get();
    this.cast.place(time);
    this.others.place(time);
    this.followPart();
    if (this.chosenMarker) this.cast.frames.at(this.chosenMarker.userData.marker, time, this.chosenMarker.matrix);
    const { camera, controls } = this.stand;
    this.lamp.position.copy(camera.position);
    this.lamp.target.position.copy(controls.target);
    camera.updateMatrixWorld();
    this.measures.place(time, (point) => this.screen(point));
    this.labels.place(this.cast.bodies.list, (point) => this.screen(point));
    if (this.app.show.views.get()) {
      this.panes.aim(this.whole(), this.canvas.clientWidth / Math.max(this.canvas.clientHeight, 1));
      this.panes.render(this.renderer, this.scene);
    } else {
      this.renderer.render(this.scene, camera);
      this.triad.render(this.renderer, camera);
    }
    this.app.drawn.emit(time);
  }

  /** Where the middle of a part is now. */
  private heart(part: number): THREE.Vector3 {
    const body = this.cast.bodies.list[part];
    const cm = this.app.run.header.parts[part].cm ?? [0, 0, 0];
    return new THREE.Vector3(...cm).applyMatrix4(body.group.matrixWorld);
  }

  /** The camera goes with the part it follows. */
  private followPart(): void {
    const part = this.app.followed.get();
    if (part < 0 || part >= this.cast.bodies.list.length) return;
    const now = this.heart(part);
    const way = now.clone().sub(this.followedFrom);
    this.followedFrom.copy(now);
    this.stand.camera.position.add(way);
    this.stand.controls.target.add(way);
  }

  /** A place of the canvas in the view that is turned by hand, as if it filled the canvas; null in another view. */
  pane(x: number, y: number): [number, number] | null {
    if (!this.app.show.views.get()) return [x, y];
    const [w, h] = [this.canvas.clientWidth / 2, this.canvas.clientHeight / 2];
    return x < w || y < h ? null : [2 * (x - w), 2 * (y - h)];
  }

  /** Pixels of a point in the view that is turned by hand. */
  screen(point: THREE.Vector3): [number, number] {
    const { clientWidth: w, clientHeight: h } = this.canvas;
    const p = point.clone().project(this.stand.camera);
    const [x, y] = [((p.x + 1) * w) / 2, ((1 - p.y) * h) / 2];
    return this.app.show.views.get() ? [w / 2 + x / 2, h / 2 + y / 2] : [x, y];
  }

  /** A background in the picture itself, for a video; else it is that of the page. */
  paper(on: boolean): void {
    this.scene.background = on ? new THREE.Color(themed("--sky-bottom")).lerp(new THREE.Color(themed("--sky-top")), 0.6) : null;
    this.invalidate();
  }

  /** The picture as it is on the screen, as a PNG address. */
  image(): string {
    this.draw();
    return this.canvas.toDataURL("image/png");
  }
}

/** Whether there is no graphics card. */
function drawnBySoftware(): boolean {
  const gl = document.createElement("canvas").getContext("webgl");
  const info = gl?.getExtension("WEBGL_debug_renderer_info");
  const name = gl && info ? String(gl.getParameter(info.UNMASKED_RENDERER_WEBGL)) : "";
  gl?.getExtension("WEBGL_lose_context")?.loseContext();
  return SOFTWARE.test(name);
}
