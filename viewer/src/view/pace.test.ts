import { describe, expect, it } from "vitest";
import { BUDGET, fineness, Pace } from "./pace";

/** A machine whose pictures take a fixed time and a time for their pixels. */
function play(pace: Pace, fixed: number, perPicture: number, pictures = 100): number {
  const time = () => fixed + perPicture * fineness(pace.draft) ** 2;
  for (let k = 0; k < pictures; k++) pace.took(time());
  return time();
}

describe("pace", () => {
  it("keeps the budget with as many pixels as it allows", () => {
    const pace = new Pace(1);
    expect(play(pace, 0.01, 0.1)).toBeLessThan(BUDGET);
    expect(pace.draft).toBe(4);
  });

  it("leaves a fast machine alone, whatever single pictures take", () => {
    const pace = new Pace(0);
    for (let k = 0; k < 100; k++) pace.took(k % 4 ? 1 / 60 : 0.25);
    expect(pace.draft).toBe(0);
  });

  it("comes back to fine pictures when the machine is free again, but not to shadows", () => {
    const pace = new Pace(0);
    play(pace, 0.1, 0.4);
    expect(pace.draft).toBe(5);
    play(pace, 0.001, 0.015);
    expect(pace.draft).toBe(1);
  });

  it("does not swing to and fro", () => {
    const pace = new Pace(1);
    play(pace, 0.02, 0.1);
    const drafts = Array.from({ length: 40 }, () => (play(pace, 0.02, 0.1, 5), pace.draft));
    expect(new Set(drafts).size).toBe(1);
  });
});
