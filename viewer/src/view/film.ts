/** The animation as a video (WebM), recorded while it is played once from start to end. */

import type { App } from "../app";
import { download } from "../dom";
import { Value } from "../signal";
import type { Stage } from "./stage";

const TYPES = ["video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm"];
const RATE = 30;

/** A recorder that has written nothing after this many milliseconds never will. */
const PATIENCE = 20_000;

export class Film {
  /** The part of the run that is recorded, -1 while nothing is. */
  readonly progress = new Value(-1);
  private recorder: MediaRecorder | null = null;

  constructor(
    private readonly app: App,
    private readonly stage: Stage,
  ) {}

  /** Begin to record, or end early. */
  toggle(): void {
    if (this.recorder) this.end();
    else this.begin();
  }

  private end(): void {
    this.app.clock.playing.set(false);
    if (this.recorder?.state === "recording") this.recorder.stop();
  }

  /** The first picture that the recorder has written starts the clock: on a busy machine a short run would be over before. */
  private begin(): void {
    const { clock, run } = this.app;
    const type = typeof MediaRecorder === "undefined" ? undefined : TYPES.find((t) => MediaRecorder.isTypeSupported(t));
    if (!type) return void this.app.hint.set("This browser records no video.");
    this.stage.paper(true);
    const stream = this.stage.canvas.captureStream(RATE);
    const recorder = new MediaRecorder(stream, { mimeType: type, videoBitsPerSecond: 8_000_000 });
    const pieces: Blob[] = [];
    const looped = clock.loop.get();
    clock.loop.set(false);
    clock.playing.set(false);
    clock.seek(run.start);
    const stops = [
      clock.time.watch((time) => this.progress.set((time - run.start) / (run.end - run.start || 1))),
      clock.playing.watch((on) => !on && pieces.length && setTimeout(() => this.recorder === recorder && this.end(), 120)),
    ];
    recorder.addEventListener("dataavailable", (event) => {
      if (!event.data.size) return;
      pieces.push(event.data);
      if (pieces.length === 1 && recorder.state === "recording") clock.playing.set(true);
    });
    recorder.addEventListener("stop", () => {
      for (const stop of stops) stop();
      for (const track of stream.getTracks()) track.stop();
      this.stage.paper(false);
      this.recorder = null;
      this.progress.set(-1);
      clock.loop.set(looped);
      if (pieces.length) download("motion.webm", new Blob(pieces, { type: "video/webm" }), "video/webm");
      else this.app.hint.set("This browser recorded no picture.");
    });
    this.recorder = recorder;
    this.progress.set(0);
    recorder.start(250);
    this.drawUntil(() => pieces.length > 0 || recorder.state !== "recording", performance.now() + PATIENCE);
  }

  /** Draw the resting picture again and again: a recorder sees only what is drawn. */
  private drawUntil(seen: () => boolean, deadline: number): void {
    if (seen()) return;
    if (performance.now() > deadline) return this.end();
    this.stage.invalidate();
    requestAnimationFrame(() => this.drawUntil(seen, deadline));
  }
}
