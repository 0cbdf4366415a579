// The first sight: three games, one sentence each, and two ways in.

import { h } from "../dom";
import type { GameView, Still } from "../view";

interface Card { view: GameView; picture: Still; play: string; explore: string }

function card({ view, picture, play, explore }: Card): HTMLElement {
  return h("section", { class: "card game-card", "aria-labelledby": `card-${view.id}` },
    h("div", { class: "card-picture" }, view.still(picture)),
    h("h2", { id: `card-${view.id}` }, view.title), h("p", {}, view.blurb),
    h("div", { class: "row" },
      h("a", { class: "button primary", href: play, "data-link": true }, "Play the computer", h("span", { class: "sr" }, `: ${view.title}`)),
      h("a", { class: "button", href: explore, "data-link": true }, "Explore", h("span", { class: "sr" }, `: ${view.title}`))));
}

export function startPage(views: { quixo: GameView; quantum: GameView; hyper: GameView }): HTMLElement {
  const cells = (s: string): string[][] => [1, 2, 3].map((r) => [1, 2, 3].map((c) => `${s}${r}${c}`));
  return h("main", { class: "start" },
    h("h1", {}, "Three kinds of noughts and crosses"),
    h("p", { class: "lead" }, "Play against the computer, or see what every move is worth: who wins, and in how many moves."),
    h("div", { class: "cards" },
      card({ view: views.quixo, picture: { board: { rows: ["XO.O", "OX.X", "..XO", "O.OX"], won: ["a4", "b3", "c2", "d1"] } },
        play: "/quixo?seats=person%2Cmedium&values=hidden", explore: "/quixo?values=shown" }),
      card({ view: views.quantum, picture: { board: { cycle: ["X1", "O2", "X3"], won: [], plies: [
        { mark: "X1", player: "X", squares: [1, 5] }, { mark: "O2", player: "O", squares: [5, 9] },
        { mark: "X3", player: "X", squares: [1, 9] }, { mark: "O4", player: "O", squares: [3, 7], settled: 3 }] } },
      play: "/quantum?seats=person%2Cmedium&values=hidden", explore: "/quantum?values=shown" }),
      card({ view: views.hyper, picture: { board: { slices: ["1", "2", "3"].map((s) => ({ name: "", rows: cells(s) })),
        marks: [["111", 1], ["212", 2], ["222", 1], ["133", 2], ["333", 1], ["321", 2]].map(([cell, player]) => ({ cell, player })),
        won: [["111", "222", "333"]] } },
      play: "/hyper?dims=3&seats=person%2Cmedium&values=hidden", explore: "/hyper?dims=3&values=shown" })),
    h("p", { class: "after-cards" }, "Not sure where to begin? ",
      h("a", { href: "/#gallery", "data-link": true }, "The gallery"), " has positions worth a visit, and every game has a ",
      h("a", { href: "/#rules", "data-link": true }, "page of rules"), "."));
}
