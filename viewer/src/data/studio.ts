/** The studio's side of the page: numbers changed here, runs that come back. One question at a time, the newest numbers. */

import { Signal, Value } from "../signal";
import type { ModelNumber, StudioData } from "../types";
import { unpackRun, type Run } from "./run";

export type Question = Record<string, unknown>;

export class Studio {
  /** Numbers as they were when the page was opened. */
  readonly first = new Map<string, number>();
  readonly busy = new Value(false);
  /** What went wrong the last time, "" if nothing. */
  readonly trouble = new Value("");
  /** Milliseconds from the last change to the new motion. */
  readonly lag = new Value(0);
  /** A run has come. */
  readonly arrived = new Signal<Run>();
  private waiting = new Map<string, number>();
  private asked = 0;

  constructor(
    private readonly run: Run,
    private readonly token: string,
  ) {
    for (const number of this.data.numbers) this.first.set(number.key, number.value);
  }

  get data(): StudioData {
    return this.run.header.studio!;
  }

  number(key: string): ModelNumber | undefined {
    return this.data.numbers.find((number) => number.key === key);
  }

  /** Give a number another value; while a run is on its way only the newest values wait. */
  set(key: string, value: number): void {
    if (!this.waiting.size) this.asked = performance.now();
    this.waiting.set(key, value);
    void this.pump();
  }

  private async pump(): Promise<void> {
    if (this.busy.get() || !this.waiting.size) return;
    const values = Object.fromEntries(this.waiting);
    const since = this.asked;
    this.waiting = new Map();
    await this.ask("run", { values }, since);
    await this.pump();
  }

  /** Ask for a run; true if one has come. */
  async ask(what: string, question: Question, since = performance.now()): Promise<boolean> {
    this.busy.set(true);
    try {
      const answer = await this.post(what, question);
      if (!answer.ok) throw new Error(((await answer.json()) as { error: string }).error);
      const run = await unpackRun(await answer.arrayBuffer());
      this.trouble.set("");
      this.run.become(run);
      this.arrived.emit(run);
      this.lag.set(performance.now() - since);
      return true;
    } catch (error) {
      this.trouble.set(error instanceof Error ? error.message : String(error));
      return false;
    } finally {
      this.busy.set(false);
    }
  }

  /** Write the model as a dataset; the answer says where, or why not. */
  async save(name: string, overwrite: boolean): Promise<{ path?: string; error?: string; exists?: boolean }> {
    try {
      return (await (await this.post("save", { name, overwrite })).json()) as { path?: string; error?: string; exists?: boolean };
    } catch (error) {
      return { error: String(error) };
    }
  }

  private post(what: string, question: Question): Promise<Response> {
    return fetch(what, { method: "POST", body: JSON.stringify(question), headers: { "Content-Type": "application/json", "X-Bellcrank-Token": this.token } });
  }
}
