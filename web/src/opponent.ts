// A move for the computer, always. The server has one for every game and board and says
// how good it is known to be; should it be too busy, any legal move will do.

import { ApiError, type Api, type GameId, type Params } from "./api";
import * as say from "./words";

export { ApiError };
// With dice, `selects` is whom they name and `thrown` what they show.
export interface Chosen { move: string; how: string; remark?: string; selects?: string; thrown?: string }

// `params` has rules, position and player; `legal` the moves there.
export async function chooseMove(api: Api, game: GameId, params: Params, legal: string[], signal: AbortSignal,
                                 random = Math.random): Promise<Chosen> {
  try {
    const { move, remark, source, selects, thrown } = await api.play(game, params, signal);
    return { move, remark, how: say.players.how[source ?? ""] ?? say.source.other, ...(selects ? { selects, thrown } : {}) };
  } catch (error) {
    // A server that is away is the caller's affair.
    if (!(error instanceof ApiError) || error.fault !== "busy") throw error;
    return { move: legal[Math.floor(random() * legal.length)]!, how: say.players.busy };
  }
}
