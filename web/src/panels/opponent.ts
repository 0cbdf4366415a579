// Who plays: a sign and a strength for each seat.

import { h, panel } from "../dom";
import { LEVELS } from "../seats";
import type { Session } from "../session";

export function opponentPanel(session: Session): HTMLElement {
  const { seats, view } = session;
  const computers = (): HTMLElement => h("optgroup", { label: "Computer" }, ...LEVELS.map((l) => h("option", { value: l.kind }, l.name)));
  const about = seats.names.map((name) => LEVELS.find((l) => l.kind === seats.of(name))).find((l) => l !== undefined);
  return panel("Who plays", undefined,
    h("div", { class: "form" }, ...seats.names.map((name) => h("label", { class: "field" },
      h("span", { class: "field-name seat" }, view.sign(name), h("span", {}, view.seatName(name))),
      h("select", { "aria-label": `Player ${view.seatName(name)}`, id: `seat-${name}`, value: seats.of(name),
        onchange: (event: Event) => session.seat(name, (event.currentTarget as HTMLSelectElement).value) },
        h("option", { value: "person" }, "A person"), computers())))),
    h("p", { class: "note level" }, about ? `Computer, ${about.name.toLowerCase()}: ${about.about}.` : "Nobody plays by itself: move for all sides."),
    h("div", { class: "row" },
      h("button", { id: "swap", disabled: !seats.anyComputer, onclick: () => session.swap() },
        seats.names.length === 2 ? "Swap sides" : "Move on one seat"),
      h("button", { id: "pause", disabled: !seats.anyComputer, onclick: () => session.pause(!session.paused) },
        session.paused ? "Go on" : "Pause"),
      h("button", { id: "rematch", onclick: () => session.restart(session.history.start) }, "Rematch")));
}
