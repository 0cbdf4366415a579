// A board as one SVG that needs nothing else: to share, to print, and for cards of links. It is text,
// so that scripts without a page can make it too (scripts/cards.mjs).

import type { GameId, HyperBoard, QuantumBoard, QuixoBoard } from "./api";

// Colours of the light page (style.css).
const PAPER = "#f6f4ef", INK = "#1d2733", SOFT = "#56626f", TILE = "#efe6d3", EDGE = "#d0bf9a", GOOD = "#0b6045";
const PLAYERS = ["#0a5c99", "#b04a0c", "#6a4bc0", "#0b7285", "#7d6100", "#3f62c4", "#7a3b12", "#444c55"];
const X = "#24405f", O = "#a3470f";
const colourOf = (mark: string): string => (mark === "X" ? X : O);

// The shapes of tokens.ts, 100 units wide.
const SHAPES: ((colour: string) => string)[] = [
  (c) => `<path d="M22 22L78 78M78 22L22 78"${stroke(c)}/>`, (c) => `<circle cx="50" cy="50" r="29"${stroke(c)}/>`,
  (c) => `<path d="M50 18L82 76H18Z" fill="${c}"/>`, (c) => `<rect x="24" y="24" width="52" height="52"${stroke(c)}/>`,
  (c) => `<path d="M50 15L85 50L50 85L15 50Z" fill="${c}"/>`, (c) => `<path d="M50 18V82M18 50H82"${stroke(c)}/>`,
  (c) => `<path d="M18 24H82L50 82Z"${stroke(c)}/>`, (c) => `<circle cx="50" cy="50" r="26" fill="${c}"/>`,
];
const stroke = (colour: string): string => ` fill="none" stroke="${colour}" stroke-width="14" stroke-linecap="round" stroke-linejoin="round"`;
const escaped = (text: string): string => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
const at = (x: number, y: number, scale: number, inside: string): string => `<g transform="translate(${round(x)} ${round(y)}) scale(${round(scale)})">${inside}</g>`;
const round = (value: number): number => Math.round(value * 1000) / 1000;
const tile = (x: number, y: number, size: number, won = ""): string =>
  `<rect x="${round(x + 2)}" y="${round(y + 2)}" width="${round(size - 4)}" height="${round(size - 4)}" rx="${round(size / 10)}" fill="${TILE}" stroke="${won || EDGE}" stroke-width="${won ? 4 : 1.5}"/>`;

// What is drawn beside the marks: the answer of a puzzle.
interface Extra { move?: string }

const ROOM = 500;  // every board is drawn in a square of that size

