import { describe, expect, it } from "vitest";
import { pendulumRun } from "../fixture";
import { extentOf, niceBelow } from "./extent";

describe("the extent of a run", () => {
  it("holds the whole swing, the spring included", () => {
    const { box, radius } = extentOf(pendulumRun());
    expect(box.min.y).toBeLessThan(-0.99);
    expect(box.min.x).toBeLessThan(-0.7);
    expect(box.max.x).toBeCloseTo(1.4, 6);
    expect(radius).toBeGreaterThan(1);
  });

  it("rounds down to 1, 2 or 5", () => {
    expect([0.7, 1, 3.2, 99, 1234].map(niceBelow)).toEqual([0.5, 1, 2, 50, 1000]);
  });
});
