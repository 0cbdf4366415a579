// For everyone: axe finds nothing moderate or worse, the keyboard is enough, a phone is too.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { FIREFOX } from "./browser.mjs";
import { openTools, scenario, status, useBrowser, waitFor, waitForStatus, world } from "./scenario.mjs";

useBrowser();

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const ready = (page) => page.waitForFunction(() => document.querySelector("main") && !document.querySelector(".waiting-board, .thinking")
  && !/moment/.test(document.querySelector(".status")?.textContent));

const VIEWS = {
  start: ["/"], gallery: ["/#gallery"], rules: ["/#rules"], unknown: ["/#nonsense"],
  quixo: ["/quixo"],
  "a tile in hand": ["/quixo?position=X..O%2F....%2F.O..%2F...X+X", (page) => page.locator('[data-square="b1"]').click()],
  "a finished game": ["/quixo?size=3&moves=a3R_a3R_a3R_a2T_a1T_b3L_a1T", (page) => page.getByText("Game review").waitFor()],
  coach: ["/quixo?size=3", async (page) => { await page.keyboard.press("h"); await page.locator("#guide .tile").first().waitFor(); }],
  puzzle: ["/#puzzle=2026-11-20", (page) => page.locator("#board").waitFor()], trainer: ["/#train", (page) => page.locator("#board").waitFor()], archive: ["/#archive"],
  "an exhibit": ["/quixo?position=O...%2F....%2F....%2F....+X&exhibit=smallest-loss", (page) => page.locator("#caption").waitFor()],
  tools: ["/hyper?dims=3", (page) => openTools(page)],
  "a friend's turn": ["/quixo?size=3&moves=a3R&seats=person%2Cfriend", (page) => page.locator("#friend-link").waitFor()],
  "a lost game": ["/quixo?size=3&moves=b3B_a3R_a1T_c3L_c1T_a2R_a1T", (page) => page.locator("#turning .still").waitFor()],
  keys: ["/quixo?size=3", (page) => page.keyboard.press("?")],
  editor: ["/quixo?size=3", async (page) => { await openTools(page); await page.locator("#edit").click(); await page.locator("#editor").waitFor(); }],
  classes: ["/quixo?size=3", async (page) => { await openTools(page); await page.getByText("All boards of this size").click(); await page.locator(".bar.good").first().waitFor(); }],
  line: ["/quixo?size=3", async (page) => { await page.locator("#find-line").click(); await page.locator("#line").waitFor(); }],
  "against a computer": ["/quixo?size=3&seats=perfect%2Cperson", (page) => waitForStatus(page, "O to move")],
  refused: ["/quixo?size=99"],
  quantum: ["/quantum?position=X1.1-5+O2.5-9"],
  collapse: ["/quantum?position=X1.1-9+O2.1-3+X3.1-3", (page) => page.locator(".outcome .exact").nth(1).waitFor()],
  curve: ["/quantum?collapse=chance", async (page) => { await openTools(page); await page.getByText("Value for each q").click(); await page.locator(".slider").waitFor({ timeout: 120_000 }); }],
  "3^3": ["/hyper?dims=3&position=222+111+223"],
  "3^2, won": ["/hyper?position=11+12+21+22+31"],
  "eight players": ["/hyper?players=8&side=4&position=11+12+13+14+21+22+23+24"],
};

