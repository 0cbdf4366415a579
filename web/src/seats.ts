// Who sits where: a person, or a player of the server with its strength.

export type Kind = string;  // "person", or what the API's `player` takes

export interface Level { kind: Kind; name: string; about: string }

export const LEVELS: Level[] = [
  { kind: "random", name: "Random", about: "any legal move" },
  { kind: "easy", name: "Easy", about: "six of ten moves at random, the others the best it knows" },
  { kind: "medium", name: "Medium", about: "three of ten moves at random, the others the best it knows" },
  { kind: "hard", name: "Hard", about: "one of ten moves at random, the others the best it knows" },
  { kind: "perfect", name: "Perfect", about: "the best move that is known; in a drawn game the one that is hardest to answer" },
];

// As links of former versions have it.
const FORMER: Record<string, Kind> = { "perfect:0.6": "easy", "perfect:0.3": "medium", "perfect:0.1": "hard" };

export const nameOf = (kind: Kind): string => LEVELS.find((level) => level.kind === kind)?.name ?? kind;
const known = (kind: Kind): boolean => kind === "person" || LEVELS.some((level) => level.kind === kind);

export class Seats {
  private kinds: Kind[];

  constructor(readonly names: string[], text = "") {
    const given = text.split(",").map((kind) => FORMER[kind] ?? kind);
    this.kinds = names.map((_, i) => (known(given[i] ?? "") ? given[i]! : "person"));
  }

  // As an address carries it; empty where only people sit.
  get text(): string { return this.anyComputer ? this.kinds.join(",") : ""; }
  get anyComputer(): boolean { return this.kinds.some((kind) => kind !== "person"); }
  get anyPerson(): boolean { return this.kinds.includes("person"); }

  of(name: string): Kind { return this.kinds[this.names.indexOf(name)] ?? "person"; }
  set(name: string, kind: Kind): void { this.kinds[this.names.indexOf(name)] = kind; }
  rotate(): void { this.kinds.unshift(this.kinds.pop()!); }  // with two seats: swap sides

  // Whether the page moves for whoever is to move: a seat of the computer, or the
  // System once nobody at the board is a person.
  movesItself(toMove: string): boolean {
    return this.names.includes(toMove) ? this.of(toMove) !== "person" : !this.anyPerson;
  }
}
