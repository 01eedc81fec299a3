/** Where markers are: their frames at any time, and small triads drawn for all of them. */

import * as THREE from "three";
import type { Run } from "../data/run";
import type { Frame } from "../types";
import { matrixOf } from "./shapes";

const COLORS = ["#e05a50", "#43b05c", "#4a86e8"];

/** Frames of markers in ground. */
export class MarkerFrames {
  private readonly local: THREE.Matrix4[];
  private readonly pose: Frame = [0, 0, 0, 0, 0, 0, 1];
  private readonly body = new THREE.Matrix4();

  constructor(private readonly run: Run) {
    this.local = run.header.markers.map((marker) => matrixOf(marker.frame));
  }

  /** The frame of a marker at a time. */
  at(marker: number, time: number, out = new THREE.Matrix4()): THREE.Matrix4 {
    const { frame, fraction } = this.run.locate(time);
    return this.between(marker, frame, fraction, out);
  }

  between(marker: number, frame: number, fraction: number, out = new THREE.Matrix4()): THREE.Matrix4 {
    const part = this.run.header.markers[marker].part;
    matrixOf(this.run.poseBetween(part, frame, fraction, this.pose), this.body);
    return out.multiplyMatrices(this.body, this.local[marker]);
  }

  /** The origin of a marker at a time. */
  origin(marker: number, time: number, out = new THREE.Vector3()): THREE.Vector3 {
    return out.setFromMatrixPosition(this.at(marker, time));
  }
}

/** Triads of all markers, one set of lines per part hung into the part's group. */
export class MarkerTriads {
  private readonly sets: THREE.LineSegments[] = [];

  constructor(run: Run, groups: readonly THREE.Group[], size: number) {
    run.header.parts.forEach((_, part) => {
      const own = run.header.markers.filter((marker) => marker.part === part);
      if (!own.length) return;
      const set = triads(own.map((marker) => matrixOf(marker.frame)), size);
      set.visible = false;
      groups[part].add(set);
      this.sets.push(set);
    });
  }

  show(visible: boolean): void {
    for (const set of this.sets) set.visible = visible;
  }
}

/** Red, green and blue axes at given frames. */
export function triads(frames: readonly THREE.Matrix4[], size: number): THREE.LineSegments {
  const points: THREE.Vector3[] = [];
  const colors: number[] = [];
  for (const frame of frames) {
    for (let axis = 0; axis < 3; axis++) {
      const tip = new THREE.Vector3().setComponent(axis, size);
      points.push(new THREE.Vector3().applyMatrix4(frame), tip.applyMatrix4(frame));
      const color = new THREE.Color(COLORS[axis]).toArray();
      colors.push(...color, ...color);
    }
  }
  const geometry = new THREE.BufferGeometry().setFromPoints(points);
  geometry.setAttribute("color", new THREE.Float32BufferAttribute(colors, 3));
  const lines = new THREE.LineSegments(geometry, new THREE.LineBasicMaterial({ vertexColors: true, depthTest: false, transparent: true }));
  lines.renderOrder = 20;
  return lines;
}
