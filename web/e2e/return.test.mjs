// What makes people come back: puzzles, the trainer, the end of a game, hints, the editor, files,
// a friend by link.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { FIREFOX, NotHere } from "./browser.mjs";
import { mayCopy, moves, openTools, push, scenario, seat, useBrowser, waitFor, waitForStatus, world } from "./scenario.mjs";

useBrowser();

const puzzles = JSON.parse(readFileSync(new URL("../src/puzzles.json", import.meta.url), "utf8"))
  .map((p) => ({ ...p, rules: { ...(p.rules.size && { size: p.rules.size }), ...(p.rules.dims && { dims: p.rules.dims }) } }));
const ready = (page) => page.waitForFunction(() => document.querySelector("#board") && !document.querySelector(".waiting-board, .thinking"));
const shown = (page) => page.evaluate(() => document.querySelector(".puzzle-card").dataset.key.replace("puzzle-", ""));
const puzzleShown = async (page) => { const position = await shown(page); return puzzles.find((p) => p.position === position); };

// A move on the board of a puzzle, whatever its game.
async function make(page, { game }, move) {
  if (game === "quixo") return push(page, move);
  if (game === "hyper") return page.locator(`#board [data-cell="${move}"]`).click();
  if (move.startsWith("sel")) return page.locator(`.outcome[data-move="${move}"]`).click();
  for (const square of new Set(/(\d)-(\d)$/.exec(move).slice(1))) await page.locator(`#board [data-square="${square}"]`).click();
}

// Some other legal move.
async function wrong(page, { game, rules, position, answer }) {
  const query = new URLSearchParams({ ...rules, position });
  const all = await page.evaluate((path) => fetch(path).then((r) => r.json()), `/api/v1/${game}/moves?${query}`);
  return all.moves.find((move) => move !== answer && move[0] !== answer[0]) ?? all.moves.find((move) => move !== answer);
}

