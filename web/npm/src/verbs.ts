// The questions to the program, named after the verbs of `noughts`. Each gives the document that the
// command line writes with --json.

import type * as documents from "./documents.js";

type Game = documents.Game;

export interface QuixoRules { size?: number; line?: number; bothLines?: "lose" | "win" }
export interface QuantumScoring { scores?: string; draw?: string | number; doubleWin?: boolean }
export interface QuantumRules extends QuantumScoring { collapse?: "opponent" | "mover" | "chance"; q?: string | number; dice?: string }
export interface HyperRules { side?: number; dims?: number; rows?: number; cols?: number; line?: number; players?: number; misere?: boolean }
export interface RulesOf { quixo: QuixoRules; quantum: QuantumRules; hyper: HyperRules }

export interface Waiting { signal?: AbortSignal }   // drops a question that nobody waits for
export interface Place extends Waiting { position?: string; move?: string }   // the move is played on the position first
export type At<G extends Game> = RulesOf[G] & Place;
export type Level = "random" | "easy" | "medium" | "hard" | "perfect" | `perfect:${number}`;

// A question that was refused or cannot be answered: a sentence, and a status as the HTTP API has it.
export class NoughtsError extends Error {
  override name = "NoughtsError";
  constructor(message: string, readonly status: number) { super(message); }
}

// Whose tables answered, where they have an owner. "published by this project": they have a SHA-256
// that the program knows, and it compares every value with it. Everything else is "unverified".
export type Origin = "published by this project" | "unverified";

// The answer to a request of the HTTP API.
export interface Answer { status: number; body: string; origin?: Origin }
export type Request = (target: string, signal?: AbortSignal) => Promise<Answer>;

export interface Options {
  tables?: string | URL;   // published tables: an address or, in Node, a folder
  owner?: string;          // whose they are: every value from them says so
  // Where the files of the package are, if not beside this module.
  worker?: URL;
  wasm?: URL;
  home?: URL;              // the folder with ready/ and tables/
}

const BUSY = 503;
const MOST_TRIES = 100;

const kebab = (name: string): string => name.replace(/_/g, "-").replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

// A program with workers of its own.
export class Engine {
  // `request` is a request of the HTTP API as it is. `close` ends the workers; a later question starts
  // new ones.
  constructor(readonly request: Request, readonly close: () => void) {}

  // Any route of the HTTP API: ask("quixo/analyze", { size: 4 }).
  ask = async <T>(route: string, { signal, ...parameters }: object & Waiting = {}): Promise<T> => {
    const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
    const query = new URLSearchParams(given.map(([name, value]) => [kebab(name), String(value)])).toString();
    const { status, body } = await this.patiently(`/api/v1/${route}${query && `?${query}`}`, signal);
    const document = JSON.parse(body) as T & { error?: string };
    if (status !== 200) throw new NoughtsError(document.error ?? `status ${status}`, status);
    return document;
  };

  // The program gives a position two seconds, as a server does for the sake of others, and remembers
  // what it found: here there are no others.
  private async patiently(target: string, signal?: AbortSignal): Promise<Answer> {
    for (let tries = 1; ; ++tries) {
      const answer = await this.request(target, signal);
      if (answer.status !== BUSY || tries === MOST_TRIES) return answer;
    }
  }

  // noughts analyze GAME: what a position and each of its moves is worth, and how that is known.
  analyze = <G extends Game>(game: G, at?: At<G>): Promise<documents.Analysis> => this.ask(`${game}/analyze`, at);

  // noughts show GAME: the position as text.
  show = <G extends Game>(game: G, at?: At<G>): Promise<documents.ShowDocument> => this.ask(`${game}/show`, at);

  // noughts show GAME --moves: the legal moves and what stands where.
  moves = <G extends Game>(game: G, at?: At<G>): Promise<documents.MovesDocument> => this.ask(`${game}/moves`, at);

  // noughts line GAME: one game of best moves, of at most so many moves.
  line = <G extends Game>(game: G, at?: At<G> & { moves?: number }): Promise<documents.LineDocument> => this.ask(`${game}/line`, at);

  // The move of a computer player. The same seed makes the same choice.
  play = <G extends Game>(game: G, at?: At<G> & { player?: Level; seed?: number }): Promise<documents.PlayedMove> => this.ask(`${game}/move`, at);

  // The counts of noughts solve quixo: boards won, drawn and lost.
  solve = (rules?: QuixoRules & Waiting): Promise<documents.Classes> => this.ask("quixo/classes", rules);

  // noughts solve quantum --curve: the value for every q. Only the usual scorings come with the package.
  curve = (scoring?: QuantumScoring & Waiting): Promise<documents.Curve> => this.ask("quantum/curve", scoring);

  // noughts solve quantum --sweep: the value for many q.
  sweep = (scoring?: QuantumScoring & Waiting & { from?: string | number; to?: string | number; step?: string | number }): Promise<documents.Sweep> =>
    this.ask("quantum/sweep", scoring);

  // noughts study classify hyper: what kind of game a board gives.
  classify = (board?: { side?: number; dims?: number; seconds?: number } & Waiting): Promise<documents.Category> => this.ask("hyper/classify", board);

  // The lines through a cell of an n^k board.
  lines = (board: { side?: number; dims?: number; cell: string } & Waiting): Promise<documents.Lines> => this.ask("hyper/lines", board);

  // The rules of each game with their ranges and defaults, and the levels of the computer.
  games = (waiting?: Waiting): Promise<documents.Games> => this.ask("games", waiting);
}
