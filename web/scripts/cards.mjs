// Pictures and words for links to the pages of the site: Open Graph cards, made from positions that
// the package values (site.mjs). rsvg-convert makes points of them.
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

// A position that shows the game, and what its page is about.
const CARDS = {
  index: { game: "quixo", at: { size: 4, position: "X..O/..../.O../...X X" }, title: "noughts", about: "Who wins, and in how many moves: play Quixo, quantum and n^k tic-tac-toe against exact values." },
  quixo: { game: "quixo", at: { size: 4, position: "X..O/..../.O../...X X" }, title: "Quixo", about: "Every 4x4 board is solved. Play it, or look up the value of each move." },
  quantum: { game: "quantum", at: { position: "X1.1-5 O2.5-9 X3.1-9" }, title: "Quantum tic-tac-toe", about: "Marks on two squares at once, and the exact value of each choice." },
  hyper: { game: "hyper", at: { side: 3, dims: 3, position: "222 111 333" }, title: "n^k tic-tac-toe", about: "Tic-tac-toe on squares, cubes and beyond, for two to eight players." },
};

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

// Writes card-PAGE.png into `out`; gives the tags of each page. `address` is where the site will be, if
// that is known: most readers of cards want whole addresses.
export async function makeCards(npm, out, address, picture) {
  const { analyze, moves, close } = await import(pathToFileURL(join(npm, "node.js")));
  const tags = {};
  for (const [page, { game, at, title, about }] of Object.entries(CARDS)) {
    const { board } = await moves(game, at);
    const { value, plies, to_move: mover, exact } = await analyze(game, at);
    const worth = game === "quantum" ? `worth ${exact} to X` : `${{ win: "wins", draw: "draws", loss: "loses" }[value]}${plies ? ` in ${plies} moves` : ""}`;
    const svg = picture(game, board, title, `${mover} to move: ${worth}`);
    writeFileSync(join(out, `card-${page}.png`), execFileSync("rsvg-convert", ["--format=png"], { input: svg, maxBuffer: 1 << 26 }));
    const properties = { "og:type": "website", "og:site_name": "noughts", "og:title": title, "og:description": about,
      "og:image": `${address}card-${page}.png`, "og:image:width": "1200", "og:image:height": "630", "og:image:alt": `${title}: ${mover} to move, ${worth}`,
      ...(address && { "og:url": `${address}${page === "index" ? "" : `${page}.html`}` }) };
    tags[page] = Object.entries(properties).map(([name, content]) => `<meta property="${name}" content="${escaped(content)}" />`)
      .concat('<meta name="twitter:card" content="summary_large_image" />').join("\n    ");
  }
  close();
  return tags;
}
