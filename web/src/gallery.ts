// Positions worth a visit. Each was found by this program.

import type { GameId, Params } from "./api";
import * as say from "./words";

export interface Exhibit { id: string; game: GameId; rules: Params; position: string; title: string; text: string; notice: string }

const FOUND: [id: string, game: GameId, rules: Params, position: string][] = [
  ["slowest-win", "quixo", {}, ""],
  ["slowest-loss", "quixo", {}, "..OX/..../XOO./.... X"],
  ["smallest-loss", "quixo", {}, "O.../..../..../.... X"],
  ["draw-that-returns", "quixo", {}, "XXOX/..../..../..OO X"],
  ["bad-moves", "quixo", {}, ".OOO/O..O/O..O/OOO. X"],
  ["kingmaker", "hyper", { dims: "3", players: "3" }, "221 231 122 333 321 332 233 112 323 312 131 133 123 322 212 113 223 232"],
  ["fair-quantum", "quantum", { collapse: "chance", q: "10/13", draw: "-3" }, ""],
  ["qubic", "hyper", { side: "4", dims: "3" }, "111"],
];

export const GALLERY: Exhibit[] = FOUND.map(([id, game, rules, position]) => {
  const [title, text, notice] = say.gallery.exhibits[id]!;
  return { id, game, rules, position, title, text, notice };
});

export const exhibitAt = (id: string | undefined): Exhibit | undefined => GALLERY.find((exhibit) => exhibit.id === id);

// On the board, with its values: whoever hid them for a game wants to see them here.
export function hrefOf({ id, game, rules, position }: Exhibit): string {
  const params = new URLSearchParams({ ...rules, ...(position ? { position } : {}), values: "shown", exhibit: id });
  return `/${game}?${params}`;
}
