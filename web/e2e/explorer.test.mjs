// What a person sees in the explorer, scenario by scenario.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openPage, startBrowser, startServer } from "./browser.mjs";

let server, browser;
before(async () => { [server, browser] = await Promise.all([startServer(), startBrowser()]); });
after(async () => {
  await browser?.end();
  assert.equal(await server?.end(), 0, "the server ends cleanly");
});

// Opens the page at a path and fails if its console has a complaint in the end.
const scenario = (name, path, options, steps) => test(name, async () => {
  const page = await openPage(browser.context, options);
  try {
    await page.goto(server.address + path);
    await steps(page);
    assert.deepEqual(page.complaints, [], "the console stays clean");
  } finally {
    await page.close();
  }
});

const status = (page) => page.locator(".status").innerText();
const waitForStatus = (page, text) => page.waitForFunction(
  (t) => document.querySelector(".status")?.textContent.includes(t), text);
const seat = (page, name, kind) => page.getByLabel(`Player ${name}`).selectOption(kind);

scenario("the 21 moves of 4x4 Quixo against the perfect player", "/quixo", {}, async (page) => {
  await waitForStatus(page, "X to move: wins in 21 plies");
  await seat(page, "O", "perfect");
  for (let left = 21; left > 0; left -= 2) {
    await waitForStatus(page, `X to move: wins in ${left} ${left === 1 ? "ply" : "plies"}`);
    // By the board: a tile whose label promises this, then the end that keeps it.
    const words = `wins in ${left} ${left === 1 ? "ply" : "plies"}`;
    await page.locator(`.tile[aria-label$="taking it ${words}"]`).first().click();
    await page.locator(`.end[aria-label$="${words}"]`).first().click();
  }
  await waitForStatus(page, "X wins");
  assert.equal(await page.locator(".steps li").count(), 22, "the start and 21 moves");
  assert.ok(await page.locator(".tile.won").count() >= 4, "the line is marked");
});

scenario("a board from the editor, shared as a link", "/quixo?size=3", {}, async (page) => {
  await page.getByText("Board editor").click();
  await page.getByRole("button", { name: "Edit this board" }).click();
  const tile = (square) => page.locator(".editor").getByRole("button", { name: new RegExp(`^${square},`) });
  await tile("a3").click();
  await tile("b2").click();
  await tile("b2").click();
  await page.locator(".editor").getByLabel("To move").selectOption("O");
  await page.getByRole("button", { name: "Use this board" }).click();
  await waitForStatus(page, "O to move");
  const seen = [await status(page), await page.locator(".groups").innerText()];
  assert.equal(await page.locator("#position").inputValue(), "X../.O./... O");
  const fresh = await openPage(browser.context);
  await fresh.goto(page.url());
  await waitForStatus(fresh, "O to move");
  await fresh.locator(".groups").waitFor();
  assert.deepEqual([await status(fresh), await fresh.locator(".groups").innerText()], seen);
  assert.deepEqual(fresh.complaints, []);
  await fresh.close();
});

scenario("undo, redo, jump, and one best game played back", "/quixo?size=3", {}, async (page) => {
  await waitForStatus(page, "X to move: wins in 7 plies");
  await page.getByRole("button", { name: "Show one game of best play" }).click();
  await page.locator("#play-line").click();
  await waitForStatus(page, "wins");
  await page.waitForFunction(() => document.querySelectorAll(".steps li").length === 8);
  await waitForStatus(page, "X wins");
  assert.equal(await page.locator(".history-chart .bar").count(), 8);
  await page.getByRole("button", { name: "Undo" }).click();
  await waitForStatus(page, "X to move: wins in 1 ply");
  await page.getByRole("button", { name: "Redo" }).click();
  await waitForStatus(page, "X wins");
  await page.getByRole("button", { name: "start", exact: true }).click();
  await waitForStatus(page, "X to move: wins in 7 plies");
});

scenario("values can be hidden to play honestly", "/quixo?size=3", {}, async (page) => {
  await waitForStatus(page, "wins in 7 plies");
  await page.getByRole("button", { name: "Hide values" }).click();
  assert.equal(await status(page), "X to move");
  assert.equal(await page.locator(".badge").count(), 0);
  assert.equal(await page.getByText("Moves", { exact: true }).count(), 0);
  await page.getByRole("button", { name: "Show values" }).click();
  await waitForStatus(page, "wins in 7 plies");
});

// Answers of the server come late, so that something happens before them.
const delay = (page, verb, milliseconds) => page.route(`**/api/v1/*/${verb}*`, async (route) => {
  await new Promise((r) => setTimeout(r, milliseconds));
  await route.continue();
});

