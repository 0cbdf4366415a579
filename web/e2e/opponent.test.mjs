// Players that always move, and what is said when a game has ended.
import assert from "node:assert/strict";
import { moves, openTools, push, scenario, seat, status, useBrowser, waitFor, waitForStatus, world } from "./scenario.mjs";

useBrowser();

const until = (page, n) => page.waitForFunction((count) => document.querySelectorAll("#steps li").length > count, n);

for (const [name, path, knows] of [
  ["4x4 Quixo", "/quixo?seats=person%2Cperfect", /exact/],
  ["5x5 Quixo without tables", "/quixo?size=5&seats=person%2Cperfect", /exact/],
  ["5x5 Quixo beyond its openings", "/quixo?size=5&seats=person%2Cperfect&position=XO...%2FOX...%2FXO...%2FOX...%2FX....+X", /a guess: looked \d+ moves ahead|found by search/],
  ["8x8 Quixo", "/quixo?size=8&seats=person%2Cperfect", /a guess: looked \d+ moves ahead/],
  ["quantum, chance", "/quantum?collapse=chance&seats=person%2Cperfect", /found by search/],
  ["Qubic", "/hyper?side=4&dims=3&seats=person%2Cperfect", /proved|found by search|a guess/],
  ["four players on 3^3", "/hyper?dims=3&players=4&seats=person%2Cperfect%2Cperfect%2Crandom", /a guess|found by search|at random/],
  ["8^2", "/hyper?side=8&seats=person%2Cperfect", /found by search|proved|a guess/],
  ["3^4", "/hyper?dims=4&seats=person%2Cperfect", /a guess/],
  ["6^4, eight players", "/hyper?side=6&dims=4&players=8&seats=person%2Cperfect%2Cperfect%2Cperfect%2Cperfect%2Cperfect%2Cperfect%2Cperfect", /a guess/],
]) {
  scenario(`a computer answers: ${name}`, path, { refusals: true }, async (page) => {
    await page.waitForFunction(() => !/moment/.test(document.querySelector(".status")?.textContent));
    const board = page.locator("#board");
    if (await board.locator(".tile").count()) {
      await board.locator(".tile.free").first().click();
      await board.locator(".push").first().click();
    } else if (await board.locator(".square").count()) {
      await board.locator('[data-square="1"]').click();
      await board.locator('[data-square="9"]').click();
    } else await board.locator(".cell.free").nth(5).click();
    await until(page, 2);
    await page.locator(".remark", { hasText: "played" }).waitFor();
    assert.match(await page.locator(".remark").innerText(), knows);
  });
}

scenario("a board without tables: guesses look like guesses, and what is proved is said", "/quixo?size=6", {}, async (page) => {
  await waitForStatus(page, "X to move: unsolved; looks");
  await waitFor(page, "#certainty", "X cannot lose: this is proved");
  await waitFor(page, "#known", "guessed by looking ahead");
  assert.match(await page.locator("#moves .badge").first().innerText(), /^(=|[+−]\d\.\d)\?$/);
  await page.goto(`${world.server.address}/quixo?size=5&position=.XXXX%2FXX...%2FX...X%2F.X.O.%2F.XO.O+O`);
  await waitFor(page, "#certainty", "X holds a fortress");
  assert.equal(await page.locator("#board .tile.fortress").count(), 10);
});

scenario("levels, swap sides, new game", "/quixo?size=3", {}, async (page) => {
  await waitForStatus(page, "X to move");
  const levels = await page.locator("#seat-O option").allInnerTexts();
  assert.deepEqual(levels, ["A person", "A friend, by link", "Random", "Easy", "Medium", "Hard", "Perfect"]);
  await seat(page, "O", "perfect");
  await page.locator("#swap").click();
  await until(page, 1);
  assert.equal(await page.locator("#seat-X").inputValue(), "perfect");
  await waitForStatus(page, "O to move");
  await page.locator("#new").click();
  await page.waitForFunction(() => document.querySelectorAll("#steps li").length === 2);
  assert.match(page.url(), /seats=perfect%2Cperson/);
});

scenario("the players agree on a draw at the third repetition, aloud; one may play on", "/quixo?position=XXOX%2F....%2F....%2F..OO+X", {}, async (page) => {
  await waitForStatus(page, "X to move: draw");
  await seat(page, "X", "perfect");
  await seat(page, "O", "perfect");
  await page.locator(".status", { hasText: "same board three times" }).waitFor({ timeout: 120_000 });
  assert.match(await page.locator("#live").innerText(), /same board three times/);
  const count = await page.locator("#steps li").count();
  await page.getByRole("heading", { name: "Game review" }).waitFor();
  // Every board of this size is solved: the review asks for them all, and says nothing else meanwhile.
  assert.doesNotMatch(await page.locator("#mistakes").innerText(), /cannot be judged|can be judged/);
  await waitFor(page, "#mistakes", /^No mistakes: every move kept the best result\.|mistakes?\. Show it/);
  await page.locator("#play-on").click();
  await until(page, count);
});

