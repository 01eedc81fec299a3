/** Shapes of the model as triangles and lines, in the frame of their part. */

import * as THREE from "three";
import { mergeGeometries, mergeVertices } from "three/examples/jsm/utils/BufferGeometryUtils.js";
import type { Frame, Shape } from "../types";

/** Most sides of a round shape: many in a small model, fewer in a crowd. */
let most = 48;
/** Half the size of the model; 0 while it is not known. */
let model = 0;
/** How far sides may lie inside of their circle, in parts of the model: a sixth of a pixel. */
const SAGITTA = 4e-4;
const FULL = 2 * Math.PI;
/** Edges are drawn where two faces meet at more than this angle (degrees). */
const EDGE_ANGLE = 28;

type MeshShape = Extract<Shape, { kind: "mesh" }>;

export interface PartGeometry {
  solid: THREE.BufferGeometry | null;
  /** End points of line pieces: the sharp edges of the solids. */
  edges: THREE.BufferGeometry | null;
  /** Arcs, circles, outlines: lines that are shapes themselves. */
  lines: THREE.BufferGeometry | null;
}

/** Choose the sides of round shapes for a model of so many shapes, and of this size where it is known. */
export function chooseFineness(shapes: number, size = 0): void {
  most = 4 * Math.round(Math.min(Math.max(12 * Math.sqrt(40 / Math.max(shapes, 1)), 5), 12));
  model = size;
  known.clear();
}

/** Sides of a circle: its polygon lies r (1 - cos(pi/n)) = r pi^2 / 2 n^2 inside. A multiple of four, so that boxes are exact. */
function sides(radius: number): number {
  if (!model) return most;
  const enough = Math.PI / Math.sqrt((2 * SAGITTA * model) / Math.max(Math.abs(radius), 1e-12 * model));
  return Math.min(Math.max(4 * Math.ceil(enough / 4), 12), most);
}

/** The matrix of a frame. */
export function matrixOf(frame: Frame | undefined, out = new THREE.Matrix4()): THREE.Matrix4 {
  if (!frame) return out.identity();
  const [x, y, z, qx, qy, qz, qw] = frame;
  return out.compose(new THREE.Vector3(x, y, z), new THREE.Quaternion(qx, qy, qz, qw), new THREE.Vector3(1, 1, 1));
}

/** All shapes of a part in three geometries, so that a part costs three draw calls at most. */
export function partGeometry(shapes: readonly Shape[], meshes: ArrayBuffer, pointSize: number): PartGeometry {
  const solids: THREE.BufferGeometry[] = [];
  const edges: THREE.BufferGeometry[] = [];
  const lines: THREE.BufferGeometry[] = [];
  for (const shape of shapes) {
    const matrix = matrixOf(shape.frame);
    const solid = solidOf(shape, meshes, pointSize);
    if (solid) {
      solids.push(solid.clone().applyMatrix4(matrix));
      edges.push(edgesOf(shape, solid, meshes).clone().applyMatrix4(matrix));
    }
    const points = lineOf(shape);
    if (points.length > 1) lines.push(pieces(points).applyMatrix4(matrix));
  }
  return { solid: merged(solids), edges: merged(edges), lines: merged(lines) };
}

function merged(list: THREE.BufferGeometry[]): THREE.BufferGeometry | null {
  const filled = list.filter((g) => g.getAttribute("position").count > 0);
  return filled.length ? mergeGeometries(filled) : null;
}

/** Positions and normals alone, corners that are alike stored once: a sixth of the work for the graphics card. */
function slim(geometry: THREE.BufferGeometry): THREE.BufferGeometry {
  for (const name of Object.keys(geometry.attributes)) {
    if (name !== "position" && name !== "normal") geometry.deleteAttribute(name);
  }
  geometry.clearGroups();
  return geometry.index ? geometry : mergeVertices(geometry);
}

/** Surfaces and edges already made: models repeat the same shapes. */
const known = new Map<string, THREE.BufferGeometry | null>();
const knownEdges = new WeakMap<THREE.BufferGeometry, THREE.BufferGeometry>();

