// A move for the computer, always: as strong as asked where that is known, else by the
// next best means that the server has, in the end any legal move. It says which.

import { ApiError, type Analysis, type Api, type GameId, type MovesDocument, type Params } from "./api";
import { sourceWords } from "./values";

export interface Chosen { move: string; how: string; remark?: string }

// Players to ask when the position's values are not known; those a server does not
// have are passed over.
const FALLBACKS: { player: string; how: string }[] = [
  { player: "search", how: "found by search" },
];
const AT_RANDOM = "moves at random: nothing is known here yet";

export interface Question {
  game: GameId;
  params: Params;       // rules and position
  kind: string;         // the seat's player
  moves: MovesDocument;
  analysis?: Analysis;  // absent: nothing is known
}

export class Opponent {
  constructor(private api: Api, private offers: (player: string) => Promise<boolean>, private random = Math.random) {}

  async choose(question: Question, signal: AbortSignal): Promise<Chosen> {
    const { kind, analysis, moves } = question;
    const known = analysis !== undefined && analysis.best.length > 0;
    if (moves.to_move === "System" || (known && kind !== "random")) {
      const played = await this.ask(question, kind, signal);
      if (played) return { ...played, how: sourceWords(analysis?.source, analysis?.value ?? 0) };
    }
    if (kind !== "random") {
      for (const { player, how } of FALLBACKS) {
        if (!(await this.offers(player))) continue;
        const played = await this.ask(question, player, signal);
        if (played) return { how, ...played };
      }
    }
    const move = moves.moves[Math.floor(this.random() * moves.moves.length)]!;
    return { move, how: kind === "random" ? "moves at random" : AT_RANDOM };
  }

  // Nothing if the player does not know; a server that is away is the caller's affair.
  private async ask(question: Question, player: string, signal: AbortSignal): Promise<{ move: string; remark?: string } | undefined> {
    try {
      const { move, remark } = await this.api.play(question.game, { ...question.params, player }, signal);
      return remark === undefined ? { move } : { move, remark };
    } catch (error) {
      if (error instanceof ApiError && error.fault !== "away") return undefined;
      throw error;
    }
  }
}
