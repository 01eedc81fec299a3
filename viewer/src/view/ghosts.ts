/** Ghosts: the parts at evenly spaced times of the run, faint, as a snapshot sequence. */

import * as THREE from "three";
import type { Run } from "../data/run";
import type { Frame } from "../types";
import type { Body } from "./bodies";
import { matrixOf } from "./shapes";

export class Ghosts {
  readonly group = new THREE.Group();
  private count = 0;
  private readonly stops: (() => void)[];

  constructor(
    private readonly run: Run,
    private readonly bodies: readonly Body[],
  ) {
    const again = () => this.show(this.count);
    this.stops = [run.grown.on(again), run.replaced.on(again)];
  }

  /** Listen no more. */
  close(): void {
    for (const stop of this.stops) stop();
  }

  /** Draw so many ghosts at evenly spaced times, 0 for none. */
  show(count: number): void {
    this.count = count;
    const { start, end, frames } = this.run;
    const times = Array.from({ length: frames < 2 ? 0 : count }, (_, k) => start + ((end - start) * k) / Math.max(count - 1, 1));
    this.showAt(times);
  }

  /** Draw ghosts at chosen times. */
  showAt(times: readonly number[]): void {
    for (const child of [...this.group.children]) {
      this.group.remove(child);
      (child as THREE.InstancedMesh).dispose();
    }
    if (!times.length) return;
    this.bodies.forEach((body, part) => {
      if (body.solid && this.run.header.parts[part].pose >= 0 && body.group.visible) {
        this.group.add(this.build(body.solid.geometry, part, times));
      }
    });
  }

  private build(geometry: THREE.BufferGeometry, part: number, times: readonly number[]): THREE.InstancedMesh {
    const color = this.run.header.parts[part].color;
    const material = new THREE.MeshLambertMaterial({ color, transparent: true, opacity: 0.17, depthWrite: false });
    const mesh = new THREE.InstancedMesh(geometry, material, times.length);
    mesh.frustumCulled = false;
    const matrix = new THREE.Matrix4();
    const pose: Frame = [0, 0, 0, 0, 0, 0, 1];
    times.forEach((time, k) => mesh.setMatrixAt(k, matrixOf(this.run.pose(part, time, pose), matrix)));
    return mesh;
  }
}
