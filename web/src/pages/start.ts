// The first sight: what is unique here, a board with its values, today's puzzle, three games.

import type { Analysis, GameId, HyperBoard, QuixoBoard } from "../api";
import { Cube } from "../boards/cube";
import { h, type Child } from "../dom";
import type { Library } from "../library";
import { allAlike, legendOf, lookOf } from "../values";
import type { GameView } from "../view";
import * as say from "../words";
import { todayCard } from "./puzzle";

interface Card { view: GameView; picture: HTMLElement; play: string; explore: string }
type Views = { quixo: GameView; quantum: GameView; hyper: GameView };

function card({ view, picture, play, explore }: Card): HTMLElement {
  return h("section", { class: `card game-card play-${view.id}`, "aria-labelledby": `card-${view.id}` },
    h("div", { class: "card-picture" }, picture),
    h("h2", { id: `card-${view.id}` }, view.title), h("p", {}, view.blurb),
    h("div", { class: "row" },
      h("a", { class: "button primary", href: play, "data-link": true }, say.start.computer, h("span", { class: "sr" }, say.start.of(view.title))),
      h("a", { class: "button", href: explore, "data-link": true }, say.start.explore, h("span", { class: "sr" }, say.start.of(view.title)))));
}

const SHOWN = "X..O/..../.O../...X X";
const PLAY_QUIXO = "/quixo?seats=person%2Cmedium&values=hidden";

// A board coloured by what taking each tile is worth; a press goes there.
function liveBoard({ quixo }: Views, library: Library): HTMLElement {
  const params = { position: SHOWN };
  const asked = library.ask("start board", () => library.analysisAt("quixo", params));
  const analysis = asked.state === "there" ? asked.value : undefined;
  const size = 4;
  const rows = SHOWN.split(" ")[0]!.split("/");
  const tile = (mark: string, r: number, c: number): Child => {
    const square = `${String.fromCharCode(97 + c)}${size - r}`;
    const best = analysis?.moves.find((m) => m.move.startsWith(square));
    const look = best && lookOf(best, "X", "X");
    return h("a", { class: `tile${look ? ` rated ${look.tone} free` : ""}`, href: `/quixo?position=${encodeURIComponent(SHOWN)}&values=shown`, "data-link": true, tabindex: "-1",
      "data-key": square, style: { "grid-row": `${r + 2}`, "grid-column": `${c + 2}` } },
    mark !== "." ? quixo.sign(mark) : null, look && !allAlike(analysis, "X") && h("span", { class: `badge ${mark === "." ? "middle" : "corner"} ${look.tone}` }, look.text));
  };
  return h("div", { class: "quixo-board still live-board", id: "live-board", style: { "--size": "4" }, "aria-hidden": "true" },
    ...rows.flatMap((row, r) => [...row].map((mark, c) => tile(mark, r, c))));
}

// What its numbers mean, by those that stand on it.
function liveLegend(library: Library): HTMLElement {
  const analysis = library.seen<Analysis>("start board");
  return h("ul", { class: "legend" }, ...(analysis ? legendOf(analysis, "X") : []).map(({ tone, text, words }) =>
    h("li", {}, h("span", { class: `badge ${tone}`, "aria-hidden": "true" }, text), words)));
}

function cubePicture(): HTMLElement {
  const cells = (s: string): string[][] => [1, 2, 3].map((r) => [1, 2, 3].map((c) => `${s}${r}${c}`));
  const board: HyperBoard = { slices: ["1", "2", "3"].map((s) => ({ name: `${s}**`, rows: cells(s) })), lines: 49, dead_lines: 0, live: {}, threats: [],
    marks: [["111", 1], ["212", 2], ["222", 1], ["133", 2], ["333", 1], ["321", 2]].map(([cell, player]) => ({ cell: String(cell), player: Number(player) })),
    won: [["111", "222", "333"]] };
  return new Cube().still(board);
}

const stills = {
  quixo: { rows: ["XO.O", "OX.X", "..XO", "O.OX"], won: ["a4", "b3", "c2", "d1"] } as QuixoBoard,
  quantum: { cycle: ["X1", "O2", "X3"], won: [], plies: [
    { mark: "X1", player: "X", squares: [1, 5] }, { mark: "O2", player: "O", squares: [5, 9] },
    { mark: "X3", player: "X", squares: [1, 9] }, { mark: "O4", player: "O", squares: [3, 7], settled: 3 }] },
};

// One picture of each game.
export const picturesOf = (views: Views): Record<GameId, HTMLElement> => ({
  quixo: views.quixo.still({ board: stills.quixo }), quantum: views.quantum.still({ board: stills.quantum }), hyper: cubePicture() });

export function startPage(views: Views, library: Library): HTMLElement {
  const pictures = picturesOf(views);
  return h("main", { class: "start" },
    h("div", { class: "hero" },
      h("div", { class: "stack welcome" },
        h("h1", {}, say.start.title),
        h("p", { class: "lead" }, say.start.lead),
        h("div", { class: "row" }, h("a", { class: "button primary", href: PLAY_QUIXO, "data-link": true }, say.start.play),
          h("a", { class: "button", href: "/#gallery", "data-link": true }, say.start.gallery), h("a", { class: "button", href: "/#rules", "data-link": true }, say.start.rules))),
      h("figure", { class: "live" }, liveBoard(views, library),
        h("figcaption", {}, say.start.board, h("a", { href: `/quixo?position=${encodeURIComponent(SHOWN)}&values=shown`, "data-link": true }, say.start.open), liveLegend(library))),
      todayCard(views, library)),
    h("div", { class: "cards" },
      card({ view: views.quixo, picture: pictures.quixo,
        play: PLAY_QUIXO, explore: "/quixo?values=shown" }),
      card({ view: views.quantum, picture: pictures.quantum,
        play: "/quantum?seats=person%2Cmedium&values=hidden", explore: "/quantum?values=shown" }),
      card({ view: views.hyper, picture: pictures.hyper,
        play: "/hyper?dims=3&seats=person%2Cmedium&values=hidden", explore: "/hyper?dims=3&values=shown" })));
}
