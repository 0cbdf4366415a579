// The pages without a board: gallery, rules, and the one for addresses that lead nowhere.

import { h } from "../dom";
import { GALLERY } from "../gallery";
import type { GameView } from "../view";

const back = (): HTMLElement => h("p", {}, h("a", { href: "/", "data-link": true, class: "button" }, "To the start"));

export function galleryPage(): HTMLElement {
  return h("main", { class: "prose" }, h("h1", {}, "Gallery"),
    h("p", { class: "lead" }, "Positions worth a visit. Each opens on the board, with the value of every move."),
    h("ul", { class: "exhibits" }, ...GALLERY.map(({ title, text, href }) =>
      h("li", { class: "card" }, h("h2", {}, h("a", { href, "data-link": true }, title)), h("p", {}, text)))));
}

export function rulesPage(views: GameView[]): HTMLElement {
  return h("main", { class: "prose" }, h("h1", {}, "The rules"), ...views.map((view) =>
    h("section", { class: "card", id: `rules-${view.id}` }, h("h2", {}, view.title),
      ...view.about.map((text) => h("p", {}, text)),
      h("p", { class: "note" }, "Source: ", view.paper.href ? h("a", { href: view.paper.href, rel: "noreferrer" }, view.paper.text) : view.paper.text),
      h("p", {}, h("a", { class: "button", href: `/${view.id}`, "data-link": true }, "To the board", h("span", { class: "sr" }, ` of ${view.title}`))))));
}

export function unknownPage(what: string): HTMLElement {
  return h("main", { class: "prose" }, h("div", { class: "card" }, h("h1", {}, "There is nothing here"),
    h("p", {}, "This page has no ", h("code", {}, what.slice(0, 80)), ". Perhaps the link was cut off."), back()));
}

// A game whose rules the server has not told yet.
export function waitingPage(fault: string, again: () => void): HTMLElement {
  return h("main", { class: "play" }, h("div", { class: "stage" }, h("div", { class: "card" },
    h("h1", { class: "status" }, fault ? "The server does not answer" : "One moment …"),
    fault && h("div", { class: "fault", role: "alert" }, h("span", {}, fault), h("button", { id: "again", class: "primary", onclick: again }, "Try again")))));
}
