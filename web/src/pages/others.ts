// The pages without a board to play on: gallery, rules, and the one for addresses that lead nowhere.

import type { GameId, HyperBoard } from "../api";
import { Cube } from "../boards/cube";
import { h } from "../dom";
import { GALLERY, hrefOf, type Exhibit } from "../gallery";
import type { Library } from "../library";
import type { GameView } from "../view";
import * as say from "../words";
import { picturesOf } from "./start";

const back = (): HTMLElement => h("p", {}, h("a", { href: "/", "data-link": true, class: "button" }, say.frame.toStart));

function exhibit(one: Exhibit, view: GameView, library: Library): HTMLElement {
  const asked = library.ask(`exhibit ${one.id}`, () => library.movesAt(one.game, { ...one.rules, position: one.position }));
  return h("li", { class: "card" },
    h("div", { class: "exhibit-picture", "aria-hidden": "true" }, asked.state === "there" && (one.rules.dims === "3" ? new Cube().still(asked.value.board as HyperBoard) : view.still({ board: asked.value.board }))),
    h("h2", {}, h("a", { href: hrefOf(one), "data-link": true }, one.title)), h("p", {}, one.text));
}

export function galleryPage(views: Record<GameId, GameView>, library: Library): HTMLElement {
  return h("main", { class: "prose gallery" }, h("h1", {}, say.gallery.title),
    h("p", { class: "lead" }, say.gallery.lead),
    h("ul", { class: "exhibits" }, ...GALLERY.map((one) => exhibit(one, views[one.game], library))));
}

export function rulesPage(views: Record<GameId, GameView>): HTMLElement {
  const pictures = picturesOf(views);
  return h("main", { class: "prose" }, h("h1", {}, say.rulesPage.title), ...Object.values(views).map((view) =>
    h("section", { class: `card rules play-${view.id}`, id: `rules-${view.id}` }, h("h2", {}, view.title),
      h("div", { class: "card-picture" }, pictures[view.id]), ...view.about.map((text) => h("p", {}, text)),
      h("p", { class: "note" }, say.rulesPage.source, view.paper.href ? h("a", { href: view.paper.href, rel: "noreferrer" }, view.paper.text) : view.paper.text),
      h("p", {}, h("a", { class: "button", href: `/${view.id}`, "data-link": true }, say.rulesPage.board, h("span", { class: "sr" }, say.rulesPage.of(view.title)))))));
}

export function unknownPage(what: string): HTMLElement {
  return h("main", { class: "prose" }, h("div", { class: "card" }, h("h1", {}, say.frame.nothing),
    h("p", {}, say.frame.noPage, h("code", {}, what.slice(0, 80)), say.frame.cutOff), back()));
}

// A game whose rules the server has not told yet.
export function waitingPage(fault: string, again: () => void): HTMLElement {
  return h("main", { class: "play" }, h("div", { class: "stage" }, h("div", { class: "card board-card" },
    h("h1", { class: "status" }, fault ? say.frame.away : say.frame.moment),
    fault && h("div", { class: "fault", role: "alert" }, h("span", {}, fault), h("button", { id: "again", class: "primary", onclick: again }, say.frame.tryAgain)),
    h("div", { class: "no-board", "data-key": "no-board", "aria-hidden": "true" }))));
}
