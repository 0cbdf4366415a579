// What a position with all its moves costs a page that reads published tables: requests and bytes.
//   [BOARDS=100] node scripts/site_pieces.mjs ../build/site TABLES 10,9 9,10
//   node scripts/site_pieces.mjs ../build/site - 4,4        the openings of the site
// Boards of each class by chance (the same in every run) that are not over, each asked by a visitor
// who was never here: lists and directories are fetched each time. A file that is fetched whole
// counts as a piece for each 64 KiB.
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { startProgram } from "../e2e/program.mjs";

const [site, tables, ...classes] = process.argv.slice(2);
const BOARDS = Number(process.env.BOARDS ?? 100);
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

const { answer, anew, host } = await startProgram(site, tables === "-" ? "" : pathToFileURL(resolve(tables)).href);
console.log("| class | boards | pieces: median | most | kB: median | most | processor seconds: median |\n|---|---|---|---|---|---|---|");
for (const name of classes) {
  const [x, o] = name.split(",").map(Number);
  const found = [];
  while (found.length < BOARDS) {
    const [pieces, bytes, used] = [host.pieces, host.bytes, process.cpuUsage()];
    await anew();
    const { status, body } = answer(`/api/v1/quixo/analyze?size=5&position=${encodeURIComponent(board(x, o))}`);
    if (status !== 200) throw new Error(body);
    if (!JSON.parse(body).moves?.length) continue;
    const { user, system } = process.cpuUsage(used);
    found.push({ pieces: host.pieces - pieces, bytes: (host.bytes - bytes) / 1e3, seconds: (user + system) / 1e6 });
  }
  const at = (key, part) => found.map((one) => one[key]).sort((a, b) => a - b)[Math.min(Math.floor(found.length * part), found.length - 1)];
  console.log(`| ${x}, ${o} | ${found.length} | ${at("pieces", 0.5)} | ${at("pieces", 1)} | ${at("bytes", 0.5).toFixed(0)} | ${at("bytes", 1).toFixed(0)} | ${at("seconds", 0.5).toFixed(2)} |`);
}
