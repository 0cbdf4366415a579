// Makes web/src/puzzles.json: positions of random games with one move that wins, or one that
// draws, and no other. The values are the program's.
//   NOUGHTS_BINARY=PROGRAM node scripts/puzzles.mjs [COUNT] > src/puzzles.json
// The same list comes out each time: the games are drawn from a fixed seed.
import { startServer } from "../e2e/browser.mjs";

const COUNT = Number(process.argv[2] ?? 366);
const KINDS = [
  { game: "quixo", rules: { size: "3" }, share: 0.14, least: 3, most: 9 },
  { game: "quixo", rules: {}, share: 0.4, least: 4, most: 14 },
  { game: "hyper", rules: {}, share: 0.1, least: 2, most: 6 },
  { game: "hyper", rules: { dims: "3" }, share: 0.22, least: 4, most: 12 },
  { game: "quantum", rules: {}, share: 0.14, least: 3, most: 7 },
];

// xorshift32: small, and the same everywhere.
let seed = 20260101;
function random(below) {
  seed ^= seed << 13; seed ^= seed >>> 17; seed ^= seed << 5;
  return (seed >>> 0) % below;
}

const server = await startServer();
const ask = async (path, params) => {
  const response = await fetch(`${server.address}/api/v1/${path}?${new URLSearchParams(params)}`);
  if (!response.ok) throw new Error(`${path}: ${(await response.json()).error}`);
  return response.json();
};

async function somewhere({ game, rules, least, most }) {
  let there = await ask(`${game}/moves`, rules);
  for (let left = least + random(most - least + 1); left > 0; --left) {
    there = await ask(`${game}/moves`, { ...rules, position: there.positions[random(there.moves.length)] });
    if (there.result || there.moves.length === 0) return undefined;
  }
  return there.to_move === "System" ? undefined : there;
}

// The only move that keeps what there is; positions where something looks the same are no puzzle.
function onlyMove({ moves, value, to_move: mover }) {
  const worth = (v) => (typeof v === "number" ? Math.sign(v) * (mover === "O" ? -1 : 1) : { win: 1, draw: 0, loss: -1 }[v]);
  const all = moves.map((m) => ({ ...m, worth: worth(m.value) }));
  if (all.length < 3 || all.some((m) => m.worth === undefined)) return undefined;
  const own = worth(value);
  const keeping = all.filter((m) => m.worth === own);
  return own >= 0 && keeping.length === 1 ? { move: keeping[0], own } : undefined;
}

// Longer wins and more moves to choose from are harder; a draw counts as a win in seven.
function difficultyOf(plies, moves) {
  const length = plies ?? 7;
  const step = length <= 1 ? 1 : length <= 3 ? 2 : length <= 5 ? 3 : length <= 9 ? 4 : 5;
  return Math.max(1, Math.min(5, step - Number(moves < 8)));
}

async function puzzleOf(kind) {
  const there = await somewhere(kind);
  if (!there) return undefined;
  const analysis = await ask(`${kind.game}/analyze`, { ...kind.rules, position: there.position });
  const found = onlyMove(analysis);
  if (!found) return undefined;
  const plies = found.own > 0 ? analysis.plies ?? lengthOf(await ask(`${kind.game}/line`, { ...kind.rules, position: there.position })) : undefined;
  if (plies === 1 && random(3)) return undefined;  // few that are won at once
  return { game: kind.game, rules: kind.rules, position: there.position, answer: found.move.move,
    ...(plies ? { plies } : {}), difficulty: difficultyOf(plies, analysis.moves.length) };
}
const lengthOf = (line) => line.moves.filter((move) => !move.startsWith("sel")).length;

const puzzles = [];
const seen = new Set();
for (const kind of KINDS) {
  const wanted = Math.round(kind.share * COUNT);
  const own = [];
  for (let tries = 0; own.length < wanted && tries < 400 * wanted; ++tries) {
    const puzzle = await puzzleOf(kind);
    if (!puzzle || seen.has(puzzle.position)) continue;
    // No strength fills more than a third of its kind, unless there is nothing else.
    if (tries < 200 * wanted && own.filter((p) => p.difficulty === puzzle.difficulty).length > wanted / 3) continue;
    seen.add(puzzle.position);
    own.push(puzzle);
  }
  console.error(kind.game, kind.rules, own.length, [1, 2, 3, 4, 5].map((d) => own.filter((p) => p.difficulty === d).length).join(" "));
  puzzles.push(...own);
}
await server.end();
console.log(`[\n${puzzles.map((p) => JSON.stringify(p)).join(",\n")}\n]`);
