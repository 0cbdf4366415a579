// The server's answers. Everything about the games comes from here.

import type { Parameter } from "./form";
import * as say from "./words";

export type Params = Record<string, string>;
export type GameId = "quixo" | "quantum" | "hyper";

export interface QuixoBoard { rows: string[]; won: string[] }
export interface Ply { mark: string; player: string; squares: [number, number]; settled?: number }
export interface QuantumBoard { plies: Ply[]; cycle: string[]; won: number[][] }
export interface Threat { player: number; cell: string; line: string[] }
export interface HyperBoard {
  slices: { name: string; rows: string[][] }[];
  marks: { cell: string; player: number }[];
  lines: number;
  dead_lines: number;
  live: Record<string, number>;
  threats: Threat[];
  won: string[][];
}

export interface MovesDocument {
  position: string;
  to_move: string;
  result?: string;
  moves: string[];
  positions: string[];
  images?: number[];  // for each move the first of those that a symmetry makes of it
  board: unknown;
}

export type Value = string | number | null;  // null: not decided
export interface Replies { hold: number; lose: number }  // what the other may answer to a move that draws

export interface RatedMove {
  move: string;
  value: Value;
  plies?: number;
  exact?: string;
  favours?: string;
  probability?: string;
  position: string;
  result?: string;
  replies?: Replies;
  estimate?: number;  // of a guess: from -1, a loss, to 1, a win
  at_most?: boolean;  // there may be a faster win than in `plies`
}

export interface Verdict { player: number; can_force_win: boolean | null; can_avoid_loss: boolean | null }

export interface Analysis {
  position: string;
  to_move?: string;
  result?: string;
  value: Value;
  plies?: number;
  exact?: string;
  moves: RatedMove[];
  best: string[];
  players?: Verdict[];
  guess?: string;   // a sensible move where no best one is known
  at_most?: boolean; // there may be a faster win than in `plies`
  source?: string;  // table, search, proof, guess
  estimate?: number;  // of a guess
  cannot_lose?: string[];  // who provably does not
  fortress?: { player: string; cells: string[] };  // tiles from which a player cannot be driven
}

export interface LineDocument { moves: string[]; positions: string[]; result: string; loop_start?: number }
export interface PlayedMove { move: string; leads_to: string; player: string; result?: string; remark?: string; source?: string; selects?: string; thrown?: string }
export interface ClassCount { x: number; o: number; win: number; loss: number; draw: number }
export interface Classes { states: number; win: number; loss: number; draw: number; classes: ClassCount[] }
export interface Root { decimal: number; exact?: string }
export interface CurvePiece {
  from: string | Root; to: string | Root; from_decimal: number; to_decimal: number;
  polynomial: number[]; best?: string[];
}
export interface Curve {
  denominator: number; pieces: CurvePiece[]; openings: { move: string; pieces: CurvePiece[] }[]; fair: Root[];
}
export interface Category {
  category: number | null; first_player: string; pairing: boolean; drawn_filling: boolean | null; how: string;
}
export interface Health { version: string }
export interface Games { games: { game: GameId; rules: Parameter[] }[] }

// refused: the request is wrong and stays wrong; missing: nothing is known about it
// here; busy: not decided in time; away: the server did not answer. The last two are
// worth a new try.
export type Fault = "refused" | "missing" | "busy" | "away";

export class ApiError extends Error {
  constructor(message: string, readonly fault: Fault) { super(message); }
}

const faultOf = (status: number): Fault => (status === 404 ? "missing" : status === 503 ? "busy" : status < 500 ? "refused" : "away");

// Who answers: the server, or on the site without one a worker (site/lanes.ts).
export type Transport = (target: string, signal?: AbortSignal) => Promise<Response>;
let ask: Transport = (target, signal) => fetch(target, { signal });
export function answerBy(transport: Transport): void { ask = transport; }

async function get<T>(path: string, params: Params, signal?: AbortSignal): Promise<T> {
  // The address keeps q and dice for the way back; only a game of chance may name one of them.
  const { q, dice, ...others } = params;
  const odds: Params = dice ? { dice } : q !== undefined ? { q } : {};
  const named = (params.collapse ?? "chance") === "chance" ? { ...others, ...odds } : others;
  const query = new URLSearchParams(named).toString();
  let response: Response;
  try {
    response = await ask(`/api/v1/${path}${query ? "?" + query : ""}`, signal);
  } catch (error) {
    if ((error as Error).name === "AbortError") throw error;
    throw new ApiError(say.frame.noAnswer, "away");
  }
  const document = await response.json().catch((error: Error) => {
    if (error.name === "AbortError") throw error;
    return null;
  });
  if (response.ok && document !== null) return document as T;
  const said = document?.error as string | undefined;
  throw new ApiError(said ?? say.frame.noStatus(response.status), faultOf(response.status));
}

// Large n^k boards come without them: a position is the one before it and the move.
function withPositions(document: MovesDocument): MovesDocument {
  const before = document.position === "" ? "" : `${document.position} `;
  return document.positions ? document : { ...document, positions: document.moves.map((move) => before + move) };
}

export const api = {
  moves: async (game: GameId, params: Params, signal?: AbortSignal) =>
    withPositions(await get<MovesDocument>(`${game}/moves`, params, signal)),
  analyze: (game: GameId, params: Params, signal?: AbortSignal) => get<Analysis>(`${game}/analyze`, params, signal),
  line: (game: GameId, params: Params, signal?: AbortSignal) => get<LineDocument>(`${game}/line`, params, signal),
  play: (game: GameId, params: Params, signal?: AbortSignal) => get<PlayedMove>(`${game}/move`, params, signal),
  classes: (params: Params) => get<Classes>("quixo/classes", params),
  curve: (params: Params) => get<Curve>("quantum/curve", params),
  classify: (params: Params) => get<Category>("hyper/classify", params),
  lines: (params: Params) => get<{ lines: string[][] }>("hyper/lines", params),
  health: () => get<Health>("health", {}),
  games: () => get<Games>("games", {}),
};
export type Api = typeof api;

// Whether a failure is only a request that nobody waits for any more.
export const dropped = (error: unknown): boolean => (error as Error)?.name === "AbortError";
