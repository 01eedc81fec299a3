/** The animation as a video (WebM), recorded while it is played once from start to end. */

import type { App } from "../app";
import { download } from "../dom";
import { Value } from "../signal";
import type { Stage } from "./stage";

const TYPES = ["video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm"];
const RATE = 30;

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
    if (this.recorder) this.app.clock.playing.set(false);
    else this.begin();
  }

  private begin(): void {
    const { clock, run } = this.app;
    const type = typeof MediaRecorder === "undefined" ? undefined : TYPES.find((t) => MediaRecorder.isTypeSupported(t));
    if (!type) return void this.app.hint.set("This browser records no video.");
    this.stage.paper(true);
    const stream = this.stage.canvas.captureStream(RATE);
    const recorder = new MediaRecorder(stream, { mimeType: type, videoBitsPerSecond: 8_000_000 });
    const pieces: Blob[] = [];
    recorder.addEventListener("dataavailable", (event) => pieces.push(event.data));
    const looped = clock.loop.get();
    const stops = [
      clock.time.watch((time) => this.progress.set((time - run.start) / (run.end - run.start || 1))),
      clock.playing.watch((on) => !on && recorder.state === "recording" && setTimeout(() => recorder.state === "recording" && recorder.stop(), 120)),
    ];
    recorder.addEventListener("stop", () => {
      for (const stop of stops) stop();
      for (const track of stream.getTracks()) track.stop();
      this.stage.paper(false);
      this.recorder = null;
      this.progress.set(-1);
      clock.loop.set(looped);
      download("motion.webm", new Blob(pieces, { type: "video/webm" }), "video/webm");
    });
    this.recorder = recorder;
    clock.loop.set(false);
    clock.playing.set(false);
    clock.seek(run.start);
    recorder.start(250);
    clock.playing.set(true);
  }
}
