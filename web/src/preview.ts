// A move that is pointed at and not made: the board after it.

import type { MovesDocument } from "./api";

export class Preview {
  move?: string;
  ahead?: MovesDocument;

  constructor(private ask: (position: string) => Promise<MovesDocument>, private changed: () => void) {}

  // `now` is what can be played; none of it, or no move: nothing is pointed at.
  consider(move: string | undefined, now: MovesDocument | undefined): void {
    const position = move === undefined ? undefined : now?.positions[now.moves.indexOf(move)];
    const next = position === undefined ? undefined : move;
    if (this.move === next) return;
    this.move = next;
    this.ahead = undefined;
    if (position === undefined) return this.changed();
    this.ask(position).then((there) => {
      if (this.move !== move) return;  // the pointer has gone on
      this.ahead = there;
      this.changed();
    }, () => undefined);  // without a preview nothing wrong is shown
  }
}
