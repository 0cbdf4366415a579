// The game so far, and once it is over where it was decided.

import { gameChart, type Point } from "../charts";
import { h, panel } from "../dom";
import { dropsOf, type Drop } from "../review";
import type { Session } from "../session";
import { lookOf, worthOf } from "../values";

function pointsOf(session: Session, drops: Drop[], hidden: boolean): Point[] {
  const { view, history } = session;
  return history.steps.map((step, i) => {
    const name = i === 0 ? "Start" : `Move ${i}, ${view.moveName(step.move!, history.steps[i - 1]!.position)}`;
    const analysis = hidden ? undefined : step.analysis;
    const drop = hidden ? undefined : drops.find((d) => d.at === i);
    const mover = analysis?.to_move ?? "";
    const words = hidden ? "hidden" : step.result ? view.resultWords(step.result)
      : analysis ? `${view.seatName(mover)} to move, ${lookOf(analysis, mover, view.seatName(mover)).words}` : "not known";
    return { name, words, worth: analysis && worthOf(analysis, session.seats.names[0]!),
      drop: drop && `Best was ${view.moveName(drop.best, history.steps[i - 1]!.position)}: ${drop.could}` };
  });
}

export function reviewPanel(session: Session, showValues: boolean): HTMLElement | null {
  const { view, history, seats } = session;
  const { steps, at } = history;
  if (steps.length < 2) return null;
  const over = history.last.result !== undefined || session.agreed;
  const drops = dropsOf(steps);
  const hidden = !showValues && !over;  // hidden to play honestly; afterwards there is nothing to hide
  const first = view.seatName(seats.names[0]!);
  const other = seats.names.length === 2 ? `${view.seatName(seats.names[1]!)} is` : "the others are";
  return panel(over ? "Game review" : "This game", undefined,
    gameChart(pointsOf(session, drops, hidden), at, { first, other }, (to) => session.jump(to)),
    h("ol", { class: "steps", id: "steps", "data-roving": "list", "aria-label": "moves of this game" }, ...steps.map((step, i) =>
      h("li", {}, h("button", { class: "name", "data-key": `step-${i}`, "aria-current": i === at && !session.line ? "step" : undefined,
        title: i === 0 ? "" : view.moveWords(step.move!, steps[i - 1]!.position), onclick: () => session.jump(i) },
      i === 0 ? "start" : `${i}. ${view.moveName(step.move!, steps[i - 1]!.position)}`)))),
    over && dropList(session, drops));
}

function dropList(session: Session, drops: Drop[]): HTMLElement {
  const { view, history } = session;
  if (history.steps.slice(0, -1).some((step) => !step.analysis)) {
    return h("p", { class: "note" }, "Not every position of this game is known, so nothing is said about its mistakes.");
  }
  if (drops.length === 0) return h("p", {}, "Nobody made a mistake: every move kept what its player had.");
  const named = (drop: Drop, move: string): string => view.moveName(move, history.steps[drop.at - 1]!.position);
  return h("div", { class: "stack" }, h("p", {}, `${drops.length} ${drops.length === 1 ? "move" : "moves"} gave something away. Press one to go there and compare:`),
    h("ul", { class: "drops", id: "drops", "data-roving": "list" }, ...drops.map((drop) => h("li", {},
      h("button", { class: "drop-button", "data-key": `drop-${drop.at}`, onclick: () => session.jump(drop.at - 1) },
        h("span", { class: "seat" }, view.sign(drop.player)), h("span", {}, `Move ${drop.at}, ${named(drop, drop.move)}: ${drop.got}. Best was ${named(drop, drop.best)}: ${drop.could}.`))))));
}
