// What a person sees in the explorer, scenario by scenario.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { FIREFOX, openPage, startServer } from "./browser.mjs";
import { hold, openTools, scenario, seat, status, useBrowser, waitForStatus, world } from "./scenario.mjs";

useBrowser();

scenario("the 21 moves of 4x4 Quixo against the perfect player", "/quixo", {}, async (page) => {
  await waitForStatus(page, "X to move: wins in 21 moves");
  await seat(page, "O", "perfect");
  for (let left = 21; left > 0; left -= 2) {
    await waitForStatus(page, `X to move: wins in ${left} ${left === 1 ? "move" : "moves"}`);
    // By the board: a tile whose label promises this, then the end that keeps it.
    const words = `wins in ${left} ${left === 1 ? "move" : "moves"}`;
    await page.locator(`.tile[aria-label$="taking it ${words}"]`).first().click();
    await page.locator(`.push[aria-label$="${words}"]`).first().click();
  }
  await waitForStatus(page, "X wins");
  assert.equal(await page.locator(".steps li").count(), 22, "the start and 21 moves");
  assert.ok(await page.locator(".tile.won").count() >= 4, "the line is marked");
});

scenario("a board from the editor, shared as a link", "/quixo?size=3", {}, async (page) => {
  await openTools(page);
  await page.locator("#edit").click();
  const tile = (square) => page.locator(".editor").getByRole("button", { name: new RegExp(`^${square},`) });
  await tile("a3").click();
  await tile("b2").click();
  await tile("b2").click();
  await page.locator(".editor").getByLabel("To move").selectOption("O");
  await page.getByRole("button", { name: "Use this board" }).click();
  await waitForStatus(page, "O to move");
  const seen = [await status(page), await page.locator(".groups").innerText()];
  assert.equal(await page.locator("#position").inputValue(), "X../.O./... O");
  const fresh = await openPage(world.browser.context);
  await fresh.goto(page.url());
  await waitForStatus(fresh, "O to move");
  await fresh.locator(".groups").waitFor();
  assert.deepEqual([await status(fresh), await fresh.locator(".groups").innerText()], seen);
  assert.deepEqual(fresh.complaints, []);
  await fresh.close();
});

scenario("one best game: played back, stepped through, taken over", "/quixo?size=3", {}, async (page) => {
  await waitForStatus(page, "X to move: wins in 7 moves");
  await page.locator("#find-line").click();
  await page.locator("#line li").nth(7).waitFor();
  assert.equal(await page.locator("#line li").count(), 8, "here and seven moves");
  await page.locator("#play-line").click();
  await waitForStatus(page, "X wins");
  assert.equal(await page.locator("#line li").count(), 8, "the line stays visible");
  assert.equal(await page.locator("#steps li").count(), 0, "the game itself has not moved");
  await page.locator("h1.status").click();
  await page.keyboard.press("ArrowLeft");
  await waitForStatus(page, "X to move: wins in 1 move");
  await page.keyboard.press("ArrowLeft");
  await waitForStatus(page, "O to move: loses in 2 moves");
  await page.keyboard.press("ArrowRight");
  await waitForStatus(page, "X to move: wins in 1 move");
  await page.locator("#moves .name.best").first().click();
  await waitForStatus(page, "X wins");
  assert.equal(await page.locator("#steps li").count(), 8, "the line became the game");
  await page.getByRole("button", { name: "Undo" }).click();
  await waitForStatus(page, "X to move: wins in 1 move");
  await page.getByRole("button", { name: "Redo" }).click();
  await waitForStatus(page, "X wins");
  await page.getByRole("button", { name: "start", exact: true }).click();
  await waitForStatus(page, "X to move: wins in 7 moves");
});

