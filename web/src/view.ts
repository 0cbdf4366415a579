// What a game must offer to be shown on this page, and what it is given to do so.

import type { Analysis, GameId, MovesDocument, Parameter, Params } from "./api";

export interface Scene {
  rules: Params;
  params(position: string): Params;    // what a request about a position under these rules sends
  moves: MovesDocument;
  analysis?: Analysis;      // absent until it arrives, and where there is none
  showValues: boolean;
  arrived?: string;         // the move that led here just now, for the animation
  locked: boolean;          // a player other than a person is to move
  play(move: string): void;
  go(position: string): void;          // a position from elsewhere: a new game from there
  setRules(rules: Params): void;
  redraw(): void;
  say(text: string): void;  // to the live region
}

export interface GameView {
  id: GameId;
  title: string;
  seats(rules: Params): string[];
  narrow?(parameter: Parameter, rules: Params): Parameter;  // what the other rules leave of a range
  board(scene: Scene): HTMLElement;
  panels(scene: Scene): HTMLElement[];
  about: string;
}