function quixo({ rows, won }: QuixoBoard, { move }: Extra): string {
  const size = rows.length;
  const step = ROOM / size;
  const tiles = rows.flatMap((row, r) => [...row].map((mark, c) => {
    const square = `${String.fromCharCode(97 + c)}${size - r}`;
    return tile(c * step, r * step, step, won.includes(square) ? colourOf(mark) : "")
      + (mark === "." ? "" : at(c * step + step * 0.1, r * step + step * 0.1, step / 125, SHAPES[mark === "X" ? 0 : 1]!(colourOf(mark))));
  }));
  if (!move) return tiles.join("");
  const from = { x: move.charCodeAt(0) - 97, y: size - Number(move[1]) };
  const to = { L: { ...from, x: 0 }, R: { ...from, x: size - 1 }, T: { ...from, y: 0 }, B: { ...from, y: size - 1 } }[move[2]!]!;
  const [x1, y1, x2, y2] = [from.x, from.y, to.x, to.y].map((v) => round((v + 0.5) * step)) as [number, number, number, number];
  const angle = Math.round((Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI);
  return `${tiles.join("")}<circle cx="${x1}" cy="${y1}" r="${round(step * 0.3)}" fill="none" stroke="${GOOD}" stroke-width="7"/>`
    + `<path d="M${x1} ${y1}L${x2} ${y2}" stroke="${GOOD}" stroke-width="7"/><path d="M14 0L-16 -16V16Z" fill="${GOOD}" transform="translate(${x2} ${y2}) rotate(${angle}) scale(${round(step / 80)})"/>`;
}

function quantum(board: QuantumBoard, { move }: Extra): string {
  const step = ROOM / 3;
  const corner = (square: number): [number, number] => [((square - 1) % 3) * step, Math.floor((square - 1) / 3) * step];
  const middle = (square: number): [number, number] => corner(square).map((v) => v + step / 2) as [number, number];
  const squares = Array.from({ length: 9 }, (_, i) => {
    const square = i + 1;
    const [x, y] = corner(square);
    const settled = board.plies.find((p) => p.settled === square);
    const open = board.plies.filter((p) => p.settled === undefined && p.squares.includes(square));
    const won = board.won.some((row) => row.includes(square));
    const marks = settled ? text(x + step / 2, y + step * 0.66, settled.player, 88, colourOf(settled.player), "middle", 700)
      : open.map((p, n) => text(x + step * (0.25 + 0.25 * (n % 3)), y + step * (0.36 + 0.24 * Math.floor(n / 3)), p.mark, 26, colourOf(p.player), "middle", 700)).join("");
    return { tile: tile(x, y, step, won ? colourOf(settled?.player ?? "X") : "") + text(x + 16, y + 28, String(square), 16, SOFT), marks };
  });
  const seen = new Map<string, number>();
  const arcs = board.plies.filter((p) => p.settled === undefined).map((p) => {
    const [[x1, y1], [x2, y2]] = [middle(p.squares[0]), middle(p.squares[1])];
    const count = seen.get(p.squares.join()) ?? 0;
    seen.set(p.squares.join(), count + 1);
    const bend = (count % 2 ? -1 : 1) * (0.16 + 0.1 * Math.floor(count / 2));
    const wide = board.cycle.includes(p.mark);
    return `<path d="M${round(x1)} ${round(y1)}Q${round((x1 + x2) / 2 - (y2 - y1) * bend)} ${round((y1 + y2) / 2 + (x2 - x1) * bend)} ${round(x2)} ${round(y2)}" fill="none" stroke="${colourOf(p.player)}" stroke-width="${wide ? 7 : 3}" opacity="0.55"/>`;
  });
  const pair = /(\d)-(\d)$/.exec(move ?? "");
  const answer = pair ? [pair[1]!, pair[2]!].map((square) => { const [x, y] = middle(Number(square)); return `<circle cx="${round(x)}" cy="${round(y)}" r="62" fill="none" stroke="${GOOD}" stroke-width="7"/>`; }) : [];
  return [...squares.map(({ tile: drawn }) => drawn), ...arcs, ...squares.map(({ marks }) => marks), ...answer].join("");
}

function hyper({ slices, marks, won }: HyperBoard, { move }: Extra): string {
  const [high, wide] = [slices[0]!.rows.length, slices[0]!.rows[0]!.length];
  const across = slices.length === 1 ? 1 : wide;
  const down = Math.ceil(slices.length / across);
  const gap = across === 1 ? 0 : 18;
  const step = Math.min((ROOM - gap * (across - 1)) / (across * wide), (ROOM - gap * (down - 1)) / (down * high));
  const top = (ROOM - down * high * step - gap * (down - 1)) / 2;
  const left = (ROOM - across * wide * step - gap * (across - 1)) / 2;
  return slices.flatMap((slice, s) => slice.rows.flatMap((row, r) => row.map((cell, c) => {
    const x = left + (s % across) * (wide * step + gap) + c * step;
    const y = top + Math.floor(s / across) * (high * step + gap) + r * step;
    const owner = marks.find((m) => m.cell === cell)?.player;
    const colour = PLAYERS[(owner ?? 1) - 1] ?? INK;
    const wins = owner !== undefined && won.some((line) => line.includes(cell));
    return tile(x, y, step, wins ? colour : cell === move ? GOOD : "") + (owner === undefined ? "" : at(x + step * 0.1, y + step * 0.1, step / 125, (SHAPES[owner - 1] ?? SHAPES[0]!)(colour)));
  }))).join("");
}

const DRAW = { quixo, quantum, hyper } as unknown as Record<GameId, (board: unknown, extra: Extra) => string>;

function text(x: number, y: number, words: string, size: number, colour = INK, anchor = "start", weight = 400): string {
  return `<text x="${round(x)}" y="${round(y)}" font-size="${size}" font-weight="${weight}" fill="${colour}" text-anchor="${anchor}">${escaped(words)}</text>`;
}

const FONT = `font-family="Outfit, system-ui, 'Segoe UI', 'Noto Sans', 'DejaVu Sans', sans-serif"`;

// The board alone.
export function boardPicture(game: GameId, board: unknown, extra: Extra = {}): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${ROOM} ${ROOM}" width="${ROOM}" height="${ROOM}" ${FONT}>${DRAW[game](board, extra)}</svg>`;
}

// Words in lines of at most so many characters.
export function lines(words: string, most: number): string[] {
  const found = [""];
  for (const word of words.split(/\s+/)) {
    const last = found[found.length - 1]!;
    if (last !== "" && last.length + 1 + word.length > most) found.push(word);
    else found[found.length - 1] = last === "" ? word : `${last} ${word}`;
  }
  return found;
}

export const WIDTH = 1200;
export const HEIGHT = 630;

// The board with what is said of it, as large as cards of links are.
export function sharePicture(game: GameId, board: unknown, title: string, words: string): string {
  const said = lines(words, 23).slice(0, 7);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" ${FONT}>`
    + `<rect width="${WIDTH}" height="${HEIGHT}" fill="${PAPER}"/>${at(65, 65, 1, DRAW[game](board, {}))}`
    + text(625, 130, title, 34, SOFT, "start", 600) + said.map((line, i) => text(625, 205 + i * 58, line, 40, INK, "start", 700)).join("")
    + `<circle cx="641" cy="551" r="13" fill="none" stroke="${X}" stroke-width="8"/>${text(668, 562, "noughts", 32, INK, "start", 700)}</svg>`;
}

export const dataAddress = (picture: string): string => `data:image/svg+xml,${encodeURIComponent(picture)}`;

// The same picture in points.
export async function pngOf(picture: string): Promise<Blob> {
  const image = new Image();
  image.src = dataAddress(picture);
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
  canvas.getContext("2d")!.drawImage(image, 0, 0);
  return new Promise((give, fail) => canvas.toBlob((blob) => (blob ? give(blob) : fail(new Error("no picture"))), "image/png"));
}
