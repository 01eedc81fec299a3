import { describe, expect, it } from "vitest";
import { Clock, pleasantSpeed } from "./clock";
import { pendulumRun } from "./fixture";

describe("the clock", () => {
  it("plays in real time and begins anew at the end", () => {
    const clock = new Clock(pendulumRun());
    clock.speed.set(1);
    clock.tick(1);
    expect(clock.time.get()).toBe(0);
    clock.toggle();
    clock.tick(1);
    expect(clock.time.get()).toBeCloseTo(1);
    clock.tick(10);
    expect(clock.time.get()).toBe(0);
    expect(clock.playing.get()).toBe(true);
  });

  it("stops at the end without repeat, and plays from the start again", () => {
    const clock = new Clock(pendulumRun());
    clock.loop.set(false);
    clock.toggle();
    clock.tick(100);
    expect([clock.time.get(), clock.playing.get()]).toEqual([5.95, false]);
    clock.toggle();
    expect(clock.time.get()).toBe(0);
  });

  it("keeps within a piece of the run that is shown", () => {
    const clock = new Clock(pendulumRun());
    clock.speed.set(1);
    clock.show({ start: 1, end: 2, name: "mode 2" });
    expect([clock.time.get(), clock.start, clock.end]).toEqual([1, 1, 2]);
    clock.toggle();
    clock.tick(0.5);
    expect(clock.time.get()).toBeCloseTo(1.5);
    clock.tick(0.75);
    expect(clock.time.get()).toBe(1);
    clock.seek(5);
    expect(clock.time.get()).toBe(2);
    clock.show(null);
    expect([clock.time.get(), clock.end]).toEqual([0, 5.95]);
  });

  it("steps from output to output and stays within the run", () => {
    const clock = new Clock(pendulumRun());
    clock.seek(0.12);
    clock.step(1);
    expect(clock.time.get()).toBeCloseTo(0.15);
    clock.seek(0.12);
    clock.step(-1);
    expect(clock.time.get()).toBeCloseTo(0.1);
    clock.step(-100);
    expect(clock.time.get()).toBe(0);
    clock.seek(99);
    expect(clock.time.get()).toBe(5.95);
  });

  it("chooses a speed at which the run takes a pleasant while", () => {
    expect(pleasantSpeed(5)).toBe(1);
    expect(pleasantSpeed(0.01)).toBe(0.005);
    expect(pleasantSpeed(100)).toBe(5);
    expect(pleasantSpeed(0)).toBe(1);
  });
});
