// What a position with all its moves costs a page that reads published tables: requests and bytes.
//   node scripts/site_pieces.mjs ../build/site TABLES 10,9 9,10
// Boards of each class by chance (the same in every run) that are not over, asked one after the
// other as a visitor would: what was fetched for one is there for the next.
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { startProgram } from "../e2e/program.mjs";

const [site, tables, ...classes] = process.argv.slice(2);
const BOARDS = 20;
let state = 1;
const below = (n) => { state = (state * 1103515245 + 12345) % 2147483648; return Math.floor(state / 65536) % n; };

function board(x, o) {
  const cells = Array(25).fill(".");
  for (const [sign, count] of [["X", x], ["O", o]]) {
    for (let left = count; left > 0;) {
      const at = below(25);
      if (cells[at] === ".") { cells[at] = sign; --left; }
    }
  }
  return [0, 5, 10, 15, 20].map((row) => cells.slice(row, row + 5).join("")).join("/") + " X";
}

console.log("| class | first board | each of the others: median | most pieces | most bytes |\n|---|---|---|---|---|");
for (const name of classes) {
  const [x, o] = name.split(",").map(Number);
  const { answer, host } = await startProgram(site, pathToFileURL(resolve(tables)).href);
  const found = [];
  while (found.length < BOARDS) {
    const before = { pieces: host.pieces, bytes: host.bytes };
    const { status, body } = answer(`/api/v1/quixo/analyze?size=5&position=${encodeURIComponent(board(x, o))}`);
    if (status !== 200) throw new Error(body);
    const document = JSON.parse(body);
    if (!document.moves?.length) continue;
    found.push({ pieces: host.pieces - before.pieces, bytes: host.bytes - before.bytes });
  }
  const [first, ...others] = found;
  const sorted = (key) => others.map((one) => one[key]).sort((a, b) => a - b);
  const said = (pieces, bytes) => `${pieces} pieces, ${(bytes / 1e3).toFixed(0)} kB`;
  const middle = Math.floor(others.length / 2);
  console.log(`| ${name} | ${said(first.pieces, first.bytes)} | ${said(sorted("pieces")[middle], sorted("bytes")[middle])} | ${sorted("pieces").at(-1)} | ${(sorted("bytes").at(-1) / 1e3).toFixed(0)} kB |`);
}
