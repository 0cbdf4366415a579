// Every move with its value, those of equal worth side by side, best first.

import type { RatedMove } from "../api";
import { h, panel } from "../dom";
import type { Session } from "../session";
import { trapWords } from "../traps";
import { badge, lookOf, rankOf, type Look } from "../values";

interface Group { look: Look; rank: number; moves: RatedMove[]; trap: string }

function groupsOf(moves: RatedMove[], mover: string, other: string): Group[] {
  const groups = new Map<string, Group>();
  for (const move of moves) {
    const look = lookOf(move, mover);
    const trap = trapWords(move, other);
    const key = look.text + trap;
    const group = groups.get(key) ?? { look, rank: rankOf(move, mover), moves: [], trap };
    group.moves.push(move);
    groups.set(key, group);
  }
  return [...groups.values()].sort((a, b) => b.rank - a.rank);
}

export function movesPanel(session: Session): HTMLElement | null {
  const { analysis, moves, view, history } = session;
  if (!analysis || !moves || analysis.moves.length === 0) return null;
  const best = new Set(analysis.best);
  const other = view.seatName(session.seats.names.find((name) => name !== moves.to_move) ?? "");
  const played = session.line ? undefined : history.steps[history.at + 1]?.move;
  const button = (move: RatedMove, words: string): HTMLElement => h("button", {
    class: `name${best.has(move.move) ? " best" : ""}${move.move === played ? " played" : ""}`, "data-key": move.move, "data-move": move.move,
    disabled: session.locked, title: `${view.moveWords(move.move, moves.position)}: ${words}`,
    onclick: () => session.play(move.move),
    onpointerenter: () => session.consider(move.move), onfocus: () => session.consider(move.move),
    onpointerleave: () => session.consider(), onblur: () => session.consider(),
  }, view.moveName(move.move, moves.position));
  return panel("Moves", undefined, h("ul", { class: "groups", id: "moves", "data-roving": "list" },
    ...groupsOf(analysis.moves, moves.to_move, other).map(({ look, moves: list, trap }) => h("li", { "data-key": look.text + trap },
      badge(look), h("div", {}, h("p", { class: "note" }, trap || look.words),
        h("span", { class: "names" }, ...list.map((m) => button(m, look.words))))))));
}
