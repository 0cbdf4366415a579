// One game of best play from here, to step through; where chance decides, both sides.

import type { Analysis } from "../api";
import { h, type Child } from "../dom";
import type { Session } from "../session";
import * as say from "../words";

export function linePart(session: Session): Child[] {
  const { line } = session;
  if (line) return shown(session);
  if (!session.moves || session.moves.result || !session.analysis || session.analysis.best.length === 0) return [];
  return [h("button", { id: "find-line", class: "quiet", onclick: () => void session.findLine() }, say.list.best)];
}

function shown(session: Session): Child[] {
  const line = session.line!;
  const { moves, positions, result, loop_start: loop } = line.line;
  const step = (to: number, text: string): HTMLElement => h("li", { "data-key": `at-${to}` }, h("button", {
    class: "name", "data-key": `line-${to}`, "aria-current": line.at === to ? "step" : undefined, onclick: () => line.go(to) }, text));
  return [
    h("ol", { class: "steps", id: "line", "data-roving": "list", "aria-label": say.list.line }, step(0, say.list.here),
      ...moves.map((move, i) => step(i + 1, session.view.moveName(move, positions[i]!)))),
    ...moves.map((move, i) => branch(session, move, i)),
    h("p", { class: "note" }, loop === undefined ? `${session.view.resultWords(result)}.` : say.list.loop),
  ];
}

// In the place of the steps of the game, at the board.
export function lineControls(session: Session): HTMLElement {
  const line = session.line!;
  return h("div", { class: "row controls", role: "group", "aria-label": say.list.line },
    h("button", { id: "line-back", "aria-label": say.list.back, disabled: line.at === 0, onclick: () => line.step(-1) }, "←"),
    line.playing ? h("button", { id: "play-line", class: "primary", onclick: () => { line.stop(); session.tellDraw(); } }, say.list.stop)
      : h("button", { id: "play-line", class: "primary", onclick: () => { line.play(); session.tellDraw(); } }, say.list.play),
    h("button", { id: "line-on", "aria-label": say.list.on, disabled: line.atEnd, onclick: () => line.step(1) }, "→"),
    h("button", { id: "line-close", onclick: () => session.closeLine() }, say.list.close));
}

// At a collapse that chance decides: the outcome that the line takes, and the other one.
function branch(session: Session, move: string, i: number): Child {
  if (session.rules.collapse !== "chance" || !move.startsWith("sel")) return null;
  const position = session.line!.line.positions[i]!;
  const asked = session.library.ask<Analysis>(`branch ${JSON.stringify(session.rules)} ${position}`,
    () => session.library.analysisAt(session.place.game, { ...session.rules, position }));
  if (asked.state !== "there") return null;
  const name = (m: string): string => session.view.moveName(m, position);
  return h("p", { class: "branch note", "data-key": `branch-${i}` }, say.list.chance(i + 1),
    ...asked.value.moves.flatMap((m, k): Child[] => [k > 0 && say.list.or, m.move === move
      ? h("strong", {}, say.list.odds(name(m.move), m.probability))
      : h("button", { class: "name", "data-branch": m.move, onclick: () => void session.best.turn(i, m.move, m.position) },
        say.list.odds(name(m.move), m.probability))]));
}
