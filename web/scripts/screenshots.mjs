// Pictures of the page for the README: node scripts/screenshots.mjs FOLDER
import { mkdirSync } from "node:fs";
import { openPage, startBrowser, startServer } from "../e2e/browser.mjs";

const folder = process.argv[2] ?? "screenshots";
mkdirSync(folder, { recursive: true });
const [server, browser] = await Promise.all([startServer(), startBrowser()]);

async function picture(name, path, { theme = "light", phone = false, steps = async () => {} } = {}) {
  const page = await openPage(browser.context, { refusals: true });
  await page.emulateMedia({ colorScheme: theme });
  await page.setViewportSize(phone ? { width: 390, height: 844 } : { width: 1180, height: 860 });
  await page.goto(server.address + path);
  await page.locator(".card .row").first().waitFor();
  await page.waitForTimeout(1500);
  await steps(page);
  await page.waitForTimeout(600);
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: process.argv.includes("--full") });
  if (page.complaints.length) console.error(name, page.complaints);
  await page.close();
}

const quixo = "/quixo?position=X..O/..../.O../...X%20X";
const quantum = "/quantum?collapse=chance&q=3%2F4&position=X1.1-9%20O2.1-3%20X3.1-3";
const hyper = "/hyper?side=3&dims=3&players=2&position=222%20111%20223";
const take = (page) => page.locator('[data-square="b1"]').click();

await picture("quixo", quixo, { steps: take });
await picture("quantum", quantum);
await picture("hyper", hyper, { theme: "dark" });
if (process.argv.includes("--all")) {
  for (const theme of ["light", "dark"]) for (const phone of [false, true]) {
    const suffix = `-${theme}${phone ? "-phone" : ""}`;
    await picture(`quixo${suffix}`, quixo, { theme, phone, steps: take });
    await picture(`quantum${suffix}`, quantum, { theme, phone });
    await picture(`quantum-open${suffix}`, "/quantum?position=X1.1-5%20O2.5-9", { theme, phone });
    await picture(`hyper${suffix}`, hyper, { theme, phone });
    await picture(`hyper3${suffix}`, "/hyper?side=4&dims=3&players=3&position=111%20222%20333", { theme, phone });
  }
}
await browser.end();
await server.end();
