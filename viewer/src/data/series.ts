/** A growing list of float32 values: a column of a run that may still be going on. */
export class Series {
  private store: Float32Array;
  private used: number;

  constructor(values: Float32Array = new Float32Array(0)) {
    this.store = values;
    this.used = values.length;
  }

  get length(): number {
    return this.used;
  }

  /** The values so far (a view, not a copy). */
  get values(): Float32Array {
    return this.store.subarray(0, this.used);
  }

  at(index: number): number {
    return this.store[index];
  }

  push(value: number): void {
    if (this.used === this.store.length) {
      const larger = new Float32Array(Math.max(64, 2 * this.used));
      larger.set(this.values);
      this.store = larger;
    }
    this.store[this.used++] = value;
  }
}
