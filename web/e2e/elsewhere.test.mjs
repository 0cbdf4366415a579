// What of noughts is seen elsewhere: pictures, worksheets.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { FIREFOX, NotHere } from "./browser.mjs";
import { openTools, scenario, useBrowser, waitFor, waitForStatus, world } from "./scenario.mjs";

useBrowser();
const puzzles = JSON.parse(readFileSync(new URL("../src/puzzles.json", import.meta.url), "utf8"));

async function content(page, id) {
  const [file] = await Promise.all([page.waitForEvent("download"), page.locator(id).click()]);
  const parts = [];
  for await (const part of await file.createReadStream()) parts.push(part);
  return Buffer.concat(parts);
}

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
  assert.match(svg, />(X|O|Cross|Ring) (wins|can)/);
  assert.ok(!svg.includes("#0b6045"), "the colour of answers");
});

scenario("a picture of the result", "/quixo?size=3&position=XX./.O./O..%20X&moves=c3B", {}, async (page) => {
  await page.locator("h1.status").waitFor();
  const first = await page.evaluate(() => fetch("api/v1/quixo/analyze?size=3&position=XX./.O./O..%20X").then((reply) => reply.json(), () => null));
  if (!first) throw new NotHere("about the server");
  const winning = first.moves.find(({ plies, value }) => value === "win" && plies === 1);
  await page.goto(`${world.server.address}/quixo?size=3&position=XX./.O./O..%20X&moves=${winning.move}`);
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
