// What only a site without a server has to do: live in any folder, ask no other host, work without
// a connection, read tables piece by piece, and say in a sentence what a host does wrong.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { openPage, startBrowser } from "./browser.mjs";
import { serveFolder } from "./folder.mjs";
import { openTools, push, waitFor, waitForStatus } from "./scenario.mjs";

const SITE = process.env.NOUGHTS_SITE;
const only = { skip: !SITE && "NOUGHTS_SITE names no folder" };
const OPENING = "tables/quixo-5x5-opening";
let site, browser;

before(async () => { if (SITE) [site, browser] = await Promise.all([serveFolder(SITE, { under: "/a/folder" }), startBrowser()]); });
after(async () => { await browser?.end(); await site?.end(); });

// A page of its own browser context, so that nothing is kept from other tests.
async function visit(path, steps, { server = site, refusals = false, agree = true } = {}) {
  const own = await startBrowser();
  const page = await openPage(own.context, { refusals });
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  page.on("dialog", (dialog) => (agree ? dialog.accept() : dialog.dismiss()));
  try {
    await page.goto(server.address + path);
    await steps(page, asked, own.context);
    assert.deepEqual(page.complaints, [], "the console stays clean");
  } finally {
    await own.end();
  }
}

test("plays in a sub-folder and asks no other host", only, () => visit("/quixo.html?size=3", async (page, asked) => {
  await waitForStatus(page, "X to move: wins in 7 moves");
  await push(page, "a3R");
  await waitForStatus(page, "O to move: loses in 6 moves");
  assert.match(page.url(), /\/a\/folder\/quixo\.html\?size=3&moves=a3R$/);
  assert.deepEqual(asked.filter((address) => !address.startsWith(site.address)), []);
  const policy = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute("content");
  assert.match(policy, /default-src 'self'/);
}));

test("the curve of a usual scoring is there, another is a sentence", only, () => visit("/quantum.html?draw=-3", async (page) => {
  await openTools(page);
  await page.getByText("Value for each q").click();
  await waitFor(page, "main", "The curve has");
  await page.goto(`${site.address}/quantum.html?draw=1%2F7`);
  await openTools(page);
  await page.getByText("Value for each q").click();
  await waitFor(page, "main", "no curve for this scoring");
}));

test("works without a connection after the first visit", only, () => visit("/quixo.html?size=3", async (page, _, context) => {
  await waitForStatus(page, "X to move: wins in 7 moves");
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(async () => (await caches.keys()).length > 0 && navigator.serviceWorker.controller !== null);
  await context.setOffline(true);
  await page.goto(`${site.address}/quixo.html?size=4`);
  await waitForStatus(page, "X to move");
  await page.goto(`${site.address}/hyper.html`);
  await waitForStatus(page, "to move");
  await context.setOffline(false);
}));

// Lists, directories and blocks, of boards that are drawn, so that the replies are looked at too.
const PIECES = [["the empty board", "", "X to move: draw"], ["six tiles", "..O../X..../....X/O..../.XO.. X", "X to move: draw"]];
for (const [name, position, said] of PIECES) {
  test(`the openings of 5x5 come piece by piece: ${name}`, only, async () => {
    const server = await serveFolder(SITE);
    try {
      await visit(`/quixo.html?size=5${position && `&position=${encodeURIComponent(position)}`}`, async (page) => {
        await waitForStatus(page, said);
        const pieces = server.counts.log.filter((path) => path.includes("/tables/")).length;
        assert.ok(pieces > 0 && pieces <= 32, `${pieces} pieces`);
      }, { server });
    } finally {
      await server.end();
    }
  });
}

// The openings once more, from another host, as all of 5x5 would be.
const hosted = async (options, steps) => {
  const host = await serveFolder(join(SITE, OPENING), { cors: true, ...options });
  try {
    await visit(`/quixo.html?size=5&tables=${encodeURIComponent(host.address)}`, steps, { refusals: true, agree: options.agree });
  } finally {
    await host.end();
  }
};

test("tables of another host", only, () => hosted({}, async (page, asked) => {
  await waitForStatus(page, "X to move: draw");
  assert.ok(!page.url().includes("tables="), "the address stays short");
  await waitFor(page, "#tables-mark", /values from tables at 127\.0\.0\.1:\d+ \(published by this project\)/);
  await page.reload();
  await waitFor(page, "#tables-mark", "published by this project");
}));

test("tables of another host are not asked unless the reader agrees", only, () => hosted({ agree: false }, async (page, asked) => {
  await waitForStatus(page, "X to move: draw");
  assert.equal(await page.locator("#tables-mark").count(), 0);
  assert.deepEqual(asked.filter((address) => !address.startsWith(site.address)), []);
}));

test("an address of tables that cannot be read leaves no dead page", only, () => visit("/quixo.html?size=3&tables=http://[", async (page) => {
  await waitForStatus(page, "X to move: wins in 7 moves");
  await waitFor(page, "#tables-mark", "cannot be read");
}));

for (const [name, options, sentence] of [
  ["a host that does not allow it", { cors: false }, "CORS"],
  ["a host without ranges", { misbehave: { whole: (path) => /\.\d{3}$/.test(path) } }, "does not send parts of files"],
  ["files that are cut short", { misbehave: { cut: (path) => /\.\d{3}$/.test(path) } }, /shorter than its index says|cut short/],
  ["a connection that is lost", { misbehave: { gone: (path) => /\.\d{3}$/.test(path) } }, "did not answer"],
]) {
  test(`${name}: a sentence`, only, () => hosted(options, async (page) => {
    await waitFor(page, "main", sentence);
  }));
}

test("the folder has what it needs", only, () => {
  for (const name of ["index.html", "quixo.html", "quantum.html", "hyper.html", "404.html", "service.js", "ready/list.json", `${OPENING}/published.json`, `${OPENING}/index.html`]) {
    assert.ok(existsSync(join(SITE, name)), name);
  }
});
