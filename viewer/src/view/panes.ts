/** Several views at once: front, right and top beside the one that is turned by hand. */

import * as THREE from "three";
import { h } from "../dom";
import type { Stand, ViewName } from "./camera";
import { cornersOf } from "./extent";

const FIXED: ViewName[] = ["front", "right", "top"];
/** Where the panes lie, as parts of the canvas from its lower left corner; the last is the one turned by hand. */
const PLACES: [number, number][] = [[0, 0.5], [0.5, 0.5], [0, 0], [0.5, 0]];

export class Panes {
  readonly element = h("div", { class: "panes", hidden: true }, ...["Front", "Right", "Top", ""].map((name) => h("span", {}, name)));
  private readonly cameras = FIXED.map(() => new THREE.OrthographicCamera());

  constructor(private readonly stand: Stand) {}

  /** Let the fixed cameras see a box. */
  aim(box: THREE.Box3, aspect: number): void {
    const centre = box.getCenter(new THREE.Vector3());
    const reach = box.getSize(new THREE.Vector3()).length() || 1;
    this.cameras.forEach((camera, k) => {
      const direction = this.stand.direction(FIXED[k], box);
      camera.up.copy(this.stand.perspective.up);
      camera.position.copy(centre).addScaledVector(direction, 3 * reach);
      camera.lookAt(centre);
      camera.updateMatrixWorld();
      const seen = cornersOf(box).map((corner) => corner.applyMatrix4(camera.matrixWorldInverse));
      const half = 1.08 * Math.max(...seen.map((p) => Math.max(Math.abs(p.y), Math.abs(p.x) / aspect)), 0.02 * reach);
      Object.assign(camera, { left: -half * aspect, right: half * aspect, top: half, bottom: -half, near: 0.01 * reach, far: 12 * reach });
      camera.updateProjectionMatrix();
    });
  }

  render(renderer: THREE.WebGLRenderer, scene: THREE.Scene): void {
    const size = renderer.getSize(new THREE.Vector2());
    renderer.setScissorTest(true);
    PLACES.forEach(([x, y], k) => {
      const box = [x * size.x, y * size.y, size.x / 2, size.y / 2] as const;
      renderer.setViewport(...box);
      renderer.setScissor(...box);
      renderer.render(scene, this.cameras[k] ?? this.stand.camera);
    });
    renderer.setScissorTest(false);
    renderer.setViewport(0, 0, size.x, size.y);
  }
}
