/** Joint symbols: what a joint allows can be seen from its sign, which follows its J marker. */

import * as THREE from "three";
import { mergeGeometries, mergeVertices } from "three/examples/jsm/utils/BufferGeometryUtils.js";
import type { Run } from "../data/run";
import type { MarkerFrames } from "./markers";

/** About z: a ring with an axle; along z: a rail with a slider; and so on, in units of the symbol size. */
const SIGNS: Record<string, () => THREE.BufferGeometry[]> = {
  revolute: () => [ring(0.55, 0.13), axle(1.5, 0.1)],
  cylindrical: () => [sleeve(0.42, 1.1), axle(2.2, 0.14)],
  translational: () => [block(0.7, 0.7, 0.9), block(0.22, 0.22, 2.2)],
  spherical: () => [new THREE.SphereGeometry(0.5, 24, 16), ring(0.55, 0.06)],
  fixed: () => [block(0.72, 0.72, 0.72)],
  planar: () => [block(1.5, 1.5, 0.08), axle(0.7, 0.09)],
  universal: () => [axle(1.5, 0.13), axle(1.5, 0.13).rotateX(Math.PI / 2)],
  hooke: () => [axle(1.5, 0.13).rotateY(Math.PI / 2), axle(1.5, 0.13).rotateX(Math.PI / 2)],
  convel: () => [new THREE.SphereGeometry(0.45, 24, 16), axle(1.6, 0.14)],
  screw: () => [sleeve(0.4, 0.7), axle(2, 0.16), ring(0.3, 0.07), ring(0.3, 0.07).translate(0, 0, 0.6), ring(0.3, 0.07).translate(0, 0, -0.6)],
  atpoint: () => [new THREE.SphereGeometry(0.4, 24, 16)],
  inline: () => [new THREE.SphereGeometry(0.34, 24, 16), axle(2, 0.08)],
  inplane: () => [new THREE.SphereGeometry(0.3, 24, 16), block(1.4, 1.4, 0.06)],
  rackpin: () => [ring(0.5, 0.16), block(0.16, 0.16, 1.8).translate(0.6, 0, 0)],
};
const OTHER = () => [new THREE.OctahedronGeometry(0.55)];

/** A joint or primitive in the picture. */
interface Sign {
  mesh: THREE.Mesh<THREE.BufferGeometry, THREE.MeshLambertMaterial>;
  marker: number;
  orientation: number;
}

export class JointSymbols {
  readonly group = new THREE.Group();
  private readonly signs: Sign[];
  private readonly scale = new THREE.Vector3();
  private selected = -1;

  constructor(
    run: Run,
    private readonly frames: MarkerFrames,
    private readonly size: number,
  ) {
    const cache = new Map<string, THREE.BufferGeometry>();
    this.signs = run.header.joints.map((joint) => {
      const kind = joint.kind in SIGNS ? joint.kind : "other";
      if (!cache.has(kind)) cache.set(kind, build(kind));
      const mesh = new THREE.Mesh(cache.get(kind)!, paint());
      mesh.renderOrder = 10;
      this.group.add(mesh);
      return { mesh, marker: joint.i >= 0 ? joint.i : joint.j, orientation: joint.j >= 0 ? joint.j : joint.i };
    });
  }

  place(time: number): void {
    if (!this.group.visible) return;
    const place = new THREE.Matrix4();
    const turn = new THREE.Matrix4();
    this.signs.forEach((sign, index) => {
      if (sign.marker < 0) return void (sign.mesh.visible = false);
      this.frames.at(sign.marker, time, place);
      this.frames.at(sign.orientation, time, turn);
      sign.mesh.quaternion.setFromRotationMatrix(turn);
      sign.mesh.position.setFromMatrixPosition(place);
      this.scale.setScalar(this.size * (index === this.selected ? 1.35 : 1));
      sign.mesh.scale.copy(this.scale);
    });
  }

  paint(color: THREE.ColorRepresentation, accent: THREE.ColorRepresentation, selected: number): void {
    this.selected = selected;
    this.signs.forEach((sign, index) => {
      sign.mesh.material.color.set(index === selected ? accent : color);
      sign.mesh.material.opacity = index === selected ? 1 : 0.72;
    });
  }

  /** Where a joint is at a time. */
  origin(joint: number, time: number): THREE.Vector3 | null {
    const sign = this.signs[joint];
    return sign.marker < 0 ? null : this.frames.origin(sign.marker, time);
  }
}

/** Seen through the parts: a symbol is a remark, not a body. */
function paint(): THREE.MeshLambertMaterial {
  return new THREE.MeshLambertMaterial({ transparent: true, opacity: 0.72, depthTest: false });
}

function build(kind: string): THREE.BufferGeometry {
  const pieces = (SIGNS[kind] ?? OTHER)().map((g) => {
    const plain = g.index ? g.toNonIndexed() : g;
    plain.deleteAttribute("uv");
    return plain;
  });
  return mergeVertices(mergeGeometries(pieces));
}

function ring(radius: number, tube: number): THREE.BufferGeometry {
  return new THREE.TorusGeometry(radius, tube, 12, 40);
}

function axle(length: number, radius: number): THREE.BufferGeometry {
  return new THREE.CylinderGeometry(radius, radius, length, 16).rotateX(Math.PI / 2);
}

function sleeve(radius: number, length: number): THREE.BufferGeometry {
  return new THREE.CylinderGeometry(radius, radius, length, 24).rotateX(Math.PI / 2);
}

function block(x: number, y: number, z: number): THREE.BufferGeometry {
  return new THREE.BoxGeometry(x, y, z);
}