for (const theme of ["light", "dark"]) {
  scenario(`axe finds nothing moderate or worse: ${theme}`, "/", { refusals: true }, async (page) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    for (const [name, [path, act]] of Object.entries(VIEWS)) {
      await page.goto("about:blank");
      await page.goto(world.server.address + path);
      await ready(page);
      await act?.(page);
      await page.mouse.move(0, 0);
      // The policy of the page lets nobody add a script; a debugger may.
      await page.evaluate(await source());
      // Colours differ in the dark, and nothing else.
      const rules = theme === "light" ? ["wcag2a", "wcag2aa", "wcag21aa", "best-practice"] : { type: "rule", values: ["color-contrast"] };
      const found = await page.evaluate((runOnly) => window.axe.run(document, { runOnly, resultTypes: ["violations"] }), rules);
      const serious = found.violations.filter((v) => ["moderate", "serious", "critical"].includes(v.impact))
        .map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => `${n.target} ${n.any[0]?.message ?? ""}`).join(" | ")}`);
      assert.deepEqual(serious, [], name);
    }
  });
}

let text;
async function source() {
  text ??= await (await import("node:fs/promises")).readFile(AXE, "utf8");
  return text;
}

// Tab until something fits, as a person would.
async function tabTo(page, fits, what) {
  for (let i = 0; i < 60; ++i) {
    await page.keyboard.press("Tab");
    if (await page.evaluate(fits)) return;
  }
  assert.fail(`${what} cannot be reached by tab`);
}
const tabToId = (page, id) => tabTo(page, `document.activeElement.id === "${id}"`, id);
const inBoard = "document.activeElement.closest('#board') !== null";

scenario("a whole game by keyboard alone, from the start page", "/", {}, async (page) => {
  await tabTo(page, "document.activeElement.textContent.startsWith('Explore: Quixo')", "Explore");
  await page.keyboard.press("Enter");
  await waitForStatus(page, "X to move");
  await tabTo(page, "document.activeElement.getAttribute('aria-label') === 'Board'", "the size of the board");
  await page.keyboard.press("3");
  await waitForStatus(page, "wins in 7 moves");
  await page.locator(".skip").focus();
  await page.keyboard.press("Enter");
  await tabOrStay(page);
  for (let left = 7; left > 0; --left) {
    const mover = left % 2 ? "X" : "O";
    await waitForStatus(page, `${mover} to move: ${mover === "X" ? "wins" : "loses"} in ${left} ${left === 1 ? "move" : "moves"}`);
    const sign = `${mover === "X" ? "wins" : "loses"} in ${left} ${left === 1 ? "move" : "moves"}`;
    await walk(page, (label) => label.endsWith(`taking it ${sign}`));
    await page.keyboard.press("Enter");
    await page.locator(".tile.held").waitFor();
    await walk(page, (label) => label.startsWith("push") && label.endsWith(sign));
    await page.keyboard.press("Enter");
  }
  await waitForStatus(page, "X wins");
  await page.keyboard.press("u");
  await waitForStatus(page, "X to move: wins in 1 move");
  await page.keyboard.press("r");
  await waitForStatus(page, "X wins");
  await page.keyboard.press("v");
  await page.locator("#values", { hasText: "Show values" }).waitFor();
  await page.keyboard.press("v");
  await page.keyboard.press("n");
  await waitForStatus(page, "X to move: wins in 7 moves");
});

async function tabOrStay(page) {
  if (!(await page.evaluate(inBoard))) await tabTo(page, inBoard, "the board");
}

// Walks over the board with arrow keys to a square or an arrow whose label fits.
async function walk(page, fits) {
  const items = await page.locator("#board [data-row]").evaluateAll((all) => all.map((e) =>
    ({ row: Number(e.dataset.row), col: Number(e.dataset.col), label: e.getAttribute("aria-label") })));
  const goal = items.find((item) => fits(item.label));
  assert.ok(goal, `nothing fits among ${items.map((i) => i.label).join(" / ")}`);
  const at = (row, col) => items.some((i) => i.row === row && i.col === col);
  const from = await page.evaluate(() => [Number(document.activeElement.dataset.row), Number(document.activeElement.dataset.col)]);
  // Breadth first over what the keys can reach.
  const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
  const seen = new Map([[from.join(), []]]);
  for (const [place, keys] of seen) {
    const [row, col] = place.split(",").map(Number);
    if (row === goal.row && col === goal.col) {
      for (const key of keys) await page.keyboard.press(key);
      return;
    }
    for (const [key, [dr, dc]] of Object.entries(steps)) {
      const next = `${row + dr},${col + dc}`;
      if (at(row + dr, col + dc) && !seen.has(next)) seen.set(next, [...keys, key]);
    }
  }
  assert.fail(`${goal.label} cannot be reached with the arrow keys`);
}

// What a screen reader says of a game: the name of what the keyboard comes to, from the
// accessibility tree, and what is announced.
const GAMES_HEARD = [
  ["Quixo", "/quixo?size=3&position=XX.%2FOO.%2F...+X", ["c1", "Enter", "c1T", "Enter"], [
    "heading: X to move: wins in 1 move", "button: c1, blank, taking it wins in 1 move", "c1 in hand; 2 arrows to choose from",
    "button: push in from the top: c1T, wins in 1 move", "X wins"]],
  ["quantum", "/quantum?position=X1.1-2+O2.1-5", ["2", "Enter", "5", "Enter", "selA", "Enter"], [
    "heading: X to move: worth 0 to X", "button: square 2, X1, best worth 0 to you", "square 2 chosen; choose the second square",
    "button: square 5, O2, worth 0 to you", "O to move: worth 0 to O",
    "button: X3 stays in 2; X1 in 1, O2 in 5, X3 in 2; worth 0 to you", "O to move: worth 0 to O"]],
  ["n^k", "/hyper?moves=11_21_12_22", ["13", "Enter"], [
    "heading: Cross to move: wins in 1 move", "button: cell 13, empty, wins in 1 move, Cross can complete a line here", "Cross wins"]],
];
for (const [name, path, acts, expected] of GAMES_HEARD) {
  scenario(`a game can be followed by ear: ${name}`, path, { refusals: true }, async (page) => {
    await ready(page);
    await waitForStatus(page, "to move:");
    // The role and the name alone: - button "c1, blank": ...
    const named = async (item) => /(\w+) "(.*?)"['\s:[]*(level|pressed|disabled|text|$|"|\n|:|\+)/s.exec((await item.ariaSnapshot()).split("\n")[0]).slice(1, 3).join(": ");
    const heard = [await named(page.locator("h1.status"))];
    let read = await page.locator("#live p").count();
    for (const act of acts) {
      if (act === "Enter") await page.keyboard.press("Enter");
      else {
        const item = page.locator(`#board [data-square="${act}"], #board [data-cell="${act}"], #board [data-move="${act}"], .outcome[data-move="${act}"]`).first();
        await item.focus();
        heard.push(await named(item));
        continue;
      }
      await page.waitForFunction((n) => document.querySelectorAll("#live p").length > n, read);
      await ready(page);
      const all = await page.locator("#live p").allInnerTexts();
      heard.push(...all.slice(read));
      read = all.length;
    }
    assert.deepEqual(heard, expected);
  });
}

