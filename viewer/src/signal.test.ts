import { describe, expect, it } from "vitest";
import { Value, toggle } from "./signal";

describe("a watched value", () => {
  it("tells at once and at every change, until one stops watching", () => {
    const seen: number[] = [];
    const value = new Value(1);
    const stop = value.watch((v) => seen.push(v));
    value.set(1);
    value.set(2);
    stop();
    value.set(3);
    expect(seen).toEqual([1, 2]);
  });

  it("can be switched", () => {
    const value = new Value(false);
    toggle(value);
    expect(value.get()).toBe(true);
  });
});
