// A board in a frame of another page: embed?game=quixo&size=4&position=...&values.

import { h } from "./dom";
import { Mount } from "./mount";
import { outward } from "./place";
import * as say from "./words";

export function embed(root: Element): void {
  const query = new URLSearchParams(location.search);
  const link = h("a", { target: "_blank", rel: "noopener" }, say.embed.open);
  const place = h("div");
  const trouble = h("p", { class: "note", role: "alert" });
  const mount: Mount = new Mount(place, (name) => query.get(name), {
    moved: () => follow(), known: () => undefined,
    failed: (why) => { trouble.textContent = why; },
  });
  // The explorer shows the same position.
  const follow = (): void => {
    const { place: { game, rules }, position } = mount.session!;
    link.href = outward(`/${game}?${new URLSearchParams({ ...rules, ...(position && { position }) })}`);
  };
  root.append(place, trouble, h("p", { class: "note" }, link));
  mount.open().then(() => { if (mount.session) follow(); }, (error: Error) => { trouble.textContent = error.message; });
}
