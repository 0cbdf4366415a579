// The address names the game, its rules, where it began, the moves since, who sits
// where, and how it is shown, so that a link or a reload shows the same:
//   /quixo?size=4&moves=a4R_b1T&seats=person,perfect

import type { GameId, Params } from "./api";
import { inward, outward } from "./place";
import type { Sheet } from "./puzzles";

export interface Place {
  game: GameId;
  rules: Params;
  start: string;      // the position in which the game began; empty: the usual one
  moves: string[];    // the moves since
  at: number;         // how many of them have been made
  seats: string;
  values?: boolean;   // whether values are shown; absent: as chosen in this browser
  exhibit?: string;   // of the gallery, whose words stay above the board
  strange: string[];  // parameters that this page does not know
}

export type Address =
  | { page: "start" | "gallery" | "rules" | "train" | "archive" }
  | { page: "waiting"; game: GameId }
  | { page: "worksheet"; sheet: Sheet }
  | { page: "puzzle"; day?: string }   // without a day today's
  | { page: "unknown"; what: string }
  | { page: "game"; place: Place };

const GAMES: GameId[] = ["quixo", "quantum", "hyper"];
const OWN = ["position", "moves", "at", "seats", "values", "exhibit"];
const MOST = 6000;  // characters of moves; the server takes addresses of up to 8 KiB

// Without the defaults of the rules, which the server tells, a game's place is not known yet.
export function readAddress(url: URL, defaults?: Record<GameId, Params>): Address {
  const path = inward(url.pathname);
  const game = GAMES.find((id) => path === `/${id}`);
  if (game && !defaults) return { page: "waiting", game };
  if (game && defaults) return { page: "game", place: readPlace(game, url.searchParams, defaults[game]) };
  if (path !== "/" && path !== "/index.html") return { page: "unknown", what: url.pathname };
  const name = url.hash.slice(1);
  if (name === "") return { page: "start" };
  const puzzle = /^puzzle(?:=(\d{4}-\d{2}-\d{2}))?$/.exec(name);
  if (puzzle) return { page: "puzzle", ...(puzzle[1] ? { day: puzzle[1] } : {}) };
  const sheet = /^worksheet(?:=(all|quixo|quantum|hyper)(?:\.([1-9]\d{0,2}))?)?$/.exec(name);
  if (sheet) return { page: "worksheet", sheet: { game: GAMES.find((id) => id === sheet[1]), number: Number(sheet[2] ?? 1) } };
  return name === "gallery" || name === "rules" || name === "train" || name === "archive" ? { page: name } : { page: "unknown", what: url.hash };
}

function readPlace(game: GameId, query: URLSearchParams, defaults: Params): Place {
  const rules = { ...defaults };
  for (const name of Object.keys(rules)) rules[name] = query.get(name) ?? rules[name]!;
  const moves = (query.get("moves") ?? "").split("_").filter(Boolean);
  const at = Number.parseInt(query.get("at") ?? "", 10);
  const values = query.get("values");
  const exhibit = query.get("exhibit");
  return {
    ...(exhibit ? { exhibit } : {}),
    game, rules, start: query.get("position") ?? "", moves,
    at: Number.isNaN(at) ? moves.length : Math.max(0, Math.min(at, moves.length)),
    seats: query.get("seats") ?? "",
    values: values === "shown" ? true : values === "hidden" ? false : undefined,
    strange: [...query.keys()].filter((name) => !(name in rules) && !OWN.includes(name)),
  };
}

// `positions` are those after each number of moves: a game too long for an address
// begins where the part that fits begins.
export function addressOf(place: Place, defaults: Params, positions: string[] = []): string {
  let { start, moves, at } = place;
  const cut = cutOf(moves);
  if (cut > 0 && cut <= at && positions[cut] !== undefined) {
    start = positions[cut]!;
    moves = moves.slice(cut);
    at -= cut;
  }
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(place.rules)) {
    if (value !== defaults[name]) query.set(name, value);
  }
  if (start) query.set("position", start);
  if (moves.length) query.set("moves", moves.join("_"));
  if (at !== moves.length) query.set("at", String(at));
  if (place.seats) query.set("seats", place.seats);
  if (place.values !== undefined) query.set("values", place.values ? "shown" : "hidden");
  if (place.exhibit) query.set("exhibit", place.exhibit);
  const text = query.toString();
  return outward(`/${place.game}${text ? "?" + text : ""}`);
}

// How many moves at the front must go for the rest to fit.
function cutOf(moves: string[]): number {
  let length = 0;
  for (let i = moves.length - 1; i >= 0; --i) {
    length += encodeURIComponent(moves[i]!).length + 1;
    if (length > MOST) return i + 1;
  }
  return 0;
}
