// Makes web/src/puzzles.json from lines of `noughts study puzzles`: as many of each difficulty of a
// game as there are, wins at once last. The same list comes out each time.
//   NOUGHTS_BINARY=PROGRAM node scripts/puzzles.mjs > src/puzzles.json
import { execFileSync } from "node:child_process";

const KINDS = [
  { game: ["quixo", "--size", "3"], count: 51, from: 200 },
  { game: ["quixo", "--size", "4"], count: 146, from: 1000 },
  { game: ["hyper", "--side", "3", "--dims", "2"], count: 37, from: 400 },
  { game: ["hyper", "--side", "3", "--dims", "3"], count: 81, from: 3000 },
  { game: ["quantum"], count: 51, from: 600 },
];

function linesOf({ game, from }) {
  const words = ["study", "puzzles", ...game, "--puzzles", String(from), "--quiet"];
  const text = execFileSync(process.env.NOUGHTS_BINARY, words, { encoding: "utf8", maxBuffer: 1 << 28 });
  return text.trim().split("\n");
}

function chosen({ count, ...kind }) {
  const levels = new Map();
  const atOnce = (line) => Number(JSON.parse(line).plies === 1);
  for (const line of linesOf(kind).sort((a, b) => atOnce(a) - atOnce(b))) {
    const { difficulty } = JSON.parse(line);
    levels.set(difficulty, [...(levels.get(difficulty) ?? []), line]);
  }
  const lines = [];
  while (lines.length < count && [...levels.values()].some((left) => left.length)) {
    for (const left of levels.values()) if (left.length && lines.length < count) lines.push(left.shift());
  }
  return lines;
}

console.log(`[\n${KINDS.flatMap(chosen).join(",\n")}\n]`);
