// Moves that a symmetry of the position makes of one another are worth the same: where the
// server knows the value of one, the page shows it for all.

import type { Analysis, MovesDocument, RatedMove } from "./api";

// The moves that are one and the same up to symmetry, by the first of them.
export function kindsOf({ moves, images }: MovesDocument): Map<string, string[]> {
  const kinds = new Map<string, string[]>();
  moves.forEach((move, i) => {
    const first = moves[images?.[i] ?? i]!;
    kinds.set(first, [...(kinds.get(first) ?? []), move]);
  });
  return kinds;
}

export const needsSpreading = ({ moves }: Analysis): boolean =>
  moves.some((m) => m.value === null) && moves.some((m) => m.value !== null);

export function spread(analysis: Analysis, moves: MovesDocument): Analysis {
  if (!moves.images || moves.position !== analysis.position) return analysis;
  const first = new Map([...kindsOf(moves)].flatMap(([kind, all]) => all.map((move): [string, string] => [move, kind])));
  const known = new Map<string, RatedMove>();
  for (const move of analysis.moves) if (move.value !== null) known.set(first.get(move.move) ?? move.move, move);
  const kindOf = (move: RatedMove): string => first.get(move.move) ?? move.move;
  const twins = (move: RatedMove): RatedMove[] => analysis.moves
    .filter((other) => other.value === null && known.get(kindOf(other)) === move)
    .map((other) => ({ ...other, value: move.value, plies: move.plies, exact: move.exact, estimate: undefined, at_most: move.at_most }));
  const best = new Set(analysis.best);
  // Each stands beside the one whose value it has, so the order stays the server's.
  const all = analysis.moves.flatMap((move) => (move.value !== null ? [move, ...twins(move)] : known.has(kindOf(move)) ? [] : [move]));
  const bestKinds = new Set(analysis.moves.filter((m) => best.has(m.move)).map(kindOf));
  return { ...analysis, moves: all, best: all.filter((m) => bestKinds.has(kindOf(m))).map((m) => m.move) };
}

// An upper bound is one for each move that wins or loses by it.
export const bounded = (analysis: Analysis): Analysis =>
  analysis.at_most ? { ...analysis, moves: analysis.moves.map((m) => (m.plies === undefined ? m : { ...m, at_most: true })) } : analysis;
