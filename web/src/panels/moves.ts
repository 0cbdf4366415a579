// Every move with its value, in the server's order: the best first, those of equal worth side by
// side, and those that a symmetry makes of one another as one.

import type { MovesDocument, RatedMove } from "../api";
import { h, panel, type Child } from "../dom";
import { kindsOf } from "../equals";
import type { Session } from "../session";
import { trapWords } from "../traps";
import { badge, lookOf, type Look } from "../values";
import * as say from "../words";
import { linePart } from "./line";

interface Group { look: Look; moves: RatedMove[]; trap: string }

function groupsOf(moves: RatedMove[], mover: string): Group[] {
  const groups = new Map<string, Group>();
  for (const move of moves) {
    const look = lookOf(move, mover);
    const trap = trapWords(move);
    const key = look.text + trap;
    const group = groups.get(key) ?? { look, moves: [], trap };
    group.moves.push(move);
    groups.set(key, group);
  }
  return [...groups.values()];
}

export class MovesPanel {
  private all = false;  // also those that are images of others

  constructor(private redraw: () => void) {}

  panel(session: Session, showValues: boolean): HTMLElement | null {
    const line = showValues || session.line ? linePart(session) : [];
    const list = showValues ? this.list(session) : [];
    return line.length + list.length > 0 ? panel(say.list.title, undefined, ...list, ...line) : null;
  }

  private list(session: Session): Child[] {
    const { analysis, moves, view, history } = session;
    if (!moves || moves.result) return [];
    if (!analysis) return session.noValues ? [] : [h("p", { class: "note waiting-values" }, say.list.computing)];
    if (analysis.moves.length === 0) return [];
    const best = new Set(analysis.best);
    const played = session.line ? undefined : history.steps[history.at + 1]?.move;
    const kinds = this.all ? new Map<string, string[]>() : kindsOf(moves);
    const images = new Set([...kinds.values()].flatMap((kind) => kind.slice(1)));
    const button = (move: RatedMove, words: string): HTMLElement => {
      const like = (kinds.get(move.move)?.length ?? 1) - 1;
      return h("button", {
        class: `name${best.has(move.move) ? " best" : ""}${move.move === played ? " played" : ""}`, "data-key": move.move, "data-move": move.move,
        disabled: session.locked, title: `${view.moveWords(move.move, moves.position)}: ${words}${like ? say.list.like(like) : ""}`,
        onclick: () => session.play(move.move),
        onpointerenter: () => session.consider(move.move), onfocus: () => session.consider(move.move),
        onpointerleave: () => session.consider(), onblur: () => session.consider(),
      }, view.moveName(move.move, moves.position), like > 0 && h("span", { class: "times" }, ` ×${like + 1}`));
    };
    const shown = analysis.moves.filter((m) => !images.has(m.move) || m.move === played);
    return [this.kindsLine(moves), h("ul", { class: "groups", id: "moves", "data-roving": "list" },
      ...groupsOf(shown, moves.to_move).map(({ look, moves: list, trap }) => h("li", { "data-key": look.text + trap },
        h("p", { class: "note" }, badge(look), trap || look.words),
        h("span", { class: "names" }, ...list.map((m) => button(m, look.words))))))];
  }

  // "20 first moves, 4 really different".
  private kindsLine(moves: MovesDocument): Child {
    const kinds = kindsOf(moves).size;
    if (kinds === moves.moves.length) return null;
    return h("p", { class: "kinds", id: "kinds" }, say.list.kinds(moves.moves.length, kinds, !!moves.images && isFirst(moves)),
      h("button", { class: "link", id: "all-moves", onclick: () => { this.all = !this.all; this.redraw(); } }, this.all ? say.list.group : say.list.all));
  }
}

// An empty board: nothing stands on it yet.
const isFirst = ({ position }: MovesDocument): boolean => !/[XO1-9]/.test(position.replace(/ [XO]$/, ""));
