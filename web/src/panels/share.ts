// The position as text, the link to this game, and the game as a file.

import type { Place } from "../address";
import type { GameId, Params } from "../api";
import { copy } from "../clipboard";
import { h, panel, type Child } from "../dom";
import { download } from "../download";
import type { Session } from "../session";
import { statusOf } from "../stage";
import * as say from "../words";
import { pictureButtons } from "./picture";

// A game as it is written to a file; `noughts` tells the format.
export interface Saved { noughts: 1; game: GameId; rules: Params; start: string; moves: string[]; seats: string }

export function savedOf({ place, history, seats }: Session): Saved {
  return { noughts: 1, game: place.game, rules: place.rules, start: history.start, moves: history.moves, seats: seats.text };
}

const GAMES: GameId[] = ["quixo", "quantum", "hyper"];

export function placeOf(text: string): Place | undefined {
  try {
    const saved = JSON.parse(text) as Saved;
    const texts = (all: unknown[]): boolean => all.every((one) => typeof one === "string");
    if (saved.noughts !== 1 || !GAMES.includes(saved.game) || !texts([saved.start, saved.seats, ...saved.moves, ...Object.values(saved.rules)])) return undefined;
    return { game: saved.game, rules: saved.rules, start: saved.start, moves: saved.moves, at: saved.moves.length, seats: saved.seats, strange: [] };
  } catch {
    return undefined;
  }
}

export class Share {
  said = "";                // what was copied just now
  private byHand = "";      // what could not be copied
  private wrong = "";       // what is the matter with a file
  private timer = 0;

  constructor(private redraw: () => void, private announce: (text: string) => void, private open: (place: Place) => void) {}

  panel(session: Session, showValues: boolean): HTMLElement {
    const text = session.moves?.position ?? session.place.start;
    const field = (): HTMLTextAreaElement => document.getElementById("position") as HTMLTextAreaElement;
    return panel(say.share.title, undefined,
      h("textarea", { id: "position", rows: 2, spellcheck: "false", "aria-label": say.share.position, value: text }),
      h("div", { class: "row" },
        h("button", { id: "use", onclick: () => session.restart(field().value.trim()) }, say.share.go),
        h("button", { id: "copy", onclick: () => void this.copied(say.share.what.position, field().value) }, this.said === say.share.what.position ? say.frame.copied : say.share.copy),
        h("button", { id: "copy-link", onclick: () => void this.copied(say.share.what.link, location.href) }, this.said === say.share.what.link ? say.share.linkCopied : say.share.link),
        h("button", { id: "save", onclick: () => this.save(session) }, say.share.save),
        h("button", { id: "load-file", onclick: () => document.getElementById("load")!.click() }, say.share.load),
        ...(session.moves ? pictureButtons({ id: "picture", game: session.place.game, board: session.moves.board, title: session.view.title, words: statusOf(session, showValues) }) : []),
        h("input", { type: "file", id: "load", hidden: true, accept: ".json,application/json", onchange: (event: Event) => void this.load(event.currentTarget as HTMLInputElement) })),
      this.wrong && h("p", { role: "alert" }, this.wrong), this.hand());
  }

  // Where the browser copies nothing, the text to copy.
  hand(): Child {
    return this.byHand && h("label", { class: "field" }, h("span", { class: "field-name" }, say.share.byHand),
      h("input", { id: "by-hand", readonly: true, value: this.byHand }));
  }

  async copied(what: string, text: string): Promise<void> {
    const done = await copy(text);
    this.said = done ? what : "";
    this.byHand = done ? "" : text;
    this.announce(done ? say.share.done(what) : say.share.shown(what));
    this.redraw();
    if (!done) (document.getElementById("by-hand") as HTMLInputElement | null)?.select();
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => { this.said = ""; this.redraw(); }, 2500);
  }

  private save(session: Session): void {
    download(new Blob([JSON.stringify(savedOf(session), null, 1)], { type: "application/json" }), `noughts-${session.place.game}.json`);
  }

  private async load(input: HTMLInputElement): Promise<void> {
    const place = placeOf((await input.files?.[0]?.text()) ?? "");
    input.value = "";
    this.wrong = place ? "" : say.share.wrongFile;
    if (place) this.open(place);
    else this.redraw();
  }
}
