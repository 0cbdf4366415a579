// What the tests of the page share: a server, a browser, and a page whose console
// must stay clean. Under run.mjs both run already. With NOUGHTS_SITE=FOLDER the same tests run
// against that folder, served by a plain file server; what is about the connection to a server is
// skipped then.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { FIREFOX, NotHere, openPage, startBrowser, startServer } from "./browser.mjs";
import { serveFolder } from "./folder.mjs";

export const world = { server: undefined, browser: undefined };

const start = () => (process.env.NOUGHTS_SITE ? serveFolder(process.env.NOUGHTS_SITE, { under: "/games/noughts" }) : startServer());

export function useBrowser() {
  const running = process.env.NOUGHTS_SITE ? undefined : process.env.NOUGHTS_SERVER;
  before(async () => {
    [world.server, world.browser] = await Promise.all([running ? JSON.parse(running) : start(), startBrowser()]);
  });
  after(async () => {
    await world.browser?.end();
    if (!running) assert.equal(await world.server?.end(), 0, "the server ends cleanly");
  });
}

// Opens the page at a path and fails if its console has a complaint in the end.
export const scenario = (name, path, options, steps) => test(name, async (t) => {
  const page = await openPage(world.browser.context, options);
  try {
    await page.goto(world.server.address + path);
    await steps(page);
    assert.deepEqual(page.complaints, [], "the console stays clean");
  } catch (error) {
    if (!(error instanceof NotHere)) throw error;
    t.skip(error.message);
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

// Answers of the server are kept back until the function that this gives is called: what is
// to be seen before them is there for as long as it takes to look.
export async function hold(page, verb) {
  let release;
  const released = new Promise((done) => { release = done; });
  await page.route(`**/api/v1/*/${verb}*`, async (route) => {
    await released;
    await route.continue().catch(() => {});  // nobody may wait for it any more
  });
  return release;
}

// The clipboard can be read, where the browser lets a test do so.
export async function mayCopy() {
  if (FIREFOX) throw new NotHere("Firefox over BiDi grants no clipboard");
  await world.browser.context.grantPermissions(["clipboard-read", "clipboard-write"]);
}

// What is rarely needed stands behind one fold.
export const openTools = (page) => page.locator("#tools:not([open]) > summary").click();

// One Quixo move by the board: a tile, then an arrow.
export async function push(page, move) {
  await page.locator(`#board [data-square="${move.slice(0, 2)}"]`).click();
  await page.locator(`#board [data-move="${move}"]`).click();
}
