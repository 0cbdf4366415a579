// A fold that asks the server only once it is opened.

import { h } from "../dom";
import type { Scene } from "../view";
import * as say from "../words";

export function askingFold<T>(title: string, scene: Scene, key: string, meanwhile: string,
                              load: () => Promise<T>, body: (value: T) => HTMLElement): HTMLElement {
  const full = `${title} ${key}`;
  const isOpen = document.querySelector<HTMLDetailsElement>(`details[data-panel="${title}"]`)?.open ?? false;
  const asked = isOpen ? scene.library.ask(full, load) : undefined;
  const content = !asked || asked.state === "waiting" ? h("p", { class: "waiting" }, meanwhile)
    : asked.state === "there" ? body(asked.value)
      : h("div", { class: "stack" }, h("p", { class: "note" }, asked.why),
        // What is refused or missing is so the next time too.
        asked.fault !== "missing" && asked.fault !== "refused"
          && h("button", { onclick: () => { scene.library.forget(full); scene.redraw(); } }, say.frame.tryAgain));
  return h("details", { class: "panel", "data-key": `panel-${title}`, "data-panel": title, open: false, ontoggle: () => scene.redraw() },
    h("summary", {}, h("h2", {}, title)), content);
}
