// The pages of examples/web, clicked through: as they are, and built by vite. They see nothing but the
// installed tarball.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { after, before, test } from "node:test";

const WEB = process.env.NOUGHTS_WEB;
const { openPage, startBrowser } = await import(join(WEB, "e2e/browser.mjs"));
const { serveFolder } = await import(join(WEB, "e2e/folder.mjs"));
const EXAMPLES = join(WEB, "../examples/web");
const PAGES = readdirSync(EXAMPLES).filter((name) => name.endsWith(".html"));
let browser;
const servers = [];

before(async () => {
  mkdirSync("examples", { recursive: true });
  for (const name of PAGES) cpSync(join(EXAMPLES, name), join("examples", name));
  symlinkSync(resolve("node_modules"), "examples/node_modules");
  writeFileSync("examples/vite.config.js", `export default { base: "./", build: { target: "es2022", rollupOptions: { input: ${JSON.stringify(PAGES)} } } };\n`);
  execFileSync(process.execPath, [join(WEB, "node_modules/vite/bin/vite.js"), "build", "--logLevel", "error"], { cwd: resolve("examples"), stdio: "inherit" });
  browser = await startBrowser();
  for (const folder of ["examples", "examples/dist"]) servers.push({ folder, server: await serveFolder(folder) });
});
after(async () => {
  await browser.end();
  for (const { server } of servers) await server.end();
});

test("each has at most 60 lines", () => {
  assert.equal(PAGES.length, 3);
  for (const name of PAGES) assert.ok(readFileSync(join(EXAMPLES, name), "utf8").trim().split("\n").length <= 60, name);
});

async function visit(name, steps) {
  for (const { folder, server } of servers) {
    const page = await openPage(browser.context);
    await page.goto(`${server.address}/${name}.html`);
    await steps(page);
    assert.deepEqual(page.complaints, [], folder);
    await page.close();
  }
}
const says = (page, selector, pattern) => page.waitForFunction(([at, source]) => new RegExp(source).test(document.querySelector(at).textContent), [selector, pattern.source]);

test("opponent: a whole game, which the computer does not lose", () => visit("opponent", async (page) => {
  await page.locator("[data-cell='11']").click();
  await says(page, "#news", /Last move: \d\d/);
  for (let move = 0; move < 5; ++move) {
    const over = await page.waitForFunction(() => {
      const board = document.querySelector("noughts-board");
      return board.result ? "over" : board.toMove === "1" && board.moves.length > 0 ? "mine" : false;
    });
    if (await over.jsonValue() === "over") break;
    await page.locator(".cell.free").first().click();
    await page.waitForFunction(() => document.querySelector("noughts-board").toMove !== "1" || document.querySelector("noughts-board").result);
  }
  await says(page, "#news", /over: (2 wins|draw)/);
  await page.locator("[name=dims]").selectOption("3");
  await page.locator("[name=second]").check();
  await page.getByText("New game").click();
  await says(page, "#news", /Last move: 222/);
}));

test("analysis: the values of the command line, and a move on the board", () => visit("analysis", async (page) => {
  const known = JSON.parse(execFileSync(process.env.NOUGHTS_BINARY, ["analyze", "quixo", "--size", "4", "--position", "X..O/..../.O../...X X", "--json", "--quiet"], { encoding: "utf8" }));
  await page.waitForFunction((count) => document.querySelectorAll("tbody tr").length === count, known.moves.length);
  assert.match(await page.locator("#value").textContent(), new RegExp(`X to move: ${known.value}`));
  assert.equal(await page.locator("tbody tr").first().textContent(), `${known.moves[0].move}${known.moves[0].value}${known.moves[0].plies ?? ""}`);
  await page.locator("[data-square=a4]").click();
  await page.locator("[data-move^=a4]").first().click();
  await says(page, "#value", /O to move/);
  await page.locator("input").fill("XX");
  await page.getByText("Analyse").click();
  await says(page, "#value", /position/);
}));

test("quiz: the right move, then a wrong one", () => visit("quiz", async (page) => {
  for (const [right, said] of [[true, /Right!/], [false, /No, it was/]]) {
    await says(page, "#task", /wins in/);
    const chosen = await page.evaluate(async (wanted) => {
      const board = document.querySelector("noughts-board");
      while (!board.analysis || board.position !== board.analysis.position) await new Promise(requestAnimationFrame);
      return board.analysis.moves.find(({ value }) => (value === "win") === wanted).move;
    }, right);
    await page.locator(`[data-square=${chosen.slice(0, 2)}]`).click();
    await page.locator(`[data-move=${chosen}]`).click();
    await says(page, "#task", said);
    await page.locator("#next").click();
  }
  assert.equal(await page.locator("#score").textContent(), "1 of 2");
}));
