// What a site keeps and whom it asks, without a browser: the service worker with a cache and a
// host of its own, and the choice of tables.
import assert from "node:assert/strict";
import { createHash, webcrypto } from "node:crypto";
import { test } from "node:test";
import { build } from "esbuild";

globalThis.crypto ??= webcrypto;

async function code(name, define = {}, folder = "src/site") {
  const made = await build({ entryPoints: [`${folder}/${name}.ts`], bundle: true, write: false, format: "esm", target: "es2022", define });
  return made.outputFiles[0].text;
}
const load = async (name, folder) => import("data:text/javascript;base64," + Buffer.from(await code(name, {}, folder)).toString("base64"));
const { site: { mark } } = await load("../words");

const { tablesAt, chosenTables, Origins } = await load("tables");
const { marked } = await load("origin", "npm/src");
const { Host } = await load("host", "npm/src");
const folder = new URL("https://games.example/noughts/");

const memoryOf = (kept = {}) => ({
  kept,
  getItem: (key) => kept[key] ?? null,
  setItem: (key, value) => { kept[key] = value; },
  removeItem: (key) => { delete kept[key]; },
});

test("tables: an address that cannot be read is a sentence and no dead page", () => {
  for (const asked of ["http://[", "https://", "ftp://elsewhere.example/", "javascript:alert(1)", "data:,x"]) {
    const found = tablesAt(asked, folder);
    assert.equal(found.address, "", asked);
    assert.match(found.problem, /tables of this site are used/i, asked);
  }
  assert.deepEqual(tablesAt("tables/mine/", folder), { address: "https://games.example/noughts/tables/mine", host: "" });
});

test("tables: another host is used only after the reader agreed, for that address", () => {
  const asked = [];
  const memory = memoryOf();
  const choose = (address, agrees) => chosenTables(address, folder, memory, (host) => { asked.push(host); return agrees; });
  assert.equal(choose("https://elsewhere.example/t", false).address, "");
  assert.deepEqual(memory.kept, {});
  assert.equal(choose(null, true).address, "", "who said no is not asked again");
  assert.deepEqual(choose("https://elsewhere.example/t", true), { address: "https://elsewhere.example/t", host: "elsewhere.example" });
  assert.equal(choose(null, false).host, "elsewhere.example", "and keeps the mark in this tab");
  assert.equal(choose("https://elsewhere.example/other", false).address, "", "another address is another question");
  assert.deepEqual(asked, ["elsewhere.example", "elsewhere.example", "elsewhere.example"]);
  // Kept by a page of before, without consent.
  assert.equal(chosenTables(null, folder, memoryOf({ tables: "https://elsewhere.example/t" }), () => false).address, "");
  assert.equal(choose("", false).address, "");
});

test("tables: a value from another host says so, one that was searched for does not", () => {
  const source = (origin) => JSON.parse(marked('{"value":"loss","source":"table"}', "elsewhere.example", origin)).source;
  assert.equal(source("unverified"), "tables at elsewhere.example (unverified)");
  assert.equal(source("published by this project"), "tables at elsewhere.example (published by this project)");
  assert.equal(marked('{"value":null,"source":"guess"}', "elsewhere.example", "unverified"), '{"value":null,"source":"guess"}');
});

test("tables: a host that shows one worker other lists than another is unverified", () => {
  const origins = new Origins();
  const all = ["published by this project", "published by this project", "unverified", "published by this project"].map((origin) => origins.add(origin));
  assert.deepEqual(all, ["published by this project", "published by this project", "unverified", "unverified"]);
  assert.equal(mark("elsewhere.example"), "Quixo 5x5: values from tables at elsewhere.example (unverified)");
});

test("host: a worker asks its own host and the one agreed to, no other", () => {
  const asked = [];
  const host = new Host((address) => { asked.push(address); return { status: 200, bytes: new Uint8Array(3) }; }, folder.href);
  assert.match(host.whole("https://elsewhere.example/t/published.json").why, /elsewhere.example is not asked/);
  assert.match(host.whole("http://[").why, /is not asked/);
  assert.ok(host.whole("ready/list.json").bytes);
  host.allow("https://elsewhere.example/t");
  assert.ok(host.whole("https://elsewhere.example/t/published.json").bytes);
  assert.match(host.range("https://third.example/x", 0, 3).why, /is not asked/);
  assert.equal(asked.length, 2);
});

