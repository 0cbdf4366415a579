// The game so far, and once it is over who won, where it was decided, and how well it was played.

import { gameChart, type Point } from "../charts";
import { h, panel, type Child } from "../dom";
import { accountOf, turningPoint, type Account, type Drop } from "../review";
import type { Session } from "../session";
import { lookOf, sentenceOf, worthOf } from "../values";
import type { QuixoBoard } from "../api";
import * as say from "../words";
import { pictureButtons } from "./picture";

export interface ReviewHooks { share(session: Session, text: string): void; shared: boolean }

function pointsOf(session: Session, drops: Drop[]): Point[] {
  const { view, history } = session;
  return history.steps.map((step, i) => {
    const name = i === 0 ? say.review.first : say.review.move(i, view.moveName(step.move!, history.steps[i - 1]!.position));
    const { analysis } = step;
    const drop = drops.find((d) => d.at === i);
    const mover = analysis?.to_move ?? "";
    const words = step.result ? view.resultWords(step.result)
      : analysis ? say.review.state(view.seatName(mover), lookOf(analysis, mover, view.seatName(mover)).words) : say.value.unsolved;
    return { name, words, worth: analysis && worthOf(analysis, session.seats.names[0]!),
      drop: drop && say.review.best(view.moveName(drop.best, history.steps[i - 1]!.position), drop.could) };
  });
}

export function reviewPanel(session: Session, showValues: boolean, hooks: ReviewHooks): HTMLElement | null {
  const { view, history, seats } = session;
  const { steps, at } = history;
  if (steps.length < 2) return null;
  const over = history.last.result !== undefined || session.agreed;
  const account = accountOf(steps, seats.names);
  const hidden = !showValues && !over;  // hidden to play honestly; afterwards there is nothing to hide
  // A chart of nothing is none; while values are on their way it has its place.
  const charted = steps.some((step) => (step.analysis ? worthOf(step.analysis, seats.names[0]!) !== undefined : !step.asked && !step.result));
  const first = view.seatName(seats.names[0]!);
  const other = seats.names.length === 2 ? say.charts.ahead(view.seatName(seats.names[1]!)) : say.charts.others;
  return panel(over ? say.review.title : say.review.soFar, undefined,
    over && verdict(session, account, hooks),
    !hidden && charted && gameChart(pointsOf(session, account.drops), at, { first, other }, (to) => session.jump(to)),
    h("ol", { class: "steps", id: "steps", "data-roving": "list", "aria-label": say.review.steps }, ...steps.map((step, i) =>
      h("li", {}, h("button", { class: "name", "data-key": `step-${i}`, "aria-current": i === at && !session.line ? "step" : undefined,
        title: i === 0 ? "" : view.moveWords(step.move!, steps[i - 1]!.position), onclick: () => session.jump(i) },
      i === 0 ? say.review.begin : say.review.step(i, view.moveName(step.move!, steps[i - 1]!.position)))))),
    over && dropList(session, account));
}

const percent = ({ kept, of }: { kept: number; of: number }): string => `${Math.round((100 * kept) / of)}%`;

// What the result means to the person here, the move that decided it, and what to do next.
function verdict(session: Session, account: Account, hooks: ReviewHooks): HTMLElement {
  const { seats } = session;
  const own = seats.you ? account.scores.get(seats.you) : undefined;
  return h("div", { class: "stack verdict", id: "verdict" },
    h("p", { class: "outcome-words" }, outcomeWords(session)),
    turning(session, account),
    own && h("p", { id: "accuracy" }, h("strong", {}, say.review.accuracy(percent(own))), say.review.kept(own.kept, own.of, account.judged !== account.moves)),
    h("div", { class: "row" },
      h("button", { id: "share-game", onclick: () => hooks.share(session, shareText(session, own)) }, hooks.shared ? say.frame.copied : say.frame.share),
      ...(session.moves?.result ? pictureButtons({ id: "result", game: session.place.game, board: session.moves.board, title: session.view.title, words: outcomeWords(session) }) : [])));
}

