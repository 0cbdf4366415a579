// The game as it was played on this page: positions, the move into each, and
// what each turned out to be worth.

export interface Step {
  position: string;
  move?: string;
  worth?: number;  // for the first player, from -1 to 1
  words?: string;  // the same for people
}

export class History {
  steps: Step[];
  at = 0;

  constructor(position: string) { this.steps = [{ position }]; }

  get now(): Step { return this.steps[this.at]!; }
  get canUndo(): boolean { return this.at > 0; }
  get canRedo(): boolean { return this.at + 1 < this.steps.length; }

  // A new move drops what was taken back; the same move again is a redo.
  play(move: string, position: string): void {
    const next = this.steps[this.at + 1];
    if (next?.position === position && next.move === move) { ++this.at; return; }
    this.steps.length = this.at + 1;
    this.steps.push({ position, move });
    ++this.at;
  }

  jump(to: number): void { this.at = Math.max(0, Math.min(to, this.steps.length - 1)); }

  // How often the present position stood before now.
  repeats(): number {
    return this.steps.slice(0, this.at).filter((step) => step.position === this.now.position).length;
  }
}
