// Who plays: a sign and a strength for each seat.

import { h, panel, select } from "../dom";
import { LEVELS } from "../seats";
import type { Session } from "../session";

export function opponentPanel(session: Session): HTMLElement {
  const { seats, view } = session;
  const kinds: [string, string][] = [["person", "A person"], ...LEVELS.map((l): [string, string] => [l.kind, `Computer: ${l.name.toLowerCase()}`])];
  const about = seats.names.map((name) => LEVELS.find((l) => l.kind === seats.of(name))).find((l) => l !== undefined);
  return panel("Who plays", undefined,
    h("div", { class: "form" }, ...seats.names.map((name) => select(
      h("span", { class: "seat" }, view.sign(name), h("span", {}, view.seatName(name))), seats.of(name), kinds,
      (kind) => session.seat(name, kind), { "aria-label": `Player ${view.seatName(name)}`, id: `seat-${name}` }))),
    h("p", { class: "note level" }, about ? `${about.name}: ${about.about}.` : "Nobody plays by itself: move for all sides."),
    h("div", { class: "row" },
      h("button", { id: "swap", disabled: !seats.anyComputer, onclick: () => session.swap() },
        seats.names.length === 2 ? "Swap sides" : "Move on one seat"),
      h("button", { id: "pause", disabled: !seats.anyComputer, onclick: () => session.pause(!session.paused) },
        session.paused ? "Go on" : "Pause"),
      h("button", { id: "rematch", onclick: () => session.restart(session.history.start) }, "Rematch")));
}
