// The page: one game, one position, and everything around the board. It holds
// no rules; what is legal and what it is worth comes from the server.

import { addressOf, readAddress, type Place, type RulesOf } from "./address";
import { api, type Analysis, type GameId, type LineDocument, type MovesDocument, type Parameter, type Params } from "./api";
import { hyper } from "./boards/hyper";
import { quantum } from "./boards/quantum";
import { quixo } from "./boards/quixo";
import { historyChart } from "./charts";
import { h, panel } from "./dom";
import { History } from "./history";
import { chosen, defaultsOf, rulesForm } from "./rules";
import { Seats } from "./seats";
import { settings, type Theme } from "./settings";
import { badge, lookOf, worthOf } from "./values";
import type { GameView, Scene } from "./view";

const GAMES: Record<GameId, GameView> = { quixo, quantum, hyper };
const PAUSE = 450;  // milliseconds before a computer's move, so that one can follow

class Explorer {
  private place: Place;
  private history: History;
  private seats = new Seats();
  private moves?: MovesDocument;
  private analysis?: Analysis;
  private error = "";          // the position itself is refused
  private noValues = "";       // why there is no analysis
  private remark = "";         // what a player said about its move
  private line?: LineDocument;
  private playback = false;
  private arrived?: string;
  private turn = 0;            // counts arrivals, so that late answers are dropped
  private shown = 0;           // the turn that `moves` belongs to
  private held = false;        // a button is pressed: drawing waits, or the click would be lost
  private late = false;        // something to draw has come meanwhile
  private timer = 0;
  private focusAfter = "";
  private live = h("div", { class: "sr", "aria-live": "polite", id: "live" });
  private root = document.getElementById("app")!;

  constructor(private rulesOf: RulesOf) {
    this.place = readAddress(rulesOf);
    this.history = new History(this.place.position);
  }

  start(): void {
    document.body.append(this.live);
    addEventListener("popstate", () => {
      this.place = readAddress(this.rulesOf);
      this.reset(this.place.position);
    });
    addEventListener("keydown", (event) => this.shortcut(event));
    this.holdWhilePressed();
    this.reset(this.place.position);
  }

  // A click is lost when its button is replaced between press and release.
  private holdWhilePressed(): void {
    let timer = 0;
    const releaseIn = (milliseconds: number) => {
      clearTimeout(timer);
      timer = window.setTimeout(() => {
        this.held = false;
        if (this.late) this.draw();
      }, milliseconds);
    };
    const press = (event: Event) => {
      if (!(event.target as Element).closest?.("button, summary")) return;
      this.held = true;
      releaseIn(2000);  // a release that never comes does not stop the page
    };
    addEventListener("pointerdown", press, true);
    addEventListener("keydown", (event) => { if (event.key === " ") press(event); }, true);
    addEventListener("click", () => { this.held = false; releaseIn(0); }, true);
    for (const end of ["pointerup", "pointercancel", "keyup"]) {
      addEventListener(end, () => releaseIn(50), true);  // a finger's click comes a little later
    }
  }

  private get view(): GameView { return GAMES[this.place.game]; }
  private get names(): string[] { return this.view.seats(this.place.rules); }
  private params(position: string): Params {
    return { ...chosen(this.rulesOf[this.place.game], this.place.rules), position };
  }
  private get parameters(): Parameter[] {
    const { view, place } = this;
    return this.rulesOf[place.game].map((p) => view.narrow?.(p, place.rules) ?? p);
  }

  private reset(position: string): void {
    this.history = new History(position);
    this.moves = undefined;
    this.arrive();
  }

  private shortcut(event: KeyboardEvent): void {
    const tag = (event.target as HTMLElement).tagName;
    if (event.ctrlKey || event.metaKey || event.altKey || tag === "INPUT" || tag === "SELECT" || tag === "TEXTAREA") return;
    if (event.key === "u") this.jump(this.history.at - 1);
    else if (event.key === "r") this.jump(this.history.at + 1);
    else if (event.key === "v") this.setShowValues(!settings.showValues);
  }

  // --- getting somewhere ----------------------------------------------------

  private play(move: string): void {
    if (this.shown !== this.turn) return;  // a second click, before the first has been answered
    const index = this.moves?.moves.indexOf(move) ?? -1;
    if (index < 0) return;
    this.history.play(move, this.moves!.positions[index]!);
    this.arrived = move;
    this.remark = "";
    this.arrive();
  }

  private jump(to: number): void {
    if (to < 0 || to >= this.history.steps.length) return;
    this.arrived = to === this.history.at + 1 ? this.history.steps[to]!.move : undefined;
    this.history.jump(to);
    this.remark = "";
    this.arrive();
  }

