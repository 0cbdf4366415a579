// The page as a whole: which of its pages is shown, the address, the keys, and drawing.

import { addressOf, readAddress, type Address, type Place } from "./address";
import { api, type GameId, type Health, type Params } from "./api";
import { hyper } from "./boards/hyper";
import { quantum } from "./boards/quantum";
import { quixo } from "./boards/quixo";
import { h, patch, svg, type Child } from "./dom";
import { Folds } from "./folds";
import { defaultsOf, type Parameter } from "./form";
import { exhibitAt } from "./gallery";
import { Library, sentence } from "./library";
import { galleryPage, rulesPage, unknownPage, waitingPage } from "./pages/others";
import { PlayPage } from "./pages/play";
import { archivePage, DayPage, TrainPage } from "./pages/puzzle";
import { startPage } from "./pages/start";
import { worksheetPage } from "./pages/worksheet";
import { Roving } from "./roving";
import { today } from "./puzzles";
import { remarkText, Session } from "./session";
import { Settings, type Theme } from "./settings";
import { sourceWords } from "./values";
import type { GameView } from "./view";
import * as say from "./words";

const VIEWS: Record<GameId, GameView> = { quixo, quantum, hyper };
const TABS: [GameId, string, string][] = [["quixo", say.quixo.tab, "/quixo"], ["quantum", say.quantum.tab, "/quantum"], ["hyper", say.hyper.tab, "/hyper?dims=3"]];
// A disc: half for the colours of the system, open for light, full for dark.
const themeSign = (theme: Theme): SVGElement => svg("svg", { viewBox: "0 0 20 20", class: "theme-sign", "aria-hidden": "true" },
  svg("circle", { cx: 10, cy: 10, r: 8 }), svg("path", { d: theme === "auto" ? "M10 2a8 8 0 0 1 0 16z" : theme === "dark" ? "M10 2a8 8 0 0 1 0 16a8 8 0 0 1 0-16z" : "M0 0" }));
const KEPT = 12;  // announcements

export class App {
  private settings = new Settings();
  private library = new Library(api, () => this.draw());
  private roving = new Roving();
  private folds = new Folds();
  private play?: PlayPage;
  private riddle?: { of: string; page: DayPage | TrainPage };
  private left: Partial<Record<GameId, string>> = {};  // where each game was left
  private tables?: Record<GameId, Parameter[]>;  // the rules that can be chosen
  private defaults?: Record<GameId, Params>;
  private fault = "";                             // why they did not come
  private strange: string[] = [];
  private arriving?: string;   // a move to animate after the next drawing
  private drawing = false;
  private late = false;
  // A log: what is added is read out, also while more comes.
  private live = h("div", { class: "sr", role: "log", "aria-live": "polite", id: "live" });

  private lastNews = "";

  constructor(private root: Element) {}

  start(): void {
    this.settings.applyTheme();
    document.body.append(this.live);
    this.roving.listen();
    this.folds.listen();
    addEventListener("popstate", () => this.read());
    addEventListener("keydown", (event) => this.key(event));
    addEventListener("click", (event) => this.follow(event));
    this.read();
    void this.learn();
  }

  // Which rules there are is the server's to say. Pages without a board do not wait for it.
  private async learn(): Promise<void> {
    this.fault = "";
    try {
      const { games } = await api.games();
      const each = <T>(made: (game: GameId, table: Parameter[]) => T): Record<GameId, T> =>
        Object.fromEntries(games.map(({ game, rules }) => [game, made(game, rules)])) as Record<GameId, T>;
      this.tables = each((_, table) => table);
      this.defaults = each((game, table) => defaultsOf(table, VIEWS[game].fields));
      if (readAddress(new URL(location.href), this.defaults).page === "game") this.read();
    } catch (error) {
      this.fault = sentence(error);
      this.draw();
    }
  }

  // --- where we are -------------------------------------------------------------

  private read(): void {
    const address = readAddress(new URL(location.href), this.defaults);
    if (address.page !== "game") {
      this.play?.end();
      this.play = undefined;
      this.strange = [];
      this.riddle = this.riddleOf(address);
      this.draw();
      return this.toTop();
    }
    this.riddle = undefined;
    this.strange = address.place.strange;
    if (address.place.values !== undefined) this.settings.showValues = address.place.values;
    if (this.play?.session.follow(address.place)) return;
    this.open(address.place);
  }

  // The puzzle of an address stays as it is while it is shown.
  private riddleOf(address: Address): { of: string; page: DayPage | TrainPage } | undefined {
    if (address.page !== "puzzle" && address.page !== "train") return undefined;
    const day = address.page === "puzzle" ? address.day ?? today() : undefined;
    const of = day ?? "train";
    if (this.riddle?.of === of) return this.riddle;
    const hooks = { redraw: () => this.draw(), say: (text: string) => this.say(text) };
    return { of, page: day ? new DayPage(day, VIEWS, this.library, hooks) : new TrainPage(VIEWS, this.library, hooks) };
  }

