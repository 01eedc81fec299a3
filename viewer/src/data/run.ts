/** A run in the browser: header, time, poses and channels, with the frames between two outputs interpolated. */

import type { Frame, Header } from "../types";
import { POSE, VERSION } from "../types";
import { ColumnBlock, type Columns, fromBase64, inflate, PlainColumns } from "./columns";
import { Series } from "./series";
import { Signal } from "../signal";

export interface Blocks {
  time: Float64Array;
  poses: Columns;
  channels: () => Promise<Columns>;
  meshes: ArrayBuffer;
}

/** A channel that the reader of the report has defined: a formula, a measured distance. */
export interface Definition {
  name: string;
  unit: string;
  values: (run: Run) => Float32Array;
}

export class Run {
  /** Emitted with the new number of frames when a live run grows. */
  readonly grown = new Signal<number>();
  /** Emitted when another run of the same model has taken the place of this one. */
  readonly replaced = new Signal<Run>();
  private times: number[];
  private poses: Series[] = [];
  private readonly columns = new Map<number, Series>();
  private channelBlock: Columns | null = null;
  /** Rows of channels that arrived live, kept for columns that are decoded later. */
  private late: Float64Array[] = [];
  private definitions: Definition[] = [];

  constructor(
    public header: Header,
    public blocks: Blocks,
  ) {
    this.times = Array.from(blocks.time);
    for (let c = 0; c < blocks.poses.count; c++) this.poses.push(new Series(blocks.poses.column(c)));
  }

  /** Become another run; whoever shows this one shows that one from now on. */
  become(other: Run): void {
    const { header, blocks, times, poses, channelBlock, late } = other;
    for (const { name, unit } of this.definitions) header.channels.push({ name, unit });
    Object.assign(this, { header, blocks, times, poses, channelBlock, late });
    this.columns.clear();
    this.replaced.emit(this);
  }

  /** The run as it is now, to be kept when this one becomes another. */
  copy(): Run {
    const kept = new Run(this.header, this.blocks);
    kept.channelBlock = this.channelBlock;
    kept.definitions = [...this.definitions];
    kept.append(this.late);
    return kept;
  }

  /** Add a channel (the same name again: none is added); the result is its index. */
  define(definition: Definition): number {
    const known = this.indexOf(definition.name);
    if (known >= 0) return known;
    this.definitions.push(definition);
    return this.header.channels.push({ name: definition.name, unit: definition.unit }) - 1;
  }

  /** Channels that came with the run; behind them stand the defined ones. */
  private get stored(): number {
    return this.header.channels.length - this.definitions.length;
  }

  get frames(): number {
    return this.times.length;
  }

  get time(): readonly number[] {
    return this.times;
  }

  get start(): number {
    return this.times[0] ?? 0;
  }

  get end(): number {
    return this.times[this.times.length - 1] ?? 0;
  }

  get meshes(): ArrayBuffer {
    return this.blocks.meshes;
  }

  /** Decode the channel block; channels are NaN before. */
  async loadChannels(): Promise<void> {
    this.channelBlock = await this.blocks.channels();
  }

  /** The values of a channel. */
  channel(index: number): Series {
    const known = this.columns.get(index);
    if (known) return known;
    if (!this.channelBlock) return new Series(new Float32Array(this.frames).fill(NaN));
    if (index >= this.stored) {
      this.columns.set(index, new Series(this.definitions[index - this.stored].values(this)));
      return this.columns.get(index)!;
    }
    const series = new Series(this.channelBlock.column(index));
    const offset = 1 + this.poses.length;
    for (const row of this.late) series.push(row[offset + index]);
    this.columns.set(index, series);
    return series;
  }

  /** The index of a channel by its name, -1 if there is none. */
  indexOf(name: string): number {
    return this.header.channels.findIndex((channel) => channel.name === name);
  }

  /** The value of a channel at a time. */
  value(index: number, time: number): number {
    const { frame, fraction } = this.locate(time);
    const series = this.channel(index);
    const a = series.at(frame);
    return fraction > 0 ? a + fraction * (series.at(frame + 1) - a) : a;
  }

