// Pictures and short animations of the page for the README: node scripts/screenshots.mjs FOLDER
import { mkdirSync, writeFileSync } from "node:fs";
import { openPage, startBrowser, startServer } from "../e2e/browser.mjs";

const folder = process.argv[2] ?? "screenshots";
mkdirSync(folder, { recursive: true });
const [server, browser] = await Promise.all([startServer(), startBrowser()]);

// The page at a path, once it has its values.
async function open(path, { theme = "light", phone = false, width = 1180, height = 860, motion = "reduce" } = {}) {
  const page = await openPage(browser.context, { refusals: true });
  await page.emulateMedia({ colorScheme: theme, reducedMotion: motion });
  await page.setViewportSize(phone ? { width: 390, height: 844 } : { width, height });
  await page.goto(server.address + path);
  await settled(page);
  return page;
}

const settled = (page) => page.waitForFunction(() => document.querySelector("main") && !/moment/.test(document.querySelector(".status")?.textContent)
  && !document.querySelector(".waiting-board, .thinking"), undefined, { timeout: 60_000 }).then(() => page.waitForTimeout(250));

async function picture(name, path, { steps = async () => {}, ...options } = {}) {
  const page = await open(path, options);
  await steps(page);
  await settled(page);
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: process.argv.includes("--full") });
  if (page.complaints.length) console.error(name, page.complaints);
  await page.close();
}

// What happens on the board's card, frame by frame, as one SVG that plays by itself;
// where motion is unwelcome it shows the last frame.
async function animation(name, path, acts, { seconds = 1.2, ...options } = {}) {
  const page = await open(path, { width: 500, height: 900, ...options });
  const frames = [];
  const size = { width: 0, height: 0 };
  const shoot = async () => {
    const box = await page.locator(".board-card").boundingBox();
    const [width, height] = [Math.round(box.width), Math.round(box.height)];
    const png = await page.screenshot({ clip: { x: box.x, y: box.y, width, height }, fullPage: true });
    frames.push({ width, height, data: await smaller(page, png) });
    Object.assign(size, { width: Math.max(size.width, width), height: Math.max(size.height, height) });
  };
  await shoot();
  for (const act of acts) {
    await act(page);
    await settled(page);
    await shoot();
  }
  const total = (frames.length + 1) * seconds;  // the last frame stays twice as long
  const share = (i) => ((100 * i * seconds) / total).toFixed(3);
  const rules = frames.map((_, i) => {
    const [from, to] = [share(i), i + 1 === frames.length ? "100" : share(i + 1)];
    const before = i === 0 ? "" : `0%,${from}%{visibility:hidden}`;
    const after = to === "100" ? "" : `${to}%,100%{visibility:hidden}`;
    return `@keyframes f${i}{${before}${i === 0 ? "0%" : `${Number(from) + 0.001}%`}${to === "100" ? ",100%" : `,${Number(to) - 0.001}%`}{visibility:visible}${after}}` +
      `#f${i}{animation:f${i} ${total}s step-end infinite}`;
  }).join("");
  const still = `@media(prefers-reduced-motion:reduce){image{animation:none!important;visibility:hidden}#f${frames.length - 1}{visibility:visible}}`;
  const images = frames.map(({ width, height, data }, i) => `<image id="f${i}" width="${width}" height="${height}" href="${data}"/>`).join("\n");
  writeFileSync(`${folder}/${name}.svg`, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" width="${size.width}" height="${size.height}">\n` +
    `<style>${rules}${still}</style>\n${images}\n</svg>\n`);
  await page.close();
}

// A frame as WebP, which the browser itself can write.
const smaller = (page, png, most = 4000) => page.evaluate(async ([data, width]) => {
  const image = new Image();
  image.src = data;
  await image.decode();
  const canvas = document.createElement("canvas");
  const scale = Math.min(1, width / image.width);
  [canvas.width, canvas.height] = [image.width * scale, image.height * scale];
  const context = canvas.getContext("2d");
  context.imageSmoothingQuality = "high";
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL("image/webp", 0.6);
}, [`data:image/png;base64,${png.toString("base64")}`, most]);

