// Quantum tic-tac-toe: marks on two squares at once, arcs between them, and both
// ways in which a cycle can settle.

import type { MovesDocument, Ply, QuantumBoard } from "../api";
import { calm, h, svg } from "../dom";
import { CurvePanel } from "../panels/curve";
import { sign } from "../tokens";
import { allAlike, badge, lookOf } from "../values";
import type { Sketch } from "../session";
import type { BoardView, GameView, Scene, Still } from "../view";

const pairOf = (move: string): [number, number] | null => {
  const found = /(\d)-(\d)$/.exec(move);
  return found ? [Number(found[1]), Number(found[2])] : null;
};
const column = (square: number): number => (square - 1) % 3;
const rowOf = (square: number): number => Math.floor((square - 1) / 3);
const settledOn = (board: QuantumBoard, square: number): Ply | undefined => board.plies.find((p) => p.settled === square);
const openOn = (board: QuantumBoard, square: number): Ply[] =>
  board.plies.filter((p) => p.settled === undefined && p.squares.includes(square));

interface Marking { held?: number; fresh?: number; last?: string }  // plies from `fresh` on are not made yet

function marksOn(board: QuantumBoard, square: number, { fresh = 99, last }: Marking): HTMLElement[] {
  const chip = (p: Ply, extra: string): HTMLElement => h("span", { "data-mark": p.mark,
    class: `mark ${p.player.toLowerCase()} ${extra}${board.cycle.includes(p.mark) ? " in-cycle" : ""}${
      board.plies.indexOf(p) >= fresh ? " ghost" : ""}${p.mark === last ? " last" : ""}` }, p.player, h("sub", {}, p.mark.slice(1)));
  const settled = settledOn(board, square);
  return settled ? [chip(settled, "settled")] : openOn(board, square).map((p) => chip(p, ""));
}

// Bent lines between the two squares of each unsettled ply.
function arcs(board: QuantumBoard, fresh = 99, sketches: Sketch[] = []): SVGElement {
  const center = (square: number): [number, number] => [column(square) * 100 + 50, rowOf(square) * 100 + 50];
  const seen = new Map<string, number>();
  const paths = board.plies.flatMap((p, i) => {
    if (p.settled !== undefined) return [];
    const [[x1, y1], [x2, y2]] = [center(p.squares[0]), center(p.squares[1])];
    const key = p.squares.join("-");
    const count = seen.get(key) ?? 0;
    seen.set(key, count + 1);
    const bend = (count % 2 ? -1 : 1) * (0.16 + 0.1 * Math.floor(count / 2));
    const [cx, cy] = [(x1 + x2) / 2 - (y2 - y1) * bend, (y1 + y2) / 2 + (x2 - x1) * bend];
    return [svg("path", { d: `M${x1} ${y1}Q${cx} ${cy} ${x2} ${y2}`,
      class: `arc ${p.player.toLowerCase()}${board.cycle.includes(p.mark) ? " in-cycle" : ""}${i >= fresh ? " ghost" : ""}` })];
  });
  // Moves that are only drawn: a mistake and what was better.
  const drawn = sketches.flatMap(({ move, kind }) => {
    const pair = pairOf(move);
    if (!pair) return [];
    const [[x1, y1], [x2, y2]] = [center(pair[0]), center(pair[1])];
    return [svg("g", { class: `sketch ${kind}` }, svg("circle", { cx: x1, cy: y1, r: 26 }), svg("circle", { cx: x2, cy: y2, r: 26 }),
      svg("line", { x1, y1, x2, y2 }))];
  });
  return svg("svg", { viewBox: "0 0 300 300", class: "arcs", "aria-hidden": "true" }, ...paths, ...drawn, ...board.won.map((row) => {
    const [[x1, y1], [x2, y2]] = [center(row[0]!), center(row[2]!)];
    return svg("line", { x1, y1, x2, y2, class: `won-stroke ${settledOn(board, row[0]!)?.player.toLowerCase() ?? ""}` });
  }));
}

function wonClass(board: QuantumBoard, square: number): string {
  return board.won.some((row) => row.includes(square)) ? ` won ${settledOn(board, square)?.player.toLowerCase() ?? ""}` : "";
}

function picture(board: QuantumBoard, extra: string, marking: Marking = {}, sketches: Sketch[] = []): HTMLElement {
  return h("span", { class: `quantum-board ${extra}`, "aria-hidden": "true" }, ...Array.from({ length: 9 }, (_, i) =>
    h("span", { class: `square${wonClass(board, i + 1)}${marking.held === i + 1 ? " held" : ""}` },
      h("span", { class: "marks" }, ...marksOn(board, i + 1, marking)))), arcs(board, 99, sketches));
}