scenario("every other action by keyboard alone", "/quantum?collapse=chance&position=X1.1-9+O2.1-3", {}, async (page) => {
  await waitForStatus(page, "X to move: worth");
  await tabTo(page, inBoard, "the board");
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await waitForStatus(page, "Chance decides");
  await tabToId(page, "draw");
  await page.keyboard.press("Enter");
  await waitFor(page, ".remark", /./);
  await waitForStatus(page, "O to move");
  await tabToId(page, "find-line");
  await page.keyboard.press("Enter");
  await page.locator("#line").waitFor();
  await tabToId(page, "line-on");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector("#line [aria-current]")?.textContent !== "here");
  await page.keyboard.press("Escape");
  await page.locator("#line").waitFor({ state: "detached" });
  await tabTo(page, "document.activeElement.closest('#moves') !== null", "the list of moves");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await waitForStatus(page, "to move");
  await tabToId(page, "seat-O");
  await page.keyboard.press("End");
  await page.waitForFunction(() => document.querySelector("#seat-O").value === "perfect");
  await tabToId(page, "swap");
  await page.keyboard.press("Enter");
  await page.keyboard.press("h");
  await page.locator("#lesson-next").waitFor();
  await tabToId(page, "lesson-next");
  await page.keyboard.press("Enter");
  await waitFor(page, ".lesson", "2 of 5");
  await page.locator("#guide .square").first().waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.id), "lesson-next", "Enter again goes on");
  await page.keyboard.press("Escape");
  await page.keyboard.press("p");
  await page.goto(`${world.server.address}/hyper?dims=3`);
  await waitForStatus(page, "Cross to move: wins");
  await tabToId(page, "cube");
  const before = await page.locator("#cube svg").innerHTML();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowUp");
  assert.notEqual(await page.locator("#cube svg").innerHTML(), before, "the cube turned");
  assert.match(await status(page), /^Cross to move: wins/);
});

// Presses what has the focus once tab has come to it.
async function pressId(page, id) {
  await tabToId(page, id);
  await page.keyboard.press("Enter");
}
const openEditor = async (page) => {
  await tabTo(page, "document.activeElement.parentElement.id === 'tools'", "Tools");
  if (!(await page.locator("#tools").evaluate((e) => e.open))) await page.keyboard.press("Enter");
  await pressId(page, "edit");
  await page.waitForFunction(() => document.activeElement.closest("#editor") !== null);
};
const go = async (page, ...keys) => { for (const key of keys) await page.keyboard.press(key); };
const position = (page) => page.locator("#position").inputValue();
const waitForPosition = (page, text) => page.waitForFunction((expected) => document.querySelector("#position")?.value === expected, text);

