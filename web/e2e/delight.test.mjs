// First sight and small pleasures: the start page, the guide, previews, the cube, the gallery.
import assert from "node:assert/strict";
import { FIREFOX } from "./browser.mjs";
import { moves, push, scenario, useBrowser, waitFor, waitForStatus, world } from "./scenario.mjs";

useBrowser();

const ready = (page) => page.waitForFunction(() => document.querySelector("#board") && !document.querySelector(".waiting-board, .thinking"));

scenario("the start page: three games, two ways into each", "/", {}, async (page) => {
  await page.getByRole("heading", { name: "Three kinds of noughts and crosses" }).waitFor();
  assert.deepEqual(await page.locator(".game-card h2").allInnerTexts(), ["Quixo", "Quantum tic-tac-toe", "Tic-tac-toe in 3-D and beyond"]);
  await waitFor(page, ".lead", "43 million");
  await page.locator("#live-board .rated.good").first().waitFor();
  await waitFor(page, ".today", /wins in \d+\. Find the only winning move|can still draw/);
  for (const board of ["quixo-board", "quantum-board", "cube"]) assert.equal(await page.locator(`.game-card .${board}`).count(), 1);
  await page.getByRole("link", { name: /Play the computer ?: Quixo/ }).click();
  await waitForStatus(page, "X to move");
  assert.equal(await page.locator("#seat-O").inputValue(), "medium");
  await waitFor(page, "#prompt", "Choose a tile on the border");
  await page.goBack();
  await page.getByRole("link", { name: /Explore ?: Tic-tac-toe/ }).click();
  await waitForStatus(page, "Cross to move: wins");
  await page.getByRole("link", { name: "noughts, start" }).click();
  await page.getByRole("heading", { name: "Three kinds of noughts and crosses" }).waitFor();
});

scenario("a prompt always says what to do, and the board never jumps", "/quixo?size=3&values=shown", {}, async (page) => {
  await page.emulateMedia({ reducedMotion: "reduce" });  // a pushed tile would be seen on its way
  await waitForStatus(page, "wins in 7");
  const top = () => page.locator('[data-square="a3"]').evaluate((e) => e.getBoundingClientRect().top + scrollY);
  const before = await top();
  await waitFor(page, "#prompt", "Choose a tile on the border");
  await page.locator('[data-square="b3"]').click();
  await waitFor(page, "#prompt", "Choose where to push it in");
  assert.equal(await top(), before);
  await page.locator('#board [data-move="b3B"]').click();
  await waitForStatus(page, "O to move");
  assert.equal(await top(), before);
  await page.locator("#seat-O").selectOption("perfect");
  await waitFor(page, ".remark", "O played");
  assert.equal(await top(), before);
});

for (const [path, board, total] of [["/quixo", ".quixo-board", 4], ["/quantum", ".quantum-board", 5], ["/hyper", ".hyper-board", 3]]) {
  scenario(`the first visit begins with how to play, on the board: ${path}`, path, { first: true }, async (page) => {
    await page.locator(`#guide ${board}`).waitFor();
    await waitFor(page, ".lesson", `1 of ${total}.`);
    // The first move is the reader's; others may be shown.
    if (path === "/quixo") await push(page, "a3R");
    else if (path === "/quantum") for (const square of [1, 5]) await page.locator(`#board [data-square="${square}"]`).click();
    else await page.locator('#board [data-cell="222"]').click();
    await waitFor(page, "#lesson-again", "Again");
    for (let step = 2; step <= total; ++step) {
      await page.locator("#lesson-next").click();
      await waitFor(page, ".lesson", `${step} of ${total}.`);
      if (await page.locator("#lesson-again").count()) {
        await page.locator("#lesson-again", { hasText: "Show me" }).click();
        await waitFor(page, "#lesson-again", "Again");
      }
    }
    const lessons = { "/quixo": /line of the other player loses/, "/quantum": /20 points/, "/hyper": /through the floors/ };
    assert.match(await page.locator(".lesson").innerText(), lessons[path]);
    await page.locator("#guide .won, #guide .mark.settled").first().waitFor();
    await page.locator("#lesson-play").click();
    await waitForStatus(page, "to move");
    assert.match(page.url(), /seats=person%2Ceasy/);
    await page.goto(world.server.address + path);
    await ready(page);
    assert.equal(await page.locator("#guide").count(), 0, "once is enough");
    await page.keyboard.press("h");
    await page.locator("#guide").waitFor();
    await page.keyboard.press("Escape");
    await page.locator("#guide").waitFor({ state: "detached" });
  });
}

