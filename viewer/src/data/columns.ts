/** Column blocks: the inverse of bellcrank/scene/columns.py, which explains the encoding. */

const PLAIN = 255;

/** The bytes of base64 text. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.trim());
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

/** Inflate a zlib stream with the browser's own decoder. */
export async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Columns of numbers over the frames of a run. */
export interface Columns {
  readonly count: number;
  readonly frames: number;
  column(index: number): Float32Array;
}

/** Columns one after the other as they are. */
export class PlainColumns implements Columns {
  constructor(
    private readonly values: Float32Array,
    readonly count: number,
    readonly frames: number,
  ) {}

  column(index: number): Float32Array {
    return this.values.slice(index * this.frames, (index + 1) * this.frames);
  }
}

/** A block of columns; a column is decoded when first asked for. */
export class ColumnBlock implements Columns {
  private readonly low: Float64Array;
  private readonly step: Float64Array;
  private readonly order: Uint8Array;
  private readonly planes: Uint8Array;

  constructor(
    raw: Uint8Array<ArrayBuffer>,
    readonly count: number,
    readonly frames: number,
  ) {
    const expected = 17 * count + 4 * count * frames;
    if (raw.length !== expected) throw new Error(`A data block has ${raw.length} bytes, ${expected} were expected.`);
    this.low = new Float64Array(raw.slice(0, 8 * count).buffer);
    this.step = new Float64Array(raw.slice(8 * count, 16 * count).buffer);
    this.order = raw.subarray(16 * count, 17 * count);
    this.planes = raw.subarray(17 * count);
  }

  /** The values of one column. */
  column(index: number): Float32Array {
    const words = this.words(index);
    if (this.order[index] === PLAIN) return new Float32Array(words.buffer);
    for (let i = 0; i < words.length; i++) words[i] = (words[i] >>> 1) ^ -(words[i] & 1);
    for (let k = this.order[index]; k > 0; k--) {
      for (let i = 1; i < words.length; i++) words[i] = (words[i] + words[i - 1]) | 0;
    }
    const [low, step] = [this.low[index], this.step[index]];
    const values = new Float32Array(words.length);
    for (let i = 0; i < words.length; i++) values[i] = low + step * words[i];
    return values;
  }

  /** The four byte planes of a column put together. */
  private words(index: number): Int32Array<ArrayBuffer> {
    const plane = this.count * this.frames;
    const start = index * this.frames;
    const p = this.planes;
    const words = new Int32Array(this.frames);
    for (let i = 0, at = start; i < this.frames; i++, at++) {
      words[i] = p[at] | (p[at + plane] << 8) | (p[at + 2 * plane] << 16) | (p[at + 3 * plane] << 24);
    }
    return words;
  }
}
