// The page of a game: the board with what to do now, and the panels around it.

import type { Place } from "../address";
import { Coach } from "../coach";
import { h, type Child } from "../dom";
import { defaultsOf, rulesForm, type Parameter } from "../form";
import { exhibitAt } from "../gallery";
import { Guide } from "../guide";
import { Editor } from "../panels/editor";
import { lineControls } from "../panels/line";
import { MovesPanel } from "../panels/moves";
import { opponentPanel } from "../panels/opponent";
import { reviewPanel } from "../panels/review";
import { Share } from "../panels/share";
import { nameOf } from "../seats";
import { remarkText, type Session } from "../session";
import { lookAt, sceneOf, statusOf } from "../stage";
import { allAlike, certaintyOf, legendOf, lookOf, sentenceOf } from "../values";
import type { BoardView, Scene } from "../view";
import * as say from "../words";

export interface PlayHooks {
  redraw(): void;
  say(text: string): void;
  setRules(session: Session, rules: Record<string, string>): void;
  open(place: Place): void;
  coached(): void;                      // the first lesson is over
  friendLink(session: Session): string; // this game as a friend's page has it
}

export class PlayPage {
  readonly board: BoardView;
  readonly editor: Editor;
  private coach?: Coach;
  private plan?: Guide;
  private share: Share;
  private moves: MovesPanel;

  constructor(readonly session: Session, private table: Parameter[], private hooks: PlayHooks, first: boolean) {
    this.board = session.view.create();
    const { view, library } = session;
    if (view.plan) this.plan = new Guide(view, view.plan, "plan", say.board.plan, library, () => hooks.redraw());
    this.share = new Share(() => hooks.redraw(), (text) => hooks.say(text), (place) => hooks.open(place));
    this.editor = new Editor(() => hooks.redraw());
    this.moves = new MovesPanel(() => hooks.redraw());
    if (first) this.teach();
  }

  end(): void {
    this.plan?.end();
    this.session.end();
  }

  private teach(): void {
    const { view, library } = this.session;
    this.coach = new Coach(view, library, { redraw: () => this.hooks.redraw(), say: (text) => this.hooks.say(text), close: () => this.toggleGuide() });
  }

  get teaching(): boolean { return this.coach !== undefined; }
  // The card shows something else than the game.
  private get busy(): boolean { return this.coach !== undefined || this.editor.open; }

  toggleGuide(): void {
    const was = this.coach;
    if (was) this.coach = undefined;
    else this.teach();
    if (was) this.hooks.coached();
    this.hooks.redraw();
    document.querySelector<HTMLElement>(".stage h1")?.focus();
  }

  render(showValues: boolean): HTMLElement {
    const scene = this.session.moves ? this.scene(showValues) : undefined;
    const review = scene ? reviewPanel(this.session, showValues, {
      share: (_, text) => void this.share.copied(say.share.what.game, text), shared: this.share.said === say.share.what.game }) : null;
    return h("main", { class: `play play-${this.session.place.game}` },
      h("div", { class: "stage" }, this.caption(),
        this.coach ? this.coach.card() : this.editor.open ? this.editor.card(this.session) : this.stage(scene, showValues)),
      review && !this.busy && h("div", { class: "review" }, review),
      // What stands below the board on a phone comes with it, and is not pushed down by it.
      ...(scene || this.session.refusal ? [h("aside", { class: "side", "aria-label": say.board.side }, ...this.side(scene, showValues)), this.tools(scene, showValues)] : []));
  }

  // What an exhibit of the gallery has to say, as long as its board is there.
  private caption(): Child {
    const exhibit = exhibitAt(this.session.place.exhibit);
    return exhibit && h("section", { class: "caption", id: "caption", "aria-label": say.board.caption }, h("h2", {}, exhibit.title), h("p", {}, exhibit.text),
      h("p", { class: "note" }, h("strong", {}, say.board.notice), exhibit.notice), h("a", { href: "/#gallery", "data-link": true }, say.board.back));
  }

  scene(showValues: boolean): Scene {
    const { hooks, session } = this;
    return sceneOf(session, showValues, { redraw: () => hooks.redraw(), say: (text) => hooks.say(text), setRules: (rules) => hooks.setRules(session, rules) });
  }