scenario("a footer says the version, what is known and how, and where to read on", "/quixo?size=3", {}, async (page) => {
  await waitForStatus(page, "wins in 7");
  assert.match(await page.locator("#version").innerText(), /^noughts \d+\.\d+/);
  assert.match(await page.locator("#known").innerText(), /How we know: (exact|proved|found by search)/);
  for (const name of ["Rules", "API", /Paper: .*Quixo Is Solved/]) assert.equal(await page.locator("footer").getByRole("link", { name }).count(), 1);
  await page.locator("footer").getByRole("link", { name: "Rules" }).click();
  await page.getByRole("heading", { name: "The rules" }).waitFor();
});

scenario("what the server says of its sources is passed on", "/", {}, async (page) => {
  await page.route("**/api/v1/quixo/analyze*", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), source: "proof" } });
  });
  await page.route("**/api/v1/quixo/move?*", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), source: "proof" } });
  });
  await page.goto(`${world.server.address}/quixo?size=3&seats=person%2Cperfect`);
  await waitFor(page, "#known", "proved");
  await push(page, "a3R");
  await waitFor(page, ".remark", "(proved)");
});

scenario("hovering a move previews it on the board", "/quixo?size=3", {}, async (page) => {
  await waitForStatus(page, "wins in 7");
  await page.locator('[data-square="a3"]').click();
  assert.equal(await page.locator('[data-square="a3"].held .token.x').count(), 1, "the tile in hand shows the sign it will bear");
  await page.locator('#board [data-move="a3R"]').hover();
  await page.locator('.ahead [data-square="c3"] .token.x').waitFor();
  await page.mouse.move(5, 5);
  await page.locator(".ahead").waitFor({ state: "detached" });
  await page.locator('[data-square="a3"]').click();
  await page.locator("#all-moves").click();
  await page.locator('#moves [data-move="b3B"]').hover();
  await page.locator('.ahead [data-square="b1"] .token.x').waitFor();
  assert.deepEqual(moves(page), [], "nothing has been played");
  await page.goto(`${world.server.address}/quantum`);
  await ready(page);
  await page.locator('#board [data-square="1"]').click();
  await page.locator('#board [data-square="5"]').hover();
  await page.locator("#board .arc.ghost").waitFor();
  await page.goto(`${world.server.address}/hyper?dims=3`);
  await ready(page);
  await page.locator('[data-cell="222"]').hover();
  await page.locator('[data-cell="222"] .token.ghost').waitFor();
  await page.locator("#cube .spot.ghost").waitFor();
});

scenario("hovering a cell shows its lines through all floors", "/hyper?dims=3", { refusals: true }, async (page) => {
  await ready(page);
  await page.locator('[data-cell="111"]').hover();
  await page.locator('[data-cell="333"].through').waitFor();
  assert.equal(await page.locator("#cube .through-stroke").count(), 7, "the lines through a corner");
  assert.equal(await page.locator(".cell.through").count(), 14, "two more cells of each");
  assert.equal(await page.locator("#cube .spot.marked").count(), 15);
  await page.mouse.move(5, 5);
  await page.waitForFunction(() => document.querySelectorAll(".through").length === 0);
  await page.goto(`${world.server.address}/hyper?side=4&dims=4`);
  await ready(page);
  await page.locator('[data-cell="1111"]').hover();
  await page.locator('[data-cell="4444"].through').waitFor();
  assert.equal(await page.locator(".cell.through").count(), 45, "15 lines with three more cells each");
});

