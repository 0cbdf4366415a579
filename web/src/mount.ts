// The explorer's board alone, with the explorer's game behind it: in a custom element (npm/src/board.ts)
// and in the page for frames (embed.ts).

import { api, type Analysis, type GameId, type MovesDocument, type Params } from "./api";
import { hyper } from "./boards/hyper";
import { quantum } from "./boards/quantum";
import { quixo } from "./boards/quixo";
import { h, patch } from "./dom";
import { defaultsOf } from "./form";
import { Library } from "./library";
import { Roving } from "./roving";
import { Session } from "./session";
import { sceneOf, statusOf } from "./stage";
import type { BoardView, GameView } from "./view";
import * as say from "./words";

const VIEWS: Record<GameId, GameView> = { quixo, quantum, hyper };

// What a board is told by attributes or by an address, in the words of the command line: the rules,
// `position` (where the game begins), `seats` ("person,perfect"; by default people), `values`.
export const RULES = [...new Set(Object.values(VIEWS).flatMap(({ fields }) => Object.keys(fields)))];
export const OTHERS = ["game", "position", "seats"];
export type Told = (name: string) => string | null;

export interface Hooks {
  moved(move: string, there: MovesDocument): void;
  known(analysis: Analysis): void;   // the value of the position that is shown
  failed(why: string): void;
}

let learned: Promise<Record<GameId, Params>> | undefined;
const defaults = (): Promise<Record<GameId, Params>> => (learned ??= api.games().then(({ games }) =>
  Object.fromEntries(games.map(({ game, rules }) => [game, defaultsOf(rules, VIEWS[game].fields)])) as Record<GameId, Params>));

export class Mount {
  session?: Session;
  private view?: BoardView;
  private roving: Roving;
  private library = new Library(api, () => this.draw());
  private live = h("div", { class: "sr", role: "log", "aria-live": "polite" });
  private shown: Element = h("div");
  private arriving?: string;
  private known?: Analysis;
  private drawing = false;
  private late = false;

  constructor(private root: Element | ShadowRoot, private told: Told, private hooks: Hooks) {
    root.append(this.shown, this.live);
    this.roving = new Roving(root instanceof ShadowRoot ? root : document);
    this.roving.listen();
    root.addEventListener("keydown", (event) => this.key(event as KeyboardEvent));
  }

  // Begins the game that is told.
  async open(): Promise<void> {
    const usual = await defaults();
    const game = this.told("game") ?? "quixo";
    if (!(game in VIEWS)) return this.hooks.failed(say.embed.noGame(game));
    const id = game as GameId;
    const rules = Object.fromEntries(Object.entries(usual[id]).map(([name, value]) => [name, this.rule(name) ?? value]));
    const place = { game: id, rules, start: this.told("position") ?? "", moves: [], at: 0, seats: this.told("seats") ?? "", strange: [] };
    this.session?.end();
    const session: Session = new Session(VIEWS[id], place, api, this.library, {
      draw: () => { if (this.session === session) this.draw(); },
      say: (text) => this.say(text || statusOf(session, this.values)),
      address: () => undefined,
      moved: (move) => { if (this.session === session) this.moved(move); },
    });
    this.session = session;
    this.view = VIEWS[id].create();
    await session.open();
  }

  end(): void {
    this.session?.end();
    this.session = undefined;
  }

  private get values(): boolean { return this.told("values") !== null; }
  // A name without a value is a rule that holds.
  private rule(name: string): string | undefined {
    const given = this.told(name);
    return given === null ? undefined : given === "" ? "true" : given;
  }

  private moved(move: string | undefined): void {
    this.view!.putBack();
    this.arriving = move;
    if (move !== undefined) this.hooks.moved(move, this.session!.moves!);
  }

  private say(text: string): void {
    if (text !== "" && this.live.textContent !== text) this.live.replaceChildren(h("p", {}, text));
  }

  private key(event: KeyboardEvent): void {
    const { session, view } = this;
    if (!session || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const act: Record<string, () => void> = {
      Escape: () => { session.consider(); if (view!.putBack()) this.say(say.frame.putBack); this.draw(); },
      u: () => session.undo(), r: () => session.redo(),
    };
    act[event.key]?.();
  }

  // A drawing asked for while one is under way comes after it.
  draw(): void {
    this.late = true;
    if (this.drawing) return;
    this.drawing = true;
    while (this.late) {
      this.late = false;
      this.roving.before();
      patch(this.shown, this.page());
      this.shown = this.root.firstElementChild!;
      this.roving.after(this.root);
    }
    this.drawing = false;
    const move = this.arriving;
    this.arriving = undefined;
    if (move !== undefined) this.view?.arrived(this.shown as HTMLElement, move);
    const analysis = this.session?.analysis;
    if (analysis && analysis !== this.known) this.hooks.known(analysis);
    this.known = analysis;
  }

  private page(): HTMLElement {
    const { session, view } = this;
    if (!session) return h("div");
    const trouble = session.refusal || session.fault || (this.values && session.noValues);
    return h("div", { class: `stage play-${session.place.game}` },
      session.moves ? view!.board(this.scene(session)) : h("div", { class: "no-board" }),
      h("p", { class: "board-status", part: "status" }, statusOf(session, this.values)),
      trouble && h("p", { class: "note", part: "trouble" }, trouble));
  }

  private scene(session: Session): Parameters<BoardView["board"]>[0] {
    return sceneOf(session, this.values, { redraw: () => this.draw(), say: (text) => this.say(text), setRules: () => undefined });
  }
}
