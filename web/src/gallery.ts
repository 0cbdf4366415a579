// Positions worth a visit. Each was found by this program; the text says what it shows.

export interface Exhibit { title: string; text: string; href: string }

const at = (path: string, params: Record<string, string>): string => `${path}?${new URLSearchParams(params)}`;

export const GALLERY: Exhibit[] = [
  { title: "The slowest win", href: "/quixo",
    text: "From the empty 4×4 board X wins, but needs 21 moves against the best defence. No won board of this size takes longer." },
  { title: "The slowest loss", href: at("/quixo", { position: "..OX/..../XOO./.... X" }),
    text: "X is lost here, but can make O work for 22 moves. Only eight of 43 million boards hold out so long." },
  { title: "The smallest loss", href: at("/quixo", { position: "O.../..../..../.... X" }),
    text: "One tile on the board, and the player to move has already lost. It takes O 20 moves to show it." },
  { title: "The draw that returns", href: at("/quixo", { position: "XXOX/..../..../..OO X" }),
    text: "Neither player can win, and two drawing moves bring back the same board. Let both sides be perfect and they agree on a draw." },
  { title: "Nothing but bad moves", href: at("/quixo", { position: ".OOO/O..O/O..O/OOO. X" }),
    text: "Every move that X has completes a line for O. Only 528 of 43 million boards are like this." },
  { title: "The kingmaker", href: at("/hyper", { dims: "3", players: "3", position: "221 231 122 333 321 332 233 112 323 312 131 133 123 322 212 113 223 232" }),
    text: "Cross cannot win any more, but decides who does: blocking Ring makes Triangle win, not blocking lets Ring win. On 3×3 no such position exists." },
  { title: "The fair quantum game", href: at("/quantum", { collapse: "chance", q: "10/13", draw: "-3" }),
    text: "If chance favours O in 10 of 13 collapses and a draw costs X three points, the game is worth exactly nothing to both. A little more or less, and somebody is ahead." },
  { title: "Qubic's first move", href: at("/hyper", { side: "4", dims: "3", position: "111" }),
    text: "On the 4×4×4 cube the first player wins, proved in 1980 by a computer and a person together. A corner and an inner cell are the same first move here: a symmetry that no rotation shows." },
];