  // --- the board's card -------------------------------------------------------

  status(showValues: boolean): string { return statusOf(this.session, showValues); }

  // The value, at the end of the status, has its colour.
  private statusParts(showValues: boolean): Child[] {
    const text = this.status(showValues);
    const look = lookAt(this.session, showValues);
    return look ? [text.slice(0, -look.words.length), h("span", { class: `worth ${look.tone}` }, look.words)] : [text];
  }

  private prompt(scene: Scene): string {
    const { session } = this;
    const seat = session.moves!.to_move;
    if (session.fault) return "";
    if (session.waiting) return say.frame.moment;
    if (session.line) return say.board.line;
    if (session.over) return session.history.steps.length > 1 ? say.board.review : say.board.over;
    if (session.browsing) return say.board.browsing;
    if (session.friendsTurn) return say.board.friend(session.view.seatName(seat));
    if (session.computersTurn) {
      if (session.paused) return say.board.paused;
      return seat === "System" ? say.board.deciding : say.board.thinking(session.view.seatName(seat), nameOf(session.seats.of(seat)));
    }
    return this.board.prompt(scene);
  }

  private stage(scene: Scene | undefined, showValues: boolean): HTMLElement {
    const { session } = this;
    if (session.refusal) return this.refused();
    if (!scene) {
      return h("div", { class: "card board-card" }, h("h1", { class: "status", tabindex: "-1" }, session.fault ? say.frame.away : say.frame.moment), this.fault(),
        h("div", { class: "no-board", "data-key": "no-board", "aria-hidden": "true" }));
    }
    const { moves } = scene;
    const chance = moves.to_move === "System" && !moves.result && !session.locked && !session.selector;
    return h("div", { class: `card board-card${session.waiting ? " waiting-board" : ""}` },
      h("div", { class: "status-row" },
        h("h1", { class: "status", tabindex: "-1" }, !moves.result && !session.agreed && h("span", { class: "seat" }, session.view.sign(moves.to_move)),
          ...this.statusParts(showValues)),
        session.thinking && !session.fault && h("span", { class: "thinking", role: "status" }, say.board.computing)),
      h("p", { class: "prompt", id: "prompt" }, this.prompt(scene)),
      this.fault(), this.invitation(),
      this.board.board(scene),
      chance && h("button", { class: "primary", id: "draw", onclick: () => void session.computerMoves() }, session.rules.dice ? say.board.dice : say.board.draw),
      h("p", { class: "remark" }, this.remark(showValues),
        session.undecided && showValues && h("button", { id: "ask-again", onclick: () => session.tryAgain() }, say.board.ask)),
      showValues && this.certainty(), this.controls(scene), showValues && !session.over ? this.legend() : null);
  }

  private remark(showValues: boolean): string {
    const { session } = this;
    if (session.hintText) return session.hintText;
    if (session.remarks.length > 0) return session.remarks.map((said) => remarkText(said, showValues)).join(" · ");
    return session.noValues && !session.fault && showValues ? say.board.noValues(session.noValues) : "";
  }

  // The link that carries a move to the friend.
  private invitation(): Child {
    const { session } = this;
    if (!session.friendsTurn && !(session.over && session.seats.anyFriend)) return null;
    const link = this.hooks.friendLink(session);
    return h("div", { class: "invitation", id: "invitation" },
      h("input", { id: "friend-link", readonly: true, "aria-label": say.board.friendLink, value: link }),
      h("button", { class: "primary", id: "copy-friend", onclick: () => void this.share.copied(say.share.what.friend, link) },
        this.share.said === say.share.what.friend ? say.frame.copied : say.board.copyFriend), this.share.said ? null : this.share.hand());
  }

  private certainty(): Child {
    const { analysis, over, view } = this.session;
    const words = analysis && !over ? certaintyOf(analysis, (seat) => view.seatName(seat)) : "";
    return words && h("p", { id: "certainty" }, words);
  }

  private refused(): HTMLElement {
    const { session } = this;
    return h("div", { class: "card error", role: "alert" }, h("h1", { class: "status", tabindex: "-1" }, say.board.refused), h("p", {}, session.refusal),
      h("button", { onclick: () => this.hooks.setRules(session, defaultsOf(this.table, session.view.fields)) }, say.board.again));
  }

