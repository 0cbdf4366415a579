// What of noughts is seen elsewhere: a board in a frame, pictures, worksheets, cards of links.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { FIREFOX, NotHere } from "./browser.mjs";
import { openTools, push, scenario, useBrowser, waitFor, waitForStatus } from "./scenario.mjs";

useBrowser();
const puzzles = JSON.parse(readFileSync(new URL("../src/puzzles.json", import.meta.url), "utf8"));
const says = (page, text) => waitFor(page, ".board-status", text);

scenario("the board alone plays by mouse and by keyboard, and shows values", "/embed?game=quixo&size=3&values", {}, async (page) => {
  await says(page, "X to move: wins in 7 moves");
  await push(page, "a3R");
  await says(page, "O to move: loses in 6 moves");
  await page.keyboard.press("Tab");
  await page.locator('#board [tabindex="0"]').focus();
  const before = await page.evaluate(() => document.activeElement.dataset.square);
  await page.keyboard.press("ArrowDown");
  assert.notEqual(await page.evaluate(() => document.activeElement.dataset.square), before);
  await page.keyboard.press("u");
  await says(page, "X to move: wins in 7 moves");
  assert.match(await page.getByRole("log").innerText(), /X to move: wins in 7 moves/);
  assert.match(await page.getByRole("link", { name: "Open in noughts" }).getAttribute("href"), /quixo(\.html)?\?size=3/);
});

scenario("the board alone has an opponent, and hides values unless asked", "/embed?game=hyper&seats=person,perfect", {}, async (page) => {
  await says(page, /^Cross to move$/);
  await page.locator('[data-cell="22"]').click();
  await page.waitForFunction(() => document.querySelectorAll(".cell .token").length === 2);
});

scenario("a game that does not exist is a sentence", "/embed?game=chess", {}, async (page) => {
  await waitFor(page, "[role=alert]", "There is no game chess");
});

async function content(page, id) {
  const [file] = await Promise.all([page.waitForEvent("download"), page.locator(id).click()]);
  const parts = [];
  for await (const part of await file.createReadStream()) parts.push(part);
  return Buffer.concat(parts);
}

// A page of somebody else, with a frame.
async function framed(page, address, steps) {
  const host = createServer((_, reply) => reply.writeHead(200, { "Content-Type": "text/html" }).end(`<!doctype html><link rel="icon" href="data:,"><iframe src="${address}" width="600" height="600"></iframe>`));
  await new Promise((ready) => host.listen(0, "127.0.0.1", ready));
  try {
    await page.goto(`http://localhost:${host.address().port}/`);
    await steps(page.frameLocator("iframe"));
  } finally {
    host.closeAllConnections();
    host.close();
  }
}

scenario("other pages may frame the board", "/embed?game=quixo&size=3", {}, async (page) => {
  await framed(page, page.url(), (frame) => frame.locator(".board-status", { hasText: "X to move" }).waitFor());
});

scenario("other pages cannot frame the explorer", "/quixo?size=3", { refusals: true }, async (page) => {
  if (FIREFOX) throw new NotHere("Firefox shows a page of its own");
  const address = page.url();
  await framed(page, address, async (frame) => {
    if (process.env.NOUGHTS_SITE) await frame.getByText("Open noughts in a window of its own").waitFor();
    else await page.waitForFunction(() => document.querySelector("iframe").contentDocument === null);
    assert.equal(await frame.locator("#board").count(), 0);
  });
  page.complaints = page.complaints.filter((said) => !said.includes("frame-ancestors"));
});

scenario("a picture of the position, as SVG and as PNG", "/quixo?size=3", {}, async (page) => {
  if (FIREFOX) throw new NotHere("about downloads");
  await waitForStatus(page, "wins in 7 moves");
  await openTools(page);
  const svg = (await content(page, "#picture-svg")).toString();
  assert.match(svg, /^<svg .*X to move: wins in 7/);
  assert.equal(svg.match(/<rect /g).length, 1 + 9, "the paper and nine tiles");
  const png = await content(page, "#picture-png");
  assert.deepEqual([png.subarray(1, 4).toString(), png.readUInt32BE(16), png.readUInt32BE(20)], ["PNG", 1200, 630]);
});

scenario("a picture of a puzzle, without its answer", "/#puzzle=2026-11-20", {}, async (page) => {
  if (FIREFOX) throw new NotHere("about downloads");
  const svg = (await content(page, "#puzzle-svg")).toString();
  assert.match(svg, />((X|O|Cross|Ring) (wins|can)|Find the only)/);
  assert.ok(!svg.includes("#0b6045"), "the colour of answers");
});

scenario("a picture of the result", "/quixo?size=3&position=XX./.O./O..%20X&moves=c1T", {}, async (page) => {
  await waitFor(page, "#verdict", "X wins");
  assert.equal(await page.locator("#result-svg, #result-png").count(), 2);
});

scenario("a worksheet: nine puzzles on a page, their solutions on the next", "/#worksheet=quixo.2", {}, async (page) => {
  await page.waitForFunction(() => document.querySelectorAll(".sheet img").length === 18);
  const all = puzzles.filter(({ game }) => game === "quixo");
  const expected = all.slice(9, 18).sort((a, b) => a.difficulty - b.difficulty);
  const shown = (id) => page.locator(`${id} figcaption`).allInnerTexts();
  assert.deepEqual(await shown("#solutions"), expected.map(({ answer }, i) => `${i + 1}. ${answer}`));
  assert.deepEqual((await page.locator("#puzzles img").evaluateAll((all) => all.map((image) => image.alt))), expected.map(({ position }) => `Quixo, ${position}`));
  for (const [i, said] of (await shown("#puzzles")).entries()) assert.match(said, expected[i].plies ? new RegExp(`wins in ${expected[i].plies}`) : /can still draw/);
  if (FIREFOX) return;
  const pages = (await page.pdf({ format: "A4" })).toString("latin1").match(/\/Type \/Page\b/g);
  assert.equal(pages.length, 2);
});

if (process.env.NOUGHTS_SITE) {
  scenario("links to documents have a card", "/docs/index.html", {}, async (page) => {
    const picture = await page.locator('meta[property="og:image"]').getAttribute("content");
    assert.equal((await page.request.get(new URL(picture, page.url()).href)).status(), 200);
  });
  for (const name of ["index", "quixo", "quantum", "hyper"]) {
    scenario(`links to ${name} have a card`, `/${name}.html`, {}, async (page) => {
      const content = (property) => page.locator(`meta[property="og:${property}"]`).getAttribute("content");
      assert.ok((await content("title")).length > 3 && (await content("description")).length > 20);
      const reply = await page.request.get(new URL(await content("image"), page.url()).href);
      const png = await reply.body();
      assert.deepEqual([reply.status(), png.readUInt32BE(16), png.readUInt32BE(20)], [200, 1200, 630]);
    });
  }
}