// "X3 stays in 1": what an outcome does to the mark that closed the cycle.
function outcomeName(move: string, before: string): string {
  const closing = before.split(/\s+/).filter(Boolean).pop() ?? "";
  const pair = pairOf(closing);
  return pair ? `${closing.split(".")[0]} stays in ${pair[move === "selA" ? 0 : 1]}` : move;
}

// All marks that an outcome settles.
function settling(before: QuantumBoard, after: QuantumBoard): string {
  const had = new Set(before.plies.filter((p) => p.settled !== undefined).map((p) => p.mark));
  return after.plies.filter((p) => p.settled !== undefined && !had.has(p.mark)).map((p) => `${p.mark} in ${p.settled}`).join(", ");
}

class QuantumView implements BoardView {
  private first = 0;  // the first square of the pair in hand; 0: none
  private curve = new CurvePanel();
  private position?: string;
  private settled = new Set<string>();     // on the board that is shown
  private settledBefore = new Set<string>();

  putBack(): boolean {
    const had = this.first !== 0;
    this.first = 0;
    return had;
  }

  prompt(scene: Scene): string {
    if ((scene.moves.board as QuantumBoard).cycle.length > 0) {
      const who = scene.selector ?? scene.moves.to_move;
      if (who !== "System") return `A cycle has closed. ${who} chooses how it settles: press one of the two outcomes.`;
      return `A cycle has closed. ${scene.rules.dice ? "Dice decide who chooses" : "Chance decides"} how it settles.`;
    }
    if (this.first) return "Choose the second square. Tap the first again to cancel.";
    const [a, b] = pairOf(scene.moves.moves[0] ?? "") ?? [0, 0];
    if (scene.moves.moves.length === 1) return a === b ? "One square is left: choose it." : "Two squares are left: choose both.";
    return "Choose two squares: your mark goes on both.";
  }

  board(scene: Scene): HTMLElement {
    const now = scene.moves.board as QuantumBoard;
    this.follow(scene.moves.position, now);
    const collapsing = now.cycle.length > 0;
    if (collapsing) this.first = 0;
    // An outcome that is being considered has its own picture; others are shown on the board.
    const shown = (collapsing ? now : scene.ahead?.board ?? now) as QuantumBoard;
    const fresh = shown === now ? 99 : now.plies.length;
    const squares = Array.from({ length: 9 }, (_, i) => this.square(scene, i + 1, shown, fresh));
    return h("div", { class: `quantum${collapsing ? " collapsing" : ""}` },
      h("div", { class: "quantum-board", role: "group", id: "board", "data-roving": "grid", "aria-label": "quantum board" },
        ...squares, arcs(shown, fresh, scene.sketches)),
      collapsing && this.collapse(scene, now));
  }

  // After a collapse the marks take their squares one after the other.
  arrived(root: HTMLElement, move: string): void {
    if (!move.startsWith("sel") || calm()) return;
    const fresh = [...root.querySelectorAll<HTMLElement>("#board .mark.settled")]
      .filter((mark) => !this.settledBefore.has(mark.dataset.mark!))
      .sort((a, b) => Number(a.dataset.mark!.slice(1)) - Number(b.dataset.mark!.slice(1)));
    fresh.forEach((mark, i) => mark.animate(
      [{ opacity: 0, transform: "scale(.4)" }, { opacity: 1, transform: "scale(1.15)", offset: 0.7 }, { opacity: 1, transform: "none" }],
      { duration: 320, delay: i * 170, fill: "backwards", easing: "ease-out" }));
  }

  panels(): HTMLElement[] { return []; }
  tools(scene: Scene): HTMLElement[] { return [this.curve.panel(scene)]; }

  private follow(position: string, board: QuantumBoard): void {
    if (position === this.position) return;
    this.position = position;
    this.settledBefore = this.settled;
    this.settled = new Set(board.plies.filter((p) => p.settled !== undefined).map((p) => p.mark));
  }

  // The moves that putting a mark here makes, or begins.
  private options(scene: Scene, square: number): string[] {
    return scene.moves.moves.filter((move) => {
      const pair = pairOf(move);
      if (!pair?.includes(square)) return false;
      return !this.first || (pair.includes(this.first) && (square !== this.first || pair[0] === pair[1]));
    });
  }

