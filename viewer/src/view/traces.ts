/** The way of a marker: the whole run faint, what has passed strong. */

import * as THREE from "three";
import { Line2 } from "three/examples/jsm/lines/Line2.js";
import { LineGeometry } from "three/examples/jsm/lines/LineGeometry.js";
import { LineMaterial } from "three/examples/jsm/lines/LineMaterial.js";
import type { Run } from "../data/run";
import type { MarkerFrames } from "./markers";

interface Trace {
  whole: Line2;
  past: Line2;
}

export class Traces {
  readonly group = new THREE.Group();
  private readonly traces = new Map<number, Trace>();
  private readonly stops: (() => void)[];

  constructor(
    private readonly run: Run,
    private readonly frames: MarkerFrames,
  ) {
    this.stops = [run.grown.on(() => this.rebuild()), run.replaced.on(() => this.rebuild())];
  }

  /** Listen no more. */
  close(): void {
    for (const stop of this.stops) stop();
  }

  has(marker: number): boolean {
    return this.traces.has(marker);
  }

  get markers(): number[] {
    return [...this.traces.keys()];
  }

  /** Draw the trace of a marker or remove it. */
  toggle(marker: number): void {
    const trace = this.traces.get(marker);
    if (!trace) return this.add(marker);
    this.remove(trace);
    this.traces.delete(marker);
  }

  private add(marker: number): void {
    const positions = this.positions(marker);
    if (positions.length < 6) return;
    const color = this.run.header.parts[this.run.header.markers[marker].part].color;
    const line = (width: number, opacity: number) => {
      const material = new LineMaterial({ color: new THREE.Color(color), linewidth: width, transparent: true, opacity });
      const object = new Line2(new LineGeometry().setPositions(positions), material);
      object.renderOrder = 5;
      object.frustumCulled = false;
      this.group.add(object);
      return object;
    };
    this.traces.set(marker, { whole: line(1.2, 0.35), past: line(2.6, 0.95) });
  }

  private remove(trace: Trace): void {
    for (const line of [trace.whole, trace.past]) {
      this.group.remove(line);
      line.geometry.dispose();
      line.material.dispose();
    }
  }

  private rebuild(): void {
    for (const [marker, trace] of [...this.traces]) {
      this.remove(trace);
      this.traces.delete(marker);
      this.add(marker);
    }
  }

  private positions(marker: number): number[] {
    const matrix = new THREE.Matrix4();
    const positions: number[] = [];
    for (let frame = 0; frame < this.run.frames; frame++) {
      const e = this.frames.between(marker, frame, 0, matrix).elements;
      positions.push(e[12], e[13], e[14]);
    }
    return positions;
  }

  place(time: number): void {
    const { frame } = this.run.locate(time);
    for (const trace of this.traces.values()) trace.past.geometry.instanceCount = frame;
  }
}
