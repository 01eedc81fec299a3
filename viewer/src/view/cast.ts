/** Everything drawn of one run: its parts, symbols, springs, arrows, ways and ghosts. */

import * as THREE from "three";
import type { Run } from "../data/run";
import type { Header } from "../types";
import { Arrows } from "./arrows";
import { Bodies } from "./bodies";
import { Ghosts } from "./ghosts";
import { MarkerFrames, MarkerTriads } from "./markers";
import { Connectors } from "./springs";
import { JointSymbols } from "./symbols";
import { Traces } from "./traces";

export class Cast {
  readonly group = new THREE.Group();
  readonly frames: MarkerFrames;
  readonly bodies: Bodies;
  readonly markers: MarkerTriads;
  readonly symbols: JointSymbols;
  readonly connectors: Connectors;
  readonly arrows: Arrows;
  readonly traces: Traces;
  readonly ghosts: Ghosts;
  /** What it was made of: another run with the same drawing needs no other cast. */
  readonly drawing: string;

  constructor(run: Run, radius: number) {
    this.drawing = drawingOf(run.header);
    this.frames = new MarkerFrames(run);
    this.bodies = new Bodies(run, 0.02 * radius);
    this.markers = new MarkerTriads(run, this.bodies.list.map((body) => body.group), 0.055 * radius);
    this.symbols = new JointSymbols(run, this.frames, symbolSize(run, this.frames, radius));
    this.connectors = new Connectors(run, this.frames, radius);
    this.arrows = new Arrows(run, this.frames, radius);
    this.traces = new Traces(run, this.frames);
    this.ghosts = new Ghosts(run, this.bodies.list);
    this.group.add(this.bodies.group, this.connectors.group, this.symbols.group, this.arrows.group, this.traces.group, this.ghosts.group);
  }

  place(time: number): void {
    this.bodies.place(time);
    this.symbols.place(time);
    this.connectors.place(time);
    this.arrows.place(time);
    this.traces.place(time);
  }

  dispose(): void {
    this.group.removeFromParent();
    this.traces.close();
    this.ghosts.close();
    dispose(this.group);
  }
}

/** Give back what the graphics card holds of an object. */
export function dispose(object: THREE.Object3D): void {
  object.traverse((child) => {
    const mesh = child as Partial<THREE.Mesh>;
    mesh.geometry?.dispose();
    for (const material of [mesh.material ?? []].flat()) material.dispose();
  });
}

/** The part of a header that is drawn, without the numbers in words. */
export function drawingOf(header: Header): string {
  const plain = (list: readonly object[]) => list.map((item) => ({ ...item, info: undefined }));
  return JSON.stringify([plain(header.parts), header.markers, plain(header.joints), plain(header.forces), header.lines]);
}

/** Joint symbols do not cover each other: at most a third of the usual distance to the next joint. */
function symbolSize(run: Run, frames: MarkerFrames, radius: number): number {
  const places = run.header.joints.filter((joint) => joint.i >= 0).map((joint) => frames.origin(joint.i, run.start));
  const gaps = places.flatMap((p) => {
    const others = places.map((q) => p.distanceTo(q)).filter((d) => d > 1e-6 * radius);
    return others.length ? [Math.min(...others)] : [];
  });
  const usual = gaps.sort((a, b) => a - b)[gaps.length >> 1] ?? Infinity;
  return Math.max(Math.min(0.052 * radius, usual / 3), 0.006 * radius);
}
