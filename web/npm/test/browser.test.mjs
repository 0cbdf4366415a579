// The package in Chromium: by a plain script, and by two bundlers.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { after, before, test } from "node:test";

const WEB = process.env.NOUGHTS_WEB;
const { openPage, startBrowser } = await import(join(WEB, "e2e/browser.mjs"));
const { serveFolder } = await import(join(WEB, "e2e/folder.mjs"));
const asked = JSON.parse(readFileSync("expected.json", "utf8")).filter((_, i) => i % 10 === 0);
let browser;

before(async () => { browser = await startBrowser(); });
after(() => browser.end());

const PAGE = (script) => `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><title>try</title><script type="module" src="${script}"></script>`;
const MAIN = `import { analyze, open, solve } from "noughts";\nwindow.noughts = { analyze, open, solve };\n`;

// Asks a tenth of the doors test in a page, and compares with the command line.
async function ask(folder, path = "/") {
  const server = await serveFolder(folder);
  const page = await openPage(browser.context);
  try {
    await page.goto(server.address + path);
    await page.waitForFunction(() => window.noughts);
    const said = await page.evaluate((all) => Promise.all(all.map(({ game, rules, position }) => window.noughts.analyze(game, { ...rules, position }))), asked);
    asked.forEach(({ game, position, document }, i) => assert.deepEqual(said[i], document, `${game} ${position}`));
    assert.equal(await page.evaluate(() => window.noughts.solve({ size: 4 }).then(({ states }) => states)), 43_046_721);
    assert.deepEqual(page.complaints, []);
  } finally {
    await page.close();
    await server.end();
  }
}

test("a plain script", async () => {
  mkdirSync("plain", { recursive: true });
  cpSync("node_modules/noughts", "plain/noughts", { recursive: true });
  writeFileSync("plain/index.html", PAGE("main.js"));
  writeFileSync("plain/main.js", MAIN.replace('"noughts"', '"./noughts/index.js"'));
  await ask("plain");
});

test("a plain script from another host", async () => {
  const host = await serveFolder("node_modules/noughts", { cors: true });
  mkdirSync("far", { recursive: true });
  writeFileSync("far/index.html", PAGE("main.js"));
  writeFileSync("far/main.js", MAIN.replace('"noughts"', JSON.stringify(`${host.address}/index.js`)));
  await ask("far");
  await host.end();
});

test("bundled by esbuild", async () => {
  mkdirSync("esbuild", { recursive: true });
  writeFileSync("esbuild-main.js", MAIN);
  writeFileSync("esbuild/index.html", PAGE("main.js"));
  execFileSync(join(WEB, "node_modules/.bin/esbuild"), ["esbuild-main.js", "--bundle", "--format=esm", "--minify", "--outfile=esbuild/main.js", "--log-level=warning"]);
  for (const name of ["worker.js", "noughts.wasm", "tables", "ready"]) cpSync(join("node_modules/noughts", name), join("esbuild", name), { recursive: true });
  await ask("esbuild");
});

test("bundled by vite", async () => {
  mkdirSync("vite/public/noughts", { recursive: true });
  writeFileSync("vite/index.html", PAGE("/main.js"));
  writeFileSync("vite/main.js", `import { open } from "noughts";
const { analyze, solve } = open({ home: new URL("noughts/", document.baseURI) });
window.noughts = { analyze, solve };\n`);
  for (const name of ["tables", "ready"]) cpSync(join("node_modules/noughts", name), join("vite/public/noughts", name), { recursive: true });
  execFileSync(process.execPath, [join(WEB, "node_modules/vite/bin/vite.js"), "build", "--logLevel", "warn"], { cwd: resolve("vite"), stdio: "inherit" });
  await ask("vite/dist");
});

test("tables of an address are read by parts", async () => {
  const host = await serveFolder("node_modules/noughts/tables/quixo-5x5-opening", { cors: true });
  const server = await serveFolder("plain");
  const page = await openPage(browser.context);
  await page.goto(server.address);
  await page.waitForFunction(() => window.noughts);
  const at = { size: 5, position: "..O../X..../....X/O..../..... X" };
  const said = await page.evaluate(([tables, asking]) => window.noughts.open({ tables }).analyze("quixo", asking), [host.address, at]);
  const known = JSON.parse(execFileSync(process.env.NOUGHTS_BINARY, ["analyze", "quixo", "--size", "5", "--position", at.position, "--tables", "node_modules/noughts/tables/quixo-5x5-opening", "--json", "--quiet"], { encoding: "utf8" }));
  assert.deepEqual(said, known);
  assert.ok(host.counts.ranges > 0);
  await page.close();
  await server.end();
  await host.end();
});
