import * as THREE from "three";
import { describe, expect, it } from "vitest";
import type { Shape } from "../types";
import { lineOf, partGeometry, solidOf } from "./shapes";

const NONE = new ArrayBuffer(0);

function box(shape: Shape): number[] {
  const solid = solidOf(shape, NONE, 0.1)!;
  solid.computeBoundingBox();
  return [...solid.boundingBox!.min.toArray(), ...solid.boundingBox!.max.toArray()];
}

function area(geometry: THREE.BufferGeometry): number {
  const p = geometry.toNonIndexed().getAttribute("position");
  const [a, b, c] = [new THREE.Vector3(), new THREE.Vector3(), new THREE.Vector3()];
  let sum = 0;
  for (let k = 0; k < p.count; k += 3) {
    [a, b, c].forEach((v, m) => v.fromBufferAttribute(p, k + m));
    sum += b.sub(a).cross(c.sub(a)).length() / 2;
  }
  return sum;
}

function expectBox(shape: Shape, expected: number[]): void {
  box(shape).forEach((value, k) => expect(value).toBeCloseTo(expected[k], 2));
}

describe("shapes", () => {
  it("stand where the contract says", () => {
    expectBox({ kind: "box", x: 1, y: -2, z: 3 }, [0, -2, 0, 1, 0, 3]);
    expectBox({ kind: "frustum", length: 4, bottom: 1, top: 0.5 }, [-1, -1, 0, 1, 1, 4]);
    expectBox({ kind: "frustum", length: -4, bottom: 1, top: 0.5 }, [-1, -1, -4, 1, 1, 0]);
    expectBox({ kind: "ellipsoid", x: 2, y: 4, z: 6 }, [-1, -2, -3, 1, 2, 3]);
    expectBox({ kind: "torus", major: 2, minor: 0.5 }, [-2.5, -2.5, -0.5, 2.5, 2.5, 0.5]);
    expectBox({ kind: "plate", xmin: -1, xmax: 2, ymin: 0, ymax: 1 }, [-1, 0, 0, 2, 1, 0]);
    expectBox({ kind: "extrusion", profile: [[0, 0], [3, 0], [0, 2]], length: -1 }, [0, 0, -1, 3, 2, 0]);
    expectBox({ kind: "revolution", profile: [[1, 0], [2, 3]] }, [-2, -2, 0, 2, 2, 3]);
  });

  it("have the bottom of a frustum at the marker, also downwards", () => {
    const ring = (length: number) => {
      const p = solidOf({ kind: "frustum", length, bottom: 1, top: 0.25 }, NONE, 0)!.getAttribute("position");
      let widest = 0;
      for (let k = 0; k < p.count; k++) if (Math.abs(p.getZ(k)) < 1e-6) widest = Math.max(widest, Math.hypot(p.getX(k), p.getY(k)));
      return widest;
    };
    expect(ring(2)).toBeCloseTo(1, 6);
    expect(ring(-2)).toBeCloseTo(1, 6);
  });

  it("measure angles of a sector from the x axis", () => {
    expectBox({ kind: "frustum", length: 1, bottom: 1, top: 1, start: 0, sweep: Math.PI / 2 }, [0, 0, 0, 1, 1, 1]);
  });

  it("draw arcs and polylines as lines", () => {
    const arc = lineOf({ kind: "arc", radius: 2, sweep: Math.PI / 2 });
    expect(arc[0].toArray()).toEqual([2, 0, 0]);
    expect(arc.at(-1)!.distanceTo(new THREE.Vector3(0, 2, 0))).toBeLessThan(1e-9);
    expect(lineOf({ kind: "box", x: 1, y: 1, z: 1 })).toEqual([]);
  });

  it("read triangles of a mesh from the binary block", () => {
    const data = new ArrayBuffer(4 * 12 + 4 * 6 + 2 * 12 + 8);
    new Float32Array(data, 0, 12).set([0, 0, 0, 2, 0, 0, 2, 1, 0, 0, 1, 0]);
    new Int16Array(data, 48, 12).set([0, 0, 32767, 0, 0, 32767, 0, 0, 32767, 0, 0, -32767]);
    new Uint32Array(data, 72, 6).set([0, 1, 2, 0, 2, 3]);
    new Uint32Array(data, 96, 2).set([1, 2]);
    const shape: Shape = { kind: "mesh", offset: 0, vertices: 4, triangles: 2, edges: 1 };
    const solid = solidOf(shape, data, 0)!;
    expect(area(solid)).toBeCloseTo(2, 6);
    expect(Array.from(solid.getAttribute("normal").array.slice(9))).toEqual([0, 0, -1]);
    expect(Array.from(partGeometry([shape], data, 0).edges!.getAttribute("position").array)).toEqual([2, 0, 0, 2, 1, 0]);
  });

  it("are gathered into one surface with its sharp edges, in the frame of the part", () => {
    const shapes: Shape[] = [
      { kind: "box", x: 1, y: 1, z: 1, frame: [5, 0, 0, 0, 0, 0, 1] },
      { kind: "arc", radius: 1 },
    ];
    const { solid, edges, lines } = partGeometry(shapes, NONE, 0.1);
    expect(area(solid!)).toBeCloseTo(6, 6);
    expect(edges!.getAttribute("position").count).toBe(24);
    expect(lines!.getAttribute("position").count).toBe(2 * 96);
    solid!.computeBoundingBox();
    expect(solid!.boundingBox!.min.x).toBeCloseTo(5, 6);
  });
});
