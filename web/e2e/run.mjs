// All tests of the page, two files at a time, with one server and one browser for all:
// starting them, and solving what the server solves when first asked, costs more than most
// tests. Names of files may follow; a file alone runs by `node --test e2e/FILE` as well. With
// NOUGHTS_SITE=FOLDER (scenario.mjs) there is no server.
import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { launch, startServer } from "./browser.mjs";

const folder = dirname(fileURLToPath(import.meta.url));
// The longest first, so that nothing long is left for the end.
const LONG = ["access", "opponent", "survive"];
const rank = (file) => LONG.findIndex((name) => file.startsWith(name)) + 1 || LONG.length + 1;
const files = process.argv.length > 2 ? process.argv.slice(2)
  : readdirSync(folder).filter((name) => name.endsWith(".test.mjs")).sort((a, b) => rank(a) - rank(b)).map((name) => join(folder, name));

const [server, browser] = await Promise.all([process.env.NOUGHTS_SITE ? undefined : startServer(), launch()]);
const tests = spawn(process.execPath, ["--test", "--test-concurrency=2", ...files], {
  stdio: "inherit",
  env: { ...process.env, ...(server && { NOUGHTS_SERVER: JSON.stringify(server) }), NOUGHTS_BROWSER: browser.endpoint },
});
const code = await new Promise((ended) => tests.once("exit", (exit) => ended(exit ?? 1)));
await browser.end();
const left = await server?.end() ?? 0;
if (left !== 0) console.error(`the server ended with ${left}`);
process.exit(code || left);
