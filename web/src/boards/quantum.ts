// Quantum tic-tac-toe: marks on two squares at once, arcs between them, and both
// ways in which a cycle can settle.

import type { MovesDocument, Ply, QuantumBoard } from "../api";
import { calm, h, svg } from "../dom";
import { CurvePanel } from "../panels/curve";
import { sign } from "../tokens";
import { allAlike, badge, lookOf } from "../values";
import type { Sketch } from "../session";
import type { BoardView, GameView, Scene, Still } from "../view";
import * as say from "../words";

export const pairOf = (move: string): [number, number] | null => {
  const found = /(\d)-(\d)$/.exec(move);
  return found ? [Number(found[1]), Number(found[2])] : null;
};
const column = (square: number): number => (square - 1) % 3;
const rowOf = (square: number): number => Math.floor((square - 1) / 3);
const settledOn = (board: QuantumBoard, square: number): Ply | undefined => board.plies.find((p) => p.settled === square);
const openOn = (board: QuantumBoard, square: number): Ply[] =>
  board.plies.filter((p) => p.settled === undefined && p.squares.includes(square));

export interface Marking { held?: number; fresh?: number; last?: string }  // plies from `fresh` on are not made yet

export function marksOn(board: QuantumBoard, square: number, { fresh = 99, last }: Marking): HTMLElement[] {
  const chip = (p: Ply, extra: string): HTMLElement => h("span", { "data-mark": p.mark,
    class: `mark ${p.player.toLowerCase()} ${extra}${board.cycle.includes(p.mark) ? " in-cycle" : ""}${
      board.plies.indexOf(p) >= fresh ? " ghost" : ""}${p.mark === last ? " last" : ""}` }, p.player, h("sub", {}, p.mark.slice(1)));
  const settled = settledOn(board, square);
  return settled ? [chip(settled, "settled")] : openOn(board, square).map((p) => chip(p, ""));
}

// Bent lines between the two squares of each unsettled ply.
export function arcs(board: QuantumBoard, fresh = 99, sketches: Sketch[] = []): SVGElement {
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
  return pair ? say.quantum.stays(closing.split(".")[0]!, pair[move === "selA" ? 0 : 1]) : move;
}

