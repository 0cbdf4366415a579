// One question to the server: what can be played in a position, and what is it worth.
// The first answer makes the board, the second its values; they come apart.

import { ApiError, type Analysis, type Fault, type GameId, type MovesDocument, type Params } from "./api";
import { sentence, type Library } from "./library";

const AT_ONCE = 60;  // milliseconds: values within this are drawn with the board, not after it

// `why` says what is the matter where there is no analysis.
export interface Worth { analysis?: Analysis; why: string; fault?: Fault }

export interface Inquiry {
  moves: Promise<MovesDocument>;
  worth(): Promise<Worth>;   // asked for with the first call
}

export function inquire(library: Library, game: GameId, params: Params, signal: AbortSignal): Inquiry {
  let worth: Promise<Worth> | undefined;
  const ask = (): Promise<Worth> => library.analysisAt(game, params, signal).then(
    (analysis): Worth => ({ analysis, why: "" }),
    (error: unknown): Worth => ({ why: sentence(error), fault: error instanceof ApiError ? error.fault : "away" }));
  return { moves: library.movesAt(game, params, signal), worth: () => (worth ??= ask()) };
}

// The value if it comes at once; drawing twice would only flicker.
export function early(worth: Promise<Worth>): Promise<Worth | null> {
  return Promise.race([worth, new Promise<null>((give) => setTimeout(() => give(null), AT_ONCE))]);
}
