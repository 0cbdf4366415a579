// The page of a game: the board with what to do now, and the panels around it.

import { h, panel, type Child } from "../dom";
import { defaultsOf, rulesForm, type Parameter } from "../form";
import { Guide } from "../guide";
import { linePanel } from "../panels/line";
import { movesPanel } from "../panels/moves";
import { opponentPanel } from "../panels/opponent";
import { reviewPanel } from "../panels/review";
import { Share } from "../panels/share";
import { nameOf } from "../seats";
import type { Session } from "../session";
import { badge, certaintyOf, lookOf, type Look } from "../values";
import type { BoardView, Scene } from "../view";

export interface PlayHooks {
  redraw(): void;
  say(text: string): void;
  setRules(session: Session, rules: Record<string, string>): void;
}

export const KEYS: [string, string][] = [
  ["Arrows", "on a board or in a list: to the next square or move"], ["Enter", "take, push, mark, choose"], ["Escape", "put the tile back; leave a line"],
  ["← →", "elsewhere: step through the game or the line"], ["u, r", "undo, redo"], ["n", "new game"], ["v", "show or hide values"],
  ["p", "pause the computer, go on"], ["h", "how to play"], ["?", "these keys"],
];

export class PlayPage {
  readonly board: BoardView;
  private guide: Guide;
  private plan?: Guide;
  private share: Share;

  constructor(readonly session: Session, private table: Parameter[], private hooks: PlayHooks) {
    this.board = session.view.create();
    const { view, library } = session;
    this.guide = new Guide(view, view.lessons, "guide", "How to play", library, () => hooks.redraw());
    if (view.plan) this.plan = new Guide(view, view.plan, "plan", "How to play well", library, () => hooks.redraw());
    this.share = new Share(() => hooks.redraw(), (text) => hooks.say(text));
  }

  end(): void {
    this.guide.end();
    this.plan?.end();
    this.session.end();
  }

  toggleGuide(): void {
    const fold = document.getElementById("guide") as HTMLDetailsElement | null;
    if (fold) fold.open = !fold.open;
  }

  render(showValues: boolean): HTMLElement {
    const scene = this.session.moves ? this.scene(showValues) : undefined;
    return h("main", { class: `play play-${this.session.place.game}` },
      h("div", { class: "stage" }, this.stage(scene, showValues)),
      h("aside", { class: "side", "aria-label": "players, moves and rules" }, ...this.side(showValues)),
      h("div", { class: "below" }, ...this.below(scene, showValues)));
  }

  scene(showValues: boolean): Scene {
    const { session } = this;
    return {
      rules: session.rules, moves: session.moves!, analysis: session.analysis, showValues, library: session.library,
      ahead: session.preview.ahead, considered: session.preview.move, locked: session.locked || session.agreed && session.computersTurn,
      selector: session.selector,
      last: session.line ? session.line.line.moves[session.line.at - 1] : session.history.now.move,
      play: (move) => session.play(move), consider: (move) => session.consider(move),
      go: (position) => session.restart(position), setRules: (rules) => this.hooks.setRules(session, rules),
      redraw: () => this.hooks.redraw(), say: (text) => this.hooks.say(text),
    };
  }

  // --- the board's card -------------------------------------------------------

  status(showValues: boolean): string {
    const { session } = this;
    const { moves, view } = session;
    if (!moves) return session.refusal ? "This cannot be shown" : "One moment …";
    if (moves.result) return view.resultWords(moves.result);
    if (session.agreed) return "A draw, agreed: this board stands for the third time";
    const who = session.selector ? `${session.selector} selects` : moves.to_move === "System" ? "Chance decides" : `${view.seatName(moves.to_move)} to move`;
    const look = this.look(showValues);
    return look ? `${who}: ${look.words}` : who;
  }

  private look(showValues: boolean): Look | undefined {
    const { moves, analysis, over, view } = this.session;
    if (!moves || !analysis || over || !showValues) return undefined;
    return lookOf(analysis, moves.to_move, view.seatName(moves.to_move));
  }

  private prompt(scene: Scene): string {
    const { session } = this;
    const seat = session.moves!.to_move;
    if (session.waiting) return "One moment …";
    if (session.line) return "This is a line of best play, not the game. ← and → step through it; a move of yours takes it over.";
    if (session.over) return "The game is over. Play a rematch, or see below where it was decided.";
    if (session.browsing) return "You are looking back at the game. Make a move to play on from here.";
    if (session.computersTurn) {
      if (session.paused) return "Paused. Press Go on when you like.";
      return seat === "System" ? "Chance decides …" : `${session.view.seatName(seat)} (computer, ${nameOf(session.seats.of(seat)).toLowerCase()}) is choosing a move …`;
    }
    return this.board.prompt(scene);
  }