scenario("values can be hidden to play honestly", "/quixo?size=3", {}, async (page) => {
  await waitForStatus(page, "wins in 7 moves");
  await page.getByRole("button", { name: "Hide values" }).click();
  assert.equal(await status(page), "X to move");
  assert.equal(await page.locator(".badge").count(), 0);
  assert.equal(await page.locator("#moves").count(), 0);
  assert.match(page.url(), /values=hidden/);
  await page.getByRole("button", { name: "Show values" }).click();
  await waitForStatus(page, "wins in 7 moves");
});

scenario("values that arrive between press and release do not swallow the click", "/quantum", {}, async (page) => {
  await waitForStatus(page, "X to move: worth");
  const release = await hold(page, "analyze");
  await page.locator('#board [data-square="1"]').click();
  await page.locator('#board [data-square="2"]').click();
  await page.waitForFunction(() => document.querySelector(".status")?.textContent === "O to move");
  const box = await page.locator('#board [data-square="5"]').boundingBox();
  const answered = page.waitForResponse(/analyze/);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  release();
  await answered;
  await waitForStatus(page, "O to move: worth");
  await page.mouse.up();
  await page.locator('#board [data-square="5"][aria-pressed="true"]').waitFor();
});

scenario("a move clicked twice is played once", "/quixo?size=3", {}, async (page) => {
  await waitForStatus(page, "wins in 7 moves");
  const release = await hold(page, "moves");
  await page.locator(".groups .name.best").first().dblclick();
  release();
  await waitForStatus(page, "O to move");
  assert.equal(await page.locator(".steps li").count(), 2, "the start and one move");
});

scenario("class statistics as a chart", "/quixo?size=4", {}, async (page) => {
  await openTools(page);
  await page.getByText("All boards of this size").click();
  const chart = page.getByRole("img", { name: /share of boards/ });
  await chart.waitFor();
  assert.ok(await chart.locator("title").count() >= 17);
  for (const name of ["tiles with a sign on the board", "boards, %"]) await chart.getByText(name).waitFor();
  await page.locator(".panel .legend", { hasText: "won by the player to move" }).waitFor();
  await chart.locator(".hit").first().hover();
  await page.locator(".reading", { hasText: "0 tiles: 100.00 % won" }).waitFor();
});

for (const [collapse, query] of [["opponent", ""], ["mover", "?collapse=mover"], ["chance", "?collapse=chance&q=3/4"]]) {
  scenario(`a quantum game through two collapses: ${collapse}`, `/quantum${query}`, {}, async (page) => {
    const put = async (a, b) => {
      await page.locator(`#board [data-square="${a}"]`).first().click();
      await page.locator(`#board [data-square="${b}"]`).first().click();
    };
    const settle = async (move, name) => {
      await page.locator("#prompt", { hasText: "has closed" }).waitFor();
      assert.ok(await page.locator(".arc.in-cycle").count() >= 2, "the cycle is highlighted");
      await page.locator(".outcome .quantum-board").nth(1).waitFor();
      await page.locator(".outcome .exact").nth(1).waitFor();
      await page.locator(".outcome", { hasText: name }).waitFor();
      assert.doesNotMatch(await page.locator(".stage").innerText(), /sel[AB]/);
      if (collapse === "chance") {
        const odds = await page.locator(".outcomes").innerText();
        assert.match(odds, /favours (X, probability 1\/4|nobody)/);
        await page.getByRole("button", { name: "Let chance decide" }).click();
        await page.locator(".remark", { hasText: /drawn for [XO]|stays in/ }).waitFor();
      } else {
        await page.locator(`.outcome[data-move="${move}"]`).click();
      }
      await page.locator(".outcomes").waitFor({ state: "detached" });
    };
    const spent = await meter(page);
    await waitForStatus(page, "X to move");
    await put(1, 2);
    await waitForStatus(page, "O to move");
    await put(1, 2);
    await waitForStatus(page, { opponent: "X to move", mover: "O to move", chance: "Chance decides" }[collapse]);
    await settle("selA", "O2 stays in 1");
    await waitForStatus(page, "X to move");
    assert.equal(await page.locator(".square .mark.settled").count(), 2);
    await put(5, 9);
    await waitForStatus(page, "O to move");
    await put(5, 9);
    await settle("selB", "O4 stays in 9");
    assert.equal(await page.locator(".square .mark.settled").count(), 4);
    assert.match(await page.locator("#position").inputValue(), /X1\.1-2 O2\.1-2 sel[AB] X3\.5-9 O4\.5-9 sel[AB]/);
    const layout = (await spent()).layout;
    assert.ok(layout < 1, `the browser spent ${layout} s on the layout of a dozen boards`);
  });
}

