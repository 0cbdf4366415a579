// A game as its board shows it and as words tell it: for the page, and for a board in another page
// (npm/src/board.ts).

import { outcomeWords } from "./panels/review";
import type { Session } from "./session";
import { lookOf, type Look } from "./values";
import type { Scene } from "./view";
import * as say from "./words";

export type Actions = Pick<Scene, "redraw" | "say" | "setRules">;

export function sceneOf(session: Session, showValues: boolean, actions: Actions): Scene {
  return {
    rules: session.rules, moves: session.moves!, analysis: session.analysis, showValues, library: session.library,
    ahead: session.preview.ahead, considered: session.preview.move, locked: session.locked || session.agreed && session.computersTurn,
    selector: session.selector, sketches: session.waiting ? [] : session.sketches, hinted: session.hinted,
    // While the next position is on its way the board shown is the one before it.
    last: session.waiting ? undefined : session.line ? session.line.line.moves[session.line.at - 1] : session.history.now.move,
    play: (move) => session.play(move), consider: (move) => session.consider(move),
    go: (position) => session.restart(position), ...actions,
  };
}

export function statusOf(session: Session, showValues: boolean): string {
  const { moves, view } = session;
  if (!moves) return session.refusal ? say.board.refused : say.frame.moment;
  if (moves.result) return session.line ? view.resultWords(moves.result) : outcomeWords(session).replace(/\.$/, "");
  if (session.agreed) return say.board.sameBoard;
  const who = session.selector ? say.board.chooses(session.selector) : moves.to_move === "System" ? say.board.chance : say.board.toMove(view.seatName(moves.to_move));
  const look = lookAt(session, showValues);
  return look ? say.board.with(who, look.words) : who;
}

// The value of the position, for the player to move.
export function lookAt({ moves, analysis, over, view }: Session, showValues: boolean): Look | undefined {
  if (!moves || !analysis || over || !showValues) return undefined;
  return lookOf(analysis, moves.to_move, view.seatName(moves.to_move));
}