  private open(place: Place): void {
    this.play?.end();
    const session = new Session(VIEWS[place.game], place, api, this.library, {
      draw: () => { if (this.play?.session === session) this.draw(); },
      say: (text) => this.say(text),
      address: (how) => this.writeAddress(session, how),
      moved: (move) => {
        this.play?.board.putBack();
        this.arriving = move;
      },
    });
    this.play = new PlayPage(session, this.tables![place.game], {
      redraw: () => this.draw(), say: (text) => this.say(text),
      setRules: (_, rules) => this.goTo({ ...session.place, rules, start: "", moves: [], at: 0, seats: session.seats.text, strange: [], exhibit: undefined }),
      open: (saved) => {
        const defaults = this.defaults![saved.game];
        this.goTo({ ...saved, rules: { ...defaults, ...Object.fromEntries(Object.entries(saved.rules).filter(([name]) => name in defaults)) } });
      },
      coached: () => this.settings.setCoached(place.game),
      friendLink: (s) => {
        const { history: game } = s;
        const there = { ...s.place, start: game.start, moves: game.moves.slice(0, game.at), at: game.at, seats: s.seats.turned, values: false };
        return new URL(addressOf(there, this.defaults![s.place.game], game.steps.map((step) => step.position)), location.href).href;
      },
    }, this.isFirst(place));
    this.live.replaceChildren();
    this.lastNews = "";
    void session.open();
    this.draw();
  }

  // Whoever comes to a game for the first time, and not by a link to a position, is shown it.
  private isFirst({ game, moves, start }: Place): boolean {
    return moves.length === 0 && start === "" && !this.settings.coached(game);
  }

  private goTo(place: Place): void {
    history.pushState(null, "", addressOf(place, this.defaults![place.game]));
    this.strange = [];
    this.open(place);
  }

  private writeAddress(session: Session, how: "push" | "replace"): void {
    const { history: game, place } = session;
    Object.assign(place, { start: game.start, moves: game.moves, at: game.at, seats: session.seats.text });
    if (how === "push" && place.exhibit && game.moves.length === 0 && game.start !== exhibitAt(place.exhibit)?.position) place.exhibit = undefined;
    const address = addressOf(place, this.defaults![place.game], game.steps.map((step) => step.position));
    if (how === "push" && address !== location.pathname + location.search) history.pushState(null, "", address);
    else history.replaceState(null, "", address);
    this.strange = [];
  }

  // Links within the page change it without loading it anew.
  private follow(event: MouseEvent): void {
    const link = (event.target as Element).closest?.<HTMLAnchorElement>("a[data-link]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button !== 0) return;
    event.preventDefault();
    if (link.getAttribute("aria-current") === "page") return;  // the tab of this game: it stays
    if (this.play) this.left[this.play.session.place.game] = location.href;
    history.pushState(null, "", link.href);
    this.read();
    this.toTop();
  }

  private toTop(): void {
    scrollTo(0, 0);
    document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
  }

  // --- keys -----------------------------------------------------------------------

  private key(event: KeyboardEvent): void {
    const at = event.target as HTMLElement;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!this.play) {
      if (event.key === "Escape" && this.riddle?.page.putBack()) this.draw();
      return;
    }
    if (event.key === "Escape") return this.escape();
    if (["INPUT", "SELECT", "TEXTAREA"].includes(at.tagName)) return;
    const { session } = this.play;
    const act: Record<string, () => void> = {
      u: () => session.undo(), r: () => session.redo(), n: () => session.restart(""), v: () => this.setShowValues(!this.settings.showValues),
      p: () => session.seats.anyComputer && session.pause(!session.paused), h: () => this.play?.toggleGuide(), "?": () => this.showKeys(),
      i: () => session.askHint(), ArrowLeft: () => session.step(-1), ArrowRight: () => session.step(1),
    };
    const chosen = act[event.key];
    if (!chosen) return;
    event.preventDefault();
    chosen();
  }

  private escape(): void {
    const { board, session } = this.play!;
    session.consider();
    if (this.play!.teaching) return this.play!.toggleGuide();
    if (board.putBack()) this.say(say.frame.putBack);
    else if (session.line) session.closeLine();
    this.draw();
  }

  private showKeys(): void {
    (document.getElementById("tools") as HTMLDetailsElement).open = true;
    const keys = document.getElementById("keys") as HTMLDetailsElement;
    keys.open = true;
    keys.querySelector("summary")?.focus();
  }

  // --- drawing --------------------------------------------------------------------

  private setShowValues(show: boolean): void {
    this.settings.setShowValues(show);
    this.say(show ? say.frame.valuesShown : say.frame.valuesHidden);
    if (this.play) {
      this.play.session.place.values = show;
      this.writeAddress(this.play.session, "replace");
    }
    this.draw();
  }

