// What the page knows of the position that it shows, and what keeps it from knowing more.

import { ApiError, type Analysis, type MovesDocument } from "./api";
import type { Worth } from "./inquiry";
import { sentence } from "./library";

export class Standing {
  moves?: MovesDocument;     // of the board that is shown
  analysis?: Analysis;       // of the same
  refusal = "";              // the position or the rules cannot be
  fault = "";                // the server did not answer; the board stays
  noValues = "";             // why there is no analysis
  undecided = false;         // asking again may decide it
  waiting = false;           // the board shown is not yet the position asked for
  thinking = false;          // values have been waited for long enough to say so

  protected ask(): void {
    this.waiting = true;
    this.fault = "";
  }

  protected show(moves: MovesDocument): void {
    this.refusal = this.noValues = "";
    this.waiting = false;
    this.moves = moves;
    this.analysis = undefined;
  }

  protected value({ analysis, why, fault }: Worth): void {
    this.thinking = false;
    this.analysis = analysis;
    this.noValues = why;
    this.undecided = fault === "busy";
    if (fault === "away") this.fault = why;
  }

  // A position that is refused has no board; a server that does not answer leaves it.
  protected fail(error: unknown): void {
    this.thinking = false;
    if (error instanceof ApiError && (error.fault === "refused" || error.fault === "missing")) {
      this.refusal = error.message;
      this.moves = undefined;
    } else this.fault = sentence(error);
  }
}