export function outcomeWords(session: Session): string {
  const { seats, view, history } = session;
  const result = history.last.result;
  if (!result) return say.review.draw;
  const winner = /^(\S+) wins/.exec(result)?.[1];
  const words = `${view.resultWords(result)}.`;
  if (!winner || !seats.you) return words;
  return winner === seats.you ? say.review.won(words) : say.review.lost(words);
}

function shareText(session: Session, own: { kept: number; of: number } | undefined): string {
  return [say.review.shared(session.view.title, outcomeWords(session), session.history.steps.length - 1, own && percent(own)), location.href].join("\n");
}

// The move that decided the game as a picture, with the better one.
function turning(session: Session, { drops }: Account): Child {
  const drop = turningPoint(drops.filter((d) => !session.seats.you || d.player === session.seats.you)) ?? turningPoint(drops);
  if (!drop) return null;
  const { view, history, library, place } = session;
  const before = history.steps[drop.at - 1]!;
  const asked = library.ask(`turning ${JSON.stringify(session.rules)} ${before.position}`,
    () => library.movesAt(place.game, { ...session.rules, position: before.position }));
  const named = (move: string): string => view.moveName(move, before.position);
  return h("div", { class: "turning", id: "turning" },
    asked.state === "there" && h("div", { class: "turning-picture" }, view.still({ board: asked.value.board as QuixoBoard, toMove: drop.player,
      sketches: [{ move: drop.move, kind: "played" }, { move: drop.best, kind: "better" }] })),
    h("div", { class: "stack" },
      h("p", {}, h("strong", {}, say.review.turning), say.review.turned(drop.at, named(drop.move), view.seatName(drop.player),
        sentenceOf({ words: drop.got }), named(drop.best), sentenceOf({ words: drop.could }))),
      h("p", { class: "note key-line" }, h("span", { class: "swatch bad" }), say.review.played, h("span", { class: "swatch good" }), say.review.better),
      h("div", { class: "row" }, h("button", { id: "retry", class: "primary", onclick: () => session.retry(drop.at - 1) }, say.review.retry))));
}

function knownWords({ judged, moves }: Account): string {
  if (judged === moves) return "";
  if (judged === 0) return say.review.unjudged;
  return say.review.judged(judged, moves);
}

function dropList(session: Session, account: Account): HTMLElement {
  const { view, history } = session;
  const { drops, gap } = account;
  const named = (drop: Drop, move: string): string => view.moveName(move, history.steps[drop.at - 1]!.position);
  const lost = gap && say.review.gap(view.seatName(gap.player), gap.had, gap.from, gap.to);
  const asking = history.steps.slice(0, -1).some((step) => !step.analysis && !step.asked);
  const known = asking ? "" : knownWords(account);
  const none = asking ? say.review.checking : known === "" ? say.review.none : account.judged > 0 ? say.review.noneJudged : "";
  return h("div", { class: "stack", id: "mistakes" },
    h("p", {}, drops.length === 0 ? none : say.review.mistakes(drops.length)),
    drops.length > 0 && h("ul", { class: "drops", id: "drops", "data-roving": "list" }, ...drops.map((drop) => h("li", {},
      h("button", { class: "drop-button", "data-key": `drop-${drop.at}`, onclick: () => show(session, drop) },
        h("span", { class: "seat" }, view.sign(drop.player)), h("span", {}, say.review.drop(drop.at, named(drop, drop.move), drop.got, named(drop, drop.best), drop.could, drop.hastened)))))),
    lost && h("p", { id: "gap" }, lost), known && h("p", { class: "note", id: "known-share" }, known));
}

function show(session: Session, drop: Drop): void {
  session.compare(drop.at - 1, drop.move, drop.best);
  document.querySelector(".board-card")?.scrollIntoView({ block: "start", behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
}