scenario("dice name who settles a cycle, and a person does it herself", "/quantum?collapse=chance&dice=2:12", {}, async (page) => {
  for (const player of ["X", "O"]) {
    await waitForStatus(page, `${player} to move`);
    for (const square of [1, 2]) await page.locator(`#board [data-square="${square}"]`).first().click();
  }
  await waitForStatus(page, "Chance decides");
  await page.locator(".prompt", { hasText: "Dice decide who chooses" }).waitFor();
  assert.ok(await page.locator(".outcome").first().isDisabled());
  await page.getByRole("button", { name: "Throw the dice" }).click();
  await page.locator(".remark", { hasText: /The dice show \d and \d \(X selects up to 12\): X chooses/ }).waitFor();
  await waitForStatus(page, "X chooses the outcome");
  assert.equal(await page.getByRole("button", { name: "Throw the dice" }).count(), 0, "one throw for each cycle");
  await page.locator('.outcome[data-move="selB"]').click();
  await waitForStatus(page, "X to move");
  assert.match(await page.locator("#position").inputValue(), /X1\.1-2 O2\.1-2 selB/);
});

scenario("the slider reads the exact value at q, and stands under its curve", "/quantum?collapse=chance&q=1/3", {}, async (page) => {
  await openTools(page);
  await page.getByText("Value for each q").click();
  const slider = page.getByRole("slider", { name: "q" });
  await slider.waitFor({ timeout: 120_000 });
  const reading = page.locator(".at-q");
  assert.match(await reading.innerText(), /q = 1\/3 ≈ 0\.3333: worth 100\/9 ≈ \+11\.11 to X; best opening 1-3/);
  await slider.fill("450");
  assert.match(await reading.innerText(), /q = 3\/4 .*: worth 5\/2/);
  await slider.fill("300");
  assert.match(await reading.innerText(), /q = 1\/2 .*: worth 10 to X; best opening/);
  for (const name of ["q, the chance that O is favoured", "worth to X"]) await page.locator(".chart").getByText(name).waitFor();
  const thumb = await slider.evaluate((e) => e.getBoundingClientRect().left + 10 + (e.getBoundingClientRect().width - 20) * (e.value / e.max));
  const cursor = await page.locator(".chart .cursor").evaluate((e) => e.getBoundingClientRect().left);
  assert.ok(Math.abs(thumb - cursor) < 2, `the slider at ${thumb}, its line in the curve at ${cursor}`);
  await page.locator(".chart").hover();
  await page.locator(".reading", { hasText: /At q = 0\.\d+ the game is worth/ }).waitFor();
  await page.getByText(/The game is fair at q =/).waitFor();
  await slider.fill("200");
  await page.getByRole("button", { name: "Play with this q" }).click();
  await waitForStatus(page, "X to move: worth +100/9 to X");
  assert.match(page.url(), /q=1%2F3/);
});

scenario("three players on 3^2", "/hyper?players=3", {}, async (page) => {
  await waitForStatus(page, "Cross to move");
  await page.getByText("Each player against all others").waitFor();
  const put = (cell) => page.locator(`[data-cell="${cell}"]`).click();
  for (const [cell, next] of [["11", "Ring"], ["21", "Triangle"], ["31", "Cross"], ["12", "Ring"], ["22", "Triangle"], ["33", "Cross"]]) {
    await put(cell);
    await waitForStatus(page, `${next} to move`);
  }
  await page.locator('[data-cell="13"][aria-label*="Cross can complete a line here"]').waitFor();
  await openTools(page);
  await page.getByText(/of 8 lines are blocked/).waitFor();
  await waitForStatus(page, "Cross to move: wins");
  await put("13");
  await waitForStatus(page, "Cross wins");
  assert.equal(await page.locator(".cell.won").count(), 3);
});

