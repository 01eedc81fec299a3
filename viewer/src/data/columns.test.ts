import { describe, expect, it } from "vitest";
import { ColumnBlock, fromBase64, inflate } from "./columns";

/** A block as bellcrank/scene/columns.py writes it: words of column c are the k-th differences, zigzag. */
function block(columns: { low: number; step: number; order: number; words: number[] }[]): Uint8Array<ArrayBuffer> {
  const [c, n] = [columns.length, columns[0].words.length];
  const raw = new Uint8Array(17 * c + 4 * c * n);
  const view = new DataView(raw.buffer);
  columns.forEach((column, k) => {
    view.setFloat64(8 * k, column.low, true);
    view.setFloat64(8 * (c + k), column.step, true);
    raw[16 * c + k] = column.order;
    column.words.forEach((word, i) => {
      for (let b = 0; b < 4; b++) raw[17 * c + b * c * n + k * n + i] = (word >>> (8 * b)) & 255;
    });
  });
  return raw;
}

const zigzag = (d: number) => (d >= 0 ? 2 * d : -2 * d - 1);

describe("column blocks", () => {
  it("gives back values of every order of difference", () => {
    const q = [5, 7, 12, 11, 300000, 2];
    const differences = (values: number[], order: number): number[] =>
      order === 0 ? values : differences(values.map((v, i) => v - (values[i - 1] ?? 0)), order - 1);
    for (let order = 0; order <= 4; order++) {
      const raw = block([{ low: -1, step: 0.5, order, words: differences(q, order).map(zigzag) }]);
      expect([...new ColumnBlock(raw, 1, q.length).column(0)]).toEqual(q.map((v) => -1 + 0.5 * v));
    }
  });

  it("keeps plain float32 columns, holes included, beside others", () => {
    const bits = (x: number) => new Uint32Array(new Float32Array([x]).buffer)[0];
    const raw = block([
      { low: 0, step: 1, order: 255, words: [1.5, NaN, -Infinity].map(bits) },
      { low: 10, step: 1, order: 1, words: [0, zigzag(-1), zigzag(1)] },
    ]);
    const columns = new ColumnBlock(raw, 2, 3);
    expect([...columns.column(0)]).toEqual([1.5, NaN, -Infinity]);
    expect([...columns.column(1)]).toEqual([10, 9, 10]);
  });

  it("refuses a block of the wrong size", () => {
    expect(() => new ColumnBlock(new Uint8Array(10), 1, 3)).toThrow("29 were expected");
  });

  it("inflates what zlib deflated", async () => {
    const text = "the same bytes ".repeat(50);
    const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate"));
    const deflated = new Uint8Array(await new Response(stream).arrayBuffer());
    const packed = fromBase64(btoa(String.fromCharCode(...deflated)));
    expect(new TextDecoder().decode(await inflate(packed))).toBe(text);
  });
});