  private fault(): Child {
    const { session } = this;
    return session.fault && h("div", { class: "fault", role: "alert" }, h("span", {}, session.fault),
      h("button", { id: "again", class: "primary", onclick: () => session.tryAgain() }, say.frame.tryAgain));
  }

  private controls(scene: Scene): HTMLElement {
    const { session } = this;
    if (session.line) return lineControls(session);
    const { history, redoTo } = session;
    // A control that cannot be used now keeps the focus: it is not disabled for the browser.
    const control = (id: string, able: boolean, act: () => void, text: string, name?: string): HTMLElement => h("button", {
      id, "aria-disabled": able ? undefined : "true", "aria-label": name, onclick: () => { if (able) act(); } }, text);
    const person = !session.over && !session.computersTurn && !session.friendsTurn && scene.moves.to_move !== "System";
    return h("div", { class: "row controls", role: "group", "aria-label": say.board.steps },
      control("first", history.at > 0, () => session.jump(0), "«", say.board.first),
      control("undo", session.canUndo, () => session.undo(), say.board.undo),
      control("redo", redoTo !== undefined, () => session.redo(), say.board.redo),
      control("last", history.canRedo, () => session.jump(history.steps.length - 1), "»", say.board.last),
      !session.over && control("hint", person && !!session.analysis && !session.locked, () => session.askHint(), say.board.hint),
      // Over, a rematch begins where this game began: at the usual start it is a new game.
      (!session.over || session.history.start !== "") && h("button", { id: "new", onclick: () => session.restart("") }, say.board.fresh),
      session.over && h("button", { id: "again-game", class: "primary", onclick: () => session.restart(session.history.start) }, say.board.rematch),
      session.agreed && h("button", { id: "play-on", onclick: () => session.decline() }, say.board.playOn));
  }

  private legend(): HTMLElement {
    const { analysis, moves, over } = this.session;
    const first = analysis?.moves[0];
    if (first && moves && !over && allAlike(analysis, moves.to_move)) {
      return h("p", { class: "legend-line", id: "alike" }, say.value.every(sentenceOf(lookOf(first, moves.to_move))));
    }
    const looks = analysis && moves ? legendOf(analysis, moves.to_move) : [];
    return h("div", { class: "legend-line" }, looks.length > 0 && h("span", {}, say.value.legend), h("ul", { class: "legend" },
      ...looks.map(({ tone, text, words }) => h("li", {}, h("span", { class: `badge ${tone}`, "aria-hidden": "true" }, text), words))));
  }

  // --- around it ----------------------------------------------------------------

  private side(scene: Scene | undefined, showValues: boolean): HTMLElement[] {
    const { session } = this;
    return [
      opponentPanel(session, rulesForm(this.table, session.view.fields, session.rules, (rules) => this.hooks.setRules(session, rules))),
      ...(this.busy ? [] : [this.moves.panel(session, showValues), ...(scene ? this.board.panels(scene) : [])]),
    ].filter((p) => p !== null);
  }

  // What is rarely needed, behind one fold.
  private tools(scene: Scene | undefined, showValues: boolean): HTMLElement {
    const { session } = this;
    return h("details", { class: "tools", id: "tools", "data-panel": "Tools" }, h("summary", {}, h("h2", {}, say.board.tools)),
      h("div", { class: "row" },
        h("button", { id: "learn", onclick: () => { this.toggleGuide(); document.querySelector(".stage")?.scrollIntoView(); } }, say.board.learn),
        h("button", { id: "edit", onclick: () => { this.editor.begin(session); document.querySelector(".stage")?.scrollIntoView(); } }, say.board.edit)),
      h("div", { class: "tool-panels" },
        this.share.panel(session, showValues), this.plan?.panel(), ...(scene ? this.board.tools(scene) : []),
        h("details", { class: "panel", id: "keys", "data-panel": "Keys" }, h("summary", {}, h("h2", {}, say.board.keys)),
          h("dl", { class: "keys" }, ...say.keys.flatMap(([key, what]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, what)])))));
  }
}
