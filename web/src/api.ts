// The server's answers. Everything about the games comes from here.

export type Params = Record<string, string>;
export type GameId = "quixo" | "quantum" | "hyper";

export interface Parameter {
  name: string;
  type: "text" | "integer" | "number" | "fraction" | "flag";
  default: string;
  about: string;
  choices?: string[];
  least?: number;
  most?: number;
  needs?: Params;  // another parameter, and the value of it that this one belongs to
}
export interface GamesDocument { games: { game: GameId; title: string; rules: Parameter[] }[] }

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
  board: unknown;
}

export interface RatedMove {
  move: string;
  value: string | number | null;  // null: not decided
  plies?: number;
  slower?: number;
  exact?: string;
  favours?: string;
  probability?: string;
  position: string;
  result?: string;
}

export interface Verdict { player: number; can_force_win: boolean | null; can_avoid_loss: boolean | null }

export interface Analysis {
  position: string;
  to_move?: string;
  result?: string;
  value: string | number | null;  // null: not decided
  plies?: number;
  exact?: string;
  moves: RatedMove[];
  best: string[];
  players?: Verdict[];
}

export interface LineDocument { moves: string[]; positions: string[]; result: string; loop_start?: number }
export interface PlayedMove { move: string; leads_to: string; player: string; result?: string; remark?: string }
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

// What the server said no to, in its own sentence.
export class ApiError extends Error {}

async function get<T>(path: string, params: Params): Promise<T> {
  const query = new URLSearchParams(params).toString();
  let response: Response;
  try {
    response = await fetch(`/api/v1/${path}${query ? "?" + query : ""}`);
  } catch {
    throw new ApiError("the server does not answer; is noughts serve still running?");
  }
  const document = await response.json().catch(() => null);
  if (!response.ok || document === null) {
    throw new ApiError(document?.error ?? `the server answered with status ${response.status}`);
  }
  return document as T;
}

export const api = {
  games: () => get<GamesDocument>("games", {}),
  moves: (game: GameId, params: Params) => get<MovesDocument>(`${game}/moves`, params),
  analyze: (game: GameId, params: Params) => get<Analysis>(`${game}/analyze`, params),
  line: (game: GameId, params: Params) => get<LineDocument>(`${game}/line`, params),
  play: (game: GameId, params: Params) => get<PlayedMove>(`${game}/move`, params),
  classes: (params: Params) => get<Classes>("quixo/classes", params),
  curve: (params: Params) => get<Curve>("quantum/curve", params),
  classify: (params: Params) => get<Category>("hyper/classify", params),
};