  // Without words of its own: the last move of a computer, and how things stand.
  private say(text: string): void {
    const said = this.play?.session.remarks.at(-1);
    const words = text || (this.play ? `${said ? `${remarkText(said, this.settings.showValues)}. ` : ""}${this.play.status(this.settings.showValues)}` : "");
    // The same words of the same position, once; of the next position they are news.
    const news = `${words} ${this.play?.session.position}`;
    if (!words || this.lastNews === news) return;
    this.lastNews = news;
    this.live.append(h("p", {}, words));
    while (this.live.childNodes.length > KEPT) this.live.firstChild!.remove();
  }

  // A drawing asked for while one is under way (a blur, say) comes after it.
  private draw(): void {
    this.late = true;
    if (this.drawing) return;
    this.drawing = true;
    while (this.late) {
      this.late = false;
      this.roving.before();
      patch(this.root.firstElementChild ?? this.root.appendChild(h("div")), this.page());
      this.folds.after(this.root);
      this.roving.after(this.root);
    }
    this.drawing = false;
    const move = this.arriving;
    this.arriving = undefined;
    if (move !== undefined) this.play?.board.arrived(this.root as HTMLElement, move);
  }

  private page(): HTMLElement {
    const address = readAddress(new URL(location.href), this.defaults);
    const main = this.play ? this.play.render(this.settings.showValues)
      : this.riddle ? this.riddle.page.render() : address.page === "gallery" ? galleryPage(VIEWS, this.library)
        : address.page === "worksheet" ? worksheetPage(VIEWS, this.library, address.sheet)
        : address.page === "rules" ? rulesPage(VIEWS) : address.page === "archive" ? archivePage()
          : address.page === "unknown" ? unknownPage(address.what) : address.page === "start" ? startPage(VIEWS, this.library)
            : waitingPage(this.fault, () => void this.learn());
    main.id = "main";
    main.setAttribute("data-key", this.play ? `game-${this.play.session.place.game}` : this.riddle?.of ?? address.page);
    if (!this.play) main.querySelector("h1")?.setAttribute("tabindex", "-1");
    const title = this.play ? this.play.session.view.title : main.querySelector("h1")?.textContent ?? "";
    document.title = say.frame.title(title);
    return h("div", { class: "page" },
      this.header(address), this.notice(), main, this.footer());
  }

  private header(address: Address): HTMLElement {
    const now = this.play?.session.place.game ?? (address.page === "waiting" ? address.game : undefined);
    const { theme } = this.settings;
    const next: Theme = theme === "auto" ? "light" : theme === "light" ? "dark" : "auto";
    return h("header", {},
      h("a", { class: "skip", href: "#main", onclick: (event: Event) => {
        event.preventDefault();
        const board = document.querySelector<HTMLElement>('#board [tabindex="0"]');
        (board ?? document.querySelector<HTMLElement>("main h1"))?.focus();
      } }, this.play ? say.frame.toBoard : say.frame.toContent),
      h("a", { href: "/", class: "brand", "data-link": true, "aria-label": say.frame.start }, h("span", { class: "ring" }), "noughts"),
      h("nav", { "aria-label": say.frame.games }, ...TABS.map(([game, name, begin]) => h("a", {
        href: this.left[game] ?? begin, class: "tab", "data-link": true, "aria-current": game === now ? "page" : undefined }, name))),
      h("div", { class: "switches" },
        now && h("button", { id: "values", onclick: () => this.setShowValues(!this.settings.showValues) },
          this.settings.showValues ? say.frame.hideValues : say.frame.showValues),
        h("button", { id: "theme", onclick: () => { this.settings.setTheme(next); this.draw(); },
          "aria-label": say.frame.colours[theme], title: say.frame.colours[theme] }, themeSign(theme))));
  }

  private notice(): Child {
    return this.strange.length > 0 && h("p", { class: "notice", role: "status" },
      say.frame.strange(this.strange.join(", ").slice(0, 120)));
  }

  private footer(): HTMLElement {
    const health = this.library.seen<Health>("health") ?? this.askHealth();
    const { session } = this.play ?? {};
    const analysis = session?.analysis;
    const known = !session ? "" : analysis ? say.source.line(sourceWords(analysis.source, analysis.value))
      : session.noValues ? say.source.none : "";
    const paper = session?.view.paper;
    return h("footer", {}, known && h("p", { id: "known" }, known),
      h("p", {}, h("span", { id: "version" }, health ? `noughts ${health.version}` : "noughts"),
        h("a", { href: "/#puzzle", "data-link": true }, say.frame.puzzle), h("a", { href: "/#train", "data-link": true }, say.frame.trainer),
        h("a", { href: "/#gallery", "data-link": true }, say.frame.gallery), h("a", { href: "/#rules", "data-link": true }, say.frame.rules),
        h("a", { href: "/api/v1/openapi.json" }, say.frame.api),
        paper && (paper.href ? h("a", { href: paper.href, rel: "noreferrer" }, say.frame.paper(paper.text)) : h("span", {}, say.frame.paper(paper.text)))));
  }

  private askHealth(): Health | undefined {
    this.library.ask("health", () => api.health());
    return undefined;
  }
}
