// An n^3 board as a cube in space, turned by drag or by arrow keys. It shows and plays
// the same cells as the slices beside it.

import type { HyperBoard } from "../api";
import { h, svg } from "../dom";
import { shape, shapeName } from "../tokens";
import type { Scene } from "../view";
import * as say from "../words";

interface Point { x: number; y: number; depth: number }

const TURN = 15;       // degrees a key turns
const REACH = 4;       // pixels after which a press is a drag
const clamp = (low: number, value: number, high: number): number => Math.max(low, Math.min(high, value));

export class Cube {
  private yaw = -32;
  private pitch = 24;
  private drag?: { x: number; y: number; moved: boolean };

  // `lines` are shown as strokes: those through the cell that is pointed at.
  draw(scene: Scene, board: HyperBoard, lines: string[][]): HTMLElement {
    return h("div", { class: "cube", tabindex: "0", role: "group", id: "cube",
      "aria-label": say.hyper.space, title: say.hyper.drag,
      onkeydown: (event: KeyboardEvent) => this.key(event, scene),
      onpointerdown: (event: PointerEvent) => { this.drag = { x: event.clientX, y: event.clientY, moved: false }; },
      onpointermove: (event: PointerEvent) => this.dragged(event, scene),
      onpointerup: () => { this.drag = undefined; }, onpointercancel: () => { this.drag = undefined; },
    }, this.picture(board, lines, scene));
  }

  // Only to be looked at.
  still(board: HyperBoard): HTMLElement {
    return h("div", { class: "cube still", "aria-hidden": "true" }, this.picture(board, []));
  }

  private picture(board: HyperBoard, lines: string[][], scene?: Scene): SVGElement {
    const marked = new Set(lines.flat());
    const side = board.slices.length;
    const at = new Map(board.slices.flatMap((slice, s) =>
      slice.rows.flatMap((row, r) => row.map((cell, c): [string, Point] => [cell, this.project(c, r, s, side)]))));
    const owners = new Map(board.marks.map((m) => [m.cell, m.player]));
    // Floor by floor from below, so that what is nearer covers what is behind it.
    const floors = board.slices.map((slice, s): SVGElement => svg("g", { "data-key": `floor-${s}` }, ...this.floor(slice, s, side, at, !!scene),
      ...slice.rows.flat().map((cell): [string, Point] => [cell, at.get(cell)!]).sort((a, b) => a[1].depth - b[1].depth)
        .map(([cell, point]) => this.cell(scene, cell, point, side, owners.get(cell), marked))));
    return svg("svg", { viewBox: "-142 -134 284 268", "aria-hidden": "true" }, ...floors,
      ...lines.map((line) => this.stroke(line, at, "through-stroke")),
      ...board.won.map((line) => this.stroke(line, at, `won-stroke p${owners.get(line[0]!) ?? 1}`)));
  }

  private project(c: number, r: number, s: number, side: number): Point {
    const scale = 128 / Math.max(1, side - 1);
    const [x, y, z] = [c, r, s].map((v) => (v - (side - 1) / 2) * scale) as [number, number, number];
    const [a, b] = [this.yaw, this.pitch].map((d) => (d * Math.PI) / 180) as [number, number];
    // Floors lie over one another, the first below: row and column are on the floor.
    const east = x * Math.cos(a) - y * Math.sin(a);
    const north = x * Math.sin(a) + y * Math.cos(a);
    const depth = north * Math.cos(b) + z * Math.sin(b);
    const near = 1 + depth / 900;  // a little perspective
    return { x: east * near, y: (north * Math.sin(b) - z * Math.cos(b)) * near, depth };
  }

  // A floor that can be seen through, with its lattice and, where there is room, its name at a corner.
  private floor({ rows }: HyperBoard["slices"][number], s: number, side: number, at: Map<string, Point>, named: boolean): SVGElement[] {
    const corner = (r: number, c: number): Point => at.get(rows[r]!.at(c)!)!;
    const end = rows.length - 1;
    const line = (a: Point, b: Point): SVGElement => svg("line", { x1: a.x, y1: a.y, x2: b.x, y2: b.y, class: "lattice" });
    const rim = 0.42;
    const edges = [[-rim, -rim], [-rim, end + rim], [end + rim, end + rim], [end + rim, -rim]].map(([r, c]) => this.project(c!, r!, s, side));
    const left = edges.reduce((best, p) => (p.x < best.x ? p : best));
    return [svg("path", { d: `M${edges.map((p) => `${p.x.toFixed(1)} ${p.y.toFixed(1)}`).join("L")}Z`, class: "floor" }),
      ...rows.flatMap((_, i) => [line(corner(i, 0), corner(i, -1)), line(corner(0, i), corner(end, i))]),
      ...(named ? [svg("text", { x: left.x, y: left.y - 4, class: "floor-name" }, say.hyper.floor(s + 1))] : [])];
  }

  private cell(scene: Scene | undefined, cell: string, { x, y, depth }: Point, side: number, owner: number | undefined, marked: Set<string>): SVGElement {
    const free = owner === undefined && !!scene && !scene.locked && scene.moves.moves.includes(cell);
    const considered = free && scene.considered === cell;
    const player = owner ?? (considered ? Number(scene.moves.to_move) : undefined);
    const size = (0.86 / side) * (1 + depth / 420);
    const reach = 62 / side;
    return svg("g", { class: `spot${free ? " free" : ""}${marked.has(cell) ? " marked" : ""}${considered ? " ghost" : ""}`,
      "data-key": `spot-${cell}`, transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`,
      ...(scene ? { onclick: () => { if (free && !this.drag?.moved) scene.play(cell); },
        onpointerenter: () => { if (free) scene.consider(cell); }, onpointerleave: () => scene.consider() } : {}) },
      svg("circle", { r: reach / 2, class: "reach" }, svg("title", {}, say.hyper.cell(cell) + (owner ? `, ${shapeName(owner)}` : ""))),
      player === undefined && svg("circle", { r: marked.has(cell) ? 4 : 2.2, class: "dot" }),
      player !== undefined && svg("g", { class: `token p${player}`, transform: `scale(${size.toFixed(3)}) translate(-50 -50)` }, shape(player)));
  }

  private stroke(line: string[], at: Map<string, Point>, kind: string): SVGElement {
    const [a, b] = [at.get(line[0]!)!, at.get(line[line.length - 1]!)!];
    return svg("line", { x1: a.x, y1: a.y, x2: b.x, y2: b.y, class: kind });
  }

  private key(event: KeyboardEvent, scene: Scene): void {
    const turn = { ArrowLeft: [-TURN, 0], ArrowRight: [TURN, 0], ArrowUp: [0, TURN], ArrowDown: [0, -TURN] }[event.key];
    if (!turn) return;
    event.preventDefault();
    this.turn(turn[0]!, turn[1]!, scene);
  }

  private dragged(event: PointerEvent, scene: Scene): void {
    if (!this.drag || event.buttons === 0) { this.drag = undefined; return; }
    const [dx, dy] = [event.clientX - this.drag.x, event.clientY - this.drag.y];
    if (!this.drag.moved && Math.hypot(dx, dy) < REACH) return;
    this.drag = { x: event.clientX, y: event.clientY, moved: true };
    this.turn(dx * 0.6, dy * 0.6, scene);
  }

  private turn(yaw: number, pitch: number, scene: Scene): void {
    this.yaw = (this.yaw - yaw) % 360;
    this.pitch = clamp(5, this.pitch + pitch, 85);
    scene.redraw();
  }
}
