// <noughts-board game="quixo" size="4" position="..." values>: a board that draws, plays and shows
// values in any page. Attributes are rules with the names that the command line gives them, and
// `position`, `seats`, `values` (src/mount.ts). Events: "move", "analysis" and "failed".

import { answerBy } from "../../src/api";
import { Mount, OTHERS, RULES } from "../../src/mount";
import type { Analysis } from "./documents.js";
import { request } from "./index.js";

declare const NOUGHTS_STYLE: string;   // the explorer's style sheet, for :host in the place of :root

// What the event "move" carries.
export interface Move { move: string; position: string; to_move: string; result?: string }

answerBy(async (target, signal) => {
  const { status, body } = await request(target, signal);
  return new Response(body, { status });
});

const styles = new CSSStyleSheet();
styles.replaceSync(NOUGHTS_STYLE);

export class NoughtsBoard extends HTMLElement {
  static observedAttributes = [...OTHERS, ...RULES, "values"];
  private mount: Mount;
  private opening = false;

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [styles];
    this.mount = new Mount(root, (name) => this.getAttribute(name), {
      moved: (move, { position, to_move, result }) => this.tell("move", { move, position, to_move, result } satisfies Move),
      known: (analysis) => this.tell("analysis", analysis),
      failed: (why) => this.tell("failed", why),
    });
  }

  connectedCallback(): void { this.open(); }
  disconnectedCallback(): void { this.mount.end(); }
  attributeChangedCallback(name: string): void {
    if (name === "values") this.mount.draw();
    else this.open();
  }

  // Of the board that is shown.
  get position(): string { return this.mount.session?.position ?? this.getAttribute("position") ?? ""; }
  get toMove(): string | undefined { return this.mount.session?.moves?.to_move; }
  get result(): string | undefined { return this.mount.session?.moves?.result; }
  get moves(): string[] { return this.mount.session?.moves?.moves ?? []; }
  get analysis(): Analysis | undefined { return this.mount.session?.analysis; }

  // Makes a move, as a press on the board would.
  play(move: string): void { this.mount.session?.play(move); }
  undo(): void { this.mount.session?.undo(); }
  redo(): void { this.mount.session?.redo(); }
  // Begins again where the attributes say.
  restart(): void { this.mount.session?.restart(this.getAttribute("position") ?? ""); }

  // Several attributes that change together open one game.
  private open(): void {
    if (this.opening || !this.isConnected) return;
    this.opening = true;
    queueMicrotask(() => {
      this.opening = false;
      if (this.isConnected) this.mount.open().catch((error: Error) => this.tell("failed", error.message));
    });
  }

  private tell(type: string, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
  }
}

declare global {
  interface HTMLElementTagNameMap { "noughts-board": NoughtsBoard }
}

if (!customElements.get("noughts-board")) customElements.define("noughts-board", NoughtsBoard);