scenario("what the server refuses is shown as a sentence", "/quixo?size=4&position=XXXX", { refusals: true }, async (page) => {
  const alert = page.getByRole("alert");
  await alert.waitFor();
  assert.match(await alert.innerText(), /This cannot be shown\s+\S.{15,}/);
  await page.getByRole("button", { name: "Start again" }).click();
  await waitForStatus(page, "X to move");
  await page.locator("label", { hasText: /^Board/ }).locator("select").selectOption("5");
  await waitForStatus(page, "X to move");
});

// Bounds are on processor time, of the page and of the server: what a person waits for on an
// idle machine, and the same on a busy one. The wall clock is told and not judged.
scenario("small and quick", "/", {}, async (page) => {
  const own = await startServer();  // that nobody else asks
  try { await measure(page, own); } finally { assert.equal(await own.end(), 0); }
});

async function measure(page, own) {
  await page.goto(`${own.address}/quixo`);
  await waitForStatus(page, "wins in 21");
  const loading = await meter(page);
  await page.reload();
  await waitForStatus(page, "wins in 21");
  const { task } = await loading();
  const seen = await page.evaluate(() => {
    const all = performance.getEntriesByType("resource").concat(performance.getEntriesByType("navigation"));
    return {
      paint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0,
      bytes: all.filter((entry) => !entry.name.includes("/api/")).reduce((sum, entry) => sum + entry.encodedBodySize, 0),
    };
  });
  assert.ok(seen.paint > 0 && task < 1, `the whole page took ${task} s of the processor`);
  assert.ok(seen.bytes > 5_000 && seen.bytes < 80_000, `${seen.bytes} bytes`);
  // From the click on an arrow to the values of the next board, each time in a new position.
  const [clicking, server] = [await meter(page), serverSeconds(own)];
  const times = await page.evaluate(async () => {
    const all = [];
    for (let i = 0; i < 11; ++i) {
      document.querySelector("#board .tile.free").click();
      const before = document.querySelectorAll("#steps li").length;
      const start = performance.now();
      document.querySelector("#board .push").click();
      while (document.querySelectorAll("#steps li").length === before || document.querySelector(".waiting-board") || !/(in \d+ moves?|draws)$/.test(document.querySelector(".status").textContent)) {
        await new Promise((r) => requestAnimationFrame(r));
        if (/wins$/.test(document.querySelector(".status").textContent)) return all.sort((a, b) => a - b);
      }
      all.push(performance.now() - start);
    }
    return all.sort((a, b) => a - b);
  });
  const each = (1000 * ((await clicking()).task + serverSeconds(own) - server)) / times.length;
  assert.ok(each < 100, `a click took ${each} ms of the processor until its values stood there`);
  console.log(`page ${seen.bytes} bytes, first paint ${Math.round(seen.paint)} ms, click to values ${
    times[Math.floor(times.length / 2)].toFixed(1)} ms (median of ${times.length}), ${each.toFixed(1)} ms of the processor`);
}

// Processor seconds that the page's thread has spent since: on everything, on layout.
async function meter(page) {
  if (FIREFOX) return async () => ({ task: 0, layout: 0 });  // only Chromium counts them
  const session = await world.browser.context.newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const now = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    const of = (name) => metrics.find((m) => m.name === name).value;
    return { task: of("TaskDuration"), layout: of("LayoutDuration") };
  };
  const before = await now();
  return async () => {
    const after = await now();
    return { task: after.task - before.task, layout: after.layout - before.layout };
  };
}

// Processor seconds of the server, in hundredths, from /proc.
function serverSeconds(server) {
  const fields = readFileSync(`/proc/${server.pid}/stat`, "utf8").split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