  // A position that does not come from a move: pasted, edited, linked.
  private go(position: string): void {
    this.place.position = position;
    history.pushState(null, "", addressOf(this.place, this.rulesOf));
    this.reset(position);
  }

  private setRules(rules: Params): void {
    this.place = { ...this.place, rules, position: "" };
    for (const p of this.parameters) {  // what another choice has ruled out goes
      if (p.choices && !p.choices.includes(rules[p.name]!)) rules[p.name] = p.default;
    }
    history.pushState(null, "", addressOf(this.place, this.rulesOf));
    this.reset("");
  }

  private setGame(game: GameId): void {
    this.place = { game, rules: defaultsOf(this.rulesOf[game]), position: "" };
    history.pushState(null, "", addressOf(this.place, this.rulesOf));
    this.seats.clear();
    this.reset("");
  }

  private async arrive(): Promise<void> {
    clearTimeout(this.timer);
    const turn = ++this.turn;
    const step = this.history.now;
    this.line = undefined;
    this.place.position = step.position;
    history.replaceState(null, "", addressOf(this.place, this.rulesOf));
    const params = this.params(step.position);
    const analysis = api.analyze(this.place.game, params).then(
      (a) => ({ a, why: "" }), (e: Error) => ({ a: undefined, why: e.message }));
    let moves: MovesDocument;
    try {
      moves = await api.moves(this.place.game, params);
    } catch (e) {
      if (turn !== this.turn) return;
      this.error = (e as Error).message;
      this.moves = undefined;
      return this.draw();
    }
    if (turn !== this.turn) return;
    this.error = "";
    this.noValues = "";
    this.moves = moves;
    this.shown = turn;
    this.analysis = undefined;
    // Known answers come at once; drawing twice would only flicker.
    const early = await Promise.race([analysis, new Promise<null>((r) => setTimeout(() => r(null), 60))]);
    if (turn !== this.turn) return;
    if (!early) this.draw();
    const { a, why } = early ?? (await analysis);
    if (turn !== this.turn) return;
    this.analysis = a;
    this.noValues = why;
    if (a) {
      step.worth = worthOf(a, this.names[0]!);
      step.words = a.result ?? `${a.to_move} ${lookOf(a, a.to_move ?? "X").words}`;
    }
    this.draw();
    this.arrived = undefined;
    this.announce();
    this.letComputerMove(turn);
  }

  private letComputerMove(turn: number): void {
    const toMove = this.moves!.to_move;
    if (this.moves!.result || this.history.canRedo || this.playback) return;
    if (!this.seats.movesItself(toMove, this.names) || this.history.repeats() >= 2) return;
    this.timer = window.setTimeout(() => { if (turn === this.turn) void this.computerMoves(); }, PAUSE);
  }

  private async computerMoves(): Promise<void> {
    const turn = this.turn;
    const toMove = this.moves!.to_move;
    const kind = this.names.includes(toMove) ? this.seats.of(toMove) : "perfect";
    try {
      const played = await api.play(this.place.game,
        { ...this.params(this.history.now.position), player: kind === "person" ? "perfect" : kind });
      if (turn !== this.turn) return;
      this.play(played.move);
      this.remark = played.remark ?? `${toMove} played ${played.move}`;
    } catch (e) {
      if (turn !== this.turn) return;
      this.remark = (e as Error).message;
      this.draw();
    }
  }

  // --- best line --------------------------------------------------------------

  private async findLine(): Promise<void> {
    const turn = this.turn;
    try {
      const line = await api.line(this.place.game, this.params(this.history.now.position));
      if (turn !== this.turn) return;
      this.line = line;
    } catch (e) {
      this.remark = (e as Error).message;
    }
    this.draw();
  }

  private async playLine(): Promise<void> {
    const line = this.line!;
    this.playback = true;
    for (let i = 0; i < line.moves.length && this.playback; ++i) {
      this.history.play(line.moves[i]!, line.positions[i + 1]!);
      this.arrived = line.moves[i];
      await this.arrive();
      await new Promise((r) => setTimeout(r, 650));
    }
    this.playback = false;
    this.draw();
  }

  // --- drawing ----------------------------------------------------------------

  private setShowValues(show: boolean): void {
    settings.setShowValues(show);
    this.say(show ? "values shown" : "values hidden");
    this.draw();
  }

  private say(text: string): void { this.live.textContent = text; }

  private announce(): void { this.say(`${this.remark ? this.remark + ". " : ""}${this.statusWords()}`); }

  private statusWords(): string {
    if (!this.moves) return this.error;
    if (this.moves.result) return this.moves.result;
    const who = this.moves.to_move === "System" ? "The System draws" : `${this.moves.to_move} to move`;
    if (!settings.showValues || !this.analysis) return who;
    const value = this.analysis;
    if (typeof value.value === "number") return `${who}: worth ${value.exact} to X`;
    return `${who}: ${lookOf(value, value.to_move ?? "").words}`;
  }

