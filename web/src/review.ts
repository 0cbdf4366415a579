// Where a game was decided: the moves after which the mover had less than before.

import type { RatedMove } from "./api";
import type { Step } from "./history";
import { bestOf, classOf, lookOf } from "./values";

export interface Drop {
  at: number;      // the step that the move led to; the choice was at the one before
  player: string;
  move: string;
  got: string;     // what the move was worth, in words
  best: string;
  could: string;   // what the best was worth
}

// The step that a move was made from must have its analysis; others are passed over.
export function dropsOf(steps: Step[]): Drop[] {
  return steps.flatMap((step, at) => {
    const before = steps[at - 1]?.analysis;
    const drop = step.move && before ? dropAt(before.moves, step.move, before.to_move ?? "") : undefined;
    return drop ? [{ ...drop, at }] : [];
  });
}

function dropAt(moves: RatedMove[], move: string, player: string): Omit<Drop, "at"> | undefined {
  if (player === "System") return undefined;  // chance makes no mistakes
  const made = moves.find((m) => m.move === move);
  const best = bestOf(moves, player);
  if (!made || !best) return undefined;
  const [had, has] = [classOf(best.value, player), classOf(made.value, player)];
  if (had === undefined || has === undefined || has >= had) return undefined;
  return { player, move, best: best.move, got: lookOf(made, player, player).words, could: lookOf(best, player, player).words };
}
