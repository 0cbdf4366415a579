// Faults that people found in the explorer once; each must stay mended.
import assert from "node:assert/strict";
import { mayCopy, openTools, push, scenario, seat, useBrowser, waitFor, waitForStatus, world } from "./scenario.mjs";

useBrowser();

const ready = (page) => page.waitForFunction(() => document.querySelector("#board") && !document.querySelector(".waiting-board, .thinking"));
const focused = (page) => page.evaluate(() => document.activeElement?.dataset.square ?? document.activeElement?.dataset.cell ?? document.activeElement?.tagName);
const style = (locator, name) => locator.evaluate((e, n) => getComputedStyle(e)[n], name);

scenario("no stale remark after New game and after switching games", "/quixo?size=3&seats=person%2Cperfect", {}, async (page) => {
  await ready(page);
  await push(page, "a3R");
  await waitFor(page, ".remark", "O played");
  await page.locator("#new").click();
  await waitForStatus(page, "X to move: wins in 7 moves");
  assert.equal(await page.locator(".remark").innerText(), "");
  await push(page, "a3R");
  await waitFor(page, ".remark", "O played");
  await page.getByRole("link", { name: "Quantum", exact: true }).click();
  await waitForStatus(page, "X to move: worth");
  assert.equal(await page.locator(".remark").innerText(), "");
});

scenario("a tile in hand does not survive New game or Undo", "/quixo?size=3&moves=a3R", {}, async (page) => {
  await waitForStatus(page, "O to move");
  for (const button of ["#undo", "#redo", "#new"]) {
    await page.locator('#board .tile.free').last().click();
    await page.locator(".tile.held").waitFor();
    await page.locator(button).click();
    await page.locator(".tile.held").waitFor({ state: "detached" });
    await ready(page);
  }
});

scenario("a square in hand does not survive New game or Undo", "/quantum?position=X1.1-2", {}, async (page) => {
  await waitForStatus(page, "O to move: worth");
  for (const button of ["#undo", "#new"]) {
    await page.locator('#board [data-square="5"]').click();
    await page.locator(".square.held").waitFor();
    await page.locator(button).click();
    await page.locator(".square.held").waitFor({ state: "detached" });
    await ready(page);
  }
});

scenario("the editor follows another size of the board", "/quixo?size=4", {}, async (page) => {
  await ready(page);
  await openTools(page);
  await page.locator("#edit").click();
  assert.equal(await page.locator("#editor .tile").count(), 16);
  await page.getByLabel("Board", { exact: true }).selectOption("3");
  await waitForStatus(page, "X to move: wins in 7 moves");
  await page.locator("#edit").click();
  assert.equal(await page.locator("#editor .tile").count(), 9);
});

scenario("forms show what the address says", "/hyper?side=8", { refusals: true }, async (page) => {
  await ready(page);
  assert.equal(await page.getByLabel("Cells a side", { exact: true }).inputValue(), "8");
  await page.goto(`${world.server.address}/quantum?draw=-3`);
  await ready(page);
  assert.equal(await page.getByLabel("A draw is worth").inputValue(), "-3");
  await page.goto(`${world.server.address}/quixo?size=99`);
  await page.getByRole("alert").waitFor();
  assert.match(await page.getByRole("alert").innerText(), /size/);
  assert.equal(await page.getByLabel("Board", { exact: true }).inputValue(), "99");
});

scenario("ticks of charts are not bold", "/quixo?size=3&moves=a3R", {}, async (page) => {
  await page.locator(".chart .tick").first().waitFor();
  for (const tick of await page.locator(".chart .tick").all()) assert.equal(await style(tick, "fontWeight"), "400");
});

scenario("long fractions stay inside their buttons", "/quantum?collapse=chance&q=7%2F11&position=X1.1-9+O2.1-3+X3.1-3", {}, async (page) => {
  await page.locator(".outcome .exact").nth(1).waitFor();
  for (const [width, height] of [[1280, 800], [390, 844]]) {
    await page.setViewportSize({ width, height });
    for (const part of await page.locator(".outcome, .badge, .push, .square").all()) {
      const over = await part.evaluate((e) => e.scrollWidth - e.clientWidth);
      assert.ok(over <= 1, `${await part.innerText()} is ${over} px too wide at ${width}`);
    }
  }
});

for (const [game, path] of [
  ["5x5", "/quixo?size=5&moves=a5R_a5R"], ["8x8", "/quixo?size=8&position=XXXXXXX.%2FO.......%2FO.......%2FO.......%2FO.......%2FO.......%2F........%2F........+X"], ["Qubic", "/hyper?side=4&dims=3&position=111"],
]) {
  scenario(`values stay inside their tiles: ${game}`, path, {}, async (page) => {
    await page.locator("#board .badge, #board .value").first().waitFor();
    await ready(page);
    for (const [width, height] of [[1280, 900], [390, 844]]) {
      await page.setViewportSize({ width, height });
      const over = await page.locator("#board .badge, #board .value").evaluateAll((all) => all.filter((e) => e.checkVisibility()).map((e) => {
        const text = document.createRange();
        text.selectNodeContents(e);  // a badge may be as large as its tile: the number counts
        const [own, tile] = [text.getBoundingClientRect(), e.parentElement.getBoundingClientRect()];
        return Math.max(own.right - tile.right, tile.left - own.left);
      }));
      assert.ok(over.length > 0 || width < 1280, "there are values");
      assert.ok(Math.max(0, ...over) <= 1, `${Math.max(...over)} px over at ${width}`);
    }
  });
}