/** The surface of a shape about its own frame, null for shapes that are lines. Shared: clone before changing it. */
export function solidOf(shape: Shape, meshes: ArrayBuffer, pointSize: number): THREE.BufferGeometry | null {
  const key = JSON.stringify({ ...shape, name: "", frame: 0, pointSize: shape.kind === "point" ? pointSize : 0 });
  let solid = known.get(key);
  if (solid === undefined) {
    const built = buildSolid(shape, meshes, pointSize);
    solid = built && slim(built);
    known.set(key, solid);
  }
  return solid;
}

function edgesOf(shape: Shape, solid: THREE.BufferGeometry, meshes: ArrayBuffer): THREE.BufferGeometry {
  let edges = knownEdges.get(solid);
  if (!edges && shape.kind === "mesh") {
    edges = meshEdges(meshes, shape);
    knownEdges.set(solid, edges);
  }
  if (!edges) {
    const smooth = shape.kind === "ellipsoid" || shape.kind === "torus" || shape.kind === "point";
    edges = smooth ? new THREE.BufferGeometry().setFromPoints([]) : new THREE.EdgesGeometry(solid, EDGE_ANGLE);
    knownEdges.set(solid, edges);
  }
  return edges;
}

function buildSolid(shape: Shape, meshes: ArrayBuffer, pointSize: number): THREE.BufferGeometry | null {
  switch (shape.kind) {
    case "box": {
      const size = [shape.x, shape.y, shape.z];
      const [a, b, c] = size.map(Math.abs);
      return new THREE.BoxGeometry(a, b, c).translate(shape.x / 2, shape.y / 2, shape.z / 2);
    }
    case "frustum":
      return frustum(shape.bottom, shape.top, shape.length, shape.start ?? 0, shape.sweep ?? FULL);
    case "ellipsoid":
      return ellipsoid(shape.x, shape.y, shape.z);
    case "torus":
      return new THREE.TorusGeometry(shape.major, shape.minor, sides(shape.minor), sides(shape.major));
    case "plate":
      return plate(shape.xmin, shape.xmax, shape.ymin, shape.ymax);
    case "point":
      return new THREE.SphereGeometry(pointSize, 16, 12);
    case "extrusion":
      return extrusion(shape.profile, shape.length);
    case "revolution":
      return revolution(shape.profile, shape.sweep ?? FULL);
    case "mesh":
      return mesh(meshes, shape);
    default:
      return null;
  }
}

/** The points of a shape that is a line, none for solids. */
export function lineOf(shape: Shape): THREE.Vector3[] {
  if (shape.kind === "polyline") return shape.points.map((p) => new THREE.Vector3(...p));
  if (shape.kind !== "arc") return [];
  const sweep = shape.sweep ?? FULL;
  const count = Math.max(2, Math.ceil((Math.abs(sweep) / FULL) * 96));
  return Array.from({ length: count + 1 }, (_, k) => {
    const angle = (sweep * k) / count;
    return new THREE.Vector3(shape.radius * Math.cos(angle), shape.radius * Math.sin(angle), 0);
  });
}

/** A line through points as separate pieces. */
export function pieces(points: readonly THREE.Vector3[]): THREE.BufferGeometry {
  const ends = points.slice(1).flatMap((point, k) => [points[k], point]);
  return new THREE.BufferGeometry().setFromPoints(ends);
}

/** three.js builds about y, from the z axis: turned to stand on z with angles from the x axis. */
function standOnZ(geometry: THREE.BufferGeometry): THREE.BufferGeometry {
  return geometry.rotateX(Math.PI / 2);
}

function ellipsoid(x: number, y: number, z: number): THREE.BufferGeometry {
  const round = sides(Math.max(x, y, z) / 2);
  return new THREE.SphereGeometry(0.5, round, round / 2).scale(x, y, z);
}

