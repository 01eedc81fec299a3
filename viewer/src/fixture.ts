/** A small run made by a formula, for tests and `npm run dev`: a pendulum with a spring, 120 frames. */

import { ColumnBlock } from "./data/columns";
import { Run } from "./data/run";
import type { Header } from "./types";
import { POSE, VERSION } from "./types";

/** A block of plain float32 columns, as Python writes columns that are not finite. */
export function plainBlock(columns: readonly (readonly number[])[], frames: number): ColumnBlock {
  const c = columns.length;
  const raw = new Uint8Array(17 * c + 4 * c * frames);
  raw.fill(255, 16 * c, 17 * c);
  columns.forEach((values, k) => {
    const bytes = new Uint8Array(Float32Array.from(values).buffer);
    for (let i = 0; i < frames; i++) for (let b = 0; b < 4; b++) raw[17 * c + b * c * frames + k * frames + i] = bytes[4 * i + b];
  });
  return new ColumnBlock(raw, c, frames);
}

function header(frames: number): Header {
  return {
    title: "Pendulum (demo)",
    version: VERSION,
    frames,
    units: { length: "m", mass: "kg", time: "s", force: "N", angle: "rad", seconds: 1 },
    up: [0, 1, 0],
    parts: [
      { name: "ground", id: 1, keyword: "PART", pose: -1, color: "#9aa3ad" },
      {
        name: "ROD", id: 2, keyword: "PART", pose: 0, color: "#3b78b8", cm: [0.5, 0, 0],
        shapes: [
          { kind: "box", x: 1, y: 0.06, z: 0.04, frame: [0, -0.03, -0.02, 0, 0, 0, 1], name: "bar" },
          { kind: "ellipsoid", x: 0.2, y: 0.2, z: 0.2, frame: [1, 0, 0, 0, 0, 0, 1], name: "bob" },
        ],
      },
    ],
    markers: [
      { name: "ground.O", id: 1, part: 0 },
      { name: "ROD.O", id: 21, part: 1 },
      { name: "ROD.TIP", id: 22, part: 1, frame: [1, 0, 0, 0, 0, 0, 1] },
      { name: "ground.S", id: 2, part: 0, frame: [1.4, 0, 0, 0, 0, 0, 1] },
    ],
    joints: [{ name: "PIN", id: 1, keyword: "JOINT", kind: "revolute", i: 1, j: 0 }],
    forces: [{ name: "WEIGHT", id: 1, keyword: "SFORCE", marker: 2, channels: [-1, 1, -1, -1, -1, -1], drawn: true }],
    lines: [{ kind: "spring", name: "SPRING", i: 2, j: 3, coils: 8 }],
    channels: [{ name: "ROD.PSI", unit: "rad" }, { name: "WEIGHT.FY", unit: "N" }, { name: "REQ_1.F2", unit: "deg" }],
    plots: [[0]],
    summary: [{ title: "Run", rows: [["frames", String(frames)]] }],
    audit: [{ name: "constraint violation", value: "1e-12 m", ok: true }],
    messages: [{ severity: "warning", text: "A message about PIN.", where: "JOINT/1 (PIN)" }],
    live: "",
  };
}

export function pendulumRun(frames = 120): Run {
  const time = Array.from({ length: frames }, (_, k) => k * 0.05);
  const angle = time.map((t) => -Math.PI / 2 + 0.8 * Math.cos(3 * t));
  const zero = time.map(() => 0);
  const poses = [zero, zero, zero, zero, zero, angle.map((a) => Math.sin(a / 2)), angle.map((a) => Math.cos(a / 2))];
  const channels = [angle, angle.map((a) => -9.8 - 2 * Math.sin(a)), angle.map((a) => (a * 180) / Math.PI)];
  if (poses.length !== POSE) throw new Error("a pose has seven numbers");
  return new Run(header(frames), {
    time: Float64Array.from(time),
    poses: plainBlock(poses, frames),
    channels: async () => plainBlock(channels, frames),
    meshes: new ArrayBuffer(0),
  });
}