// A service worker with what it needs: replies by address, and a cache that can be looked into.
async function service(files) {
  const kept = new Map();
  const urlOf = (request) => (typeof request === "string" ? request : request.url ?? String(request)).split("#")[0];
  const cache = {
    match: async (request) => kept.get(urlOf(request))?.clone(),
    put: async (request, reply) => { kept.set(urlOf(request), reply); },
    delete: async (request) => kept.delete(urlOf(request)),
    keys: async () => [...kept.keys()].map((url) => ({ url })),
  };
  const handlers = {};
  const replies = new Map();
  let asked = 0;
  const self = {
    addEventListener: (name, handler) => { handlers[name] = handler; },
    skipWaiting: async () => {}, clients: { claim: async () => {} }, registration: { scope: folder.href },
  };
  const text = await code("service", { NOUGHTS_VERSION: '"v"', NOUGHTS_FILES: JSON.stringify(files) });
  const fetchOne = async (request) => { ++asked; return replies.get(urlOf(request))(request); };
  new Function("self", "caches", "fetch", text)(self, { open: async () => cache, keys: async () => ["noughts-v"] }, fetchOne);
  const ask = async (path, { range, mode = "cors" } = {}) => {
    let reply;
    const headers = new Headers(range ? { Range: range } : {});
    handlers.fetch({ request: { method: "GET", url: new URL(path, folder).href, headers, mode, clone() { return this; } }, respondWith: (promise) => { reply = promise; } });
    return reply;
  };
  const install = () => { let done; handlers.install({ waitUntil: (promise) => { done = promise; } }); return done; };
  return { kept, ask, install, count: () => asked, reply: (path, made) => replies.set(new URL(path, folder).href, made) };
}

test("service: a short part is passed on and not kept", async () => {
  const site = await service([]);
  site.reply("tables/a.000", () => new Response(new Uint8Array(10), { status: 206 }));
  assert.equal((await (await site.ask("tables/a.000", { range: "bytes=0-99" })).arrayBuffer()).byteLength, 10);
  assert.equal(site.kept.size, 0);
  site.reply("tables/a.000", () => new Response(new Uint8Array(100), { status: 206, headers: { "Content-Range": "bytes 5-104/200" } }));
  await site.ask("tables/a.000", { range: "bytes=0-99" });
  assert.equal(site.kept.size, 0, "nor are bytes of another place");
  site.reply("tables/a.000", () => new Response(new Uint8Array(100), { status: 206, headers: { "Content-Range": "bytes 0-99/200" } }));
  await site.ask("tables/a.000", { range: "bytes=0-99" });
  await site.ask("tables/a.000", { range: "bytes=0-99" });
  assert.equal(site.count(), 3, "a whole part is kept");
});

test("service: a captive portal's page is not kept as a file, a list or a page", async () => {
  const site = await service([]);
  const portal = () => new Response("<!DOCTYPE html><html>Log in to this network</html>", { status: 200 });
  for (const path of ["tables/x/published.json", "tables/x/x00o00.directory", "ready/c.json", "assets/main-0123456789.js", "quixo.html"]) {
    site.reply(path, portal);
    await site.ask(path, { mode: path.endsWith(".html") ? "navigate" : "cors" });
    assert.equal(site.kept.size, 0, path);
  }
});

test("service: it is installed with files that have the hash of their names, or not at all", async () => {
  const script = "export {};";
  const name = `assets/main-${createHash("sha256").update(script).digest("hex").slice(0, 10)}.js`;
  const site = await service([name]);
  site.reply(name, () => new Response("<html>Log in</html>"));
  await assert.rejects(site.install());
  site.reply(name, () => new Response(script));
  await site.install();
  assert.equal(site.kept.size, 1);
});

test("service: a list that was published again is seen, and the pieces of the old one go", async () => {
  const site = await service([]);
  site.reply("tables/x/published.json", () => new Response('{"a":1}'));
  site.reply("tables/x/a.000", () => new Response(new Uint8Array(2), { status: 206 }));
  await site.ask("tables/x/published.json");
  await site.ask("tables/x/a.000", { range: "bytes=0-1" });
  assert.equal(site.kept.size, 2);
  site.reply("tables/x/published.json", () => { throw new TypeError("no connection"); });
  assert.equal(await (await site.ask("tables/x/published.json")).text(), '{"a":1}', "without a connection the old one");
  site.reply("tables/x/published.json", () => new Response('{"a":2}'));
  assert.equal(await (await site.ask("tables/x/published.json")).text(), '{"a":2}');
  assert.deepEqual([...site.kept.keys()].map((url) => url.split("/").pop()), ["published.json"]);
});