  private square(scene: Scene, square: number, shown: QuantumBoard, fresh: number): HTMLElement {
    const options = this.options(scene, square);
    const held = this.first === square;
    const free = !scene.locked && (options.length > 0 || held);
    const best = scene.analysis?.moves.find((m) => options.includes(m.move));  // they come best first
    const look = best && scene.showValues && !held ? lookOf(best, scene.moves.to_move) : undefined;
    const move = this.first && !held ? options[0] : undefined;
    const consider = (): void => { if (free) scene.consider(move); };
    const now = scene.moves.board as QuantumBoard;  // a preview is not there yet
    const settled = settledOn(now, square);
    const hinted = pairOf(scene.hinted ?? "")?.[0] === square;
    const there = settled ? `settled ${settled.mark}` : openOn(now, square).map((p) => p.mark).join(" ") || "empty";
    return h("button", {
      class: `square${look ? ` rated ${look.tone}` : ""}${hinted ? " hinted" : ""}${held ? " held" : ""}${free ? " free" : ""}${wonClass(shown, square)}`,
      "data-row": rowOf(square), "data-col": column(square), "data-square": square, "data-key": `square-${square}`,
      "aria-disabled": !free, "aria-pressed": held, title: look && free ? `${this.first ? "" : "the best with this square: "}${look.words}` : undefined,
      "aria-label": `square ${square}, ${there}${look ? `, ${this.first ? "" : "best "}${look.words}` : ""}`,
      onclick: () => { if (free) this.choose(scene, square, options); },
      onpointerenter: consider, onfocus: consider, onpointerleave: () => scene.consider(), onblur: () => scene.consider(),
    }, h("span", { class: "number", "aria-hidden": "true" }, String(square)),
      h("span", { class: "marks" }, ...marksOn(shown, square, { fresh, last: lastMark(scene.last) }),
        held && h("span", { class: `mark ghost ${scene.moves.to_move.toLowerCase()}` }, scene.moves.to_move)),
      look && !allAlike(scene.analysis, scene.moves.to_move) && badge(look, "corner"));
  }

  private choose(scene: Scene, square: number, options: string[]): void {
    const single = options.find((m) => { const pair = pairOf(m); return pair && pair[0] === pair[1]; });
    if (square === this.first) this.first = 0;
    else if (this.first || single) {
      this.first = 0;
      return scene.play(single ?? options[0]!);
    } else this.first = square;
    scene.say(this.first ? `square ${square} chosen; choose the second square` : "put back");
    scene.redraw();
  }

  // The two ways to settle, side by side, each with its value.
  private collapse(scene: Scene, now: QuantumBoard): HTMLElement {
    const chance = scene.moves.to_move === "System" && !scene.selector;
    const cards = scene.moves.moves.map((move, i) => {
      const position = scene.moves.positions[i]!;
      const asked = scene.library.ask<MovesDocument>(`outcome ${JSON.stringify(scene.rules)} ${position}`,
        () => scene.library.movesAt("quantum", { ...scene.rules, position }));
      const after = asked.state === "there" ? (asked.value.board as QuantumBoard) : undefined;
      const rated = scene.analysis?.moves.find((m) => m.move === move);
      const look = rated && scene.showValues ? lookOf(rated, scene.moves.to_move) : undefined;
      const name = outcomeName(move, scene.moves.position);
      const all = after ? settling(now, after) : "";
      const odds = scene.showValues && rated?.favours
        ? rated.favours === "nobody" ? "favours nobody" : `favours ${rated.favours}, probability ${rated.probability}` : "";
      return h("button", { class: `outcome${scene.sketches.some((s) => s.move === move) ? ` sketch ${scene.sketches.find((s) => s.move === move)!.kind}` : ""}`, disabled: scene.locked || chance, "data-move": move, "data-key": `outcome-${move}`,
        "aria-label": [name, all, look?.words, odds].filter(Boolean).join("; "), title: look?.words,
        onclick: () => scene.play(move) },
        h("strong", {}, name), after && picture(after, "little"), h("span", { class: "note" }, all),
        look && h("span", { class: "worth" }, badge(look), h("span", { class: "exact" }, ` ${look.words}`)),
        odds && h("span", { class: "note" }, odds));
    });
    return h("div", { class: "collapse" }, h("p", {}, `The cycle ${now.cycle.join(" – ")} has closed.`), h("div", { class: "outcomes" }, ...cards));
  }
}

const lastMark = (move: string | undefined): string | undefined => (move && pairOf(move) ? move.split(".")[0] : undefined);

function still({ board, held, sketches }: Still): HTMLElement {
  return picture(board as QuantumBoard, "still", { held: held ? Number(held) : undefined }, sketches);
}

