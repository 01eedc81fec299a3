import { describe, expect, it } from "vitest";
import { number, speed, timeDecimals, unit } from "./format";

describe("numbers and units", () => {
  it("shows numbers with few digits", () => {
    expect([0, 12.5, -3, 1234567, 1.5e-7, 100, NaN, Infinity].map((x) => number(x, 5))).toEqual([
      "0", "12.5", "−3", "1.2346e6", "1.5e−7", "100", "–", "∞",
    ]);
  });

  it("prints units as engineers write them", () => {
    expect(["mm/sec**2", "newton-mm", "N*mm", "kg*mm^2", "deg", "newton/(mm-sec)", undefined].map(unit)).toEqual([
      "mm/s²", "N·mm", "N·mm", "kg·mm²", "°", "N/(mm·s)", "",
    ]);
  });

  it("tells neighbouring outputs apart", () => {
    expect(timeDecimals(0, 1, 101)).toBe(3);
    expect(timeDecimals(0, 0, 1)).toBe(3);
    expect([speed(0.05), speed(2)]).toEqual(["1/20×", "2×"]);
  });
});
