/**
 * Formulas of channels: arithmetic over whole columns, without any code being executed.
 *
 *   spring.FX^2 + 3          names of channels, in quotes where they hold blanks or signs: "my force.FX"
 *   time, pi                 + - * / % ^ ( )
 *   sin cos tan asin acos atan sinh cosh tanh sqrt exp log log10 abs sign floor ceil    of one value
 *   degrees (deg), radians (rad), unwrap (an angle without jumps of a turn), cumsum
 *   min max hypot atan2      of two
 *   derivative (diff), integral (int), mean      of a channel over time
 *
 * The words and their meaning are those of results/expressions.py.
 */

import type { Run } from "./run";

type Column = Float64Array;
/** A value over all frames, and its unit ("" where it is not known). */
interface Value {
  column: Column;
  unit: string;
}
type Node = (run: Run) => Value;

const ONE: Record<string, (x: number) => number> = {
  sin: Math.sin, cos: Math.cos, tan: Math.tan, asin: Math.asin, acos: Math.acos, atan: Math.atan, sqrt: Math.sqrt, exp: Math.exp,
  sinh: Math.sinh, cosh: Math.cosh, tanh: Math.tanh, floor: Math.floor, ceil: Math.ceil,
  log: Math.log, log10: Math.log10, abs: Math.abs, sign: Math.sign, deg: (x) => (x * 180) / Math.PI, rad: (x) => (x * Math.PI) / 180,
};
/** Of the whole column. */
const WHOLE: Record<string, (run: Run, of: Value) => Value> = { diff: rate, int: integral, mean, unwrap, cumsum };
/** Longer words for the same. */
const SAME: Record<string, string> = { degrees: "deg", radians: "rad", derivative: "diff", integral: "int" };
const TWO: Record<string, (x: number, y: number) => number> = { min: Math.min, max: Math.max, hypot: Math.hypot, atan2: Math.atan2 };
const SAME_UNIT = new Set(["min", "max", "hypot", "abs", "+", "-"]);
const TOKEN = /\s*(?:([0-9]+\.?[0-9]*(?:[eE][+-]?[0-9]+)?|\.[0-9]+(?:[eE][+-]?[0-9]+)?)|"([^"]+)"|([A-Za-z_][\w.$]*)|(\*\*|[-+*/%^(),]))/y;

interface Token {
  kind: "number" | "name" | "mark" | "end";
  text: string;
  at: number;
}

export interface Formula {
  text: string;
  unit: string;
  values: (run: Run) => Float32Array;
}

/** Understand a formula, or say what is wrong with it (an Error). */
export function parseFormula(text: string, run: Run): Formula {
  const parser = new Parser(tokens(text), run);
  const node = parser.whole();
  return { text: text.trim(), unit: node(run).unit, values: (of) => Float32Array.from(node(of).column) };
}

function tokens(text: string): Token[] {
  const found: Token[] = [];
  let at = 0;
  while (text.slice(at).trim()) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(text);
    if (!match) throw new Error(`"${text.slice(at).trim()[0]}" has no place in a formula.`);
    const kind = match[1] !== undefined ? "number" : match[4] !== undefined ? "mark" : "name";
    found.push({ kind, text: match[1] ?? match[2] ?? match[3] ?? match[4], at });
    at = TOKEN.lastIndex;
  }
  return [...found, { kind: "end", text: "the end", at }];
}

class Parser {
  private at = 0;

  constructor(
    private readonly list: Token[],
    private readonly run: Run,
  ) {}

  whole(): Node {
    const node = this.sum();
    if (this.list[this.at].kind !== "end") throw new Error(`"${this.list[this.at].text}" was not expected.`);
    return node;
  }

  private take(...marks: string[]): string | null {
    const token = this.list[this.at];
    if (token.kind !== "mark" || !marks.includes(token.text)) return null;
    this.at++;
    return token.text;
  }

  private expect(mark: string): void {
    if (!this.take(mark)) throw new Error(`"${mark}" is missing before ${this.list[this.at].text}.`);
  }

  private sum(): Node {
    let left = this.product();
    for (let mark = this.take("+", "-"); mark; mark = this.take("+", "-")) left = binary(mark, left, this.product());
    return left;
  }

  private product(): Node {
    let left = this.signed();
    for (let mark = this.take("*", "/", "%"); mark; mark = this.take("*", "/", "%")) left = binary(mark, left, this.signed());
    return left;
  }

  private signed(): Node {
    if (this.take("-")) return binary("*", constant(-1), this.signed());
    if (this.take("+")) return this.signed();
    const base = this.atom();
    return this.take("^", "**") ? binary("^", base, this.signed()) : base;
  }

  private atom(): Node {
    const token = this.list[this.at++];
    if (token.kind === "number") return constant(Number(token.text));
    if (token.kind === "mark" && token.text === "(") {
      const inner = this.sum();
      this.expect(")");
      return inner;
    }
    if (token.kind !== "name") throw new Error(`A value is missing before ${token.text}.`);
    return this.take("(") ? this.call(token.text) : this.name(token.text);
  }

