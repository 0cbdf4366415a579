// The page as a whole: which of its pages is shown, the address, the keys, and drawing.

import { addressOf, readAddress, type Place } from "./address";
import { api, type GameId, type Health, type Params } from "./api";
import { hyper } from "./boards/hyper";
import { quantum } from "./boards/quantum";
import { quixo } from "./boards/quixo";
import { h, patch, type Child } from "./dom";
import { Folds } from "./folds";
import { defaultsOf, type Parameter } from "./form";
import { Library, sentence } from "./library";
import { galleryPage, rulesPage, unknownPage, waitingPage } from "./pages/others";
import { PlayPage } from "./pages/play";
import { startPage } from "./pages/start";
import { Roving } from "./roving";
import { Session } from "./session";
import { Settings, type Theme } from "./settings";
import { sourceWords } from "./values";
import type { GameView } from "./view";

const VIEWS: Record<GameId, GameView> = { quixo, quantum, hyper };
const TABS: [GameId, string][] = [["quixo", "Quixo"], ["quantum", "Quantum"], ["hyper", "3-D and beyond"]];

export class App {
  private settings = new Settings();
  private library = new Library(api, () => this.draw());
  private roving = new Roving();
  private folds = new Folds();
  private play?: PlayPage;
  private tables?: Record<GameId, Parameter[]>;  // the rules that can be chosen
  private defaults?: Record<GameId, Params>;
  private fault = "";                             // why they did not come
  private strange: string[] = [];
  private arriving?: string;   // a move to animate after the next drawing
  private drawing = false;
  private late = false;
  private live = h("div", { class: "sr", "aria-live": "polite", id: "live" });

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
      this.draw();
      return this.toTop();
    }
    this.strange = address.place.strange;
    if (address.place.values !== undefined) this.settings.showValues = address.place.values;
    if (this.play?.session.follow(address.place)) return;
    this.open(address.place);
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
      setRules: (_, rules) => this.goTo({ ...session.place, rules, start: "", moves: [], at: 0, seats: session.seats.text, strange: [] }),
    });
    this.live.textContent = "";
    void session.open();
    this.draw();
  }

  private goTo(place: Place): void {
    history.pushState(null, "", addressOf(place, this.defaults![place.game]));
    this.strange = [];
    this.open(place);
  }

  private writeAddress(session: Session, how: "push" | "replace"): void {
    const { history: game, place } = session;
    Object.assign(place, { start: game.start, moves: game.moves, at: game.at, seats: session.seats.text });
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
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !this.play) return;
    if (event.key === "Escape") return this.escape();
    if (["INPUT", "SELECT", "TEXTAREA"].includes(at.tagName)) return;
    const { session } = this.play;
    const act: Record<string, () => void> = {
      u: () => session.undo(), r: () => session.redo(), n: () => session.restart(""), v: () => this.setShowValues(!this.settings.showValues),
      p: () => session.seats.anyComputer && session.pause(!session.paused), h: () => this.play?.toggleGuide(), "?": () => this.showKeys(),
      ArrowLeft: () => session.step(-1), ArrowRight: () => session.step(1),
    };
    const chosen = act[event.key];
    if (!chosen) return;
    event.preventDefault();
    chosen();
  }

  private escape(): void {
    const { board, session } = this.play!;
    session.consider();
    if (board.putBack()) this.say("put back");
    else if (session.line) session.closeLine();
    this.draw();
  }

  private showKeys(): void {
    const keys = document.getElementById("keys") as HTMLDetailsElement;
    keys.open = true;
    keys.querySelector("summary")?.focus();
  }

  // --- drawing --------------------------------------------------------------------

  private setShowValues(show: boolean): void {
    this.settings.setShowValues(show);
    this.say(show ? "values shown" : "values hidden");
    if (this.play) {
      this.play.session.place.values = show;
      this.writeAddress(this.play.session, "replace");
    }
    this.draw();
  }

  private say(text: string): void {
    this.live.textContent = text || (this.play
      ? `${this.play.session.remark ? this.play.session.remark + ". " : ""}${this.play.status(this.settings.showValues)}` : "");
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
      : address.page === "gallery" ? galleryPage() : address.page === "rules" ? rulesPage(Object.values(VIEWS))
        : address.page === "unknown" ? unknownPage(address.what) : address.page === "start" ? startPage(VIEWS)
          : waitingPage(this.fault, () => void this.learn());
    main.setAttribute("data-key", this.play ? `game-${this.play.session.place.game}` : address.page);
    if (!this.play) main.querySelector("h1")?.setAttribute("tabindex", "-1");
    const title = this.play ? this.play.session.view.title : main.querySelector("h1")?.textContent ?? "";
    document.title = `noughts: ${title}`;
    return h("div", { class: "page" },
      h("a", { class: "skip", href: "#board", onclick: (event: Event) => {
        event.preventDefault();
        document.querySelector<HTMLElement>('#board [tabindex="0"], main h1')?.focus();
      } }, this.play ? "To the board" : "To the content"),
      this.header(), this.notice(), main, this.footer());
  }

  private header(): HTMLElement {
    const now = this.play?.session.place.game;
    const themes: Record<Theme, [Theme, string]> = {
      auto: ["light", "auto"], light: ["dark", "light"], dark: ["auto", "dark"] };
    const [next, text] = themes[this.settings.theme];
    return h("header", {},
      h("a", { href: "/", class: "brand", "data-link": true, "aria-label": "noughts, start" }, h("span", { class: "ring" }), "noughts"),
      h("nav", { "aria-label": "games" }, ...TABS.map(([game, name]) => h("a", {
        href: `/${game}`, class: "tab", "data-link": true, "aria-current": game === now ? "page" : undefined }, name))),
      h("div", { class: "switches" },
        now && h("button", { id: "values", onclick: () => this.setShowValues(!this.settings.showValues) },
          this.settings.showValues ? "Hide values" : "Show values"),
        h("button", { id: "theme", onclick: () => { this.settings.setTheme(next); this.draw(); },
          "aria-label": `Colours: ${text}` }, h("span", { class: "wide" }, "Colours: "), text)));
  }

  private notice(): Child {
    return this.strange.length > 0 && h("p", { class: "notice", role: "status" },
      `The link has a part that this page does not know: ${this.strange.join(", ").slice(0, 120)}. It is ignored.`);
  }

  private footer(): HTMLElement {
    const health = this.library.seen<Health>("health") ?? this.askHealth();
    const { session } = this.play ?? {};
    const analysis = session?.analysis;
    const known = !session ? "" : analysis ? `What is known here: ${sourceWords(analysis.source, analysis.value)}.`
      : session.noValues ? "What is known here: nothing beyond the rules." : "";
    const paper = session?.view.paper;
    return h("footer", {}, known && h("p", { id: "known" }, known),
      h("p", {}, h("span", { id: "version" }, health ? `noughts ${health.version}` : "noughts"),
        h("a", { href: "/#gallery", "data-link": true }, "Gallery"), h("a", { href: "/#rules", "data-link": true }, "Rules"),
        h("a", { href: "/api/v1/openapi.json" }, "API"),
        paper && (paper.href ? h("a", { href: paper.href, rel: "noreferrer" }, `Paper: ${paper.text}`) : h("span", {}, `Paper: ${paper.text}`))));
  }

  private askHealth(): Health | undefined {
    this.library.ask("health", () => api.health());
    return undefined;
  }
}
