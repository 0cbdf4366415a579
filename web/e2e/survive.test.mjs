// A game that survives: Back and Forward, reload, links, undo, failures, a slow server,
// two tabs.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, startServer } from "./browser.mjs";
import { delay, hold, moves, push, scenario, seat, status, useBrowser, waitFor, waitForStatus, world } from "./scenario.mjs";

useBrowser();

scenario("Back and Forward step through moves", "/quixo?size=3", {}, async (page) => {
  await waitForStatus(page, "X to move: wins in 7 moves");
  await push(page, "a3R");
  await waitForStatus(page, "O to move: loses in 6 moves");
  await push(page, "a3R");
  await waitForStatus(page, "X to move");
  const there = await page.locator("#position").inputValue();
  await page.goBack();
  await waitForStatus(page, "O to move: loses in 6 moves");
  await page.goBack();
  await waitForStatus(page, "X to move: wins in 7 moves");
  assert.equal(await page.locator("#position").inputValue(), ".../.../... X");
  await page.goForward();
  await page.goForward();
  await page.waitForFunction((p) => document.querySelector("#position").value === p, there);
  assert.deepEqual(moves(page), ["a3R", "a3R"]);
});

for (const [game, path, count] of [
  ["Quixo", "/quixo?size=3&moves=a3R_a3R_a3R&at=2&seats=person%2Cperfect&values=hidden", 4],
  ["quantum", "/quantum?position=X1.1-9+O2.1-3&seats=person%2Crandom", 3],
  ["n^k", "/hyper?dims=3&moves=222_111_223&at=1", 4],
]) {
  scenario(`a link and a reload carry moves, seats and settings: ${game}`, path, {}, async (page) => {
    await page.locator("#steps li").nth(count - 1).waitFor();
    const look = async () => {
      await page.locator("#steps li").nth(count - 1).waitFor();
      await page.locator("#board").waitFor();
      return [await page.locator("#steps").innerText(), await page.locator("#steps [aria-current]").innerText(),
        await page.locator("#position").inputValue(), await page.locator(".side select").evaluateAll((all) => all.map((e) => e.value)),
        await page.locator("#values").innerText()];
    };
    await page.waitForFunction(() => !/moment/.test(document.querySelector(".status")?.textContent));
    if (game === "Quixo") {
      const seen = await look();
      assert.equal(seen[1], "2. a3R");
      assert.equal(seen[3][1], "perfect");
      assert.equal(seen[4], "Show values");
      await page.reload();
      assert.deepEqual(await look(), seen);
      await page.locator("#undo").click();
      await waitForStatus(page, "X to move");
    } else {
      const seen = await look();
      await page.reload();
      assert.deepEqual(await look(), seen);
    }
    await page.locator("#values", { hasText: "values" }).waitFor();
    if (game === "Quixo") await page.locator("#values").click();  // shown again, for the tests that follow
  });
}

scenario("undo against a computer goes back to the person's turn", "/quixo?size=3", {}, async (page) => {
  await seat(page, "O", "perfect");
  await waitForStatus(page, "X to move: wins in 7 moves");
  await push(page, "b3B");
  await page.waitForFunction(() => document.querySelectorAll("#steps li").length === 3);
  await waitForStatus(page, "X to move");
  const first = moves(page);
  await page.locator("#undo").click();
  await waitForStatus(page, "X to move: wins in 7 moves");
  assert.ok(await page.locator("#undo").isDisabled());
  await page.locator("#redo").click();
  await page.waitForFunction(() => document.querySelector("#steps [aria-current]")?.textContent.startsWith("2."));
  assert.deepEqual(moves(page), first);
  // However one gets to the computer's turn, it moves: here by Back to a person's turn,
  // then by a link to the computer's own.
  await page.goto(`${world.server.address}/quixo?size=3&moves=b3B&seats=person%2Cperfect`);
  await page.waitForFunction(() => document.querySelectorAll("#steps li").length === 3);
  assert.equal(moves(page).length, 2);
  await page.goBack();
  await page.locator("#board").waitFor();
});

scenario("Back against a computer does not run into its turn", "/quixo?size=3&seats=person%2Cperfect", {}, async (page) => {
  await waitForStatus(page, "X to move: wins in 7 moves");
  for (const count of [3, 5]) {
    await page.locator("#moves .name.best").first().click();
    await page.waitForFunction((n) => document.querySelectorAll("#steps li").length === n, count);
    await waitForStatus(page, "X to move");
  }
  await page.goBack();
  await page.waitForFunction(() => document.querySelector("#steps [aria-current]")?.textContent.startsWith("2."));
  await waitForStatus(page, "X to move");
  await page.goBack();
  await waitForStatus(page, "X to move: wins in 7 moves");
  await page.goForward();
  await page.waitForFunction(() => document.querySelector("#steps [aria-current]")?.textContent.startsWith("2."));
});