function frustum(bottom: number, top: number, length: number, start: number, sweep: number): THREE.BufferGeometry {
  const height = Math.abs(length);
  const [low, high] = length < 0 ? [top, bottom] : [bottom, top];
  const open = sweep < FULL - 1e-9;
  const geometry = new THREE.CylinderGeometry(high, low, height, sides(Math.max(low, high)), 1, false, start + Math.PI / 2, sweep);
  const solid = standOnZ(geometry).translate(0, 0, length / 2);
  return open ? bothSides(solid) : solid;
}

function plate(xmin: number, xmax: number, ymin: number, ymax: number): THREE.BufferGeometry {
  const geometry = new THREE.PlaneGeometry(xmax - xmin, ymax - ymin).translate((xmin + xmax) / 2, (ymin + ymax) / 2, 0);
  return bothSides(geometry);
}

/** Add the back of an open surface, so that it can be seen from behind. */
function bothSides(geometry: THREE.BufferGeometry): THREE.BufferGeometry {
  const front = geometry.index ? geometry.toNonIndexed() : geometry;
  front.deleteAttribute("uv");
  const back = front.clone();
  for (const name of ["position", "normal"]) {
    const attribute = back.getAttribute(name);
    const sign = name === "normal" ? -1 : 1;
    for (let k = 0; k < attribute.count; k += 3) {
      const v = [0, 2, 1].map((m) => new THREE.Vector3().fromBufferAttribute(attribute, k + m).multiplyScalar(sign));
      v.forEach((p, m) => attribute.setXYZ(k + m, p.x, p.y, p.z));
    }
  }
  return mergeGeometries([front, back]);
}

function extrusion(profile: [number, number][], length: number): THREE.BufferGeometry {
  const outline = new THREE.Shape(profile.map(([x, y]) => new THREE.Vector2(x, y)));
  const solid = new THREE.ExtrudeGeometry(outline, { depth: Math.abs(length), bevelEnabled: false });
  return length < 0 ? solid.translate(0, 0, length) : solid;
}

function revolution(profile: [number, number][], sweep: number): THREE.BufferGeometry {
  const points = profile.map(([r, z]) => new THREE.Vector2(r, z));
  return bothSides(standOnZ(new THREE.LatheGeometry(points, sides(Math.max(...profile.map(([r]) => r))), Math.PI / 2, sweep)));
}

/** Where the pieces of a mesh lie in the block: bytes from its offset. */
function layoutOf(shape: MeshShape): { normals: number; corners: number; edges: number } {
  const normals = shape.offset + 12 * shape.vertices;
  const corners = normals + 4 * Math.ceil((6 * shape.vertices) / 4);
  return { normals, corners, edges: corners + 12 * shape.triangles };
}

function mesh(data: ArrayBuffer, shape: MeshShape): THREE.BufferGeometry {
  const geometry = new THREE.BufferGeometry();
  const at = layoutOf(shape);
  const positions = new Float32Array(data, shape.offset, 3 * shape.vertices);
  geometry.setAttribute("position", new THREE.BufferAttribute(positions.slice(), 3));
  const normals = Float32Array.from(new Int16Array(data, at.normals, 3 * shape.vertices), (n) => n / 32767);
  geometry.setAttribute("normal", new THREE.BufferAttribute(normals, 3));
  geometry.setIndex(new THREE.BufferAttribute(new Uint32Array(data, at.corners, 3 * shape.triangles).slice(), 1));
  return geometry;
}

/** The edges of a mesh that are drawn: the writer has chosen them. */
function meshEdges(data: ArrayBuffer, shape: MeshShape): THREE.BufferGeometry {
  const positions = new Float32Array(data, shape.offset, 3 * shape.vertices);
  const ends = new Uint32Array(data, layoutOf(shape).edges, 2 * (shape.edges ?? 0));
  const points = new Float32Array(3 * ends.length);
  ends.forEach((vertex, k) => points.set(positions.subarray(3 * vertex, 3 * vertex + 3), 3 * k));
  return new THREE.BufferGeometry().setAttribute("position", new THREE.BufferAttribute(points, 3));
}
