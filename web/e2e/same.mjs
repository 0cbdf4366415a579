// Whether the package gives the answers of `noughts serve`, byte for byte: a few hundred requests of
// every route are asked of both. No browser is needed:
//   NOUGHTS_BINARY=../build/noughts node e2e/same.mjs ../build/npm/noughts
// Seconds that something took are not compared, nor what a page cannot have: the load of the
// server's lanes, curves that were not made with the site. The 500 positions of tests/doors are
// among the requests.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { startServer } from "./browser.mjs";

// A small generator, so that every run asks the same.
let state = 20240229;
const below = (n) => { state = (state * 1103515245 + 12345) % 2147483648; return Math.floor(state / 65536) % n; };

const get = async (address, target) => {
  const reply = await fetch(address + target);
  return { status: reply.status, body: await reply.text() };
};
const plain = ({ status, body }) => `${status} ${body}`.replace(/"seconds":[0-9.e+-]+/g, '"seconds":0');

// The positions of the doors test.
const doors = () => readFileSync(new URL("../../tests/doors/positions.jsonl", import.meta.url), "utf8").trim().split("\n").map((line) => {
  const { game, rules, position } = JSON.parse(line);
  const query = Object.entries(rules).map(([name, value]) => `${name.replace("_", "-")}=${encodeURIComponent(value)}`).join("&");
  return `/api/v1/${game}/analyze?${query}&position=${encodeURIComponent(position)}`;
});

// A server has two seconds for an n^k position, and remembers what it found: it is asked again.
async function served(address, target) {
  for (let tries = 0; ; ++tries) {
    const reply = await get(address, target);
    if (reply.status !== 503 || tries === 30) return reply;
  }
}

// Positions of a game as they come up in random play, with the server as the one who knows rules.
async function positionsOf(address, game, rules, games, depth) {
  const found = [""];
  for (let i = 0; i < games; ++i) {
    let position = "";
    for (let ply = 0; ply < depth; ++ply) {
      const { body } = await get(address, `/api/v1/${game}/moves?${rules}&position=${encodeURIComponent(position)}`);
      const known = JSON.parse(body);
      if (!known.moves?.length) break;
      const move = known.moves[below(known.moves.length)];
      position = (await get(address, `/api/v1/${game}/moves?${rules}&position=${encodeURIComponent(position)}&move=${encodeURIComponent(move)}`).then(({ body: b }) => JSON.parse(b))).position;
      found.push(position);
    }
  }
  return [...new Set(found)];
}

const BOARDS = [
  ["quixo", "size=3", 2, 8], ["quixo", "size=4", 2, 14], ["quixo", "size=4&line=3&both-lines=win", 1, 6], ["quixo", "size=5", 1, 6],
  ["quantum", "collapse=opponent", 1, 12], ["quantum", "collapse=chance&q=10/13&draw=-3", 1, 10], ["quantum", "collapse=mover&double-win=true", 1, 10],
  ["hyper", "side=3&dims=2", 1, 9], ["hyper", "side=4&dims=3", 1, 9], ["hyper", "side=3&dims=2&misere=true", 1, 6], ["hyper", "side=3&dims=2&players=3", 1, 6],
];

async function targets(address) {
  const list = ["/api/v1/games", "/api/v1/openapi.json", "/api/v1/nowhere", "/api/v1/quixo/moves?size=9", "/api/v1/quixo/moves?size=4&position=XX",
    "/api/v1/quixo/analyze?size=4&size=4", "/api/v1/quixo/moves?strange=1", "/api/v1/quixo/classes?size=3", "/api/v1/quixo/classes?size=4",
    "/api/v1/quixo/classes?size=4&line=3", "/api/v1/quantum/curve", "/api/v1/quantum/curve?draw=-3&double-win=false", "/api/v1/quantum/sweep?step=1/4",
    "/api/v1/quantum/sweep?from=1/2&step=1/2&draw=-3", "/api/v1/hyper/classify?side=3&dims=2", "/api/v1/hyper/classify?side=3&dims=3",
    "/api/v1/hyper/classify?side=4&dims=2", "/api/v1/hyper/classify?side=5&dims=2", "/api/v1/hyper/classify?side=2&dims=5",
    "/api/v1/hyper/lines?side=4&dims=3&cell=111", "/api/v1/hyper/lines?side=3&dims=2&cell=22", "/api/v1/hyper/lines?side=3&dims=2&cell=44",
    "/api/v1/hyper/show?side=2&dims=9", "/api/v1/hyper/show?side=12&dims=2", "/api/v1/hyper/moves?side=99999&dims=9"];
  for (const [game, rules, games, depth] of BOARDS) {
    for (const position of await positionsOf(address, game, rules, games, depth)) {
      const at = `${rules}&position=${encodeURIComponent(position)}`;
      list.push(`/api/v1/${game}/show?${at}`, `/api/v1/${game}/moves?${at}`, `/api/v1/${game}/analyze?${at}`);
      if (below(3) === 0) list.push(`/api/v1/${game}/line?${at}&moves=8`, `/api/v1/${game}/move?${at}&seed=${below(1000)}&player=${["perfect", "easy", "random"][below(3)]}`);
    }
  }
  return list;
}

const server = await startServer();
try {
  const { request, close } = await import(pathToFileURL(join(resolve(process.argv[2]), "node.js")));
  const list = [...await targets(server.address), ...doors()];
  const routes = new Set();
  for (const target of list) {
    routes.add(target.split("?")[0]);
    assert.equal(plain(await request(target)), plain(await served(server.address, target)), target);
  }
  const health = JSON.parse((await request("/api/v1/health")).body);
  assert.equal(health.version, (await get(server.address, "/api/v1/health").then(({ body }) => JSON.parse(body))).version);
  const odd = await request("/api/v1/quantum/curve?draw=1/7");
  assert.equal(odd.status, 404);
  assert.match(odd.body, /noughts solve quantum/);
  const described = Object.keys(JSON.parse((await request("/api/v1/openapi.json")).body).paths);
  assert.deepEqual(described.filter((path) => !routes.has(path) && path !== "/api/v1/health"), [], "every route is asked");
  close();
  console.log(`same: ${list.length} answers of ${routes.size} paths are the same, byte for byte`);
} finally {
  await server.end();
}