scenario("the form of rules follows the server's table", "/", {}, async (page) => {
  await page.route("**/api/v1/games", async (route) => {
    const { games } = await (await route.fetch()).json();
    Object.assign(games[0].rules[0], { default: "3", least: 3, most: 4 });
    await route.fulfill({ json: { games } });
  });
  await page.goto(world.server.address + "/quixo");
  await waitForStatus(page, "X to move: wins in 7 moves");
  const size = page.getByLabel("Board", { exact: true });
  assert.deepEqual(await size.locator("option").allInnerTexts(), ["3 × 3", "4 × 4"]);
  assert.equal(await size.inputValue(), "3");
  await size.selectOption("4");
  await page.waitForFunction(() => location.search.includes("size=4"));
});

scenario("a server away at first is asked again for the rules", "/", { refusals: true }, async (page) => {
  await page.route("**/api/v1/games", (route) => route.abort());
  await page.goto(world.server.address + "/quixo?size=3");
  await waitForStatus(page, "The server does not answer");
  await page.unroute("**/api/v1/games");
  await page.locator("#again").click();
  await waitForStatus(page, "X to move: wins in 7 moves");
});

scenario("a failed request keeps the board and offers to try again", "/quixo?size=3", { refusals: true }, async (page) => {
  await waitForStatus(page, "X to move: wins in 7 moves");
  await page.route("**/api/v1/**", (route) => route.abort());
  await push(page, "a3R");
  const fault = page.locator(".fault");
  await fault.waitFor();
  assert.match(await fault.innerText(), /does not answer/);
  assert.equal(await page.locator("#board .tile").count(), 9, "the board stays");
  await page.locator('#board [data-square="b1"]').click({ force: true });
  assert.equal(await page.locator(".tile.held").count(), 0, "it cannot be played on meanwhile");
  await page.unroute("**/api/v1/**");
  await page.getByRole("button", { name: "Try again" }).click();
  await waitForStatus(page, "O to move: loses in 6 moves");
  assert.equal(await fault.count(), 0);
  assert.deepEqual(moves(page), ["a3R"]);
});

scenario("a failed move of the computer can be asked for again", "/quixo?size=3&seats=person%2Cperfect", { refusals: true }, async (page) => {
  await waitForStatus(page, "X to move: wins in 7 moves");
  await page.route("**/api/v1/*/move?*", (route) => route.abort());
  await push(page, "a3R");
  await page.locator(".fault").waitFor();
  await page.unroute("**/api/v1/*/move?*");
  await page.locator("#again").click();
  await page.waitForFunction(() => document.querySelectorAll("#steps li").length === 3);
  await waitForStatus(page, "X to move");
});

test("a server that stops and comes back", async () => {
  const first = await startServer();
  const port = new URL(first.address).port;
  let running = first;
  const stop = async () => { const server = running; running = undefined; await server?.end(); };
  const page = await openPage(world.browser.context, { refusals: true });
  try {
    await page.goto(`${first.address}/quixo?size=3`);
    await waitForStatus(page, "X to move: wins in 7 moves");
    await stop();
    await push(page, "a3R");
    await page.locator(".fault").waitFor();
    running = await startServer(port);
    await page.locator("#again").click();
    await waitForStatus(page, "O to move: loses in 6 moves");
    assert.deepEqual(moves(page), ["a3R"]);
    assert.deepEqual(page.complaints, []);
  } finally {
    await page.close();
    await stop();
  }
});

scenario("addresses that lead nowhere are pages", "/#nonsense", { refusals: true }, async (page) => {
  await page.getByRole("heading", { name: "There is nothing here" }).waitFor();
  await page.goto(`${world.server.address}/nonsense`);
  await waitFor(page, "main", "/nonsense");
  await page.getByRole("link", { name: "To the start" }).click();
  await page.getByRole("heading", { name: "Three kinds of noughts and crosses" }).waitFor();
  await page.goto(`${world.server.address}/quixo?colour=red`);
  await waitFor(page, ".notice", "colour");
  await waitForStatus(page, "X to move");
});

