/** How large the motion is: what the camera, the grid, symbols and arrows are measured by. */

import * as THREE from "three";
import type { Run } from "../data/run";
import type { Header, Shape } from "../types";
import { lineOf, matrixOf, solidOf } from "./shapes";

const SAMPLES = 60;
/** Ground shapes larger than this many times the moving parts do not pull the camera away. */
const GROUND_LIMIT = 4;

export interface Extent {
  /** Box of everything that is looked at, over the whole run. */
  box: THREE.Box3;
  /** Box that contains the drawn ground shapes as well (for the height of the grid). */
  all: THREE.Box3;
  /** Half the diagonal of `box`. */
  radius: number;
}

/** The eight corners of a box, none if it is empty. */
export function cornersOf(box: THREE.Box3): THREE.Vector3[] {
  if (box.isEmpty()) return [];
  const { min, max } = box;
  return [0, 1, 2, 3, 4, 5, 6, 7].map(
    (k) => new THREE.Vector3(k & 1 ? max.x : min.x, k & 2 ? max.y : min.y, k & 4 ? max.z : min.z),
  );
}

function shapeBox(shape: Shape, meshes: ArrayBuffer): THREE.Box3 {
  const box = new THREE.Box3();
  const solid = solidOf(shape, meshes, 0);
  if (solid) {
    if (!solid.boundingBox) solid.computeBoundingBox();
    box.copy(solid.boundingBox!).applyMatrix4(matrixOf(shape.frame));
  }
  for (const point of lineOf(shape)) box.expandByPoint(point.applyMatrix4(matrixOf(shape.frame)));
  return box;
}

/** The markers that joints, springs and outlines use. */
function linkMarkers(header: Header): Set<number> {
  const ends = header.joints.flatMap((joint) => [joint.i, joint.j]);
  const lines = header.lines.flatMap((line) => (line.kind === "spring" ? [line.i, line.j] : line.markers));
  return new Set([...ends, ...lines].filter((marker) => marker >= 0));
}

/** The points that stand for each part: corners of its shapes, markers where something acts, its mass centre. */
function partPoints(run: Run): THREE.Vector3[][] {
  const points = run.header.parts.map((part) => {
    const box = new THREE.Box3();
    for (const shape of part.shapes ?? []) box.union(shapeBox(shape, run.meshes));
    const list = cornersOf(box);
    if (part.cm) list.push(new THREE.Vector3(...part.cm));
    return list;
  });
  for (const index of linkMarkers(run.header)) {
    const marker = run.header.markers[index];
    points[marker.part].push(new THREE.Vector3(...((marker.frame ?? [0, 0, 0]).slice(0, 3) as [number, number, number])));
  }
  return points;
}

/** Measure the run at evenly spaced frames. */
export function extentOf(run: Run): Extent {
  const points = partPoints(run);
  const moving = new THREE.Box3();
  const ground = new THREE.Box3();
  const count = Math.min(SAMPLES, run.frames);
  const matrix = new THREE.Matrix4();
  const point = new THREE.Vector3();
  for (let s = 0; s < Math.max(count, 1); s++) {
    const frame = count > 1 ? Math.round((s * (run.frames - 1)) / (count - 1)) : 0;
    run.header.parts.forEach((part, index) => {
      if (part.pose < 0 && s > 0) return;
      matrixOf(run.poseBetween(index, frame, 0, [0, 0, 0, 0, 0, 0, 1]), matrix);
      const box = part.pose < 0 ? ground : moving;
      for (const p of points[index]) if (finite(point.copy(p).applyMatrix4(matrix))) box.expandByPoint(point);
    });
  }
  return together(moving, ground);
}

function together(moving: THREE.Box3, ground: THREE.Box3): Extent {
  const size = (box: THREE.Box3) => (box.isEmpty() ? 0 : box.getSize(new THREE.Vector3()).length());
  const all = moving.clone().union(ground);
  const box = size(moving) > 0 && size(ground) > GROUND_LIMIT * size(moving) ? moving.clone() : all.clone();
  if (size(box) === 0) {
    const centre = box.isEmpty() ? new THREE.Vector3() : box.getCenter(new THREE.Vector3());
    box.setFromCenterAndSize(centre, new THREE.Vector3(1, 1, 1));
  }
  return { box, all: all.isEmpty() ? box : all, radius: size(box) / 2 };
}

function finite(v: THREE.Vector3): boolean {
  return Number.isFinite(v.x) && Number.isFinite(v.y) && Number.isFinite(v.z);
}

/** The largest of 1, 2, 5 times a power of ten that is not above a value. */
export function niceBelow(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const factor = value / power;
  return power * (factor >= 5 ? 5 : factor >= 2 ? 2 : 1);
}
