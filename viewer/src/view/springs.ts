/** Springs, dampers and outlines: things drawn between markers. */

import * as THREE from "three";
import type { Run } from "../data/run";
import type { Outline, Spring } from "../types";
import type { MarkerFrames } from "./markers";

const Z = new THREE.Vector3(0, 0, 1);

/** Something that follows its markers. */
interface Connector {
  object: THREE.Object3D;
  place(time: number): void;
  paint(color: THREE.ColorRepresentation): void;
}

export class Connectors {
  readonly group = new THREE.Group();
  private readonly list: Connector[];

  constructor(run: Run, frames: MarkerFrames, size: number) {
    this.list = run.header.lines.map((line, index) => {
      const connector = line.kind === "spring" ? spring(line, run, frames, size) : outline(line, frames);
      connector.object.traverse((part) => (part.userData.line = index));
      this.group.add(connector.object);
      return connector;
    });
  }

  place(time: number): void {
    for (const connector of this.list) connector.place(time);
  }

  paint(color: THREE.ColorRepresentation, accent: THREE.ColorRepresentation, selected: number): void {
    this.list.forEach((connector, index) => connector.paint(index === selected ? accent : color));
  }
}

/** A helix along z with radius 1/2 and given turns, from z = 0 to 1, as a tube. */
class Helix extends THREE.Curve<THREE.Vector3> {
  constructor(
    private readonly turns: number,
    private readonly radius: number,
    private readonly ends: [number, number],
    private readonly length: number,
  ) {
    super();
  }

  override getPoint(s: number): THREE.Vector3 {
    const [a, b] = [this.ends[0] / this.length, 1 - this.ends[1] / this.length];
    const inside = (s - a) / (b - a);
    const grow = Math.min(1, Math.max(0, Math.min(inside, 1 - inside) * 4 * this.turns));
    const angle = 2 * Math.PI * this.turns * Math.min(Math.max(inside, 0), 1);
    return new THREE.Vector3(this.radius * grow * Math.cos(angle), this.radius * grow * Math.sin(angle), s * this.length);
  }
}

function spring(line: Spring, run: Run, frames: MarkerFrames, size: number): Connector {
  const group = new THREE.Group();
  const paint = new THREE.MeshPhongMaterial({ specular: 0x55595e, shininess: 60 });
  const length = frames.origin(line.i, run.start).distanceTo(frames.origin(line.j, run.start)) || size;
  const coils = line.coils ?? 10;
  const coil = coils > 0 ? coilMesh(line, coils, length, size, paint) : null;
  if (coil) group.add(coil);
  const damper = (line.tubes ?? [0, 0]).some((d) => d > 0) ? damperMeshes(line, length, paint) : null;
  if (damper) group.add(damper.tube, damper.rod);
  const [from, to] = [new THREE.Vector3(), new THREE.Vector3()];
  return {
    object: group,
    place(time) {
      frames.origin(line.i, time, from);
      frames.origin(line.j, time, to);
      const now = from.distanceTo(to);
      group.position.copy(from);
      if (now > 0) group.quaternion.setFromUnitVectors(Z, to.clone().sub(from).divideScalar(now));
      if (coil) coil.scale.z = Math.max(now, 1e-9 * size) / length;
      if (damper) damper.rod.position.z = now;
    },
    paint: (color) => void paint.color.set(color),
  };
}

function coilMesh(line: Spring, coils: number, length: number, size: number, paint: THREE.Material): THREE.Mesh {
  const diameter = line.diameter || Math.min(0.25 * length, 0.12 * size);
  const wire = Math.min(diameter / 9, (0.28 * length) / coils);
  const ends: [number, number] = line.ends?.some((e) => e > 0) ? line.ends : [0.06 * length, 0.06 * length];
  const fits = ends[0] + ends[1] < 0.8 * length ? ends : ([0.1 * length, 0.1 * length] as [number, number]);
  const helix = new Helix(coils, diameter / 2, fits, length);
  const mesh = new THREE.Mesh(new THREE.TubeGeometry(helix, coils * 28, wire, 8), paint);
  mesh.castShadow = true;
  return mesh;
}

/** The tube begins at i, the rod at j; they slide into each other. */
function damperMeshes(line: Spring, length: number, paint: THREE.Material): { tube: THREE.Mesh; rod: THREE.Mesh } {
  const [outer, inner] = line.tubes!;
  const [tubeLength, rodLength] = (line.lengths ?? [0, 0]).map((l) => l || 0.6 * length);
  const cylinder = (diameter: number, height: number, sign: number) =>
    new THREE.CylinderGeometry(diameter / 2, diameter / 2, height, 32).rotateX(Math.PI / 2).translate(0, 0, (sign * height) / 2);
  const tube = new THREE.Mesh(cylinder(outer || 1.3 * inner, tubeLength, 1), paint);
  const rod = new THREE.Mesh(cylinder(inner || 0.7 * outer, rodLength, -1), paint);
  tube.castShadow = rod.castShadow = true;
  return { tube, rod };
}

function outline(line: Outline, frames: MarkerFrames): Connector {
  const geometry = new THREE.BufferGeometry().setFromPoints(line.markers.map(() => new THREE.Vector3()));
  const paint = new THREE.LineBasicMaterial();
  const object = new THREE.Line(geometry, paint);
  object.frustumCulled = false;
  const point = new THREE.Vector3();
  const position = geometry.getAttribute("position");
  return {
    object,
    place(time) {
      line.markers.forEach((marker, k) => position.setXYZ(k, ...frames.origin(marker, time, point).toArray()));
      position.needsUpdate = true;
    },
    paint: (color) => void paint.color.set(color),
  };
}
