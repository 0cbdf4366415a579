// Positions worth a visit. Each was found by this program; the text says what it shows, and what
// to look at on the board.

import type { GameId, Params } from "./api";

export interface Exhibit { id: string; game: GameId; rules: Params; position: string; title: string; text: string; notice: string }

export const GALLERY: Exhibit[] = [
  { id: "slowest-win", game: "quixo", rules: {}, position: "", title: "The slowest win",
    text: "From the empty 4×4 board X wins, but needs 21 moves against the best defence. No won board of this size takes longer.",
    notice: "All 32 first moves win in 21, so the board shows the number once." },
  { id: "slowest-loss", game: "quixo", rules: {}, position: "..OX/..../XOO./.... X", title: "The slowest loss",
    text: "X is lost here, but can make O work for 22 moves. Only eight of 43 million boards hold out so long.",
    notice: "Compare the numbers: the best defence lasts 22 moves, the worst only 10." },
  { id: "smallest-loss", game: "quixo", rules: {}, position: "O.../..../..../.... X", title: "The smallest loss",
    text: "One tile on the board, and the player to move has already lost. It takes O 20 moves to show it.",
    notice: "X cannot take the O in the corner. Every move loses, in 16, 18 or 20 moves." },
  { id: "draw-that-returns", game: "quixo", rules: {}, position: "XXOX/..../..../..OO X", title: "The draw that returns",
    text: "Neither player can win, and two drawing moves bring back the same board. Let both sides be perfect and they agree on a draw.",
    notice: "Show one game of best play: the moves repeat." },
  { id: "bad-moves", game: "quixo", rules: {}, position: ".OOO/O..O/O..O/OOO. X", title: "Nothing but bad moves",
    text: "Every move that X has completes a line for O. Only 528 of 43 million boards are like this.",
    notice: "X may take only the corners without a sign, and each push shifts an O into line." },
  { id: "kingmaker", game: "hyper", rules: { dims: "3", players: "3" },
    position: "221 231 122 333 321 332 233 112 323 312 131 133 123 322 212 113 223 232", title: "The kingmaker",
    text: "Cross cannot win any more, but decides who does: blocking Ring makes Triangle win, not blocking lets Ring win. On 3×3 no such position exists.",
    notice: "Small signs in the corners of cells show who can complete a line there." },
  { id: "fair-quantum", game: "quantum", rules: { collapse: "chance", q: "10/13", draw: "-3" }, position: "", title: "The fair quantum game",
    text: "If chance favours O in 10 of 13 collapses and a draw costs X three points, the game is worth exactly nothing to both. A little more or less, and somebody is ahead.",
    notice: "The best first moves are worth exactly 0. Tools has the curve of the value against q." },
  { id: "qubic", game: "hyper", rules: { side: "4", dims: "3" }, position: "111", title: "Qubic's first move",
    text: "On the 4×4×4 cube the first player wins, proved in 1980 by a computer and a person together. A corner and an inner cell are the same first move here: a symmetry that no rotation shows.",
    notice: "Take the move back: sixteen first moves are marked as won, the corners and the inner cells." },
];

export const exhibitAt = (id: string | undefined): Exhibit | undefined => GALLERY.find((exhibit) => exhibit.id === id);

// On the board, with its values: whoever hid them for a game wants to see them here.
export function hrefOf({ id, game, rules, position }: Exhibit): string {
  const params = new URLSearchParams({ ...rules, ...(position ? { position } : {}), values: "shown", exhibit: id });
  return `/${game}?${params}`;
}
