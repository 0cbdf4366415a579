// The documents of the program, as `noughts VERB --json` writes them: docs/reference/json-answers.md
// says what each key means.

export type Game = "quixo" | "quantum" | "hyper";

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

// What every answer about a position says of it.
export interface About { game: Game; rules: Record<string, string | number | boolean>; position: string }

export interface MovesDocument extends About {
  to_move: string;
  result?: string;
  moves: string[];
  positions?: string[];  // absent on large n^k boards
  images?: number[];     // for each move the first of those that a symmetry makes of it
  board: QuixoBoard | QuantumBoard | HyperBoard;
}

export interface ShowDocument extends About { to_move?: string; result?: string; drawing: string }

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
  keeps?: boolean;    // whether it gives nothing away
  slower?: number;    // than the best move of its value
  source?: string;    // if it differs from that of the position
  replies?: Replies;
  estimate?: number;  // of a guess: from -1, a loss, to 1, a win
  at_most?: boolean;  // there may be a faster win than in `plies`
}

export interface Verdict { player: number; can_force_win: boolean | null; can_avoid_loss: boolean | null }

export interface Analysis extends About {
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
  how?: string;     // more about it
  board?: QuixoBoard | QuantumBoard | HyperBoard;
  estimate?: number;  // of a guess
  cannot_lose?: string[];  // who provably does not
  fortress?: { player: string; cells: string[] };  // tiles from which a player cannot be driven
}

export interface LineDocument { moves: string[]; positions: string[]; result: string; loop_start?: number; source?: string }
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
export interface Lines { cell: string; lines: string[][] }

// A parameter of a game's rules.
export interface Parameter {
  name: string; type: string; default: string; about?: string; choices?: string[]; least?: number; most?: number;
  needs?: Record<string, string>;   // it has a meaning only where these are chosen
}
export interface Games { games: { game: Game; title: string; rules: Parameter[]; players: { player: string; about: string }[] }[] }
export interface Sweep { complete: string; narrow: string; draw: string; double_win: boolean; points: { q: string; value: number; exact?: string; first_moves: { move: string; value: number }[] }[] }
