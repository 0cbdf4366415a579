// Who sits where: a person, the perfect player, or one who errs now and then.

import type { Params } from "./api";
import { h, select } from "./dom";

export type Kind = string;  // "person", or what the API's `player` takes

const KINDS: [string, string][] = [
  ["person", "a person"],
  ["perfect", "perfect"],
  ["perfect:0.1", "perfect, 10 % random"],
  ["perfect:0.3", "perfect, 30 % random"],
  ["random", "random"],
];

export class Seats {
  private kinds: Record<string, Kind> = {};

  of(name: string): Kind { return this.kinds[name] ?? "person"; }
  set(name: string, kind: Kind): void { this.kinds[name] = kind; }
  clear(): void { this.kinds = {}; }
  allComputers(names: string[]): boolean { return names.every((name) => this.of(name) !== "person"); }
  // Whether the page moves for whoever is to move: a seat of the computer, or
  // the System once nobody at the board is a person.
  movesItself(toMove: string, names: string[]): boolean {
    return names.includes(toMove) ? this.of(toMove) !== "person" : this.allComputers(names);
  }

  form(names: string[], _rules: Params, change: () => void): HTMLElement {
    return h("div", { class: "form" }, ...names.map((name) =>
      select(`Player ${name}`, this.of(name), KINDS, (kind) => { this.set(name, kind); change(); })));
  }
}
