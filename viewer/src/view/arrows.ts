/** Forces and torques as arrows: the longest of the run is a fixed part of the picture, the others in proportion. */

import * as THREE from "three";
import type { Run } from "../data/run";
import type { Force } from "../types";
import type { MarkerFrames } from "./markers";
import { TOUCHED } from "./touched";

/** Which arrows are shown: none, those the model draws, all applied forces, reactions as well. */
export const ARROW_MODES = ["none", "model", "applied", "all"] as const;
export type ArrowMode = (typeof ARROW_MODES)[number];

const COLORS = { force: "#d5571c", torque: "#a0418f", reaction: "#1f7fbf", moment: "#5d6bc4" };
const Y = new THREE.Vector3(0, 1, 0);

/** One arrow: three channels, a colour, one head for a force and two for a torque. */
interface Arrow {
  force: number;
  channels: number[];
  group: THREE.Group;
  shaft: THREE.Mesh;
  heads: THREE.Mesh[];
  torque: boolean;
}

export class Arrows {
  readonly group = new THREE.Group();
  private readonly arrows: Arrow[] = [];
  private peaks = { force: 0, torque: 0 };
  private mode: ArrowMode = "model";
  private gain = 1;

  constructor(
    private readonly run: Run,
    private readonly frames: MarkerFrames,
    private readonly size: number,
  ) {
    run.header.forces.forEach((force, index) => {
      if (force.marker < 0) return;
      if (force.channels.slice(0, 3).some((c) => c >= 0)) this.arrows.push(this.build(force, index, false));
      if (force.channels.slice(3).some((c) => c >= 0)) this.arrows.push(this.build(force, index, true));
    });
    for (const arrow of this.arrows) this.group.add(arrow.group);
  }

  private build(force: Force, index: number, torque: boolean): Arrow {
    const color = force.reaction ? (torque ? COLORS.moment : COLORS.reaction) : torque ? COLORS.torque : COLORS.force;
    const paint = new THREE.MeshLambertMaterial({ color, depthTest: false, transparent: true, opacity: 0.92 });
    const shaft = new THREE.Mesh(new THREE.CylinderGeometry(1, 1, 1, 16).translate(0, 0.5, 0), paint);
    const heads = Array.from({ length: torque ? 2 : 1 }, () => new THREE.Mesh(new THREE.ConeGeometry(1, 1, 24).translate(0, 0.5, 0), paint));
    const group = new THREE.Group();
    [shaft, ...heads].forEach((mesh, order) => {
      mesh.renderOrder = 12 + order;
      group.add(mesh);
    });
    return { force: index, channels: force.channels.slice(torque ? 3 : 0, torque ? 6 : 3), group, shaft, heads, torque };
  }

  /** Find the largest values shown, when channels are there or the choice changes. */
  measure(mode: ArrowMode, gain: number): void {
    this.mode = mode;
    this.gain = gain;
    this.peaks = { force: 0, torque: 0 };
    for (const arrow of this.arrows) {
      if (!this.wanted(arrow)) continue;
      const kind = arrow.torque ? "torque" : "force";
      this.peaks[kind] = Math.max(this.peaks[kind], this.peak(arrow));
    }
  }

  private peak(arrow: Arrow): number {
    const columns = arrow.channels.filter((c) => c >= 0).map((c) => this.run.channel(c).values);
    let largest = 0;
    for (let k = 0; k < this.run.frames; k++) {
      const square = columns.reduce((sum, values) => sum + values[k] ** 2, 0);
      if (square > largest) largest = square;
    }
    return Math.sqrt(largest);
  }

  private wanted(arrow: Arrow): boolean {
    const force = this.run.header.forces[arrow.force];
    if (this.mode === "none") return false;
    if (this.mode === "all") return true;
    return this.mode === "applied" ? !force.reaction : !!force.drawn;
  }

  place(time: number): void {
    this.tint(time);
    for (const arrow of this.arrows) arrow.group.visible = this.wanted(arrow) && this.placeArrow(arrow, time);
  }

  /** Tell the materials of the parts where contacts press now: faces are tinted around these points. */
  private tint(time: number): void {
    const forces = this.mode === "none" ? [] : this.run.header.forces;
    const presses = (f: Force) => f.channels.slice(0, 3).some((c) => Math.abs(this.run.value(c, time)) > 1e-6 * this.peaks.force);
    const points = forces.filter((f) => f.at && presses(f));
    TOUCHED.value.forEach((spot, k) => {
      const at = points[k]?.at;
      if (at) spot.set(...(at.map((c) => this.run.value(c, time)) as [number, number, number]), 0.06 * this.size);
      else spot.w = 0;
    });
  }

  /** Put one arrow in place; false if it is too short to be seen. */
  private placeArrow(arrow: Arrow, time: number): boolean {
    const force = this.run.header.forces[arrow.force];
    const vector = new THREE.Vector3(...arrow.channels.map((c) => (c >= 0 ? this.run.value(c, time) : 0)));
    const peak = arrow.torque ? this.peaks.torque : this.peaks.force;
    const length = (vector.length() / peak) * 0.62 * this.size * this.gain;
    if (!(length > 0.004 * this.size)) return false;
    const thick = Math.min(0.011 * this.size, 0.12 * length);
    const head = Math.min(0.075 * this.size, 0.5 * length);
    if (force.at) arrow.group.position.set(...(force.at.map((c) => this.run.value(c, time)) as [number, number, number]));
    else this.frames.origin(force.marker, time, arrow.group.position);
    arrow.group.quaternion.setFromUnitVectors(Y, vector.normalize().multiplyScalar(force.sign ?? 1));
    arrow.shaft.scale.set(thick, length - head, thick);
    arrow.heads.forEach((mesh, k) => {
      mesh.scale.set(2.6 * thick, head * (arrow.torque ? 0.62 : 1), 2.6 * thick);
      mesh.position.y = length - head * (1 - 0.38 * k);
    });
    return true;
  }
}