scenario("values that arrive between press and release do not swallow the click", "/quantum", {}, async (page) => {
  await waitForStatus(page, "X to move: worth");
  await delay(page, "analyze", 700);
  await page.getByRole("button", { name: "New game" }).click();
  await page.waitForFunction(() => document.querySelector(".status")?.textContent === "X to move");
  const box = await page.locator('.stage [data-square="5"]').boundingBox();
  const answered = page.waitForResponse(/analyze/);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await answered;
  await page.waitForTimeout(200);
  await page.mouse.up();
  await page.locator('.stage [data-square="5"][aria-pressed="true"]').waitFor();
  await waitForStatus(page, "X to move: worth");
  await page.locator('.stage [data-square="5"][aria-pressed="true"]').waitFor();
});

scenario("a move clicked twice is played once", "/quixo?size=3", {}, async (page) => {
  await waitForStatus(page, "wins in 7 plies");
  await delay(page, "moves", 500);
  await page.locator(".groups .name.best").first().dblclick();
  await waitForStatus(page, "O to move");
  assert.equal(await page.locator(".steps li").count(), 2, "the start and one move");
});

scenario("class statistics as a chart", "/quixo?size=4", {}, async (page) => {
  await page.getByText("Class statistics").click();
  const chart = page.getByRole("img", { name: /share of boards/ });
  await chart.waitFor();
  assert.ok(await chart.locator("title").count() >= 17);
});

for (const [collapse, query] of [["opponent", ""], ["mover", "?collapse=mover"], ["chance", "?collapse=chance&q=3/4"]]) {
  scenario(`a quantum game through two collapses: ${collapse}`, `/quantum${query}`, {}, async (page) => {
    const put = async (a, b) => {
      await page.locator(`.stage [data-square="${a}"]`).first().click();
      await page.locator(`.stage [data-square="${b}"]`).first().click();
    };
    const settle = async (move) => {
      await page.getByText("has closed").waitFor();
      assert.ok(await page.locator(".arc.in-cycle").count() >= 2, "the cycle is highlighted");
      await page.locator(".outcome .quantum-board").nth(1).waitFor();
      await page.locator(".outcome .exact").nth(1).waitFor();
      if (collapse === "chance") {
        const odds = await page.locator(".outcomes").innerText();
        assert.match(odds, /favours (X, probability 1\/4|nobody)/);
        await page.getByRole("button", { name: "Let the System draw" }).click();
        await page.locator(".remark", { hasText: /drawn for [XO]/ }).waitFor();
      } else {
        await page.locator(`.outcome[data-move="${move}"]`).click();
      }
      await page.locator(".outcomes").waitFor({ state: "detached" });
    };
    const browserSays = await browser.context.newCDPSession(page);
    await browserSays.send("Performance.enable");
    await waitForStatus(page, "X to move");
    await put(1, 2);
    await waitForStatus(page, "O to move");
    await put(1, 2);
    await waitForStatus(page, { opponent: "X to move", mover: "O to move", chance: "System" }[collapse]);
    await settle("selA");
    await waitForStatus(page, "X to move");
    assert.equal(await page.locator(".square .mark.settled").count(), 2);
    await put(5, 9);
    await waitForStatus(page, "O to move");
    await put(5, 9);
    await settle("selB");
    assert.equal(await page.locator(".square .mark.settled").count(), 4);
    assert.match(await page.locator("#position").inputValue(), /X1\.1-2 O2\.1-2 sel[AB] X3\.5-9 O4\.5-9 sel[AB]/);
    const { metrics } = await browserSays.send("Performance.getMetrics");
    const layout = metrics.find((m) => m.name === "LayoutDuration").value;
    assert.ok(layout < 1, `the browser spent ${layout} s on the layout of a dozen boards`);
  });
}

scenario("the slider reads the exact value at q", "/quantum?collapse=chance", {}, async (page) => {
  await page.getByText("Value against q").click();
  const slider = page.getByRole("slider", { name: "q" });
  await slider.waitFor({ timeout: 120_000 });
  await slider.fill("75");
  assert.match(await page.locator(".reading").innerText(), /q = 0\.75: value 5\/2/);
  await slider.fill("50");
  assert.match(await page.locator(".reading").innerText(), /q = 0\.5: value 10; best opening/);
  await page.getByText(/pieces; fair .* at q =/).waitFor();
  await slider.fill("75");
  await page.getByRole("button", { name: "Play with this q" }).click();
  await waitForStatus(page, "X to move: worth 5/2 to X");
});

scenario("three players on 3^2", "/hyper?players=3", {}, async (page) => {
  await waitForStatus(page, "1 to move");
  await page.getByText("Against all others together").waitFor();
  const put = (cell) => page.locator(`[data-cell="${cell}"]`).click();
  for (const [cell, next] of [["11", "2"], ["21", "3"], ["31", "1"], ["12", "2"], ["22", "3"], ["33", "1"]]) {
    await put(cell);
    await waitForStatus(page, `${next} to move`);
  }
  await page.locator('[data-cell="13"][aria-label*="player 1 threatens"]').waitFor();
  await page.getByText(/of 8 lines are dead/).waitFor();
  assert.match(await status(page), /1 to move: wins/);
  await put("13");
  await waitForStatus(page, "1 wins");
  assert.equal(await page.locator(".cell.won").count(), 3);
});

