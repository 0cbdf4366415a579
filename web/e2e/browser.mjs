// A server of our own and Debian's Chromium, for the tests and the screenshots. With
// FIREFOX=/usr/bin/firefox-esr it is that browser, over WebDriver BiDi.
import { spawn } from "node:child_process";
import { chromium, firefox } from "playwright-core";

const BINARY = process.env.NOUGHTS_BINARY ?? "../build/noughts";

// Starts `noughts serve`, on a free port unless told; gives its address and a way to end it.
export function startServer(port = "0") {
  const server = spawn(BINARY, ["serve", "--port", String(port)], { stdio: ["ignore", "pipe", "inherit"] });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.once("exit", (code) => reject(new Error(`the server ended with ${code}`)));
    let said = "";
    server.stdout.on("data", (data) => {
      said += data;
      const found = /http:\/\/[\d.]+:\d+/.exec(said);
      if (!found) return;
      server.removeAllListeners("exit");
      resolve({
        address: found[0],
        pid: server.pid,
        end: () => new Promise((ended) => {
          server.once("exit", (code) => ended(code));
          server.kill("SIGTERM");
        }),
      });
    });
  });
}

export const FIREFOX = process.env.FIREFOX;

// The browser, for others to connect to.
export async function launch() {
  const server = await (FIREFOX ? firefox.launchServer({
    executablePath: FIREFOX, channel: "moz-firefox", headless: true,
    // A former page taken from memory sends no event of a load, for which goBack waits over BiDi.
    firefoxUserPrefs: { "browser.sessionhistory.max_total_viewers": 0 },
  }) : chromium.launchServer({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    headless: true,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
      "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  }));
  return { endpoint: server.wsEndpoint(), end: () => server.close() };
}

// A window of our own, in a browser that runs already or in a new one.
export async function startBrowser(endpoint = process.env.NOUGHTS_BROWSER) {
  const own = endpoint ? undefined : await launch();
  const browser = await (FIREFOX ? firefox : chromium).connect(endpoint ?? own.endpoint);
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  return { context, end: async () => { await context.close(); await browser.close(); await own?.end(); } };
}

// What a test says that this world cannot show: no server, or another browser.
export class NotHere extends Error {}

// A page whose console must stay clean: what it complains of is collected. What the
// server refuses is also reported there by the browser; a test may allow that.
export async function openPage(context, { refusals = false, first = false } = {}) {
  const page = await context.newPage();
  // Whoever comes for the first time is shown how to play; most tests are of those who know.
  await page.addInitScript((begin) => {
    try {
      if (!begin) localStorage.setItem("coached", "quixo quantum hyper");
      else if (!sessionStorage.getItem("begun")) localStorage.removeItem("coached");
      sessionStorage.setItem("begun", "yes");
    } catch { /* about:blank keeps nothing */ }
  }, first);
  page.setDefaultTimeout(Number(process.env.NOUGHTS_PATIENCE ?? 180_000));
  page.complaints = [];
  page.on("pageerror", (error) => page.complaints.push(String(error)));
  page.on("console", (message) => {
    if (message.type() !== "error" && message.type() !== "warning") return;
    // The second: an icon that was still on its way when the test left for about:blank.
    if (refusals && /^Failed to load resource|icon\.svg' from origin 'null'/.test(message.text())) return;
    page.complaints.push(message.text());
  });
  if (process.env.NOUGHTS_SITE) {
    const route = page.route.bind(page);
    page.route = (pattern, handler) => {
      if (String(pattern).includes("/api/v1/")) throw new NotHere("about the connection to a server");
      return route(pattern, handler);
    };
  }
  return page;
}
