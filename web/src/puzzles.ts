// Puzzles: one for each day, the same for everybody, and the trainer that picks by strength.
// The list is written by `noughts study puzzles` (scripts/puzzles.mjs chooses): each has one move
// that keeps the exact value, and no other.

import type { GameId, Params, Value } from "./api";
import list from "./puzzles.json";
import { store, stored } from "./settings";
import { lookOf } from "./values";
import * as say from "./words";

export interface Puzzle {
  game: GameId; rules: Params; position: string; answer: string; value: Value; exact?: string; plies: number | null; difficulty: number;
}

// Only these rules differ between the puzzles; all others are the usual ones.
const SIZES = ["size", "dims"];
const rulesOf = (rules: object): Params =>
  Object.fromEntries(Object.entries(rules).filter(([name]) => SIZES.includes(name)).map(([name, value]) => [name, String(value)]));

export const PUZZLES: Puzzle[] = list.map((puzzle) => ({ ...puzzle, game: puzzle.game as GameId, rules: rulesOf(puzzle.rules) }));
const FIRST = Date.UTC(2026, 0, 1);
const DAY = 86_400_000;

// --- the day --------------------------------------------------------------------------

// The day as people here write it down: it changes at their midnight.
export function today(now = new Date()): string {
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((n) => String(n).padStart(2, "0")).join("-");
}
const numberOf = (day: string): number => Math.round((Date.parse(`${day}T00:00:00Z`) - FIRST) / DAY);
const dayOf = (number: number): string => new Date(FIRST + number * DAY).toISOString().slice(0, 10);

// Neighbouring days differ in game and strength: the list is walked in large steps that meet all.
export function indexOfDay(day: string, size = PUZZLES.length): number {
  const number = ((numberOf(day) % size) + size) % size;
  let step = Math.floor(size * 0.381966) || 1;
  while (gcd(step, size) !== 1) ++step;
  return (number * step) % size;
}
const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));

export const puzzleOf = (day: string): Puzzle => PUZZLES[indexOfDay(day)]!;
export const daysBefore = (day: string, count: number): string[] => Array.from({ length: count }, (_, i) => dayOf(numberOf(day) - i));

// --- nine to print --------------------------------------------------------------------

export interface Sheet { game?: GameId; number: number }   // without a game, some of each
const NINE = 9;

// The sheets of a game follow the list; the easy ones of a sheet come first.
export function sheetOf({ game, number }: Sheet): Puzzle[] {
  const some = (of: GameId, count: number): Puzzle[] => {
    const all = PUZZLES.filter((puzzle) => puzzle.game === of);
    return Array.from({ length: count }, (_, i) => all[((number - 1) * count + i) % all.length]!);
  };
  const chosen = game ? some(game, NINE) : (["quixo", "quantum", "hyper"] as const).flatMap((one) => some(one, NINE / 3));
  return chosen.sort((a, b) => a.difficulty - b.difficulty);
}

// --- what was solved ------------------------------------------------------------------

// Tries of each day that was solved; a day given up is not there.
export class Diary {
  private solved: Record<string, number>;

  constructor() {
    const known: unknown = parsed(stored("puzzles"));
    this.solved = known && typeof known === "object" ? (known as Record<string, number>) : {};
  }

  tries(day: string): number | undefined { return this.solved[day]; }

  solve(day: string, tries: number): void {
    if (this.solved[day] !== undefined) return;
    this.solved[day] = tries;
    store("puzzles", JSON.stringify(this.solved));
  }

  // Days in a row until this one, or until the one before while this one is open.
  streak(day: string): number {
    let number = numberOf(day);
    if (this.solved[day] === undefined) --number;
    let length = 0;
    while (this.solved[dayOf(number - length)] !== undefined) ++length;
    return length;
  }
}

function parsed(text: string | null): unknown {
  try { return JSON.parse(text ?? "null"); } catch { return null; }
}

// --- words ----------------------------------------------------------------------------

export function kindWords({ game, rules }: Puzzle): string {
  const board = game === "quixo" ? ` ${rules.size ?? 4}×${rules.size ?? 4}` : game === "hyper" ? ` ${Array(Number(rules.dims ?? 2)).fill(rules.side ?? 3).join("×")}` : "";
  return `${say.puzzle.games[game]}${board}`;
}
// What the player with this name is to find.
export function taskOf({ value, exact, plies }: Puzzle, mover: string, name: string): string {
  if (typeof value === "number") return say.puzzle.points(lookOf({ value, exact }, mover, name).words);
  return value === "win" ? say.puzzle.wins(name, plies) : say.puzzle.draws(name);
}

export const stars = (difficulty: number): string => "★".repeat(difficulty) + "☆".repeat(Math.max(0, 5 - difficulty));

// A square for each wrong try and one for the right one, and nothing that helps.
export function shareText(day: string, puzzle: Puzzle, tries: number, streak: number, address: string): string {
  return [say.puzzle.shared(day), `${kindWords(puzzle)} ${stars(puzzle.difficulty)}`,
    `${"🟧".repeat(Math.min(tries - 1, 9))}🟩${streak > 1 ? say.puzzle.sharedStreak(streak) : ""}`, address].join("\n");
}

// --- the trainer ----------------------------------------------------------------------

// How strong a puzzle is, on the scale of the reader's rating.
export const strengthOf = ({ difficulty }: Puzzle): number => 600 + 250 * difficulty;
const SWING = 40;

// After a try: the rating moves by what was not expected.
export function rated(rating: number, puzzle: Puzzle, solved: boolean): number {
  const expected = 1 / (1 + 10 ** ((strengthOf(puzzle) - rating) / 400));
  return Math.max(100, Math.round(rating + SWING * (Number(solved) - expected)));
}

export class Trainer {
  rating: number;
  done: number;

  constructor() {
    const known = parsed(stored("trainer")) as { rating?: number; done?: number } | null;
    this.rating = Number.isFinite(known?.rating) ? known!.rating! : 1000;
    this.done = Number.isFinite(known?.done) ? known!.done! : 0;
  }

  count(puzzle: Puzzle, solved: boolean): number {
    const before = this.rating;
    this.rating = rated(before, puzzle, solved);
    ++this.done;
    store("trainer", JSON.stringify({ rating: this.rating, done: this.done }));
    return this.rating - before;
  }

  // One of the chosen kind near the rating; not the one before.
  next(kind: string, difficulty: number, before?: Puzzle, random = Math.random): Puzzle | undefined {
    const fitting = PUZZLES.filter((p) => p !== before && (!kind || kindWords(p) === kind) && (!difficulty || p.difficulty === difficulty));
    const near = fitting.sort((a, b) => Math.abs(strengthOf(a) - this.rating) - Math.abs(strengthOf(b) - this.rating))
      .slice(0, Math.max(12, fitting.length / 3));
    return near[Math.floor(random() * near.length)];
  }
}

export const KINDS: string[] = [...new Set(PUZZLES.map(kindWords))];