  private scene(): Scene {
    return {
      rules: this.place.rules, params: (position) => this.params(position), moves: this.moves!, analysis: this.analysis, showValues: settings.showValues,
      arrived: this.arrived, locked: this.seats.movesItself(this.moves!.to_move, this.names) && !this.moves!.result,
      play: (move) => this.play(move), go: (position) => this.go(position),
      setRules: (rules) => this.setRules(rules), redraw: () => this.draw(), say: (text) => this.say(text),
    };
  }

  private draw(): void {
    this.late = this.held;
    if (this.held) return;
    const focused = document.activeElement;
    const key = focused?.getAttribute("aria-label") ? null : focused?.id;
    const spot = focused instanceof HTMLElement && focused.dataset.row !== undefined
      ? `[data-row="${focused.dataset.row}"][data-col="${focused.dataset.col}"]` : "";
    const folds = new Map([...document.querySelectorAll<HTMLDetailsElement>("details[data-panel]")]
      .map((d) => [d.dataset.panel!, d.open]));
    const page = h("div", { class: `page page-${this.place.game}` }, this.header(),
      h("main", {}, h("div", { class: "stage" }, this.stage(), ...this.below()),
        h("aside", { class: "side" }, ...this.side())));
    for (const fold of page.querySelectorAll<HTMLDetailsElement>("details[data-panel]")) {
      fold.open = folds.get(fold.dataset.panel!) ?? fold.open;
    }
    this.root.replaceChildren(page);
    document.title = `noughts: ${this.view.title}`;
    const again = this.focusAfter || (key ? `#${key}` : spot && `.stage ${spot}`);
    if (again) document.querySelector<HTMLElement>(again)?.focus();
    this.focusAfter = "";
  }

