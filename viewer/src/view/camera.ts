/** Two cameras on one stand: perspective and parallel, with views along the axes. */

import * as THREE from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";

import { cornersOf } from "./extent";

export type ViewName = "iso" | "front" | "top" | "right" | "best";
const ANGLE = 32;
/** Room left around a model that fills the picture. */
const MARGIN = 1.06;

export class Stand {
  readonly controls: OrbitControls;
  readonly perspective = new THREE.PerspectiveCamera(ANGLE, 1, 0.1, 100);
  readonly parallel = new THREE.OrthographicCamera();
  private aspect = 1;

  constructor(
    canvas: HTMLElement,
    private readonly up: THREE.Vector3,
    private readonly radius: number,
  ) {
    this.perspective.up.copy(up);
    this.parallel.up.copy(up);
    this.controls = new OrbitControls(this.perspective, canvas);
    this.controls.enableDamping = true;
    this.controls.dampingFactor = 0.18;
    this.controls.zoomToCursor = true;
    this.controls.screenSpacePanning = true;
    this.controls.addEventListener("change", () => this.clip());
  }

  get camera(): THREE.PerspectiveCamera | THREE.OrthographicCamera {
    return this.controls.object as THREE.PerspectiveCamera | THREE.OrthographicCamera;
  }

  resize(width: number, height: number): void {
    this.aspect = width / Math.max(height, 1);
    this.perspective.aspect = this.aspect;
    this.perspective.updateProjectionMatrix();
    this.spread((this.parallel.top - this.parallel.bottom) / 2 || this.radius);
  }

  private spread(half: number): void {
    Object.assign(this.parallel, { left: -half * this.aspect, right: half * this.aspect, top: half, bottom: -half });
    this.parallel.updateProjectionMatrix();
  }

  /** Near and far planes that follow the distance, for a sharp depth buffer. */
  private clip(): void {
    const distance = this.camera.position.distanceTo(this.controls.target);
    const reach = 14 * this.radius;
    const perspective = this.camera === this.perspective;
    this.camera.near = perspective ? Math.max(distance - reach, 0.004 * distance) : -reach - distance;
    this.camera.far = distance + reach;
    this.camera.updateProjectionMatrix();
  }

  /** Change between perspective and parallel projection, keeping what is seen. */
  project(parallel: boolean): void {
    const [from, to] = parallel ? [this.perspective, this.parallel] : [this.parallel, this.perspective];
    if (this.camera === to) return;
    const half = Math.tan(THREE.MathUtils.degToRad(ANGLE / 2));
    const away = from.position.clone().sub(this.controls.target);
    if (parallel) {
      this.parallel.zoom = 1;
      this.spread(away.length() * half);
    } else away.setLength(this.parallel.top / this.parallel.zoom / half);
    to.position.copy(this.controls.target).add(away);
    this.controls.object = to;
    this.controls.update();
    this.clip();
  }

  /** Look at a box from a direction so that it fills the picture, below a part of its height that is covered at the top. */
  look(box: THREE.Box3, direction: THREE.Vector3, covered = 0): void {
    const centre = box.getCenter(new THREE.Vector3());
    const sideways = new THREE.Vector3().crossVectors(this.up, direction).normalize();
    const upwards = new THREE.Vector3().crossVectors(direction, sideways).normalize();
    const tangent = Math.tan(THREE.MathUtils.degToRad(ANGLE / 2)) / MARGIN;
    let [distance, needed] = [0.2 * this.radius, 0.05 * this.radius];
    for (const corner of cornersOf(box)) {
      corner.sub(centre);
      const across = Math.max(Math.abs(corner.dot(upwards)) / (1 - covered), Math.abs(corner.dot(sideways)) / this.aspect);
      distance = Math.max(distance, across / tangent + corner.dot(direction));
      needed = Math.max(needed, MARGIN * across);
    }
    const shown = this.camera === this.parallel ? needed : (distance * tangent * MARGIN);
    centre.addScaledVector(upwards, covered * shown);
    this.controls.target.copy(centre);
    this.camera.position.copy(centre).addScaledVector(direction, distance);
    this.parallel.zoom = 1;
    this.spread(needed);
    this.controls.update();
    this.clip();
  }

  /** The direction from the model towards the camera for a named view. */
  direction(view: ViewName, box: THREE.Box3): THREE.Vector3 {
    const { front, right } = this.axes();
    switch (view) {
      case "front":
        return front;
      case "right":
        return right;
      case "top":
        return this.up.clone().addScaledVector(front, 1e-4).normalize();
      case "iso":
        return front.clone().addScaledVector(right, 0.85).addScaledVector(this.up, 0.75).normalize();
      case "best":
        return this.best(box, front, right);
    }
  }

  /** Towards the front: z if y is up (Adams' front view), -y if z is up. */
  private axes(): { front: THREE.Vector3; right: THREE.Vector3 } {
    const front = Math.abs(this.up.z) > 0.9 ? new THREE.Vector3(0, -1, 0) : new THREE.Vector3(0, 0, 1);
    front.addScaledVector(this.up, -front.dot(this.up)).normalize();
    return { front, right: new THREE.Vector3().crossVectors(this.up, front).normalize() };
  }

  /** A flat mechanism is best seen almost square to its plane, others from a corner. */
  private best(box: THREE.Box3, front: THREE.Vector3, right: THREE.Vector3): THREE.Vector3 {
    const size = box.getSize(new THREE.Vector3());
    const along = (v: THREE.Vector3) => Math.abs(v.x) * size.x + Math.abs(v.y) * size.y + Math.abs(v.z) * size.z;
    const [depth, width] = [along(front), along(right)];
    if (depth < 0.4 * width) return front.clone().addScaledVector(right, 0.42).addScaledVector(this.up, 0.34).normalize();
    if (width < 0.4 * depth) return right.clone().addScaledVector(front, 0.42).addScaledVector(this.up, 0.34).normalize();
    return this.direction("iso", box);
  }
}
