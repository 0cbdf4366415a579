// The server's answers. Everything about the games comes from here.

import type * as documents from "../npm/src/documents";
import * as say from "./words";

export type Params = Record<string, string>;
export type GameId = documents.Game;
export type {
  Analysis, Category, ClassCount, Classes, Curve, CurvePiece, Games, HyperBoard, LineDocument, PlayedMove, Ply, QuantumBoard, QuixoBoard,
  RatedMove, Replies, Root, Threat, Value, Verdict,
} from "../npm/src/documents";
// Here with all positions (withPositions), and a board that only its game knows.
export type MovesDocument = Omit<documents.MovesDocument, "positions" | "board"> & { positions: string[]; board: unknown };

export interface Health { version: string }

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
function withPositions(document: documents.MovesDocument): MovesDocument {
  const before = document.position === "" ? "" : `${document.position} `;
  return { ...document, positions: document.positions ?? document.moves.map((move) => before + move) };
}

export const api = {
  moves: async (game: GameId, params: Params, signal?: AbortSignal) =>
    withPositions(await get<documents.MovesDocument>(`${game}/moves`, params, signal)),
  analyze: (game: GameId, params: Params, signal?: AbortSignal) => get<documents.Analysis>(`${game}/analyze`, params, signal),
  line: (game: GameId, params: Params, signal?: AbortSignal) => get<documents.LineDocument>(`${game}/line`, params, signal),
  play: (game: GameId, params: Params, signal?: AbortSignal) => get<documents.PlayedMove>(`${game}/move`, params, signal),
  classes: (params: Params) => get<documents.Classes>("quixo/classes", params),
  curve: (params: Params) => get<documents.Curve>("quantum/curve", params),
  classify: (params: Params) => get<documents.Category>("hyper/classify", params),
  lines: (params: Params) => get<documents.Lines>("hyper/lines", params),
  health: () => get<Health>("health", {}),
  games: () => get<documents.Games>("games", {}),
};
export type Api = typeof api;

// Whether a failure is only a request that nobody waits for any more.
export const dropped = (error: unknown): boolean => (error as Error)?.name === "AbortError";
