// The answers of a site: the program in workers, in the place of the server.
//
// Three lanes, as the server has them (src/serve/lanes.h), so that a look-up never waits for a
// search: each is a worker of its own, started when it is first asked. A worker answers one
// question at a time; those that nobody waits for any more are dropped before they are sent.

import type { Transport } from "../api";
import * as say from "../words";

interface Question {
  target: string;
  settle: (response: Response) => void;
  fail: (error: Error) => void;
  signal?: AbortSignal;
}

// By path, as the program says in its description of the API (x-lane).
declare const NOUGHTS_LANES: Record<string, string>;

const laneOf = (target: string): string => NOUGHTS_LANES[target.split("?")[0]!] ?? "quick";

const dropped = (): DOMException => new DOMException("Nobody waits for this any more.", "AbortError");
const refused = (status: number, error: string): Response => new Response(JSON.stringify({ error }), { status });

class Lane {
  private waiting: Question[] = [];
  private asked?: Question;
  private worker: Worker;

  constructor(worker: () => Worker, private first: unknown) {
    this.worker = worker();
    this.worker.onmessage = ({ data }: MessageEvent<{ status: number; body: string; origin?: string }>) =>
      this.settle((q) => q.settle(new Response(data.body, { status: data.status, headers: data.origin ? { "X-Tables": data.origin } : {} })));
    this.worker.onerror = (event) => {
      event.preventDefault();
      this.settle((q) => q.settle(refused(500, say.site.workerFailed)));
    };
    this.worker.postMessage(this.first);
  }

  ask(question: Question): void {
    this.waiting.push(question);
    this.next();
  }

  private settle(how: (question: Question) => void): void {
    const question = this.asked;
    this.asked = undefined;
    if (question) how(question);
    this.next();
  }

  private next(): void {
    this.waiting = this.waiting.filter((q) => !q.signal?.aborted);
    if (this.asked || this.waiting.length === 0) return;
    this.asked = this.waiting.shift()!;
    this.worker.postMessage({ target: this.asked.target });
  }
}

// `program` is the compiled program, `start` what each worker is told first.
export function workersOf(worker: () => Worker, start: Promise<unknown>): Transport {
  const lanes = new Map<string, Lane>();
  return async (target, signal) => {
    const first = await start;
    return new Promise<Response>((settle, fail) => {
      if (signal?.aborted) return fail(dropped());
      signal?.addEventListener("abort", () => fail(dropped()), { once: true });
      const name = laneOf(target);
      const lane = lanes.get(name) ?? new Lane(worker, first);
      lanes.set(name, lane);
      lane.ask({ target, settle, fail, signal });
    });
  };
}