scenario("the editor by keyboard alone: tiles, marks, pairs and how a cycle settles", "/quixo?size=3", {}, async (page) => {
  await waitForStatus(page, "X to move: wins in 7 moves");
  await openEditor(page);
  await go(page, "Enter", "ArrowRight", "Enter", "Enter", "ArrowDown", "Enter");
  await tabTo(page, "document.activeElement.getAttribute('aria-label') === 'To move'", "who is to move");
  await page.keyboard.press("O");
  await pressId(page, "editor-use");
  await waitForStatus(page, "O to move");
  assert.equal(await page.evaluate(() => document.activeElement.tagName), "H1", "the focus goes on at the title");
  assert.equal(await position(page), "XO./.X./... O");

  await page.goto(`${world.server.address}/hyper?dims=3`);
  await waitForStatus(page, "Cross to move: wins");
  await openEditor(page);
  await go(page, "Enter", "ArrowRight", "ArrowRight", "ArrowRight", "Enter");
  await pressId(page, "editor-use");
  await waitForPosition(page, "111 211");
  await waitForStatus(page, "Cross to move");

  await page.goto(`${world.server.address}/quantum`);
  await waitForStatus(page, "X to move: worth");
  await openEditor(page);
  // A press is taken once the server has said what can be pressed.
  const press = async (...keys) => {
    await go(page, ...keys);
    await page.waitForFunction(() => document.activeElement.getAttribute("aria-disabled") === "false");
    await page.keyboard.press("Enter");
  };
  await press();
  await press("ArrowRight");
  await waitFor(page, "#editor-hint", "or a pair below");
  await press();
  await press("ArrowLeft");
  await waitFor(page, "#editor-hint", "framed square in which O2 stays");
  assert.equal(await page.locator("#editor .arc.in-cycle").count(), 2, "the cycle is drawn");
  await page.locator('#editor [data-square="2"][aria-label$="O2 stays here"]').waitFor();
  await press("ArrowRight");
  await page.locator('#editor [data-square="2"] .mark.settled[data-mark="O2"]').waitFor();
  assert.equal(await page.locator('#editor [data-square="1"] .mark.settled[data-mark="X1"]').count(), 1);
  await press("ArrowRight");
  await press("ArrowDown");
  await tabTo(page, "document.activeElement.getAttribute('aria-label') === 'remove X3.3-6'", "the last pair");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll('.editor [aria-label^="remove"]').length === 2);
  await pressId(page, "editor-use");
  await waitForPosition(page, "X1.1-2 O2.1-2 selB");
  await openEditor(page);
  await pressId(page, "editor-cancel");
  await page.locator("#editor").waitFor({ state: "detached" });
  assert.equal(await position(page), "X1.1-2 O2.1-2 selB", "nothing has changed");
});

scenario("position, links and files by keyboard alone", "/quixo?size=3&moves=a3R", {}, async (page) => {
  await waitForStatus(page, "O to move");
  await tabTo(page, "document.activeElement.parentElement.id === 'tools'", "Tools");
  await page.keyboard.press("Enter");
  await tabToId(page, "position");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("X../.../..O X");
  await pressId(page, "use");
  await waitForStatus(page, "X to move");
  assert.equal(await position(page), "X../.../..O X");
  await pressId(page, "copy-link");
  await waitFor(page, "#live", /Link (copied|shown to copy by hand)/);
  await pressId(page, "copy");
  await waitFor(page, "#live", /Position (copied|shown to copy by hand)/);
  await tabToId(page, "save");
  const text = JSON.stringify({ noughts: 1, game: "quixo", rules: { size: "3" }, start: "", moves: ["a3R", "a3R"], seats: "" });
  if (!FIREFOX) {  // it tells of no download, and opens no file, over BiDi
    const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
    assert.equal(download.suggestedFilename(), "noughts-quixo.json");
    const chosen = page.waitForEvent("filechooser");
    await pressId(page, "load-file");
    await (await chosen).setFiles({ name: "game.json", mimeType: "application/json", buffer: Buffer.from(text) });
    await page.waitForFunction(() => document.querySelectorAll("#steps li").length === 3);
  }
});

