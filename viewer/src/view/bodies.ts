/** The parts in the picture: one group each, moved to the pose of the time shown. */

import * as THREE from "three";
import type { Run } from "../data/run";
import type { Frame } from "../types";
import { partGeometry } from "./shapes";
import { tinted } from "./touched";

const EDGE_OPACITY = 0.55;

/** A part in the picture. */
export interface Body {
  readonly group: THREE.Group;
  readonly solid: THREE.Mesh<THREE.BufferGeometry, THREE.MeshPhongMaterial> | null;
  readonly edges: THREE.LineSegments<THREE.BufferGeometry, THREE.LineBasicMaterial> | null;
  readonly lines: THREE.LineSegments<THREE.BufferGeometry, THREE.LineBasicMaterial> | null;
  /** Its shapes' box in the part frame, empty if it has none. */
  readonly box: THREE.Box3;
}

export class Bodies {
  readonly list: Body[];
  readonly group = new THREE.Group();
  private readonly frame: Frame = [0, 0, 0, 0, 0, 0, 1];

  constructor(
    private readonly run: Run,
    pointSize: number,
  ) {
    this.list = run.header.parts.map((part, index) => {
      const body = this.build(index, part.color, pointSize);
      body.group.name = part.name;
      this.group.add(body.group);
      return body;
    });
  }

  private build(index: number, color: string, pointSize: number): Body {
    const geometry = partGeometry(this.run.header.parts[index].shapes ?? [], this.run.meshes, pointSize);
    const group = new THREE.Group();
    const box = new THREE.Box3();
    const contacts = this.run.header.forces.filter((force) => force.at).length;
    const solid = geometry.solid && new THREE.Mesh(geometry.solid, material(color, contacts));
    if (solid) {
      solid.castShadow = solid.receiveShadow = true;
      solid.userData.part = index;
      box.union(new THREE.Box3().setFromBufferAttribute(solid.geometry.getAttribute("position") as THREE.BufferAttribute));
      group.add(solid);
    }
    const edges = geometry.edges && new THREE.LineSegments(geometry.edges, edgeMaterial(color));
    if (edges) group.add(edges);
    const lines = geometry.lines && new THREE.LineSegments(geometry.lines, new THREE.LineBasicMaterial({ color }));
    if (lines) {
      box.union(new THREE.Box3().setFromBufferAttribute(lines.geometry.getAttribute("position") as THREE.BufferAttribute));
      group.add(lines);
    }
    return { group, solid, edges, lines, box };
  }

  /** Move every part to a time. */
  place(time: number): void {
    const { frame, fraction } = this.run.locate(time);
    this.list.forEach((body, part) => {
      const [x, y, z, qx, qy, qz, qw] = this.run.poseBetween(part, frame, fraction, this.frame);
      body.group.position.set(x, y, z);
      body.group.quaternion.set(qx, qy, qz, qw);
      body.group.updateMatrixWorld(true);
    });
  }

  show(part: number, visible: boolean): void {
    this.list[part].group.visible = visible;
  }

  /** Draw all parts as glass of one colour ("" for their own). */
  glass(color: string, opacity: number): void {
    this.list.forEach((body, part) => {
      const own = color || this.run.header.parts[part].color;
      if (body.solid) {
        Object.assign(body.solid.material, { transparent: true, opacity, depthWrite: false, needsUpdate: true });
        body.solid.material.color.set(own);
        body.solid.castShadow = body.solid.receiveShadow = false;
      }
      if (body.edges) Object.assign(body.edges.material, { opacity: 0.8 * opacity, color: new THREE.Color(own) });
      if (body.lines) Object.assign(body.lines.material, { transparent: true, opacity, color: new THREE.Color(own) });
    });
  }

  /** Light up one part (-1: none); `isolate` makes the others glass, some are glass anyway. */
  highlight(selected: number, accent: THREE.ColorRepresentation, isolate: boolean, clear: ReadonlySet<number> = new Set()): void {
    this.list.forEach((body, part) => {
      const chosen = part === selected;
      const glass = (isolate && selected >= 0 && !chosen) || clear.has(part);
      if (body.solid) {
        body.solid.material.emissive.set(chosen ? accent : 0x000000);
        body.solid.material.emissiveIntensity = chosen ? 0.55 : 0;
        if (body.solid.material.transparent !== glass) body.solid.material.needsUpdate = true; // another program on the graphics card
        body.solid.material.transparent = glass;
        body.solid.material.opacity = glass ? (clear.has(part) ? 0.28 : 0.16) : 1;
        body.solid.material.depthWrite = !glass;
        body.solid.castShadow = !glass;
      }
      const own = this.run.header.parts[part].color;
      if (body.edges) {
        body.edges.material.color.copy(chosen ? new THREE.Color(accent) : edgeColor(own));
        body.edges.material.opacity = chosen ? 1 : glass ? 0.2 : EDGE_OPACITY;
      }
      if (body.lines) body.lines.material.color.set(chosen ? accent : own);
    });
  }
}

function material(color: string, contacts: number): THREE.MeshPhongMaterial {
  return tinted(
    new THREE.MeshPhongMaterial({
      color,
      specular: 0x2a2d31,
      shininess: 38,
      polygonOffset: true,
      polygonOffsetFactor: 1,
      polygonOffsetUnits: 1,
    }),
    contacts,
  );
}

function edgeColor(color: string): THREE.Color {
  return new THREE.Color(color).multiplyScalar(0.32);
}

function edgeMaterial(color: string): THREE.LineBasicMaterial {
  return new THREE.LineBasicMaterial({ color: edgeColor(color), transparent: true, opacity: EDGE_OPACITY });
}