const quixo = "/quixo?position=X..O/..../.O../...X%20X";
const quantum = "/quantum?collapse=chance&q=3%2F4&position=X1.1-9%20O2.1-3%20X3.1-3";
const hyper = "/hyper?side=3&dims=3&players=2&position=222%20111%20223";
const take = (square) => (page) => page.locator(`#board [data-square="${square}"]`).click();
const away = (page) => page.mouse.move(0, 0);
const push = (move) => async (page) => { await page.locator(`#board [data-move="${move}"]`).click(); await away(page); };
const cell = (name) => async (page) => { await page.locator(`#board [data-cell="${name}"]`).click(); await away(page); };
const outcome = (n) => async (page) => { await page.locator(".outcome .exact").nth(n).waitFor(); await page.locator(".outcome").nth(n).click(); await away(page); };

await picture("quixo", quixo, { steps: take("b1") });
await animation("quixo-game", "/quixo?size=3&moves=a3R_a3R_a3R_a2T", [take("a1"), push("a1T"), take("b3"), push("b3L"), take("a1"), push("a1T")]);
await animation("quantum-game", "/quantum", [take("1"), take("5"), take("5"), take("9"), take("1"), take("9"),
  async (page) => { await away(page); await page.locator(".outcome .exact").nth(1).waitFor(); }, outcome(0)]);
await animation("hyper-game", "/hyper?dims=3", [cell("222"), cell("111"), cell("123"), cell("321"), cell("212"), cell("113"), cell("232")]);
// The twelve of the README: every kind of view, at the four widths, in light and in dark.
const LOST = "/quixo?size=3&seats=person%2Cperfect&moves=a3R_a3R_b1R_a1R_b1T_a2R";
const VIEWS = [
  ["start", "/", 1280, "light"], ["quixo", quixo, 1920, "dark"], ["coach", "/quixo?size=4", 1280, "light", (page) => page.keyboard.press("h")],
  ["review", LOST, 1280, "light", (page) => page.locator("#turning").scrollIntoViewIfNeeded()], ["puzzle", "/#puzzle=2026-11-20", 768, "light"], ["trainer", "/#train", 390, "dark"],
  ["quantum", quantum, 1280, "dark"], ["qubic", "/hyper?side=4&dims=3", 1280, "light"], ["exhibits", "/#gallery", 1280, "light"],
  ["phone", quixo, 390, "light"], ["phone-8x8", "/quixo?size=8", 390, "light", take("a8")], ["kingmaker", "/hyper?dims=3&players=3&position=221%20231%20122%20333%20321%20332%20233%20112%20323%20312%20131%20133%20123%20322%20212%20113%20223%20232", 768, "dark"],
];
for (const [name, path, width, theme, steps] of VIEWS) {
  const page = await open(path, { theme, width, height: width === 390 ? 844 : width === 1920 ? 1080 : 900 });
  if (width === 390) await page.setViewportSize({ width, height: 844 });
  await page.locator("#board, .card").first().waitFor();
  await steps?.(page);
  await settled(page);
  // As WebP and not larger than the README shows it: twelve pictures in the room of two.
  const data = await smaller(page, await page.screenshot(), 800);
  writeFileSync(`${folder}/view-${name}.webp`, Buffer.from(data.split(",")[1], "base64"));
  if (page.complaints.length) console.error(name, page.complaints);
  await page.close();
}
if (process.argv.includes("--all")) {
  for (const theme of ["light", "dark"]) for (const phone of [false, true]) {
    const suffix = `-${theme}${phone ? "-phone" : ""}`;
    await picture(`start${suffix}`, "/", { theme, phone });
    await picture(`gallery${suffix}`, "/#gallery", { theme, phone });
    await picture(`quixo${suffix}`, quixo, { theme, phone, steps: take("b1") });
    await picture(`review${suffix}`, "/quixo?size=3&moves=b3B_a3R_a1T_c3L_c1T_a2R_a1T", { theme, phone });
    await picture(`quantum${suffix}`, quantum, { theme, phone });
    await picture(`quantum-open${suffix}`, "/quantum?position=X1.1-5%20O2.5-9", { theme, phone });
    await picture(`hyper${suffix}`, hyper, { theme, phone });
    await picture(`hyper3${suffix}`, "/hyper?side=4&dims=3&players=3&position=111%20222%20333", { theme, phone });
  }
}
await browser.end();
await server.end();