scenario("what cannot be played does not change under the pointer", "/hyper?position=22+11", {}, async (page) => {
  await ready(page);
  const cell = page.locator('[data-cell="22"]');
  const before = await style(cell, "backgroundColor");
  await cell.hover();
  assert.equal(await style(cell, "backgroundColor"), before);
  await page.goto(`${world.server.address}/quixo?size=3`);
  await ready(page);
  const middle = page.locator('[data-square="b2"]');
  const [colour, shadow] = [await style(middle, "backgroundColor"), await style(middle, "boxShadow")];
  await middle.hover();
  assert.deepEqual([await style(middle, "backgroundColor"), await style(middle, "boxShadow")], [colour, shadow]);
});

scenario("a focus ring is not covered by the neighbours, nor a pushed tile clipped", "/quixo?size=3", {}, async (page) => {
  await ready(page);
  await page.locator('[data-square="a3"]').focus();
  await page.keyboard.press("ArrowRight");
  assert.equal(await style(page.locator('[data-square="b3"]'), "zIndex"), "5");
  assert.match(await style(page.locator('[data-square="b3"]'), "outlineStyle"), /solid/);
  for (const part of ["#board", ".board-card"]) assert.equal(await style(page.locator(part), "overflowX"), "visible");
});

scenario("focus stays at the board after a push; Escape puts a tile back", "/quixo?size=3", {}, async (page) => {
  await waitForStatus(page, "wins in 7");
  await page.locator('[data-square="b3"]').focus();
  await page.keyboard.press("Enter");
  await page.locator(".tile.held").waitFor();
  await page.keyboard.press("Escape");
  assert.equal(await page.locator(".tile.held").count(), 0);
  assert.equal(await focused(page), "b3");
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.move), "b3B");
  await page.keyboard.press("Enter");
  await waitForStatus(page, "O to move");
  assert.equal(await focused(page), "b1", "where the tile went in");
});

scenario("keys are shown", "/quixo?size=3", {}, async (page) => {
  await ready(page);
  await page.keyboard.press("?");
  assert.match(await page.locator("#keys").innerText(), /Escape\s+put the tile back/);
});

scenario("one tab stop for a board and for a list: Qubic", "/hyper?side=4&dims=3", { refusals: true }, async (page) => {
  await ready(page);
  const stops = await page.evaluate(() => [...document.querySelectorAll("a, button, select, input, textarea, summary, [tabindex]")]
    .filter((e) => e.tabIndex >= 0 && !e.disabled && e.checkVisibility()).length);
  assert.ok(stops < 40, `${stops} tab stops`);
  assert.equal(await page.locator('#board [tabindex="0"]').count(), 1);
  await page.locator('#board [tabindex="0"]').focus();
  for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowDown"]) await page.keyboard.press(key);
  assert.equal(await focused(page), "221", "from floor to floor");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Shift+Tab");
  assert.equal(await focused(page), "221");
});

scenario("Copy link says what it did", "/quixo?size=3&moves=a3R", {}, async (page) => {
  await ready(page);
  await mayCopy();
  await openTools(page);
  await page.locator("#copy-link").click();
  await waitFor(page, "#copy-link", "Link copied");
  assert.match(await page.locator("#live").innerText(), /Link copied/);
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), page.url());
});

scenario("Copy link without the clipboard API", "/quixo?size=3&moves=a3R", {}, async (page) => {
  await page.addInitScript(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await page.reload();
  await ready(page);
  await openTools(page);
  await page.locator("#copy-link").click();
  await waitFor(page, "#copy-link", "Link copied");
  await page.evaluate(() => { document.execCommand = () => false; });
  await page.locator("#copy").click();
  assert.equal(await page.locator("#by-hand").inputValue(), await page.locator("#position").inputValue());
  assert.equal(await page.evaluate(() => document.activeElement.id), "by-hand");
});

scenario("coordinates stand at the board, badges can be read", "/quixo", { refusals: true }, async (page) => {
  await waitForStatus(page, "wins in 21");
  const number = await page.locator(".coordinate.beside").first().boundingBox();
  const tile = await page.locator('[data-square="a4"]').boundingBox();
  assert.ok(tile.x - (number.x + number.width) < 12, `${tile.x - number.x - number.width} px`);
  for (const path of ["/quixo", "/quantum", "/hyper?side=4&dims=3&position=111+112+221+113+331+114"]) {
    await page.goto(world.server.address + path);
    await ready(page);
    const sizes = await page.locator(".badge, .value, .coordinate, .mark:not(.settled), .tick").evaluateAll(
      (all) => all.map((e) => parseFloat(getComputedStyle(e).fontSize) * (e.ownerSVGElement ? e.ownerSVGElement.getBoundingClientRect().width / 320 : 1)));
    assert.ok(Math.min(...sizes) >= 12 || sizes.length === 0, `${path}: ${Math.min(...sizes)} px`);
  }
});

scenario("3^4 on a phone keeps its shape", "/hyper?dims=4", { refusals: true }, async (page) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.locator(".slice").nth(8).waitFor();
  const lefts = await page.locator(".slice").evaluateAll((all) => all.map((e) => Math.round(e.getBoundingClientRect().left)));
  assert.equal(new Set(lefts).size, 3, "three columns of three");
  const cell = await page.locator(".cell").first().boundingBox();
  assert.ok(cell.width >= 40, `${cell.width}`);
});

scenario("seats and outcomes in plain words", "/hyper?position=11+22", {}, async (page) => {
  await ready(page);
  await seat(page, "Ring", "perfect");
  for (const path of ["/quixo", "/quantum?collapse=chance&position=X1.1-9+O2.1-3+X3.1-3", "/hyper?players=3"]) {
    await page.goto(world.server.address + path);
    await ready(page);
    const text = await page.locator("main").innerText();
    assert.doesNotMatch(text, /\b(sel[AB]|plies|ply|System|\d wins)\b/, path);
  }
});
