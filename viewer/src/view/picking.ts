/** What is under the mouse: markers and joints by nearness on the screen, parts and springs by a ray. */

import * as THREE from "three";
import type { App, PickedPoint } from "../app";
import { h } from "../dom";
import { refTo, type Ref } from "../selection";
import { placeOf } from "./measures";
import type { Stage } from "./stage";

const NEAR = 11;
const DRAG = 4;

export class Picking {
  private readonly ray = new THREE.Raycaster();
  private readonly tip = h("div", { class: "tip", hidden: true });
  private readonly label = h("div", { class: "tip chosen", hidden: true });
  private pressed = new THREE.Vector2();

  constructor(
    private readonly app: App,
    private readonly stage: Stage,
    host: HTMLElement,
  ) {
    host.append(this.tip, this.label);
    this.ray.params.Line.threshold = 0.012 * stage.extent.radius;
    const { canvas } = stage;
    canvas.addEventListener("pointerdown", (event) => this.pressed.set(event.clientX, event.clientY));
    canvas.addEventListener("pointerup", (event) => this.click(event));
    canvas.addEventListener("pointermove", (event) => this.hover(event));
    canvas.addEventListener("pointerleave", () => (this.tip.hidden = true));
    app.drawn.on(() => this.placeLabel());
  }

  private click(event: PointerEvent): void {
    const moved = Math.hypot(event.clientX - this.pressed.x, event.clientY - this.pressed.y);
    if (event.button !== 0 || moved > DRAG) return;
    const place = this.stage.pane(event.offsetX, event.offsetY);
    if (!place) return;
    const picker = this.app.picker.get();
    if (picker) picker(this.point(...place));
    else this.app.selection.set(this.find(...place));
  }

  /** The point at a place of the picture: of a joint, a marker or a part; beside them one of ground, as deep as the last one. */
  point(x: number, y: number): PickedPoint {
    const { header } = this.app.run;
    const near = this.nearest(x, y);
    const marker = near?.kind === "marker" ? near.index : near?.kind === "joint" ? header.joints[near.index].i : -1;
    if (marker >= 0) {
      const [a = 0, b = 0, c = 0] = header.markers[marker].frame ?? [];
      return { part: header.markers[marker].part, local: [a, b, c] };
    }
    const hit = this.cast(x, y).find((found) => "part" in found.object.userData);
    if (hit) {
      const part = hit.object.userData.part as number;
      const local = this.stage.cast.bodies.list[part].group.worldToLocal(hit.point.clone());
      return { part, local: local.toArray() };
    }
    const last = this.app.picked.get().at(-1);
    const depth = last ? placeOf(this.app.run, last, this.app.clock.time.get()) : this.stage.stand.controls.target;
    const facing = this.stage.stand.camera.getWorldDirection(new THREE.Vector3());
    const plane = new THREE.Plane().setFromNormalAndCoplanarPoint(facing, depth);
    const place = this.ray.ray.intersectPlane(plane, new THREE.Vector3()) ?? depth.clone();
    return { part: Math.max(header.parts.findIndex((part) => part.pose < 0), 0), local: place.toArray() };
  }

  private hover(event: PointerEvent): void {
    const place = this.stage.pane(event.offsetX, event.offsetY);
    const found = event.buttons || !place ? null : this.find(...place);
    this.tip.hidden = !found;
    this.stage.canvas.style.cursor = this.app.picker.get() ? "crosshair" : found ? "pointer" : "";
    if (!found) return;
    this.tip.textContent = found.name;
    this.tip.style.transform = `translate(${event.offsetX + 14}px, ${event.offsetY + 14}px)`;
  }

  /** The thing at a place of the picture (pixels). */
  find(x: number, y: number): Ref | null {
    return this.nearest(x, y) ?? this.hit(x, y);
  }

  private nearest(x: number, y: number): Ref | null {
    const { header } = this.app.run;
    const time = this.app.clock.time.get();
    let best: Ref | null = null;
    let distance = NEAR;
    const look = (kind: "marker" | "joint", index: number, origin: THREE.Vector3 | null) => {
      if (!origin) return;
      const [px, py] = this.project(origin);
      const d = Math.hypot(px - x, py - y);
      if (d < distance) [best, distance] = [refTo(header, kind, index), d];
    };
    if (this.app.show.joints.get()) header.joints.forEach((_, k) => look("joint", k, this.stage.cast.symbols.origin(k, time)));
    if (this.app.show.markers.get()) header.markers.forEach((_, k) => look("marker", k, this.stage.cast.frames.origin(k, time)));
    return best;
  }

  private hit(x: number, y: number): Ref | null {
    const first = this.cast(x, y)[0]?.object.userData;
    if (!first) return null;
    return "part" in first ? refTo(this.app.run.header, "part", first.part) : refTo(this.app.run.header, "line", first.line);
  }

  /** What a ray through a place of the picture meets. */
  private cast(x: number, y: number): THREE.Intersection[] {
    const { clientWidth, clientHeight } = this.stage.canvas;
    const place = new THREE.Vector2((2 * x) / clientWidth - 1, 1 - (2 * y) / clientHeight);
    this.ray.setFromCamera(place, this.stage.stand.camera);
    const solids = this.stage.cast.bodies.list.flatMap((body) => (body.solid && body.group.visible ? [body.solid] : []));
    return this.ray.intersectObjects([...solids, this.stage.cast.connectors.group], true);
  }

  /** Pixels of a point as if its view filled the canvas. */
  private project(point: THREE.Vector3): [number, number] {
    const { clientWidth, clientHeight } = this.stage.canvas;
    const p = point.clone().project(this.stage.stand.camera);
    return [((p.x + 1) * clientWidth) / 2, ((1 - p.y) * clientHeight) / 2];
  }

  /** The name of the selected thing, beside it. */
  private placeLabel(): void {
    const ref = this.app.selection.get();
    const origin = ref && this.originOf(ref);
    this.label.hidden = !origin;
    if (!origin) return;
    const [x, y] = this.stage.screen(origin);
    this.label.textContent = ref.name;
    this.label.style.transform = `translate(${Math.round(x + 12)}px, ${Math.round(y - 28)}px)`;
  }

  private originOf(ref: Ref): THREE.Vector3 | null {
    const time = this.app.clock.time.get();
    const { header } = this.app.run;
    if (ref.kind === "joint") return this.stage.cast.symbols.origin(ref.index, time);
    if (ref.kind === "marker") return this.stage.cast.frames.origin(ref.index, time);
    if (ref.kind === "force" && header.forces[ref.index].marker >= 0) return this.stage.cast.frames.origin(header.forces[ref.index].marker, time);
    if (ref.kind !== "part") return null;
    const body = this.stage.cast.bodies.list[ref.index];
    const cm = header.parts[ref.index].cm;
    const centre = cm ? new THREE.Vector3(...cm) : body.box.isEmpty() ? new THREE.Vector3() : body.box.getCenter(new THREE.Vector3());
    return centre.applyMatrix4(body.group.matrixWorld);
  }
}
