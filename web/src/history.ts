// The game as it was played on this page: positions, the move into each, and what
// the server said of each.

import type { Analysis } from "./api";

export interface Step {
  position: string;
  move?: string;
  toMove?: string;
  result?: string;
  analysis?: Analysis;
  asked?: boolean;   // the server was asked for it: where there is none, there is none
}

export class History {
  steps: Step[];
  at: number;

  constructor(steps: Step[], at = steps.length - 1) {
    this.steps = steps;
    this.at = Math.max(0, Math.min(at, steps.length - 1));
  }

  get now(): Step { return this.steps[this.at]!; }
  get last(): Step { return this.steps[this.steps.length - 1]!; }
  get start(): string { return this.steps[0]!.position; }
  get moves(): string[] { return this.steps.slice(1).map((step) => step.move!); }
  get canRedo(): boolean { return this.at + 1 < this.steps.length; }

  // A new move drops what was taken back; the same move again is a redo.
  play(move: string, position: string): void {
    const next = this.steps[this.at + 1];
    if (next?.move === move && next.position === position) { ++this.at; return; }
    this.steps.length = this.at + 1;
    this.steps.push({ position, move });
    ++this.at;
  }

  jump(to: number): void { this.at = Math.max(0, Math.min(to, this.steps.length - 1)); }

  // The nearest step before (by = -1) or after (by = 1) this one that `stop` likes; the
  // end counts always, since a game that is over waits for nobody.
  nearest(by: 1 | -1, stop: (step: Step) => boolean): number | undefined {
    for (let i = this.at + by; i >= 0 && i < this.steps.length; i += by) {
      if (stop(this.steps[i]!) || (by > 0 && i === this.steps.length - 1)) return i;
    }
    return undefined;
  }

  // Goes to where an address says, if that lies on this game's way. What follows
  // stays, to be stepped to again.
  adopt(start: string, moves: string[], at: number): boolean {
    if (start !== this.start || moves.length > this.steps.length - 1) return false;
    if (moves.some((move, i) => move !== this.steps[i + 1]!.move)) return false;
    this.jump(at);
    return true;
  }

  // How often the present position stood before now.
  repeats(): number {
    return this.steps.slice(0, this.at).filter((step) => step.position === this.now.position).length;
  }
}
