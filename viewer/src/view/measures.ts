/** Distances between two points of parts: a line in the picture, a label, a channel. */

import * as THREE from "three";
import type { App, PickedPoint } from "../app";
import type { Run } from "../data/run";
import { h } from "../dom";
import { number, unit } from "../format";
import type { Frame } from "../types";
import { matrixOf } from "./shapes";

/** Where a point of a part is in ground at a time. */
export function placeOf(run: Run, point: PickedPoint, time: number): THREE.Vector3 {
  return new THREE.Vector3(...point.local).applyMatrix4(matrixOf(run.pose(point.part, time)));
}

/** The distance of two points at every output. */
export function distances(run: Run, a: PickedPoint, b: PickedPoint): Float32Array {
  const pose: Frame = [0, 0, 0, 0, 0, 0, 1];
  const at = (point: PickedPoint, frame: number) => new THREE.Vector3(...point.local).applyMatrix4(matrixOf(run.poseBetween(point.part, frame, 0, pose)));
  return Float32Array.from({ length: run.frames }, (_, k) => at(a, k).distanceTo(at(b, k)));
}

interface Shown {
  line: THREE.Line<THREE.BufferGeometry, THREE.LineBasicMaterial>;
  label: HTMLElement;
}

export class Measures {
  readonly group = new THREE.Group();
  private shown: Shown[] = [];
  private readonly dots = new THREE.Group();

  constructor(
    private readonly app: App,
    private readonly host: HTMLElement,
    private readonly radius: number,
  ) {
    this.group.add(this.dots);
  }

  /** Draw the measures that are there now. */
  update(): void {
    for (const { line, label } of this.shown) {
      line.removeFromParent();
      line.geometry.dispose();
      label.remove();
    }
    this.shown = this.app.measures.get().map((measure) => {
      const line = new THREE.Line(new THREE.BufferGeometry().setFromPoints([new THREE.Vector3(), new THREE.Vector3()]), new THREE.LineBasicMaterial({ color: "#d6249f", depthTest: false }));
      line.renderOrder = 30;
      line.frustumCulled = false;
      const label = h("button", { type: "button", class: "measure", title: "Plot or remove the distance; double click: forget it" });
      label.addEventListener("click", () => this.app.toggleChannel(this.app.run.indexOf(measure.name)));
      label.addEventListener("dblclick", () => this.app.measures.set(this.app.measures.get().filter((m) => m !== measure)));
      this.group.add(line);
      this.host.append(label);
      return { line, label };
    });
  }

  /** Show picked points while more are asked for. */
  mark(points: readonly PickedPoint[]): void {
    this.dots.clear();
    for (const point of points) {
      const dot = new THREE.Mesh(new THREE.SphereGeometry(0.014 * this.radius, 16, 12), new THREE.MeshBasicMaterial({ color: "#d6249f", depthTest: false }));
      dot.renderOrder = 31;
      dot.userData.point = point;
      this.dots.add(dot);
    }
  }

  place(time: number, screen: (point: THREE.Vector3) => [number, number]): void {
    const { run } = this.app;
    for (const dot of this.dots.children) dot.position.copy(placeOf(run, dot.userData.point as PickedPoint, time));
    this.app.measures.get().forEach((measure, k) => {
      const [a, b] = [placeOf(run, measure.a, time), placeOf(run, measure.b, time)];
      const { line, label } = this.shown[k];
      const positions = line.geometry.getAttribute("position") as THREE.BufferAttribute;
      positions.setXYZ(0, a.x, a.y, a.z);
      positions.setXYZ(1, b.x, b.y, b.z);
      positions.needsUpdate = true;
      const [x, y] = screen(a.clone().add(b).multiplyScalar(0.5));
      label.textContent = `${number(a.distanceTo(b), 5)} ${unit(run.header.units.length)}`;
      label.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px) translate(-50%, -50%)`;
    });
  }
}
