// The steps of a game that a link brought: where each stands, and later what it is worth.

import type { Place } from "./address";
import type { MovesDocument, Params } from "./api";
import type { Step } from "./history";
import type { Library } from "./library";

const TOGETHER = 6;  // questions at once

// Where a position's text is the game so far, the moves are read from it; the place is told.
export async function stepsOf(place: Place, historyInText: boolean, library: Library, signal: AbortSignal): Promise<Step[]> {
  if (historyInText) {
    const before = place.start.split(/\s+/).filter(Boolean);
    const moves = [...before, ...place.moves];
    Object.assign(place, { start: "", moves, at: place.at + before.length });
    return [{ position: "" }, ...moves.map((move, i) => ({ move, position: moves.slice(0, i + 1).join(" ") }))];
  }
  const steps: Step[] = [{ position: place.start }];
  for (const move of place.moves) {
    const { position } = steps[steps.length - 1]!;
    const there = await library.movesAt(place.game, { ...place.rules, position, move }, signal);
    steps.push({ move, position: there.position, toMove: there.to_move, result: there.result });
  }
  return steps;
}

export const note = (step: Step, { to_move, result }: MovesDocument): void => void Object.assign(step, { toMove: to_move, result });

// Asks for the value of each step that lacks it, for the review. Whether any was found.
export async function fillIn(steps: Step[], place: Place, library: Library, signal: AbortSignal): Promise<boolean> {
  const missing = steps.filter((step) => !step.analysis && !step.asked);
  const found = missing.length > 0;
  const one = async (): Promise<void> => {
    for (let step = missing.shift(); step && !signal.aborted; step = missing.shift()) {
      const params: Params = { ...place.rules, position: step.position };
      if (step.toMove === undefined) note(step, await library.movesAt(place.game, params, signal));
      step.analysis = await library.analysisAt(place.game, params, signal).catch(() => undefined);
      step.asked = !signal.aborted;
    }
  };
  await Promise.all(Array.from({ length: TOGETHER }, one));
  return found && !signal.aborted;
}