  private stage(scene: Scene | undefined, showValues: boolean): HTMLElement {
    const { session } = this;
    if (session.refusal) return this.refused();
    if (!scene) {
      return h("div", { class: "card" }, h("h1", { class: "status" }, session.fault ? "The server does not answer" : "One moment …"), this.fault());
    }
    const { moves } = scene;
    const look = this.look(showValues);
    const chance = moves.to_move === "System" && !moves.result && !session.locked && !session.selector;
    return h("div", { class: `card board-card${session.waiting ? " waiting-board" : ""}` },
      h("div", { class: "status-row" },
        h("h1", { class: "status" }, !moves.result && !session.agreed && h("span", { class: "seat" }, session.view.sign(moves.to_move)), this.status(showValues)),
        session.thinking ? h("span", { class: "thinking", role: "status" }, "looking …") : look && badge(look, "large")),
      h("p", { class: "prompt", id: "prompt" }, this.prompt(scene)),
      this.fault(),
      this.board.board(scene),
      chance && h("button", { class: "primary", id: "draw", onclick: () => void session.computerMoves() }, session.rules.dice ? "Throw the dice" : "Let chance decide"),
      h("p", { class: "remark" }, session.remark || (session.noValues && !session.fault && showValues ? `No values: ${session.noValues}` : ""),
        session.undecided && showValues && h("button", { id: "ask-again", onclick: () => session.tryAgain() }, "Ask again")),
      showValues && this.certainty(), this.controls(), showValues ? this.legend() : null);
  }

  private certainty(): Child {
    const { analysis, over, view } = this.session;
    const words = analysis && !over ? certaintyOf(analysis, (seat) => view.seatName(seat)) : "";
    return words && h("p", { id: "certainty" }, words);
  }

  private refused(): HTMLElement {
    const { session } = this;
    return h("div", { class: "card error", role: "alert" }, h("h1", { class: "status" }, "This cannot be shown"), h("p", {}, session.refusal),
      h("button", { onclick: () => this.hooks.setRules(session, defaultsOf(this.table, session.view.fields)) }, "Start anew"));
  }

  private fault(): Child {
    const { session } = this;
    return session.fault && h("div", { class: "fault", role: "alert" }, h("span", {}, session.fault),
      h("button", { id: "again", class: "primary", onclick: () => session.tryAgain() }, "Try again"));
  }

  private controls(): HTMLElement {
    const { session } = this;
    const { history, undoTo, redoTo } = session;
    return h("div", { class: "row controls", role: "group", "aria-label": "steps of the game" },
      h("button", { id: "first", disabled: history.at === 0, "aria-label": "to the start", onclick: () => session.jump(0) }, "«"),
      h("button", { id: "undo", disabled: undoTo === undefined, onclick: () => session.undo() }, "Undo"),
      h("button", { id: "redo", disabled: redoTo === undefined, onclick: () => session.redo() }, "Redo"),
      h("button", { id: "last", disabled: !history.canRedo, "aria-label": "to the end", onclick: () => session.jump(history.steps.length - 1) }, "»"),
      h("button", { id: "new", onclick: () => session.restart("") }, "New game"),
      session.over && h("button", { id: "again-game", class: "primary", onclick: () => session.restart(session.history.start) }, "Rematch"),
      session.agreed && h("button", { id: "play-on", onclick: () => session.decline() }, "Play on"));
  }

  private legend(): HTMLElement {
    return h("div", { class: "legend-line" }, h("span", {}, "For the player to move:"), h("ul", { class: "legend" },
      ...this.session.view.legend(this.session.rules).map(([tone, text, words]) =>
        h("li", {}, h("span", { class: `badge ${tone}`, "aria-hidden": "true" }, text), words))));
  }

  // --- around it ----------------------------------------------------------------

  private side(showValues: boolean): HTMLElement[] {
    const { session } = this;
    return [
      opponentPanel(session), this.guide.panel(), this.plan?.panel() ?? null,
      showValues ? movesPanel(session) : null, showValues || session.line ? linePanel(session) : null,
      panel("Rules", undefined, rulesForm(this.table, session.view.fields, session.rules, (rules) => this.hooks.setRules(session, rules))),
    ].filter((p) => p !== null);
  }

  private below(scene: Scene | undefined, showValues: boolean): HTMLElement[] {
    const { session } = this;
    return [
      scene ? reviewPanel(session, showValues) : null, ...(scene ? this.board.panels(scene) : []), this.share.panel(session),
      h("details", { class: "panel", id: "keys", "data-panel": "Keys" }, h("summary", {}, h("h2", {}, "Keys")),
        h("dl", { class: "keys" }, ...KEYS.flatMap(([key, what]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, what)]))),
    ].filter((p) => p !== null);
  }
}
