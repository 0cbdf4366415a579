// Every view of the page at four widths, in light and in dark, to be looked at:
//   node scripts/walk.mjs FOLDER [WORD ...]     only views whose name contains one of the words
// It also names what a look may miss: text that is cut, and pages wider than the screen.
import { mkdirSync } from "node:fs";
import { openPage, startBrowser, startServer } from "../e2e/browser.mjs";

const [folder = "walk", ...words] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const SIZES = [[390, 844], [768, 1024], [1280, 900], [1920, 1080]];

const click = (selector) => (page) => page.locator(selector).first().click();
const tools = (page) => page.locator("#tools > summary").click();
const inTools = (text) => async (page) => { await tools(page); await page.getByText(text).first().click(); };
const edit = async (page) => { await tools(page); await page.locator("#edit").click(); await page.locator("#editor").waitFor(); };
const lesson = (n) => async (page) => { for (let i = 1; i < n; ++i) await page.locator("#lesson-next").click(); await page.locator("#guide .tile, #guide .square, #guide .cell").first().waitFor(); };
const solved = async (page) => { await page.locator("#show-answer").click(); await page.waitForTimeout(300); };
const stopped = async (page) => { await page.route("**/api/v1/**", (route) => route.abort()); await page.locator("#board .cell.free").nth(3).click(); await page.locator(".fault").waitFor(); };

const THREE = "221 231 122 333 321 332 233 112 323 312 131 133 123 322 212 113 223 232";
const LOST = "/quixo?size=3&seats=person%2Cperfect&moves=a3R_a3R_b1R_a1R_b1T_a2R";
const VIEWS = [
  ["start", "/", (page) => page.locator(".live-board .rated, .today .still").nth(1).waitFor()], ["gallery", "/#gallery"], ["rules", "/#rules"], ["unknown", "/#nonsense"], ["refused", "/quixo?size=99"],
  ["quixo3", "/quixo?size=3"], ["quixo4", "/quixo?values=shown"], ["quixo4-game", "/quixo?position=X..O/..../.O../...X%20X"],
  ["quixo4-hand", "/quixo?position=X..O/..../.O../...X%20X", click('[data-square="b1"]')], ["quixo5", "/quixo?size=5"],
  ["quixo5-hand", "/quixo?size=5&moves=e3T_d5B", click("#board .tile.free")], ["quixo8", "/quixo?size=8"], ["quixo8-hand", "/quixo?size=8&moves=a8R_a1R", click("#board .tile.free")],
  ["quixo-hidden", "/quixo?size=4&seats=person%2Cmedium&values=hidden"], ["quixo-hint", "/quixo?size=4&values=hidden&seats=person%2Ceasy", click("#hint")],
  ["quixo-lost", LOST, (page) => page.locator("#turning .still").waitFor()], ["quixo-won", "/quixo?size=4&position=XXXX/.O.O/O..O/.... O"],
  ["quixo-5-review", "/quixo?size=5&moves=e3T_d5B_e2T_a4R_e1L_c1T_b5L_e2B_b5R_c5R_c1L_a3R", (page) => page.locator("#known-share").waitFor()],
  ["quixo-mistake", LOST, async (page) => { await page.locator(".drop-button").first().click(); }],
  ["quixo-agreed", "/quixo?position=XXOX%2F....%2F....%2F..OO+X&seats=perfect%2Cperfect", (page) => page.getByText("three times").first().waitFor()],
  ["quixo-line", "/quixo?size=3", async (page) => { await page.locator("#find-line").click(); await page.locator("#line").waitFor(); }],
  ["quixo-tools", "/quixo?size=4", tools], ["quixo-classes", "/quixo?size=4", inTools("All boards of this size")], ["quixo-plan", "/quixo?size=5", inTools("How to play well")],
  ["quixo-keys", "/quixo?size=3", (page) => page.keyboard.press("?")], ["quixo-editor", "/quixo?size=4", edit], ["exhibit", "/quixo?position=O...%2F....%2F....%2F....+X&exhibit=smallest-loss&values=shown"],
  ["friend", "/quixo?size=3&moves=a3R&seats=person%2Cfriend", (page) => page.locator("#friend-link").waitFor()],
  ["coach-quixo", "/quixo?size=4", lesson(1), true], ["coach-quixo4", "/quixo?size=4", lesson(4), true], ["coach-quantum", "/quantum", lesson(4), true], ["coach-hyper", "/hyper?dims=3", lesson(3), true],
  ["quantum", "/quantum"], ["quantum-game", "/quantum?position=X1.1-5+O2.5-9"], ["quantum-hand", "/quantum?position=X1.1-5+O2.5-9", click('[data-square="1"]')],
  ["quantum-collapse", "/quantum?position=X1.1-9+O2.1-3+X3.1-3", (page) => page.locator(".outcome .exact").nth(1).waitFor()],
  ["quantum-mover", "/quantum?collapse=mover&position=X1.1-9+O2.1-3+X3.1-3"],
  ["quantum-chance", "/quantum?collapse=chance&q=3%2F4&position=X1.1-9+O2.1-3+X3.1-3", (page) => page.locator(".outcome .exact").nth(1).waitFor()],
  ["quantum-dice", "/quantum?collapse=chance&dice=2:7&position=X1.1-9+O2.1-3+X3.1-3"], ["quantum-curve", "/quantum?collapse=chance", async (page) => { await inTools("Value for each q")(page); await page.locator(".slider").waitFor(); }],
  ["quantum-end", "/quantum?moves=X1.1-3_O2.2-5_X3.1-7_O4.2-5_selB_X5.7-8_O6.3-9_X7.3-9_selA_O8.4-6_X9.4-6_selA"], ["quantum-editor", "/quantum?position=X1.1-5+O2.5-9+X3.1-9", edit],
  ["3^2", "/hyper?dims=2&position=11"], ["3^2-won", "/hyper?dims=2&moves=11_12_21_22_31"], ["3^3", "/hyper?dims=3"], ["3^3-game", "/hyper?dims=3&position=222+111+223"], ["qubic", "/hyper?side=4&dims=3"],
  ["qubic-review", "/hyper?side=4&dims=3&moves=233_222_244_223_211_221_214_224", (page) => page.locator("#known-share").waitFor()], ["3^4", "/hyper?dims=4&position=1111"], ["kingmaker", `/hyper?dims=3&players=3&position=${THREE.replaceAll(" ", "+")}`],
  ["3p-flat", "/hyper?players=3&position=11+22"], ["8p", "/hyper?players=8&side=4&position=11+12+13+14+21+22+23+24"], ["misere", "/hyper?dims=3&misere=true&position=222+111"],
  ["hyper-tools", "/hyper?dims=3", tools], ["hyper-editor", "/hyper?dims=3&position=222+111+223", edit], ["hyper-stopped", "/hyper?dims=3", stopped],
  ["puzzle", "/#puzzle=2026-11-20"], ["puzzle-2", "/#puzzle=2026-11-21"], ["puzzle-3", "/#puzzle=2026-11-22"], ["puzzle-answer", "/#puzzle=2026-11-20", solved], ["trainer", "/#train"], ["archive", "/#archive"],
];