  private name(text: string): Node {
    const lower = text.toLowerCase();
    if (lower === "pi") return constant(Math.PI);
    const known = this.run.header.channels.find((c) => c.name === text) ?? this.run.header.channels.find((c) => c.name.toLowerCase() === lower);
    if (known) return (run) => channel(run, known.name, known.unit ?? "");
    if (lower === "time" || lower === "t") return (run) => ({ column: Float64Array.from(run.time), unit: run.header.units.time });
    throw new Error(`There is no channel "${text}".`);
  }

  private call(word: string): Node {
    const lower = word.toLowerCase();
    const name = SAME[lower] ?? lower;
    const given = [this.sum()];
    while (this.take(",")) given.push(this.sum());
    this.expect(")");
    const wanted = name in TWO ? 2 : 1;
    if (given.length !== wanted) throw new Error(`${word} takes ${wanted} value${wanted > 1 ? "s" : ""}.`);
    if (name in ONE) return (run) => map(ONE[name], given[0](run), name);
    if (name in TWO) return binary(name, given[0], given[1]);
    if (name in WHOLE) return (run) => WHOLE[name](run, given[0](run));
    throw new Error(`There is no function "${word}".`);
  }
}

function constant(value: number): Node {
  return (run) => ({ column: new Float64Array(run.frames).fill(value), unit: "1" });
}

function channel(run: Run, name: string, unit: string): Value {
  const index = run.indexOf(name);
  return { column: index < 0 ? new Float64Array(run.frames).fill(NaN) : Float64Array.from(run.channel(index).values), unit };
}

function map(act: (x: number) => number, of: Value, name: string): Value {
  return { column: of.column.map(act), unit: SAME_UNIT.has(name) ? of.unit : name === "deg" ? "deg" : name === "rad" ? "rad" : "" };
}

function binary(mark: string, a: Node, b: Node): Node {
  const acts: Record<string, (x: number, y: number) => number> = {
    "+": (x, y) => x + y, "-": (x, y) => x - y, "*": (x, y) => x * y, "/": (x, y) => x / y, "%": (x, y) => x - y * Math.floor(x / y), "^": (x, y) => x ** y, ...TWO };
  return (run) => {
    const [x, y] = [a(run), b(run)];
    return { column: x.column.map((value, k) => acts[mark](value, y.column[k])), unit: unitOf(mark, x.unit, y.unit) };
  };
}

/** Units are kept where they are plain to see: sums of the same, products with a number. */
function unitOf(mark: string, a: string, b: string): string {
  if (SAME_UNIT.has(mark)) return a === b ? a : "";
  if (mark === "*" && a === "1") return b;
  return (mark === "*" || mark === "/") && b === "1" ? a : "";
}

/** Second-order differences in every stretch in which time increases: a repeated time is a jump. */
function rate(run: Run, of: Value): Value {
  const { time, frames } = run;
  const x = of.column;
  const column = new Float64Array(frames);
  for (let from = 0, to = 1; from < frames; from = to, to++) {
    while (to < frames && time[to] > time[to - 1]) to++;
    for (let k = from; k < to && to - from > 1; k++) column[k] = slope(time, x, k, Math.min(Math.max(k - 1, from), Math.max(to - 3, from)), to - 1);
  }
  return { column, unit: of.unit && of.unit !== "1" ? `${of.unit}/${run.header.units.time || "time"}` : "" };
}

/** The slope at frame k of the parabola through three frames from `a` on (of the line through two where `last` is the next). */
function slope(time: ArrayLike<number>, x: Column, k: number, a: number, last: number): number {
  const chord = (i: number, j: number) => (x[j] - x[i]) / (time[j] - time[i]);
  if (a + 2 > last) return chord(a, last);
  const bend = (chord(a + 1, a + 2) - chord(a, a + 1)) / (time[a + 2] - time[a]);
  return chord(a, a + 1) + bend * (2 * time[k] - time[a] - time[a + 1]);
}

/** The trapezoidal rule. */
function integral(run: Run, of: Value): Value {
  const column = new Float64Array(run.frames);
  for (let k = 1; k < run.frames; k++) column[k] = column[k - 1] + 0.5 * (of.column[k] + of.column[k - 1]) * Math.max(run.time[k] - run.time[k - 1], 0);
  return { column, unit: of.unit && of.unit !== "1" ? `${of.unit}*${run.header.units.time || "time"}` : "" };
}

/** The mean over time, in every frame; of frames that span no time the plain mean. */
function mean(run: Run, of: Value): Value {
  const whole = integral(run, of).column[run.frames - 1];
  let span = 0;
  for (let k = 1; k < run.frames; k++) span += Math.max(run.time[k] - run.time[k - 1], 0);
  const value = span > 0 ? whole / span : of.column.reduce((sum, x) => sum + x, 0) / run.frames;
  return { column: new Float64Array(run.frames).fill(value), unit: of.unit };
}

/** An angle in radians without jumps of a turn. */
function unwrap(_: Run, of: Value): Value {
  let turns = 0;
  const column = of.column.map((x, k) => {
    if (k > 0) turns -= Math.round((x - of.column[k - 1]) / (2 * Math.PI));
    return x + turns * 2 * Math.PI;
  });
  return { column, unit: of.unit };
}

/** The sum of all frames until each. */
function cumsum(_: Run, of: Value): Value {
  let sum = 0;
  return { column: of.column.map((x) => (sum += x)), unit: of.unit };
}
