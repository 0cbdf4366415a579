// Nine puzzles to print, and their solutions on the next page.

import type { GameId, MovesDocument } from "../api";
import { h } from "../dom";
import type { Library } from "../library";
import { boardPicture, dataAddress } from "../picture";
import { sheetOf, stars, taskOf, type Puzzle, type Sheet } from "../puzzles";
import type { GameView } from "../view";
import * as say from "../words";

const GAMES: GameId[] = ["quixo", "quantum", "hyper"];

export function worksheetPage(views: Record<GameId, GameView>, library: Library, sheet: Sheet): HTMLElement {
  const puzzles = sheetOf(sheet);
  const { game, number } = sheet;
  const other = (to: Sheet, words: string): HTMLElement =>
    h("a", { href: `/#worksheet=${to.game ?? "all"}.${to.number}`, class: "button", "data-link": true, "aria-current": to.game === game && to.number === number ? "page" : undefined }, words);
  const cell = (solved: boolean) => (puzzle: Puzzle, i: number): HTMLElement => {
    const { rules, position, answer } = puzzle;
    const asked = library.ask<MovesDocument>(`puzzle ${JSON.stringify({ ...rules, position })}`, () => library.movesAt(puzzle.game, { ...rules, position }));
    const there = asked.state === "there" ? asked.value : undefined;
    const view = views[puzzle.game];
    const task = there ? taskOf(puzzle, there.to_move, view.seatName(there.to_move)) : say.frame.moment;
    const words = solved ? view.moveName(answer, position) : task;
    return h("figure", { "data-key": `${solved ? "solution" : "puzzle"}-${i}` },
      there ? h("img", { src: dataAddress(boardPicture(puzzle.game, there.board, solved ? { move: answer } : {})), alt: `${view.title}, ${position}`, width: 500, height: 500 })
        : h("div", { class: "no-board" }),
      h("figcaption", {}, h("strong", {}, `${i + 1}. `), words, !solved && h("span", { class: "stars" }, ` ${stars(puzzle.difficulty)}`)));
  };
  const page = (id: string, title: string, solved: boolean): HTMLElement =>
    h("section", { class: "sheet", id }, h("h2", {}, title), h("div", { class: "sheet-grid" }, ...puzzles.map(cell(solved))));
  return h("main", { class: "worksheet" },
    h("h1", {}, say.worksheet.title(game ? say.puzzle.games[game] : say.worksheet.all, number)),
    h("div", { class: "row", "data-key": "worksheet-controls" },
      h("button", { id: "print", class: "primary", onclick: () => print() }, say.worksheet.print),
      ...[undefined, ...GAMES].map((one) => other({ game: one, number: 1 }, one ? say.puzzle.games[one] : say.worksheet.all)),
      number > 1 && other({ game, number: number - 1 }, say.worksheet.before), other({ game, number: number + 1 }, say.worksheet.next)),
    page("puzzles", say.worksheet.puzzles, false), page("solutions", say.worksheet.solutions, true));
}