scenario("pause and go on", "/hyper?dims=3&seats=random%2Crandom", {}, async (page) => {
  await until(page, 2);
  await page.locator("#pause").click();
  await waitFor(page, "#prompt", "Paused");
  const count = await page.locator("#steps li").count();
  await page.waitForTimeout(900);  // twice the time a computer takes
  assert.equal(await page.locator("#steps li").count(), count);
  await page.keyboard.press("p");
  await until(page, count);
  await page.locator("#pause").click();
});

scenario("where every move draws, how careful the other must be", "/hyper", {}, async (page) => {
  await waitForStatus(page, "Cross to move: draw");
  await waitFor(page, "#moves .note", "1 of 8 replies still draws");
  const notes = await page.locator("#moves .note").allInnerTexts();
  const held = notes.map((note) => Number(/(\d+) (of 8|replies)/.exec(note)?.[1] ?? 8));
  assert.deepEqual(held, [...held].sort((a, b) => a - b), "the most dangerous first");
  assert.equal(await page.locator('[data-cell="11"] .value').innerText(), "=1/8");
  assert.equal(await page.locator('[data-cell="22"] .value').innerText(), "=4/8");
});

scenario("a lost game is reviewed: where, and what was better", "/quixo?size=3&moves=a3R_b3B", {}, async (page) => {
  // A game with a mistake, made by the values: the worst move, then best play of the other.
  await waitForStatus(page, "X to move");
  for (let i = 0; i < 20 && !/wins$/.test(await status(page)); ++i) {
    const before = await page.locator("#steps li").count();
    const list = page.locator("#moves .name");
    await (i === 0 ? list.last() : list.first()).click();
    await until(page, before);
    await page.waitForFunction(() => !document.querySelector(".waiting-board, .thinking"));
  }
  await waitForStatus(page, "wins");
  await page.getByRole("heading", { name: "Game review" }).waitFor();
  for (const text of ["moves made", "wins", "even", "loses"]) await page.locator(".game-chart .chart").getByText(text, { exact: true }).waitFor();
  await page.locator(".game-chart .drop").first().waitFor();
  const drop = page.locator("#drops button").first();
  assert.match(await drop.innerText(), /Move \d+, \w+: loses in \d+ moves?\. Best was \w+: wins in \d+ moves?\./);
  assert.equal(await page.locator(".won-line line").count(), 1, "the winning line is drawn");
  assert.equal(await page.evaluate(() => document.getAnimations().filter((a) => a.effect?.getTiming().iterations === Infinity).length), 0, "nothing blinks");
  const at = Number(/Move (\d+)/.exec(await drop.innerText())[1]);
  await drop.click();
  await page.waitForFunction((n) => document.querySelector("#steps [aria-current]")?.textContent.startsWith(n === 0 ? "start" : `${n}.`), at - 1);
  await page.locator("#moves .name.played").waitFor();
  await page.locator(".game-chart .hit").last().hover();
  await page.locator(".game-chart .reading", { hasText: "wins" }).waitFor();
  await page.locator(".game-chart .hit").last().click();
  await waitForStatus(page, "wins");
  await page.locator("#again-game").click();
  await waitForStatus(page, "X to move: wins in 7 moves");
  assert.deepEqual(moves(page), []);
});

scenario("looking back at a game that has ended does not set the computer going", "/quixo?size=3&seats=person%2Cperfect&moves=a3R_a3R_a3R_a2T_a1T_b3L_a1T", {}, async (page) => {
  await waitForStatus(page, "X wins");
  await page.locator("h1.status").click();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await waitForStatus(page, "O to move");
  await waitFor(page, "#prompt", "looking back");
  await page.waitForTimeout(900);
  assert.equal(await page.locator("#steps li").count(), 8);
  await page.locator("#undo").click();
  await waitForStatus(page, "X to move");
  assert.equal(await page.locator("#steps li").count(), 8);
});

scenario("one language of values: for the player to move, in words", "/quantum?position=X1.1-2", {}, async (page) => {
  await waitForStatus(page, "O to move: worth");
  const worth = page.locator(".status .worth");
  const words = await worth.innerText();
  assert.match(words, /^worth [+−]?[\d/]+ to O$/);
  assert.equal((await worth.getAttribute("class")).includes("good"), words.includes("+"));
  await page.goto(`${world.server.address}/quixo?position=O.../..../..../....+X`);
  await waitForStatus(page, "X to move: loses in 20 moves");
  assert.match(await page.locator(".legend-line").innerText(), /^For the player to move:\s+−20\s+loses in 20 moves$/);
  assert.match(await page.locator('#board [data-square="d1"]').getAttribute("title"), /^the best with this tile: loses in \d+ moves$/);
  await push(page, "d1T");
  await waitForStatus(page, "O to move: wins in");
});

scenario("five rules for people, and a game to try them in", "/quixo", {}, async (page) => {
  await waitForStatus(page, "X to move");
  await openTools(page);
  await page.locator("#plan summary").click();
  for (let step = 1; step <= 5; ++step) {
    await waitFor(page, "#plan .lesson", `${step} of 5.`);
    assert.equal(await page.locator("#plan .lesson-picture .tile").count(), 25);
    if (step < 5) await page.locator("#plan-next").click();
  }
  await page.locator("#plan a").click();
  await waitForStatus(page, "X to move");
  assert.equal(await page.locator("#seat-O").inputValue(), "perfect");
});