if (!process.env.NOUGHTS_SITE) scenario("the puzzle of a day: a wrong try, the right one, the streak, the text to share", "/#puzzle=2026-11-20", {}, async (page) => {
  await waitFor(page, "h1.status", /Find the only|still draw/);
  const puzzle = await puzzleShown(page);
  await make(page, puzzle, await wrong(page, puzzle));
  await waitFor(page, "#verdict-line", /(is not it|wins in|loses|draws|is worth).*Try again/);
  await page.keyboard.press("Escape");
  await make(page, puzzle, puzzle.answer);
  await waitFor(page, "#verdict-line", "Right:");
  assert.match(await page.locator("#live").innerText(), /Right:/);
  await waitFor(page, ".figure", "1");
  await mayCopy();
  await page.locator("#share-puzzle").click();
  await waitFor(page, "#share-puzzle", "Copied");
  const text = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(text, /^noughts puzzle 2026-11-20\n.*★.*\n🟧🟩\nhttp.*#puzzle=2026-11-20$/);
  await page.reload();
  await waitFor(page, ".panel", "Solved in 2 tries");
  await page.getByRole("link", { name: "Earlier puzzles" }).click();
  assert.equal(await page.locator(".archive li").count(), 60);
  await page.goto(`${world.server.address}/#puzzle=2026-11-21`);
  await page.waitForFunction((before) => document.querySelector(".puzzle-card") && document.querySelector(".puzzle-card").dataset.key !== `puzzle-${before}`, puzzle.position);
});

// The list is the program's: its values say of each that there is one such move.
if (!process.env.NOUGHTS_SITE) scenario("every fourth puzzle of the list has one answer", "/#rules", {}, async (page) => {
  const some = puzzles.filter((_, i) => i % 4 === 0);
  const bad = await page.evaluate(async (list) => {
    const found = [];
    for (const { game, rules, position, answer, value, plies } of list) {
      const known = await (await fetch(`/api/v1/${game}/analyze?${new URLSearchParams({ ...rules, position })}`)).json();
      const keeping = known.moves.filter((m) => m.value === known.value).map((m) => m.move);
      if (keeping.join() !== answer || known.value !== value || (known.plies ?? null) !== plies) found.push(position);
    }
    return found;
  }, some);
  assert.ok(some.length > 80);
  assert.deepEqual(bad, []);
});

scenario("the trainer: the rating rises and falls, by the first try only", "/#train", {}, async (page) => {
  await waitFor(page, "h1.status", /Find the only|still draw/);
  const rating = async () => Number(/\d+/.exec(await page.locator("#rating").innerText())[0]);
  const before = await rating();
  const puzzle = await puzzleShown(page);
  await make(page, puzzle, puzzle.answer);
  await waitFor(page, "#verdict-line", "At the first try");
  assert.ok(await rating() > before);
  await page.locator("#next-puzzle").click();
  await page.waitForFunction((p) => document.querySelector(".puzzle-card").dataset.key !== `puzzle-${p}`, puzzle.position);
  const raised = await rating();
  await page.locator("#give-up").click();
  await waitFor(page, "#verdict-line", "The move was");
  assert.ok(await rating() < raised);
  await page.getByLabel("Game", { exact: true }).selectOption("Quixo 3×3");
  await page.getByLabel("Difficulty", { exact: true }).selectOption("1");
  await waitFor(page, ".puzzle-card .note", "Quixo 3×3");
  assert.equal(await page.locator("#board .tile").count(), 9);
  await page.reload();
  await waitFor(page, ".panel", "2 positions tried");
});

scenario("the end of a lost game: why, where, and again from there", "/quixo?size=3&seats=person%2Cperfect&moves=a3R_a3R_b1R_a1R_b1T_a2R", { refusals: true }, async (page) => {
  await waitForStatus(page, "You lost. O wins");
  await waitFor(page, "#turning", "The turning point: move");
  await page.locator("#turning .sketch.played").waitFor({ state: "attached" });
  assert.equal(await page.locator("#turning .sketch.better").count(), 1);
  assert.match(await page.locator("#accuracy").innerText(), /Accuracy \d+%: \d+ of your \d+ moves gave nothing away/);
  await mayCopy();
  await page.locator("#share-game").click();
  await waitFor(page, "#share-game", "Copied");
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /You lost.*accuracy \d+%/s);
  await page.locator("#drops button").first().click();
  await page.locator("#board .sketch.played").waitFor();
  assert.equal(await page.locator("#board .sketch.better").count(), 1, "both moves are drawn");
  const card = await page.locator(".board-card").boundingBox();
  await page.waitForFunction(() => document.querySelector("#board").getBoundingClientRect().top >= 0);
  assert.ok(card);
  await page.locator("#retry").click();
  await page.waitForFunction(() => !document.querySelector("#turning"));
  await waitForStatus(page, "X to move");
  assert.equal(await page.locator("#redo").getAttribute("aria-disabled"), "true", "what came after is gone");
});

scenario("a hint: first the tile, then the push", "/quixo?size=3&values=hidden&seats=person%2Cperfect", {}, async (page) => {
  await page.waitForFunction(() => document.querySelector("#hint") && !document.querySelector("#hint").ariaDisabled);
  await page.locator("#hint").click();
  await page.locator("#board .tile.hinted").waitFor();
  const tile = await page.locator("#board .tile.hinted").getAttribute("data-square");
  await waitFor(page, ".remark", `Hint: take ${tile}`);
  assert.match(await page.locator("#live").innerText(), /Hint: take/);
  assert.equal(await page.locator("#board .sketch").count(), 0);
  await page.keyboard.press("i");
  await page.locator("#board .sketch.hint").waitFor();
  await waitFor(page, ".remark", "push it in from the");
  for (const [path, square] of [["/quantum", ".square.hinted"], ["/hyper?dims=3", ".cell.hinted"]]) {
    await page.goto(world.server.address + path);
    await page.waitForFunction(() => document.querySelector("#hint") && !document.querySelector("#hint").ariaDisabled);
    await page.locator("#hint").click();
    await page.locator(square).first().waitFor();
    await page.locator("#hint").click();
    await page.locator("#board .sketch.hint").first().waitFor();
  }
});

