/** Frames of a simulation that is still running: server-sent events with rows of float64 in base64. */

import { fromBase64 } from "./columns";
import type { Run } from "./run";

/** One event holds whole rows: time, poses, channels. */
export function rowsOf(text: string, width: number): Float64Array[] {
  const numbers = new Float64Array(fromBase64(text).buffer);
  if (numbers.length % width) throw new Error(`${numbers.length} numbers arrived, a row has ${width}.`);
  return Array.from({ length: numbers.length / width }, (_, k) => numbers.subarray(k * width, (k + 1) * width));
}

/** Follow the stream named in the header; `ended` is called when the simulation is over. */
export function follow(run: Run, width: number, ended: () => void): EventSource {
  const source = new EventSource(`${run.header.live}?from=${run.frames}`);
  source.addEventListener("frames", (event) => run.append(rowsOf((event as MessageEvent<string>).data, width)));
  source.addEventListener("end", () => {
    source.close();
    ended();
  });
  return source;
}