scenario("a friend by link, by keyboard alone", "/quixo?size=3&values=hidden", {}, async (page) => {
  await waitForStatus(page, "X to move");
  await tabToId(page, "seat-O");
  await page.keyboard.press("ArrowDown");
  await page.waitForFunction(() => document.querySelector("#seat-O").value === "friend");
  await tabTo(page, inBoard, "the board");
  await page.locator('#board [data-square="a3"]').evaluate((e) => e.focus());
  await page.keyboard.press("Enter");
  await page.locator(".tile.held").waitFor();
  await walk(page, (label) => label === "push in from the right: a3R");
  await page.keyboard.press("Enter");
  await waitFor(page, "#prompt", "O is your friend");
  await tabToId(page, "friend-link");
  await pressId(page, "copy-friend");
  await waitFor(page, "#live", /Friend's link (copied|shown to copy by hand)/);
  await page.goto(await page.locator("#friend-link").inputValue());
  await waitForStatus(page, "O to move");
});

scenario("the end of a game by keyboard alone: its mistake, again from there, Share", "/quixo?size=3&seats=person%2Cperfect&moves=a3R_a3R_b1R_a1R_b1T_a2R", { refusals: true }, async (page) => {
  await waitForStatus(page, "You lost. O wins");
  await page.locator("#retry").waitFor();
  await pressId(page, "share-game");
  await waitFor(page, "#live", /Game (copied|shown to copy by hand)/);
  await tabTo(page, "document.activeElement.closest('#drops') !== null", "the mistakes");
  await page.keyboard.press("Enter");
  await page.locator("#board .sketch.better").waitFor();
  await pressId(page, "retry");
  await page.waitForFunction(() => !document.querySelector("#turning"));
  await waitForStatus(page, "X to move");
  await pressId(page, "hint");
  await page.locator("#board .tile.hinted").waitFor();
});

scenario("on a phone nothing is wider than the screen, and everything is large enough to hit", "/", { refusals: true }, async (page) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ["/", "/#gallery", "/#rules", "/quixo?size=5", "/quixo?size=4&moves=a4R_a3R", "/quantum?position=X1.1-9+O2.1-3+X3.1-3",
    "/hyper?dims=3", "/hyper?dims=4", "/hyper?side=4&dims=4", "/hyper?side=4&dims=3", "/hyper?dims=3&players=8", "/hyper?side=8", "/hyper?side=12", "/quixo?size=8&moves=a8R_a1R", "/#puzzle=2026-11-20", "/#train", "/#archive"]) {
    await page.goto("about:blank");
    await page.goto(world.server.address + path);
    await ready(page);
    // A tile in hand: on large boards the arrows lie over the tiles at the edge.
    if (/size=[48]/.test(path)) {
      await page.locator("#board .tile.free").first().click();
      await page.locator("#board .push").nth(1).waitFor();
    }
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `${path} is ${wide} pixels too wide`);
    const cut = await page.evaluate(() => ["/hyper?dims=3"].includes(location.pathname + location.search) ? [...document.querySelectorAll("#board .cell")].filter((e) => e.getBoundingClientRect().right > innerWidth).length : 0);
    assert.equal(cut, 0, `${path}: cells beyond the edge`);
    const small = await page.evaluate(() => [...document.querySelectorAll("button, select, summary, textarea, input:not([type=checkbox]), .button, .tab, .check, footer a")]
      .filter((e) => e.checkVisibility() && !e.closest(".sr")).map((e) => ({ box: e.getBoundingClientRect(), name: e.textContent.slice(0, 30) || e.id || e.ariaLabel }))
      .filter(({ box }) => box.height < 39.5 || box.width < 39.5).map(({ box, name }) => `${name}: ${Math.round(box.width)}x${Math.round(box.height)}`));
    assert.deepEqual(small, [], path);
  }
});

scenario("what one plays with comes before rare tools on a phone", "/quixo", {}, async (page) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await waitForStatus(page, "X to move");
  const top = async (text) => (await page.getByRole("heading", { name: text, exact: true }).boundingBox()).y;
  const order = [];
  for (const name of ["Players", "Moves", "Tools"]) order.push(await top(name));
  assert.deepEqual(order, [...order].sort((a, b) => a - b));
});
