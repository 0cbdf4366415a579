// Who plays: a sign and a strength for each seat, and the board they play on.

import { h, panel } from "../dom";
import { FRIEND, LEVELS } from "../seats";
import type { Session } from "../session";

export function opponentPanel(session: Session, rules: HTMLElement): HTMLElement {
  const { seats, view } = session;
  const computers = (): HTMLElement => h("optgroup", { label: "Computer" }, ...LEVELS.map((l) => h("option", { value: l.kind }, l.name)));
  const about = seats.names.map((name) => LEVELS.find((l) => l.kind === seats.of(name))).find((l) => l !== undefined);
  const words = about ? `${about.name}: ${about.about}.` : seats.anyFriend ? "A friend plays on another device. Each move makes a link to send."
    : "No computer player. You move for both sides.";
  return panel("Players", undefined,
    h("div", { class: "form" }, ...seats.names.map((name) => h("label", { class: "field" },
      h("span", { class: "field-name seat" }, view.sign(name), h("span", {}, view.seatName(name))),
      h("select", { "aria-label": `Player ${view.seatName(name)}`, id: `seat-${name}`, value: seats.of(name),
        onchange: (event: Event) => session.seat(name, (event.currentTarget as HTMLSelectElement).value) },
        h("option", { value: "person" }, "A person"), h("option", { value: FRIEND }, "A friend, by link"), computers())))),
    h("p", { class: "note level" }, seats.names.length > 2 && !about && !seats.anyFriend ? "No computer player. You move for all sides." : words),
    h("div", { class: "row" },
      h("button", { id: "swap", disabled: seats.text === "", onclick: () => session.swap() },
        seats.names.length === 2 ? "Swap sides" : "Move on one seat"),
      h("button", { id: "pause", disabled: !seats.anyComputer, onclick: () => session.pause(!session.paused) },
        session.paused ? "Go on" : "Pause"),
      h("button", { id: "rematch", onclick: () => session.restart(session.history.start) }, "Rematch")),
    rules);
}
