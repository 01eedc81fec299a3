/** The time shown: played, paused, moved by hand. Model time runs `speed` times real time. */

import type { Run } from "./data/run";
import { Value } from "./signal";

/** Speeds offered, as multiples of real time. */
export const SPEEDS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100];
/** A run is first played within this many seconds. */
const PLEASANT = { shortest: 2, longest: 20 };

/** A piece of the time axis with a name: the cycle of a mode. */
export interface Stretch {
  start: number;
  end: number;
  name: string;
}

export class Clock {
  readonly time: Value<number>;
  readonly playing = new Value(false);
  readonly loop = new Value(true);
  readonly speed: Value<number>;
  /** The time is being moved by hand. */
  readonly held = new Value(false);
  /** A live run is followed: the time shown is the last frame. */
  readonly follow = new Value(false);
  /** Only this piece of the run is shown. */
  readonly stretch = new Value<Stretch | null>(null);

  constructor(private readonly run: Run) {
    this.time = new Value(run.start);
    this.speed = new Value(pleasantSpeed((run.end - run.start) * run.header.units.seconds));
    const toEnd = () => this.follow.get() && this.time.set(run.end);
    this.follow.watch(toEnd);
    run.grown.on(toEnd);
    run.replaced.on(() => this.seek(this.time.get()));
  }

  /** The first and the last time that can be shown. */
  get start(): number {
    return this.stretch.get()?.start ?? this.run.start;
  }

  get end(): number {
    return this.stretch.get()?.end ?? this.run.end;
  }

  /** Show a piece of the run, or all of it. */
  show(stretch: Stretch | null): void {
    this.stretch.set(stretch);
    this.seek(this.start);
  }

  /** Show a time; it is kept within the run. */
  seek(time: number): void {
    this.time.set(Math.min(Math.max(time, this.start), this.end));
  }

  /** Pause and go some output frames on (or back). */
  step(frames: number): void {
    this.playing.set(false);
    this.follow.set(false);
    const { frame, fraction } = this.run.locate(this.time.get());
    const from = frames < 0 && fraction > 0 ? frame + 1 : frame;
    const to = Math.min(Math.max(from + frames, 0), this.run.frames - 1);
    this.seek(this.run.time[to]);
  }

  /** Play or pause; at the end of the run playing begins anew. */
  toggle(): void {
    this.follow.set(false);
    if (!this.playing.get() && this.time.get() >= this.end) this.seek(this.start);
    this.playing.set(!this.playing.get());
  }

  /** One step faster (+1) or slower (-1). */
  faster(steps: number): void {
    const here = SPEEDS.indexOf(nearest(this.speed.get()));
    this.speed.set(SPEEDS[Math.min(Math.max(here + steps, 0), SPEEDS.length - 1)]);
  }

  /** Let `seconds` of real time pass. */
  tick(seconds: number): void {
    if (!this.playing.get()) return;
    const next = this.time.get() + (seconds * this.speed.get()) / this.run.header.units.seconds;
    if (next < this.end) return this.time.set(next);
    if (this.loop.get() && this.end > this.start) return this.time.set(this.start);
    this.seek(this.end);
    this.playing.set(false);
  }
}

function nearest(speed: number): number {
  const distance = (s: number) => Math.abs(Math.log(s / speed));
  return SPEEDS.reduce((best, s) => (distance(s) < distance(best) ? s : best));
}

/** Real time if the run then takes a pleasant while, else the nearest speed that does. */
export function pleasantSpeed(seconds: number): number {
  if (!(seconds > 0)) return 1;
  if (seconds < PLEASANT.shortest) return SPEEDS.filter((s) => seconds / s >= PLEASANT.shortest).at(-1) ?? SPEEDS[0];
  if (seconds > PLEASANT.longest) return SPEEDS.find((s) => seconds / s <= PLEASANT.longest) ?? SPEEDS.at(-1)!;
  return 1;
}
