// Who sits where: a person, or a player of the server with its strength.

import * as say from "./words";

export type Kind = string;  // "person", or what the API's `player` takes

export interface Level { kind: Kind; name: string; about: string }

export const LEVELS: Level[] = Object.entries(say.players.levels).map(([kind, [name, about]]) => ({ kind, name, about }));

// As links of former versions have it.
const FORMER: Record<string, Kind> = { "perfect:0.6": "easy", "perfect:0.3": "medium", "perfect:0.1": "hard" };

export const nameOf = (kind: Kind): string => LEVELS.find((level) => level.kind === kind)?.name ?? kind;
// Somebody at another device, to whom links go.
export const FRIEND = "friend";
const here = (kind: Kind): boolean => kind !== "person" && kind !== FRIEND;
const known = (kind: Kind): boolean => kind === "person" || kind === FRIEND || LEVELS.some((level) => level.kind === kind);

export class Seats {
  private kinds: Kind[];

  constructor(readonly names: string[], text = "") {
    const given = text.split(",").map((kind) => FORMER[kind] ?? kind);
    this.kinds = names.map((_, i) => (known(given[i] ?? "") ? given[i]! : "person"));
  }

  // As an address carries it; empty where only people sit.
  get text(): string { return this.kinds.every((kind) => kind === "person") ? "" : this.kinds.join(","); }
  get anyComputer(): boolean { return this.kinds.some(here); }
  get anyFriend(): boolean { return this.kinds.includes(FRIEND); }
  // The only seat of a person, if there is one.
  get you(): string | undefined { return this.kinds.filter((kind) => kind === "person").length === 1 ? this.names[this.kinds.indexOf("person")] : undefined; }
  // As the friend's page has them: what is a person here is a friend there.
  get turned(): string { return this.kinds.map((kind) => (kind === "person" ? FRIEND : kind === FRIEND ? "person" : kind)).join(","); }
  get anyPerson(): boolean { return this.kinds.includes("person"); }

  of(name: string): Kind { return this.kinds[this.names.indexOf(name)] ?? "person"; }
  set(name: string, kind: Kind): void { this.kinds[this.names.indexOf(name)] = kind; }
  rotate(): void { this.kinds.unshift(this.kinds.pop()!); }  // with two seats: swap sides

  // Whether the page moves for whoever is to move: a seat of the computer, or the
  // System once nobody at the board is a person.
  movesItself(toMove: string): boolean {
    return this.names.includes(toMove) ? here(this.of(toMove)) : !this.anyPerson && !this.anyFriend;
  }
}
