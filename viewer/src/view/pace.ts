/** How roughly a moving picture is drawn, so that each keeps within its budget of time. */

/** Seconds for a picture that moves. */
export const BUDGET = 1 / 20;
/** From one draft to the next the pixels are fewer by this factor. */
const FEWER = 1.5;
/** The roughest has a fifth of the pixels: shapes can still be told. */
const ROUGHEST = 5;
/** Pictures whose median is believed: a hiccup is none of the machine's pace. */
const ENOUGH = 5;

export class Pace {
  private times: number[] = [];

  /** Draft 0 is the full picture, 1 has no shadows, each further one fewer pixels. */
  constructor(public draft: number) {}

  /** A moving picture took so many seconds; true if the next ones are drawn otherwise. */
  took(seconds: number): boolean {
    this.times.push(seconds);
    if (this.times.length < ENOUGH) return false;
    const usual = this.times.sort((a, b) => a - b)[ENOUGH >> 1];
    this.times = [];
    const before = this.draft;
    this.draft = this.after(usual / BUDGET);
    return this.draft !== before;
  }

  /** The draft that keeps the budget, where this one takes so many times of it; finer only if two steps have room. */
  private after(load: number): number {
    const steps = Math.log(load) / Math.log(FEWER);
    if (steps > 0) return Math.min(this.draft + Math.ceil(steps), ROUGHEST);
    return steps < -2 && this.draft > 1 ? this.draft - 1 : this.draft;
  }
}

/** Pixels along a side, as a part of those of the page. */
export function fineness(draft: number): number {
  return draft <= 1 ? 1 : FEWER ** (-(draft - 1) / 2);
}