// All marks that an outcome settles.
function settling(before: QuantumBoard, after: QuantumBoard): string {
  const had = new Set(before.plies.filter((p) => p.settled !== undefined).map((p) => p.mark));
  return after.plies.filter((p) => p.settled !== undefined && !had.has(p.mark)).map((p) => say.quantum.settles(p.mark, p.settled!)).join(", ");
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
    const cycle = (scene.moves.board as QuantumBoard).cycle.join(" – ");
    if (cycle) {
      const who = scene.selector ?? scene.moves.to_move;
      if (who !== "System") return say.quantum.who(cycle, who);
      return scene.rules.dice ? say.quantum.byDice(cycle) : say.quantum.byChance(cycle);
    }
    if (this.first) return say.quantum.second;
    const [a, b] = pairOf(scene.moves.moves[0] ?? "") ?? [0, 0];
    if (scene.moves.moves.length === 1) return a === b ? say.quantum.one : say.quantum.two;
    return say.quantum.choose;
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
      h("div", { class: "quantum-board", role: "group", id: "board", "data-roving": "grid", "aria-label": say.quantum.label },
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
    const there = settled ? say.quantum.settled(settled.mark) : openOn(now, square).map((p) => p.mark).join(" ") || say.quantum.empty;
    return h("button", {
      class: `square${look ? ` rated ${look.tone}` : ""}${hinted ? " hinted" : ""}${held ? " held" : ""}${free ? " free" : ""}${wonClass(shown, square)}`,
      "data-row": rowOf(square), "data-col": column(square), "data-square": square, "data-key": `square-${square}`,
      "aria-disabled": !free, "aria-pressed": held, title: look && free ? this.first ? look.words : say.quantum.bestWith(look.words) : undefined,
      "aria-label": say.quantum.square(square, there) + (look ? this.first ? `, ${look.words}` : say.quantum.best(look.words) : ""),
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
    scene.say(this.first ? say.quantum.chosen(square) : say.frame.putBack);
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
        ? rated.favours === "nobody" ? say.quantum.nobody : say.quantum.favours(rated.favours, rated.probability ?? "") : "";
      return h("button", { class: `outcome${scene.sketches.some((s) => s.move === move) ? ` sketch ${scene.sketches.find((s) => s.move === move)!.kind}` : ""}`, disabled: scene.locked || chance, "data-move": move, "data-key": `outcome-${move}`,
        "aria-label": [name, all, look?.words, odds].filter(Boolean).join("; "), title: look?.words,
        onclick: () => scene.play(move) },
        // What is still on its way has its place, so that nothing moves when it comes.
        h("strong", {}, name), picture(after ?? now, "little"), h("span", { class: "note" }, all),
        scene.showValues && h("span", { class: `worth${look ? ` exact ${look.tone}` : ""}` }, look?.words),
        scene.showValues && scene.rules.collapse === "chance" && h("span", { class: "note odds" }, odds));
    });
    return h("div", { class: "collapse" }, h("div", { class: "outcomes" }, ...cards));
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
  return low ? say.quantum.diceWords(dice === "1", low) : say.quantum.noDice;
}

export const quantum: GameView = {
  id: "quantum",
  title: say.quantum.title,
  blurb: say.quantum.blurb,
  about: say.quantum.about,
  paper: { text: "M. Sakuta, Y. Tomioka: Proposal and analysis of stochastic variants of Quantum Tic-tac-toe (2017)" },
  fields: {
    collapse: { label: say.quantum.collapse, words: (v) => say.quantum.collapseWords[v] ?? v },
    q: { label: say.quantum.q },
    dice: { label: say.quantum.dice, offer: ({ dice }) => [...new Set([...DICE, dice ?? ""])], words: diceWords },
    draw: { label: say.quantum.draw, offer: () => ["0", "-5"], words: (v) => (v === "0" ? say.quantum.nothing : say.quantum.toX(v.replace("-", "−"))) },
    "double-win": { label: say.quantum.both, words: (v) => (v === "true" ? say.quantum.forty : say.quantum.twenty) },
  },
  lessons: {
    rules: {},
    steps: [
      { text: say.quantum.lessons[0]!, position: "", move: "X1.1-5" },
      { text: say.quantum.lessons[1]!, position: "X1.1-5", move: "O2.5-9" },
      { text: say.quantum.lessons[2]!, position: "X1.1-5 O2.5-9", move: "X3.1-9" },
      { text: say.quantum.lessons[3]!, position: "X1.1-5 O2.5-9 X3.1-9", move: "selA" },
      { text: say.quantum.lessons[4]!, position: "X1.1-5 O2.5-9 X3.1-9 selA" },
    ],
  },
  historyInText: true,
  seats: () => ["X", "O"],
  seatName: (seat) => (seat === "System" ? say.quantum.chance : seat),
  sign: (seat) => (seat === "System" ? "⚄" : sign(seat)),
  moveName(move, before) {
    if (move.startsWith("sel")) return outcomeName(move, before);
    const pair = pairOf(move);
    return pair ? `${move.split(".")[0]} ${pair[0] === pair[1] ? pair[0] : pair.join("–")}` : move;
  },
  moveWords(move, before) {
    const pair = pairOf(move);
    return pair ? say.quantum.on(move.split(".")[0]!, [...new Set(pair)]) : outcomeName(move, before);
  },
  resultWords(result) {
    const found = /^([XO]) wins, (\w+) \((-?[\d/]+) for X\)/.exec(result);
    if (found) return say.quantum.wins(found[1]!, found[2]!, found[3]!.replace("-", ""));
    const drawn = /^draw \((-?[\d/]+) for X\)/.exec(result);
    return drawn ? say.quantum.drawn(drawn[1]!.replace("-", "−")) : result;
  },
  hintWords: (move) => (move.startsWith("sel") ? say.quantum.hintOutcome : say.quantum.hint(pairOf(move)![0])),
  still,
  create: () => new QuantumView(),
};