// 2:7 throws two dice, and X selects up to a sum of 7.
const DICE = ["", "1:1", "1:2", "1:3", "1:4", "1:5", "2:4", "2:5", "2:6", "2:7", "2:8", "2:9"];
function diceWords(value: string): string {
  const [dice, low] = value.split(":");
  return low ? `${dice === "1" ? "one die" : "two dice"}: up to ${low} X selects` : "none";
}

export const quantum: GameView = {
  id: "quantum",
  title: "Quantum tic-tac-toe",
  blurb: "Every mark is in two squares at once, until a cycle closes and each must choose one.",
  about: [
    "X and O take turns. A move puts a mark, tagged with the number of the move, on two different squares that are not settled. The same pair may be played again.",
    "When marks form a cycle, from square to square and back, it settles: every mark in it, and every mark that hangs on it, gets one of its two squares for good. There are always exactly two ways. By choice of the rules the other player, the one who closed the cycle, or chance picks the way.",
    "Three settled marks in a row win, at once, 20 points. If both players get a row at the same moment, the row whose largest number is smaller wins narrowly, 10 points. When eight squares are settled, X takes the last one.",
    "Under chance, q is the probability that the way better for O is taken, with best play of both afterwards. With dice it is the sum that names a player, and that one picks the way.",
  ],
  paper: { text: "M. Sakuta, Y. Tomioka: Proposal and analysis of stochastic variants of Quantum Tic-tac-toe (2017)" },
  fields: {
    collapse: { label: "Who settles a cycle", words: (v) => ({ opponent: "the other player", mover: "who closed it" })[v] ?? v },
    q: { label: "q, the chance for O" },
    dice: { label: "Dice instead of q", offer: ({ dice }) => [...new Set([...DICE, dice ?? ""])], words: diceWords },
    draw: { label: "A draw is worth", offer: () => ["0", "-5"], words: (v) => (v === "0" ? "nothing" : `${v.replace("-", "−")} to X`) },
    "double-win": { label: "Two rows at once", words: (v) => (v === "true" ? "40" : "20, as one row") },
  },
  lessons: {
    rules: {},
    steps: [
      { text: "You are X. A move puts your mark on two squares at once: choose 1, then 5. The line joins the two.", position: "", move: "X1.1-5" },
      { text: "O does the same, here on 5 and 9. Squares may hold many marks.", position: "X1.1-5", move: "O2.5-9" },
      { text: "X on 1 and 9 closes a cycle: the lines go round from 1 to 5 to 9 and back.", position: "X1.1-5 O2.5-9", move: "X3.1-9" },
      { text: "A cycle settles: each of its marks gets one square for good, in one of two ways. The other player chooses, here O. In the rules you may give the choice to whoever closed it, or to chance.", position: "X1.1-5 O2.5-9 X3.1-9", move: "selA" },
      { text: "Three settled marks in a row win 20 points. If both players get a row at once, the row that was finished first wins 10. A value such as +10 says how many points you gain with best play on both sides.", position: "X1.1-5 O2.5-9 X3.1-9 selA" },
    ],
  },
  legend: () => [["good", "+5/2", "worth +5/2 to you"], ["even", "0", "even"], ["bad", "−5", "worth −5 to you"]],
  historyInText: true,
  seats: () => ["X", "O"],
  seatName: (seat) => (seat === "System" ? "Chance" : seat),
  sign: (seat) => (seat === "System" ? "⚄" : sign(seat)),
  moveName(move, before) {
    if (move.startsWith("sel")) return outcomeName(move, before);
    const pair = pairOf(move);
    return pair ? `${move.split(".")[0]} ${pair[0] === pair[1] ? pair[0] : pair.join("–")}` : move;
  },
  moveWords(move, before) {
    const pair = pairOf(move);
    return pair ? `${move.split(".")[0]} on ${pair[0] === pair[1] ? pair[0] : pair.join(" and ")}` : outcomeName(move, before);
  },
  resultWords(result) {
    const found = /^([XO]) wins, (\w+) \((-?[\d/]+) for X\)/.exec(result);
    if (found) return `${found[1]} wins${{ narrow: " narrowly", double: " with two rows" }[found[2]!] ?? ""}: ${found[3]!.replace("-", "")} points`;
    const drawn = /^draw \((-?[\d/]+) for X\)/.exec(result);
    return drawn ? `A draw${drawn[1] === "0" ? "" : `, worth ${drawn[1]!.replace("-", "−")} to X`}` : result;
  },
  hintWords: (move) => (move.startsWith("sel") ? "Hint: compare the two outcomes. Ask again for the better one." : `Hint: one mark goes on ${pairOf(move)?.[0]}. Ask again for the other.`),
  still,
  create: () => new QuantumView(),
};