scenario("playback stops at New game, Undo, a move, another game", "/quixo?moves=b4B", {}, async (page) => {
  const begin = async () => {
    await page.locator("#find-line").click();
    await page.locator("#play-line").click();
    await page.waitForFunction(() => document.querySelector("#line [aria-current]")?.textContent !== "here");
  };
  await waitForStatus(page, "O to move");
  await begin();
  assert.equal(await page.locator("#undo").count(), 0, "the line has steps of its own");
  await page.keyboard.press("u");
  await waitForStatus(page, "X to move: wins in 21 moves");
  assert.equal(await page.locator("#line").count(), 0);
  await begin();
  await page.keyboard.press("n");
  await waitForStatus(page, "X to move: wins in 21 moves");
  assert.equal(await page.locator("#line").count(), 0);
  await begin();
  // The list changes with every step of the line: find and press in one.
  await page.waitForFunction(() => {
    const move = document.querySelector("#moves .name:not([disabled])");
    move?.click();
    return move !== null;
  });
  await page.locator("#line").waitFor({ state: "detached" });
  const count = moves(page).length;
  await page.getByRole("link", { name: "Quantum", exact: true }).click();
  await waitForStatus(page, "X to move: worth");
  await page.goBack();
  await page.waitForFunction((n) => document.querySelectorAll("#steps li").length === n + 1, count);
  assert.equal(await page.locator("#line").count(), 0);
});

scenario("a line shows both sides where chance decides", "/quantum?collapse=chance&q=3%2F4", {}, async (page) => {
  await page.locator("#find-line").click();
  const other = page.locator("[data-branch]").first();
  await other.waitFor();
  const before = await page.locator("#line").innerText();
  await other.click();
  await page.waitForFunction((text) => document.querySelector("#line")?.innerText !== text, before);
  assert.match(await page.locator(".branch").first().innerText(), /Move 3 is chance: O2 stays in \d \((\d\/\d|either)\) or O2 stays in \d \((\d\/\d|either)\)/);
});

scenario("fast clicking on a slow server makes one move at a time", "/hyper?dims=3", {}, async (page) => {
  await waitForStatus(page, "Cross to move: wins");
  await delay(page, "moves", 250);
  await delay(page, "analyze", 250);
  for (let i = 0; i < 3; ++i) {
    for (const cell of ["111", "112", "113", "121"]) await page.locator(`[data-cell="${cell}"]`).click({ force: true });
  }
  await page.waitForFunction(() => !document.querySelector(".waiting-board") && !document.querySelector(".thinking"));
  const played = moves(page);
  assert.ok(played.length >= 1 && new Set(played).size === played.length, played.join());
  assert.equal(await page.locator("#board .cell .token:not(.ghost)").count() - await page.locator("#board .threat .token").count(), played.length);
  assert.equal(await page.locator("#position").inputValue(), played.join(" "));
});

scenario("undo and new game overtake slow answers", "/quixo?size=3", {}, async (page) => {
  await waitForStatus(page, "X to move: wins in 7 moves");
  const release = await hold(page, "moves");
  await push(page, "a3R");
  await page.locator("#prompt", { hasText: "One moment" }).waitFor();
  await page.locator("#undo").click();
  await page.locator("#redo").click();
  await page.locator("#new").click();
  release();
  await waitForStatus(page, "X to move: wins in 7 moves");
  await page.waitForFunction(() => !document.querySelector(".waiting-board"));
  assert.equal(await page.locator("#position").inputValue(), ".../.../... X");
  assert.deepEqual(moves(page), []);
  assert.equal(await page.locator("#steps").count(), 0);
});

scenario("a sign that it thinks while values are on their way", "/quixo?size=3", {}, async (page) => {
  await waitForStatus(page, "X to move: wins in 7 moves");
  const release = await hold(page, "analyze");
  await push(page, "a3R");
  await page.locator(".thinking").waitFor();
  release();
  await waitForStatus(page, "O to move: loses");
  assert.equal(await page.locator(".thinking").count(), 0);
});

scenario("two tabs play two games", "/quixo?size=3", {}, async (page) => {
  const other = await openPage(world.browser.context);
  await other.goto(`${world.server.address}/quixo?size=3&values=hidden`);
  await waitForStatus(other, "X to move");
  await waitForStatus(page, "X to move: wins in 7 moves");
  await push(page, "a3R");
  await push(other, "b3B");
  await waitForStatus(page, "O to move: loses in 6 moves");
  await waitForStatus(other, "O to move");
  assert.deepEqual([moves(page), moves(other)], [["a3R"], ["b3B"]]);
  assert.equal(await status(other), "O to move", "hidden there, shown here");
  await page.reload();
  await waitForStatus(page, "O to move: loses in 6 moves");
  assert.deepEqual(other.complaints, []);
  await other.close();
});