  private header(): HTMLElement {
    const tab = (game: GameId) => h("a", {
      href: `/${game}`, class: "tab", "aria-current": game === this.place.game ? "page" : undefined,
      onclick: (event: MouseEvent) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        this.setGame(game);
      },
    }, GAMES[game].title);
    const themes: Record<Theme, [Theme, string]> = {
      auto: ["light", "Colours: automatic"], light: ["dark", "Colours: light"], dark: ["auto", "Colours: dark"] };
    const [nextTheme, themeText] = themes[settings.theme];
    return h("header", {},
      h("a", { href: "/", class: "brand", "aria-label": "noughts, start" }, h("span", { class: "ring" }), "noughts"),
      h("nav", { "aria-label": "games" }, tab("quixo"), tab("quantum"), tab("hyper")),
      h("div", { class: "switches" },
        h("button", { id: "values",
          onclick: () => this.setShowValues(!settings.showValues) }, settings.showValues ? "Hide values" : "Show values"),
        h("button", { id: "theme", onclick: () => { settings.setTheme(nextTheme); this.draw(); } }, themeText)));
  }

  private stage(): HTMLElement {
    if (this.error) {
      return h("div", { class: "card error", role: "alert" }, h("h1", {}, "This cannot be shown"), h("p", {}, this.error),
        h("button", { onclick: () => this.setRules(defaultsOf(this.rulesOf[this.place.game])) }, "Start anew"));
    }
    if (!this.moves) return h("div", { class: "card" }, h("p", { class: "status" }, "Loading …"));
    const over = this.moves.result !== undefined;
    const look = this.analysis && settings.showValues && !over ? lookOf(this.analysis, this.analysis.to_move ?? "X") : undefined;
    const system = this.moves.to_move === "System" && !over && !this.scene().locked;
    return h("div", { class: "card" },
      h("div", { class: "status-row" },
        h("h1", { class: "status" }, this.statusWords()), look && badge(look, "large")),
      this.remark && h("p", { class: "remark" }, this.remark),
      this.noValues && settings.showValues && h("p", { class: "note", role: "note" }, `No values: ${this.noValues}.`),
      this.view.board(this.scene()),
      system && h("button", { class: "primary", id: "draw", onclick: () => void this.computerMoves() }, "Let the System draw"),
      this.controls());
  }

  private controls(): HTMLElement {
    const { at, steps, canUndo, canRedo } = this.history;
    return h("div", { class: "row controls", role: "group", "aria-label": "history" },
      h("button", { id: "first", disabled: !canUndo, "aria-label": "to the start", onclick: () => this.jump(0) }, "«"),
      h("button", { id: "undo", disabled: !canUndo, onclick: () => this.jump(at - 1) }, "Undo"),
      h("button", { id: "redo", disabled: !canRedo, onclick: () => this.jump(at + 1) }, "Redo"),
      h("button", { id: "last", disabled: !canRedo, "aria-label": "to the end", onclick: () => this.jump(steps.length - 1) }, "»"),
      h("button", { id: "new", onclick: () => this.go("") }, "New game"));
  }

  // Under the board: the game so far, and what the game itself has to show.
  private below(): HTMLElement[] {
    if (!this.moves) return [];
    return [this.gamePanel(), ...this.view.panels(this.scene())].filter((p) => p !== null);
  }

  private side(): HTMLElement[] {
    const panels: (HTMLElement | null)[] = [];
    if (this.moves) panels.push(this.movesPanel(), this.linePanel());
    panels.push(panel("Players", undefined, this.seats.form(this.names, this.place.rules, () => { void this.arrive(); })));
    panels.push(panel("Rules", undefined, h("p", { class: "note" }, this.view.about),
      rulesForm(this.parameters, this.place.rules, (rules) => this.setRules(rules))));
    panels.push(this.positionPanel());
    return panels.filter((p) => p !== null);
  }

  // Moves of equal worth side by side, best first.
  private movesPanel(): HTMLElement | null {
    if (!this.analysis || !settings.showValues || this.analysis.moves.length === 0) return null;
    const mover = this.moves!.to_move;
    const locked = this.scene().locked;
    const groups = new Map<string, { look: ReturnType<typeof lookOf>; rank: number; moves: string[] }>();
    for (const move of this.analysis.moves) {
      const look = lookOf(move, mover);
      const rank = typeof move.value === "number" ? (mover === "O" ? move.value : -move.value) : 0;
      const group = groups.get(look.text) ?? { look, rank, moves: [] };
      group.moves.push(move.move);
      groups.set(look.text, group);
    }
    const best = new Set(this.analysis.best);
    const order = [...groups.values()].sort((a, b) => a.rank - b.rank);
    order.sort((a, b) => Number(b.moves.some((m) => best.has(m))) - Number(a.moves.some((m) => best.has(m))));
    return panel("Moves", undefined, h("ul", { class: "groups" }, ...order.map(({ look, moves }) =>
      h("li", {}, badge(look), h("span", { class: "names" }, ...moves.map((move) =>
        h("button", { class: `name${best.has(move) ? " best" : ""}`, disabled: locked, title: look.words,
          onclick: () => this.play(move) }, move)))))));
  }

  private linePanel(): HTMLElement | null {
    if (this.moves!.result || !settings.showValues || !this.analysis) return null;
    if (!this.line) {
      return panel("Best line", undefined,
        h("button", { id: "find-line", onclick: () => void this.findLine() }, "Show one game of best play"));
    }
    const line = this.line;
    return panel("Best line", undefined, h("p", { class: "line" }, line.moves.join(" ")), h("p", { class: "note" }, line.result),
      h("button", { id: "play-line", class: "primary", onclick: () => void this.playLine() }, "Play it"));
  }

  private gamePanel(): HTMLElement | null {
    const { steps, at } = this.history;
    if (steps.length < 2) return null;
    return panel("This game", undefined,
      historyChart(steps, at, !settings.showValues, (to) => this.jump(to)),
      h("ol", { class: "steps" }, ...steps.map((step, i) => h("li", {}, h("button", {
        class: "name", "aria-current": i === at ? "step" : undefined,
        title: settings.showValues ? step.words ?? "" : "", onclick: () => { this.playback = false; this.jump(i); },
      }, i === 0 ? "start" : `${i}. ${step.move}`)))),
      this.playback && h("button", { onclick: () => { this.playback = false; this.draw(); } }, "Stop"));
  }

  private positionPanel(): HTMLElement {
    const field = h("textarea", { id: "position", rows: 2, spellcheck: "false", "aria-label": "position" });
    field.value = this.moves?.position ?? this.place.position;
    const copied = (text: string, what: string) => {
      navigator.clipboard?.writeText(text).then(() => this.say(`${what} copied`), () => field.select());
    };
    return panel("Position", undefined, field, h("div", { class: "row" },
      h("button", { id: "use", onclick: () => this.go(field.value.trim()) }, "Go there"),
      h("button", { onclick: () => copied(field.value, "position") }, "Copy"),
      h("button", { onclick: () => copied(location.href, "link") }, "Copy link")));
  }
}

settings.applyTheme();
api.games().then(
  ({ games }) => new Explorer(Object.fromEntries(games.map((g) => [g.game, g.rules])) as RulesOf).start(),
  (e: Error) => document.getElementById("app")!.replaceChildren(
    h("div", { class: "card error", role: "alert" }, h("p", {}, e.message))));
