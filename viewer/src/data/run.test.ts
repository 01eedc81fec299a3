import { describe, expect, it } from "vitest";
import { pendulumRun } from "../fixture";
import { rowsOf } from "./live";

const LAST = 119;

describe("a run", () => {
  it("finds the frame before a time and the way into the interval", () => {
    const run = pendulumRun();
    expect(run.locate(-1)).toEqual({ frame: 0, fraction: 0 });
    expect(run.locate(1e9)).toEqual({ frame: LAST, fraction: 0 });
    const { frame, fraction } = run.locate(0.06);
    expect(frame).toBe(1);
    expect(fraction).toBeCloseTo(0.2, 9);
  });

  it("interpolates poses with unit quaternions", () => {
    const run = pendulumRun();
    const pose = run.pose(1, 0.075);
    expect(Math.hypot(...pose.slice(3))).toBeCloseTo(1, 12);
    const angle = 2 * Math.atan2(pose[5], pose[6]);
    expect(angle).toBeCloseTo(-Math.PI / 2 + 0.4 * (Math.cos(0.15) + Math.cos(0.3)), 6); // half way between two outputs
    expect(run.pose(0, 1)).toEqual([0, 0, 0, 0, 0, 0, 1]);
  });

  it("has no channels before they are loaded, and then interpolates them", async () => {
    const run = pendulumRun();
    expect(run.value(0, 1)).toBeNaN();
    await run.loadChannels();
    expect(run.value(0, 1)).toBeCloseTo(-Math.PI / 2 + 0.8 * Math.cos(3), 5);
  });

  it("grows by live frames, and keeps the sign of quaternions", async () => {
    const run = pendulumRun();
    await run.loadChannels();
    const early = run.channel(0);
    let told = 0;
    run.grown.on((frames) => (told = frames));
    const before = run.pose(1, run.end);
    const row = [6.0, 0, 0, 0, ...before.slice(3).map((q) => -q), 0.25, -1, 7];
    run.append([Float64Array.from(row)]);
    expect([run.frames, run.end, told]).toEqual([LAST + 2, 6.0, LAST + 2]);
    expect(early.at(LAST + 1)).toBe(0.25);
    expect(run.channel(2).at(LAST + 1)).toBe(7);
    run.pose(1, 6.0).forEach((value, k) => expect(value).toBeCloseTo(before[k], 6));
  });
});

describe("live rows", () => {
  const base64 = (values: number[]) => btoa(String.fromCharCode(...new Uint8Array(Float64Array.from(values).buffer)));

  it("come as whole rows of float64", () => {
    expect(rowsOf(base64([1, 2, 3, 4, 5, 6]), 3).map((row) => [...row])).toEqual([[1, 2, 3], [4, 5, 6]]);
  });

  it("are refused when the width does not fit", () => {
    expect(() => rowsOf(base64([1, 2, 3, 4]), 3)).toThrow("a row has 3");
  });
});
