// Who plays: a sign and a strength for each seat, and the board they play on.

import { h, panel } from "../dom";
import { FRIEND, LEVELS } from "../seats";
import type { Session } from "../session";
import * as say from "../words";

export function opponentPanel(session: Session, rules: HTMLElement): HTMLElement {
  const { seats, view } = session;
  const computers = (): HTMLElement => h("optgroup", { label: say.players.computer }, ...LEVELS.map((l) => h("option", { value: l.kind }, l.name)));
  const about = seats.names.map((name) => LEVELS.find((l) => l.kind === seats.of(name))).find((l) => l !== undefined);
  const words = about ? say.players.about(about.name, about.about) : seats.anyFriend ? say.players.friends
    : say.players.none(seats.names.length === 2);
  return panel(say.players.title, undefined,
    h("div", { class: "form" }, ...seats.names.map((name) => h("label", { class: "field" },
      h("span", { class: "field-name seat" }, view.sign(name), h("span", {}, view.seatName(name))),
      h("select", { "aria-label": say.players.player(view.seatName(name)), id: `seat-${name}`, value: seats.of(name),
        onchange: (event: Event) => session.seat(name, (event.currentTarget as HTMLSelectElement).value) },
        h("option", { value: "person" }, say.players.person), h("option", { value: FRIEND }, say.players.friend), computers())))),
    h("p", { class: "note level" }, words),
    seats.text !== "" && h("div", { class: "row" },
      h("button", { id: "swap", onclick: () => session.swap() }, seats.names.length === 2 ? say.players.swap : say.players.rotate),
      seats.anyComputer && h("button", { id: "pause", onclick: () => session.pause(!session.paused) }, session.paused ? say.players.goOn : say.players.pause)),
    rules);
}