scenario("the last move is marked, and the winning line in the winner's colour", "/quixo?size=3&moves=a3R", {}, async (page) => {
  await waitForStatus(page, "O to move");
  assert.equal(await page.locator(".tile.last").getAttribute("data-square"), "c3");
  await page.goto(`${world.server.address}/hyper?dims=3&moves=222_111_221_112_223`);
  await waitForStatus(page, "Cross wins");
  assert.equal(await page.locator(".cell.last").getAttribute("data-cell"), "223");
  assert.equal(await page.locator(".cell.won.p1").count(), 3);
  assert.equal(await page.locator("#cube .won-stroke.p1").count(), 1);
});

scenario("the cube is turned by drag and plays by click", "/hyper?dims=3", {}, async (page) => {
  await ready(page);
  const cube = page.locator("#cube");
  await cube.scrollIntoViewIfNeeded();
  const box = await cube.boundingBox();
  const before = await cube.locator('[data-key="spot-111"]').getAttribute("transform");
  await page.mouse.move(box.x + 20, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x + 90, box.y + 40, { steps: 4 });
  await page.mouse.up();
  assert.notEqual(await cube.locator('[data-key="spot-111"]').getAttribute("transform"), before);
  assert.deepEqual(moves(page), []);
  await cube.locator('[data-key="spot-222"] .reach').click();
  await waitForStatus(page, "Ring to move");
  assert.deepEqual(moves(page), ["222"]);
});

scenario("a collapse settles mark by mark, unless motion is unwelcome", "/quantum?position=X1.1-5+O2.5-9+X3.1-9", {}, async (page) => {
  const delays = async () => {
    await page.locator(".outcome .exact").first().waitFor();
    await page.evaluate(() => {
      window.seen = [];
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (frames, options) { window.seen.push([this.dataset.mark, options.delay]); return animate.call(this, frames, options); };
    });
    await page.locator(".outcome").first().click();
    await page.locator("#board .mark.settled").nth(2).waitFor();
    await waitForStatus(page, "O to move: worth");
    return page.evaluate(() => window.seen);
  };
  assert.deepEqual(await delays(), [["X1", 0], ["O2", 170], ["X3", 340]]);
  if (FIREFOX) return;  // over BiDi it cannot be told that motion is unwelcome
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("about:blank");
  await page.goto(`${world.server.address}/quantum?position=X1.1-5+O2.5-9+X3.1-9`);
  assert.deepEqual(await delays(), []);
});

scenario("every exhibit of the gallery opens, and says what it promises", "/#gallery", { refusals: true }, async (page) => {
  const links = await page.locator(".exhibits a").evaluateAll((all) => all.map((a) => [a.textContent, a.getAttribute("href")]));
  assert.equal(links.length, 8);
  const promises = { "The slowest win": "X to move: wins in 21 moves", "The slowest loss": "X to move: loses in 22 moves",
    "The smallest loss": "X to move: loses in 20 moves", "The draw that returns": "X to move: draw", "Nothing but bad moves": "X to move: loses in 1 move",
    "The kingmaker": "Cross to move", "The fair quantum game": "X to move: worth 0 to X", "Qubic's first move": "Ring to move" };
  for (const [title, href] of links) {
    for (const text of await page.locator(".exhibits p").allInnerTexts()) assert.equal(text.match(/[.!?]( |$)/g).length >= 2, true, text);
    await page.waitForFunction(() => document.querySelectorAll(".exhibit-picture .still").length === 8);
    await page.locator(".exhibits").getByRole("link", { name: title, exact: true }).click();
    await waitForStatus(page, promises[title] ?? "?");
    await waitFor(page, "#caption h2", title);
    assert.ok(page.url().includes(href.split("?")[0]));
    await page.goBack();
    await page.getByRole("heading", { name: "Gallery" }).waitFor();
  }
});
