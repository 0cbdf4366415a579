// What the tests of the page share: a server, a browser, and a page whose console
// must stay clean. Under run.mjs both run already.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openPage, startBrowser, startServer } from "./browser.mjs";

export const world = { server: undefined, browser: undefined };

export function useBrowser() {
  const running = process.env.NOUGHTS_SERVER;
  before(async () => {
    [world.server, world.browser] = await Promise.all([running ? JSON.parse(running) : startServer(), startBrowser()]);
  });
  after(async () => {
    await world.browser?.end();
    if (!running) assert.equal(await world.server?.end(), 0, "the server ends cleanly");
  });
}

// Opens the page at a path and fails if its console has a complaint in the end.
export const scenario = (name, path, options, steps) => test(name, async () => {
  const page = await openPage(world.browser.context, options);
  try {
    await page.goto(world.server.address + path);
    await steps(page);
    assert.deepEqual(page.complaints, [], "the console stays clean");
  } finally {
    await page.close();
  }
});

export const status = (page) => page.locator(".status").innerText();
export const waitForStatus = (page, text) => page.waitForFunction(
  (t) => document.querySelector(".status")?.textContent.includes(t), text);
export const waitFor = (page, selector, text) => page.locator(selector, { hasText: text }).first().waitFor();
export const seat = (page, name, kind) => page.getByLabel(`Player ${name}`).selectOption(kind);
export const moves = (page) => new URL(page.url()).searchParams.get("moves")?.split("_") ?? [];

// Answers of the server come late, so that something happens before them.
export const delay = (page, verb, milliseconds) => page.route(`**/api/v1/*/${verb}*`, async (route) => {
  await new Promise((r) => setTimeout(r, milliseconds));
  await route.continue().catch(() => {});  // nobody may wait for it any more
});

// One Quixo move by the board: a tile, then an arrow.
export async function push(page, move) {
  await page.locator(`#board [data-square="${move.slice(0, 2)}"]`).click();
  await page.locator(`#board [data-move="${move}"]`).click();
}
