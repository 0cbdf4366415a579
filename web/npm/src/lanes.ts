// Questions on their way to the workers.
//
// Three lanes, as the server has them (src/serve/lanes.h), so that a look-up never waits for a
// search: each is a worker of its own, started when it is first asked. A worker answers one
// question at a time; those that nobody waits for any more are dropped before they are sent.

import * as say from "../../src/words";
import type { Request } from "./answers.js";
import type { Start } from "./program.js";
import type { Answer } from "./verbs.js";

export interface Hand {
  post(request: Request): void;
  busy(on: boolean): void;   // whether a question is under way
  end(): void;
}
// Starts a worker.
export type Hire = (hear: (answer: Answer) => void, fail: () => void) => Hand;

interface Question {
  target: string;
  settle: (answer: Answer) => void;
  fail: (error: Error) => void;
  signal?: AbortSignal;
}

// By path, as the program says in its description of the API (x-lane).
declare const NOUGHTS_LANES: Record<string, string>;

const laneOf = (target: string): string => NOUGHTS_LANES[target.split("?")[0]!] ?? "quick";

const dropped = (): DOMException => new DOMException("Nobody waits for this any more.", "AbortError");
const refused = (status: number, error: string): Answer => ({ status, body: JSON.stringify({ error }) });

class Lane {
  private waiting: Question[] = [];
  private asked?: Question;
  private hand: Hand;

  constructor(hire: Hire, first: Start) {
    this.hand = hire((answer) => this.settle(answer), () => this.settle(refused(500, say.site.workerFailed)));
    this.hand.post(first);
  }

  ask(question: Question): void {
    this.waiting.push(question);
    this.next();
  }

  end(): void {
    this.hand.end();
    for (const question of [this.asked, ...this.waiting]) question?.fail(dropped());
    this.waiting = [];
    this.asked = undefined;
  }

  private settle(answer: Answer): void {
    const question = this.asked;
    this.asked = undefined;
    question?.settle(answer);
    this.next();
  }

  private next(): void {
    this.waiting = this.waiting.filter((q) => !q.signal?.aborted);
    if (this.asked) return;
    this.asked = this.waiting.shift();
    this.hand.busy(this.asked !== undefined);
    if (this.asked) this.hand.post({ target: this.asked.target });
  }
}

export class Lanes {
  private lanes = new Map<string, Lane>();

  constructor(private hire: Hire, private start: () => Promise<Start>) {}

  async ask(target: string, signal?: AbortSignal): Promise<Answer> {
    const first = await this.start();
    return new Promise<Answer>((settle, fail) => {
      if (signal?.aborted) return fail(dropped());
      signal?.addEventListener("abort", () => fail(dropped()), { once: true });
      const name = laneOf(target);
      const lane = this.lanes.get(name) ?? new Lane(this.hire, first);
      this.lanes.set(name, lane);
      lane.ask({ target, settle, fail, signal });
    });
  }

  end(): void {
    for (const lane of this.lanes.values()) lane.end();
    this.lanes.clear();
  }
}