scenario("what the server refuses is shown as a sentence", "/quixo?size=4&position=XXXX", { refusals: true }, async (page) => {
  const alert = page.getByRole("alert");
  await alert.waitFor();
  assert.match(await alert.innerText(), /This cannot be shown\s+\S.{15,}/);
  await page.getByRole("button", { name: "Start anew" }).click();
  await waitForStatus(page, "X to move");
  await page.locator("label", { hasText: /^Side of the board/ }).locator("select").selectOption("5");
  await page.getByText(/No values: 5x5 needs tables/).waitFor();
});

scenario("the form of the rules follows the server's list", "/quixo?size=5&line=4", { refusals: true }, async (page) => {
  const field = (words) => page.locator("label.field", { hasText: words });
  const values = async (words) => field(words).locator("option").allInnerTexts();
  await field("Side of the board").waitFor();
  const { games } = await (await page.request.get(server.address + "/api/v1/games")).json();
  const size = games.find((g) => g.game === "quixo").rules.find((p) => p.name === "size");
  assert.deepEqual((await values(size.about)).map(Number),
    Array.from({ length: size.most - size.least + 1 }, (_, i) => size.least + i));
  assert.deepEqual(await values("winning line"), ["0", "3", "4"]);
  await field("Side of the board").locator("select").selectOption("3");
  await waitForStatus(page, "X to move");
  assert.equal(await field("winning line").locator("select").inputValue(), "0", "a line of four does not fit on 3x3");
  await page.goto(server.address + "/quantum?collapse=chance&q=3/4");
  await waitForStatus(page, "X to move: worth 5/2 to X");
  assert.equal(await field("favours O").locator("input").inputValue(), "3/4");
  await field("Who selects").locator("select").selectOption("opponent");
  await waitForStatus(page, "X to move: worth 10 to X");
  assert.equal(await field("favours O").count(), 0, "q belongs to chance");
  page.complaints = page.complaints.filter((text) => !text.startsWith("Failed to load resource"));  // 5x5: no values
});

scenario("by keyboard alone", "/quixo?size=3", {}, async (page) => {
  await waitForStatus(page, "wins in 7 plies");
  await page.locator('[data-square="a3"]').focus();
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.square), "b3");
  await page.keyboard.press("Enter");
  assert.match(await page.locator("#live").innerText(), /b3 in hand/);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowLeft");
  await page.locator(".end").first().focus();
  await page.keyboard.press("Enter");
  await waitForStatus(page, "O to move");
  await page.keyboard.press("u");
  await waitForStatus(page, "X to move: wins in 7 plies");
});

scenario("on a phone nothing is wider than the screen", "/quixo", {}, async (page) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ["/quixo?size=5", "/quixo?size=4", "/quantum?position=X1.1-9%20O2.1-3%20X3.1-3", "/hyper?side=4&dims=4", "/hyper?side=4&dims=3"]) {
    await page.goto(server.address + path);
    await page.locator(".status").waitFor();
    await page.waitForTimeout(300);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `${path} is ${wide} pixels too wide`);
  }
  page.complaints = page.complaints.filter((text) => !text.startsWith("Failed to load resource"));  // 5x5, 4^3: no values
});

scenario("small and quick", "/quixo", {}, async (page) => {
  await waitForStatus(page, "wins in 21");
  await page.reload();
  await waitForStatus(page, "wins in 21");
  const seen = await page.evaluate(() => ({
    paint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0,
    bytes: performance.getEntriesByType("resource").concat(performance.getEntriesByType("navigation"))
      .reduce((sum, entry) => sum + entry.encodedBodySize, 0),
  }));
  assert.ok(seen.paint < 1000, `first paint after ${seen.paint} ms`);
  assert.ok(seen.bytes < 300_000, `${seen.bytes} bytes`);
  const times = await page.evaluate(async () => {
    const all = [];
    for (let i = 0; i < 20; ++i) {
      const start = performance.now();
      await (await fetch("/api/v1/quixo/analyze?size=4&position=X..O/..../.O../...X%20X")).json();
      all.push(performance.now() - start);
    }
    return all.sort((a, b) => a - b);
  });
  assert.ok(times[10] < 100, `a move takes ${times[10]} ms`);
  console.log(`first paint ${Math.round(seen.paint)} ms, ${seen.bytes} bytes, analyze ${times[10].toFixed(1)} ms (median)`);
});
