// What a game must offer to be shown on this page, and what it is given to do so.

import type { Analysis, GameId, MovesDocument, Params } from "./api";
import type { Child } from "./dom";
import type { Fields } from "./form";
import type { Library } from "./library";
import type { Sketch } from "./session";

export interface Scene {
  rules: Params;
  moves: MovesDocument;
  ahead?: MovesDocument;    // the position after the move that is being considered
  considered?: string;      // that move
  analysis?: Analysis;      // absent until it arrives, and where there is none
  showValues: boolean;
  last?: string;            // the move that led here
  sketches: Sketch[];       // moves to be drawn beside the marks
  hinted?: string;          // a move of which a part is shown as a hint
  selector?: string;        // the person whom dice named to settle a cycle
  riddle?: boolean;         // a puzzle: nothing that helps
  locked: boolean;          // not a person's turn, or the board is not this position's yet
  library: Library;
  play(move: string): void;
  consider(move?: string): void;       // a preview of a move; none: back to the position
  go(position: string): void;          // a position from elsewhere: a new game from there
  setRules(rules: Params): void;
  redraw(): void;
  say(text: string): void;  // to those who listen
}

// What a board remembers between two drawings: a tile in hand, an angle.
export interface BoardView {
  board(scene: Scene): HTMLElement;
  prompt(scene: Scene): string;        // what to do now
  panels(scene: Scene): HTMLElement[];   // what is known of the position, beside the board
  tools(scene: Scene): HTMLElement[];
  putBack(): boolean;                  // whether something was in hand
  arrived(root: HTMLElement, move: string): void;  // the animation of a move just made
}

// A picture for the guide and the cards: a board document, and what is marked on it.
export interface Still { board: unknown; toMove?: string; held?: string; last?: string; sketches?: Sketch[] }
export interface Lesson { text: string; position: string; move?: string; held?: string }
// `game` is what the address of the first game has besides its players.
export interface Lessons { rules: Params; steps: Lesson[]; game?: string; play?: { href: string; text: string } }

export interface GameView {
  id: GameId;
  title: string;
  blurb: string;                       // one sentence
  about: string[];                     // the rules in full
  paper: { text: string; href?: string };
  fields: Fields;                      // the words of its form of rules
  lessons: Lessons;
  plan?: Lessons;                      // how to play well, for people
  historyInText: boolean;              // a position's text is the moves that led to it
  seats(rules: Params): string[];
  seatName(seat: string): string;
  sign(seat: string): Child;
  moveName(move: string, before: string): string;
  moveWords(move: string, before: string): string;
  resultWords(result: string): string;
  hintWords(move: string, before: string): string;  // a part of a move
  still(still: Still): HTMLElement;    // a board to look at
  create(): BoardView;
}
