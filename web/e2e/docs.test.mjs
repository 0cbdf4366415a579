// The documents as pages of a site: nothing comes from elsewhere, the search finds a heading, links
// lead on, and a page fits a phone. NOUGHTS_DOCS=FOLDER tests the pages alone (tools/docs-site).
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { openPage, startBrowser } from "./browser.mjs";
import { serveFolder } from "./folder.mjs";

const DOCS = process.env.NOUGHTS_DOCS ?? (process.env.NOUGHTS_SITE && join(process.env.NOUGHTS_SITE, "docs"));
const only = { skip: !(DOCS && existsSync(DOCS)) && "NOUGHTS_SITE names no folder with documents" };
const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
let site, browser;

before(async () => { if (!only.skip) [site, browser] = await Promise.all([serveFolder(DOCS, { under: "/a/docs" }), startBrowser()]); });
after(async () => { await browser?.end(); await site?.end(); });

async function visit(path, steps) {
  const page = await openPage(browser.context);
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  try {
    await page.goto(`${site.address}/${path}`);
    await steps(page);
    assert.deepEqual(page.complaints, [], "the console stays clean");
    assert.deepEqual(asked.filter((address) => !address.startsWith(site.address)), [], "other hosts are not asked");
  } finally {
    await page.close();
  }
}

test("the search finds a heading and leads to it", only, () => visit("guide/play.html", async (page) => {
  await page.getByLabel("Search").fill("misère play");
  const first = page.locator("#found a").first();
  await first.waitFor();
  assert.match(await first.textContent(), /Misère play/);
  await page.getByLabel("Search").press("Enter");
  await page.waitForURL(/#misre-play/);
  assert.ok(await page.locator(":target").isVisible());
}));

test("the search says when it finds nothing", only, () => visit("index.html", async (page) => {
  await page.getByLabel("Search").fill("zzyzx");
  await page.getByText("Nothing found.").waitFor();
  await page.getByLabel("Search").press("Escape");
  assert.equal(await page.locator("#found").textContent(), "");
}));

test("the contents name every page and mark the one shown", only, () => visit("results/index.html", async (page) => {
  assert.ok(await page.locator("nav > ul > li").count() > 30);
  assert.equal(await page.locator("nav [aria-current]").count(), 1);
  await page.getByRole("link", { name: "Rules of Quixo" }).click();
  await page.waitForURL(/\/reference\/rules-quixo\.html$/);
}));

for (const colorScheme of ["light", "dark"]) {
  test(`axe finds nothing moderate or worse, and a phone needs no sideways scrolling: ${colorScheme}`, only, () => visit("index.html", async (page) => {
    await page.emulateMedia({ colorScheme });
    for (const path of ["index.html", "guide/play.html", "reference/json-answers.html", "results/hyper.html"]) {
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.goto(`${site.address}/${path}`);
      await page.evaluate(readFileSync(AXE, "utf8"));
      const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
      assert.deepEqual(found.violations.filter(({ impact }) => impact !== "minor").map(({ id, nodes }) => [path, id, nodes[0].html]), []);
      await page.setViewportSize({ width: 360, height: 740 });
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360, path);
    }
  }));
}