const settled = (page) => page.waitForFunction(() => document.querySelector("main") && !/moment/.test(document.querySelector(".status")?.textContent)
  && !document.querySelector(".waiting-board, .thinking, .waiting-values"), undefined, { timeout: 60_000 }).catch(() => console.log("did not settle"));

// Texts wider than what holds them, and what reaches beyond the screen.
const cut = () => {
  const wide = document.documentElement.scrollWidth - innerWidth;
  const all = [...document.querySelectorAll("main *, header *, footer *")].filter((e) => e.checkVisibility() && !e.closest(".sr, svg, .skip"));
  const texts = all.filter((e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()) && e.clientWidth > 0 && e.scrollWidth > e.clientWidth + 1 && !["TEXTAREA", "INPUT"].includes(e.tagName));
  return [...(wide > 0 ? [`${wide} px too wide`] : []), ...texts.slice(0, 4).map((e) => `${e.className || e.tagName}: ${e.textContent.slice(0, 40)} (${e.scrollWidth}>${e.clientWidth})`)];
};

const [server, browser] = await Promise.all([startServer(), startBrowser()]);
for (const [name, path, steps, first] of VIEWS) {
  if (words.length > 0 && !words.some((word) => name.includes(word))) continue;
  for (const theme of ["light", "dark"]) {
    const page = await openPage(browser.context, { refusals: true, first });
    try {
      page.setDefaultTimeout(60_000);
      await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
      await page.goto(server.address + path);
      await page.locator("main h1, main .card").first().waitFor();
      await settled(page);
      await steps?.(page);
      await settled(page);
      await page.mouse.move(0, 0);
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        await page.waitForTimeout(120);
        await page.screenshot({ path: `${folder}/${name}-${width}-${theme}.png`, fullPage: true });
        if (theme === "light") for (const fault of await page.evaluate(cut)) console.log(`${name} at ${width}: ${fault}`);
      }
      if (page.complaints.length) console.log(name, page.complaints);
    } catch (error) {
      console.log(`${name}: ${error.message.split("\n")[0]}`);
    }
    await page.close();
  }
}
await browser.end();
await server.end();