  /** The last frame at or before a time, and how far the time lies into the next interval (0..1). */
  locate(time: number): { frame: number; fraction: number } {
    const t = this.times;
    let low = 0;
    let high = t.length - 1;
    if (high < 0 || time <= t[0]) return { frame: 0, fraction: 0 };
    if (time >= t[high]) return { frame: high, fraction: 0 };
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (t[middle] <= time) low = middle;
      else high = middle;
    }
    const width = t[high] - t[low];
    return { frame: low, fraction: width > 0 ? (time - t[low]) / width : 0 };
  }

  /** The pose of a part at a time: positions in proportion, quaternions normalised in proportion. */
  pose(part: number, time: number, out: Frame = [0, 0, 0, 0, 0, 0, 1]): Frame {
    const { frame, fraction } = this.locate(time);
    return this.poseBetween(part, frame, fraction, out);
  }

  /** The pose of a part `fraction` of the way from a frame to the next. */
  poseBetween(part: number, frame: number, fraction: number, out: Frame): Frame {
    const row = this.header.parts[part].pose;
    if (row < 0 || this.frames === 0) return identity(out);
    const first = row * POSE;
    for (let k = 0; k < POSE; k++) {
      const series = this.poses[first + k];
      const a = series.at(frame);
      out[k] = fraction > 0 ? a + fraction * (series.at(frame + 1) - a) : a;
    }
    const norm = Math.hypot(out[3], out[4], out[5], out[6]) || 1;
    for (let k = 3; k < POSE; k++) out[k] /= norm;
    return out;
  }

  /** Add frames of a live run: each row is time, poses, channels. */
  append(rows: Float64Array[]): void {
    const offset = 1 + this.poses.length;
    for (const row of rows) {
      this.times.push(row[0]);
      this.keepSigns(row);
      this.poses.forEach((series, c) => series.push(row[1 + c]));
      this.columns.forEach((series, c) => c < this.stored && series.push(row[offset + c]));
      this.late.push(row);
    }
    for (let k = this.stored; k < this.header.channels.length; k++) this.columns.delete(k);
    if (rows.length) this.grown.emit(this.frames);
  }

  /** q and -q are the same rotation: take the one near the frame before. */
  private keepSigns(row: Float64Array): void {
    for (let c = 0; c < this.poses.length; c += POSE) {
      let product = 0;
      for (let k = 3; k < POSE; k++) product += (this.poses[c + k].values.at(-1) ?? 0) * row[1 + c + k];
      if (product < 0) for (let k = 3; k < POSE; k++) row[1 + c + k] *= -1;
    }
  }
}

function identity(out: Frame): Frame {
  out.fill(0);
  out[6] = 1;
  return out;
}

/** A run in one piece, as the studio sends it (`packed` in viewer/studio/server.py). */
export async function unpackRun(bytes: ArrayBuffer): Promise<Run> {
  const length = new DataView(bytes).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 4, length))) as Header;
  const moving = header.parts.filter((part) => part.pose >= 0).length;
  let at = 4 + length;
  const time = new Float64Array(bytes, at, header.frames);
  at += time.byteLength;
  const poses = new Float32Array(bytes, at, POSE * moving * header.frames);
  at += poses.byteLength;
  const channels = new Float32Array(bytes, at, header.channels.length * header.frames);
  const run = new Run(header, {
    time,
    poses: new PlainColumns(poses, POSE * moving, header.frames),
    channels: async () => new PlainColumns(channels, header.channels.length, header.frames),
    meshes: bytes.slice(at + channels.byteLength),
  });
  await run.loadChannels();
  return run;
}

/** The other runs of the page, to be compared with the first; shapes that are the same are not stored again. */
export async function readOthers(page: Document, first: Run): Promise<Run[]> {
  const found: Run[] = [];
  for (let k = 1; page.getElementById(`bellcrank-header-${k}`); k++) {
    const run = await readRun(page, `-${k}`);
    for (const part of run.header.parts) part.shapes ??= first.header.parts.find((own) => own.name === part.name)?.shapes;
    if (!run.meshes.byteLength) run.blocks = { ...run.blocks, meshes: first.meshes };
    await run.loadChannels();
    found.push(run);
  }
  return found;
}

/** Read the run that Python put into this page. */
export async function readRun(page: Document, which = ""): Promise<Run> {
  const text = (name: string) => page.getElementById(`bellcrank-${name}${which}`)?.textContent ?? null;
  const json = text("header");
  if (json === null) throw new Error("This file is the viewer alone, without a run. Make a report: bellcrank view RESULTS");
  const header = JSON.parse(json) as Header;
  if (header.version !== VERSION) {
    throw new Error(`The data have version ${header.version}, this viewer understands ${VERSION}. Write the report again.`);
  }
  if (typeof DecompressionStream === "undefined") {
    throw new Error("This browser cannot decompress data (DecompressionStream). Use a browser of 2023 or later.");
  }
  const block = (name: string) => inflate(fromBase64(text(name) ?? ""));
  const moving = header.parts.filter((part) => part.pose >= 0).length;
  const [time, poses, meshes] = await Promise.all([block("time"), block("poses"), block("meshes")]);
  return new Run(header, {
    time: new Float64Array(time.buffer),
    poses: new ColumnBlock(poses, POSE * moving, header.frames),
    channels: async () => new ColumnBlock(await block("channels"), header.channels.length, header.frames),
    meshes: meshes.buffer,
  });
}
