// An n^3 board as a cube in space, turned by drag or by arrow keys. It shows and plays
// the same cells as the slices beside it.

import type { HyperBoard } from "../api";
import { h, svg } from "../dom";
import { shape, shapeName } from "../tokens";
import type { Scene } from "../view";

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
    const marked = new Set(lines.flat());
    const side = board.slices.length;
    const at = new Map(board.slices.flatMap((slice, s) =>
      slice.rows.flatMap((row, r) => row.map((cell, c): [string, Point] => [cell, this.project(c, r, s, side)]))));
    const owners = new Map(board.marks.map((m) => [m.cell, m.player]));
    const cells = [...at].sort((a, b) => a[1].depth - b[1].depth).map(([cell, point]) =>
      this.cell(scene, cell, point, side, owners.get(cell), marked));
    return h("div", { class: "cube", tabindex: "0", role: "group", id: "cube",
      "aria-label": "the board in space; arrow keys turn it, the slices play it", title: "drag to turn",
      onkeydown: (event: KeyboardEvent) => this.key(event, scene),
      onpointerdown: (event: PointerEvent) => { this.drag = { x: event.clientX, y: event.clientY, moved: false }; },
      onpointermove: (event: PointerEvent) => this.dragged(event, scene),
      onpointerup: () => { this.drag = undefined; }, onpointercancel: () => { this.drag = undefined; },
    }, svg("svg", { viewBox: "-110 -110 220 220", "aria-hidden": "true" }, ...this.lattice(board, at),
      ...lines.map((line) => this.stroke(line, at, "through-stroke")), ...cells,
      ...board.won.map((line) => this.stroke(line, at, `won-stroke p${owners.get(line[0]!) ?? 1}`))));
  }

  private project(c: number, r: number, s: number, side: number): Point {
    const scale = 120 / Math.max(1, side - 1);
    const [x, y, z] = [c, r, s].map((v) => (v - (side - 1) / 2) * scale) as [number, number, number];
    const [a, b] = [this.yaw, this.pitch].map((d) => (d * Math.PI) / 180) as [number, number];
    // Slices lie over one another: the slice is the height, row and column the floor.
    const east = x * Math.cos(a) - y * Math.sin(a);
    const north = x * Math.sin(a) + y * Math.cos(a);
    return { x: east, y: z * Math.cos(b) + north * Math.sin(b), depth: north * Math.cos(b) - z * Math.sin(b) };
  }

  private lattice(board: HyperBoard, at: Map<string, Point>): SVGElement[] {
    return board.slices.flatMap(({ rows }) => {
      const corner = (r: number, c: number): Point => at.get(rows[r]!.at(c)!)!;
      const end = rows.length - 1;
      const line = (a: Point, b: Point): SVGElement => svg("line", { x1: a.x, y1: a.y, x2: b.x, y2: b.y, class: "lattice" });
      return rows.flatMap((_, i) => [line(corner(i, 0), corner(i, -1)), line(corner(0, i), corner(end, i))]);
    });
  }

  private cell(scene: Scene, cell: string, { x, y }: Point, side: number, owner: number | undefined, marked: Set<string>): SVGElement {
    const free = owner === undefined && !scene.locked && scene.moves.moves.includes(cell);
    const considered = free && scene.considered === cell;
    const player = owner ?? (considered ? Number(scene.moves.to_move) : undefined);
    const size = 0.78 / side;
    const reach = 58 / side;
    return svg("g", { class: `spot${free ? " free" : ""}${marked.has(cell) ? " marked" : ""}${considered ? " ghost" : ""}`,
      "data-key": `spot-${cell}`, transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`,
      onclick: () => { if (free && !this.drag?.moved) scene.play(cell); },
      onpointerenter: () => { if (free) scene.consider(cell); }, onpointerleave: () => scene.consider() },
      svg("circle", { r: reach / 2, class: "reach" }, svg("title", {}, `cell ${cell}${owner ? `, ${shapeName(owner)}` : ""}`)),
      player === undefined && svg("circle", { r: marked.has(cell) ? 4 : 2.2, class: "dot" }),
      player !== undefined && svg("g", { class: `token p${player}`, transform: `scale(${size}) translate(-50 -50)` }, shape(player)));
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
