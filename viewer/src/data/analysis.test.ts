import { describe, expect, it } from "vitest";
import { pendulumRun } from "../fixture";
import { spectrum, statistics } from "./analysis";
import { parseFormula } from "./formula";

const time = Array.from({ length: 1001 }, (_, k) => k * 0.004);
const wave = time.map((t) => 3 + 2 * Math.sin(2 * Math.PI * 5 * t));

describe("numbers about curves", () => {
  it("gives mean, rms and peaks of a whole number of waves", () => {
    const found = statistics(time, wave, 0, 4)!;
    expect(found.mean).toBeCloseTo(3, 6);
    expect(found.rms).toBeCloseTo(Math.sqrt(9 + 2), 3);
    expect([found.min, found.max].map((x) => Math.round(100 * x) / 100)).toEqual([1, 5]);
  });
  it("looks only at the stretch asked for", () => {
    const found = statistics(time, time, 1, 2)!;
    expect([found.min, found.max]).toEqual([1, 2]);
    expect(found.mean).toBeCloseTo(1.5, 9);
  });
  it("finds frequency and amplitude of a wave", () => {
    const { frequency, amplitude } = spectrum(time, wave, 0, 4);
    const peak = amplitude.indexOf(Math.max(...amplitude));
    expect(frequency[peak]).toBeCloseTo(5, 1);
    expect(amplitude[peak]).toBeGreaterThan(1.95);
    expect(amplitude[peak]).toBeLessThan(2.001);
  });
});

describe("formulas of channels", () => {
  const values = async (text: string) => {
    const run = pendulumRun();
    await run.loadChannels();
    return { run, formula: parseFormula(text, run), list: parseFormula(text, run).values(run) };
  };
  it("computes with columns, powers before signs", async () => {
    const { run, list } = await values("-2^2 + 3*ROD.PSI/3 - rod.psi");
    expect(list.every((x) => Math.abs(x + 4) < 1e-6)).toBe(true);
    expect(list.length).toBe(run.frames);
  });
  it("knows units where they are plain", async () => {
    expect((await values("2*WEIGHT.FY + WEIGHT.FY")).formula.unit).toBe("N");
    expect((await values("WEIGHT.FY + ROD.PSI")).formula.unit).toBe("");
    expect((await values("diff(ROD.PSI)")).formula.unit).toBe("rad/s");
  });
  it("differentiates and integrates", async () => {
    const { run, list } = await values("int(diff(ROD.PSI))");
    const psi = run.channel(0).values;
    expect(list.at(-1)).toBeCloseTo(psi.at(-1)! - psi[0], 1);
    expect((await values('diff(time) + 0*"ROD.PSI"')).list[5]).toBeCloseTo(1, 6);
  });
  it("says what is wrong", async () => {
    for (const [text, words] of [["2*", "value is missing"], ["nothing.X", "no channel"], ["foo(1)", "no function"], ["min(1)", "takes 2"], ["1 $", "no place"], ["(1", "missing"], ["1 2", "not expected"]]) {
      await expect(values(text)).rejects.toThrow(words);
    }
  });
});
