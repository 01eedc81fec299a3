/** Other runs beside the one looked at: their parts as glass, at the same time. */

import * as THREE from "three";
import type { App, OtherRun } from "../app";
import { Bodies } from "./bodies";
import { dispose } from "./cast";

const OPACITY = 0.26;

export class Others {
  readonly group = new THREE.Group();
  private readonly shown = new Map<OtherRun, Bodies>();

  constructor(
    private readonly app: App,
    private readonly radius: number,
  ) {}

  /** Draw the runs that are there now. */
  update(): void {
    const wanted = this.app.others.get().filter((other) => other.drawn);
    for (const [other, bodies] of [...this.shown]) {
      if (wanted.includes(other)) continue;
      bodies.group.removeFromParent();
      dispose(bodies.group);
      this.shown.delete(other);
    }
    for (const other of wanted) if (!this.shown.has(other)) this.add(other);
    wanted.forEach((other, k) => this.shown.get(other)!.glass(other.color, other.fading ? OPACITY / (wanted.length - k) : OPACITY));
  }

  private add(other: OtherRun): void {
    const bodies = new Bodies(other.run, 0.02 * this.radius);
    bodies.list.forEach((body, part) => (body.group.visible = other.run.header.parts[part].pose >= 0));
    this.shown.set(other, bodies);
    this.group.add(bodies.group);
  }

  place(time: number): void {
    for (const bodies of this.shown.values()) bodies.place(time);
  }
}