scenario("any position of each game is set up on the board", "/hyper?dims=3", { refusals: true }, async (page) => {
  await ready(page);
  await openTools(page);
  await page.locator("#edit").click();
  for (const cell of ["111", "222", "333"]) await page.locator(`#editor [data-cell="${cell}"]`).click();
  await page.locator('#editor [data-cell="111"]').click();
  await waitFor(page, ".editor .prompt", "Press an empty cell");
  await page.getByLabel("Marks of").selectOption("2");
  await page.locator('#editor [data-cell="123"]').click();
  await waitFor(page, ".editor .prompt", "Players take turns");
  assert.ok(await page.getByRole("button", { name: "Use this board" }).isDisabled());
  await page.locator('#editor [data-cell="222"]').click();
  await page.getByRole("button", { name: "Use this board" }).click();
  await waitForStatus(page, "Cross to move");
  assert.equal(await page.locator("#position").inputValue(), "333 123");
  await page.goto(`${world.server.address}/quantum`);
  await ready(page);
  await openTools(page);
  await page.locator("#edit").click();
  for (const square of [1, 5, 9, 5]) await page.locator(`#editor .square`).nth(square - 1).click();
  await page.getByRole("button", { name: "remove X1.1-5" }).click();
  await page.getByRole("button", { name: "Use this board" }).click();
  await waitForStatus(page, "O to move");
  assert.equal(await page.locator("#position").inputValue(), "X1.5-9");
});

scenario("a game is saved as a file and loaded again", "/quixo?size=3&moves=a3R_a3R&seats=person%2Chard", {}, async (page) => {
  await ready(page);
  await openTools(page);
  if (FIREFOX) throw new NotHere("Firefox over BiDi tells of no download");
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#save").click()]);
  const chunks = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString("utf8");
  assert.equal(download.suggestedFilename(), "noughts-quixo.json");
  await page.goto(`${world.server.address}/hyper`);
  await ready(page);
  await openTools(page);
  await page.locator("#load").setInputFiles({ name: "x.json", mimeType: "application/json", buffer: Buffer.from("{}") });
  await waitFor(page, "#tools [role=alert]", "not a saved game");
  await page.locator("#load").setInputFiles({ name: "game.json", mimeType: "application/json", buffer: Buffer.from(text) });
  await page.waitForFunction(() => document.querySelectorAll("#steps li").length === 3);
  assert.deepEqual(moves(page), ["a3R", "a3R"]);
  assert.equal(await page.locator("#seat-O").inputValue(), "hard");
  assert.equal(await page.getByLabel("Board", { exact: true }).inputValue(), "3");
});

scenario("two devices play through links alone", "/quixo?size=3&values=hidden", {}, async (page) => {
  await ready(page);
  await seat(page, "O", "friend");
  await push(page, "a3R");
  await waitFor(page, "#prompt", "O is your friend");
  assert.equal(await page.locator("#board .tile.free").count(), 0, "it is not our turn");
  const link = await page.locator("#friend-link").inputValue();
  await page.goto(link);  // as the friend does
  await waitForStatus(page, "O to move");
  assert.equal(await page.locator("#seat-X").inputValue(), "friend");
  await push(page, "a3R");
  await waitFor(page, "#prompt", "X is your friend");
  await page.goto(await page.locator("#friend-link").inputValue());
  await waitForStatus(page, "X to move");
  assert.deepEqual(moves(page), ["a3R", "a3R"]);
  assert.ok(await page.locator("#board .tile.free").count() > 0);
});
