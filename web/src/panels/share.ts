// The position as text, and the link to this game.

import { copy } from "../clipboard";
import { h, panel } from "../dom";
import type { Session } from "../session";

export class Share {
  private said = "";        // what was copied just now
  private byHand = "";      // what could not be copied
  private timer = 0;

  constructor(private redraw: () => void, private announce: (text: string) => void) {}

  panel(session: Session): HTMLElement {
    const text = session.moves?.position ?? session.place.start;
    const field = (): HTMLTextAreaElement => document.getElementById("position") as HTMLTextAreaElement;
    return panel("Share or paste a position", undefined,
      h("textarea", { id: "position", rows: 2, spellcheck: "false", "aria-label": "position", value: text }),
      h("div", { class: "row" },
        h("button", { id: "use", onclick: () => session.restart(field().value.trim()) }, "Go there"),
        h("button", { id: "copy", onclick: () => void this.copied("Position", field().value) }, this.said === "Position" ? "Copied ✓" : "Copy"),
        h("button", { id: "copy-link", onclick: () => void this.copied("Link", location.href) }, this.said === "Link" ? "Link copied ✓" : "Copy link")),
      this.byHand && h("label", { class: "field" }, h("span", { class: "field-name" }, "This browser does not let the page copy. Here it is to copy by hand:"),
        h("input", { id: "by-hand", readonly: true, value: this.byHand })));
  }

  private async copied(what: string, text: string): Promise<void> {
    const done = await copy(text);
    this.said = done ? what : "";
    this.byHand = done ? "" : text;
    this.announce(done ? `${what} copied` : `${what} shown to copy by hand`);
    this.redraw();
    if (!done) (document.getElementById("by-hand") as HTMLInputElement).select();
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => { this.said = ""; this.redraw(); }, 2500);
  }
}
