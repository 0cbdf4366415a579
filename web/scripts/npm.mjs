// Makes the package `noughts` from its parts: make npm calls it.
//   NOUGHTS_BINARY=PROGRAM node scripts/npm.mjs --wasm DIR --tables DIR --out DIR
// OUT/noughts is the package, OUT/noughts-VERSION.tgz what `npm pack` makes of it. The names of its
// files stand in npm/files.txt: a package with others is refused.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { makeReady } from "./ready.mjs";

const web = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const { values } = parseArgs({ options: Object.fromEntries(["wasm", "tables", "out"].map((name) => [name, { type: "string" }])) });
const [wasm, tables, out] = [values.wasm, values.tables, values.out].map((path) => resolve(path));
const made = join(out, "noughts");
const OPENINGS = ["quixo-5x5-opening", "quixo-5x5-opening-plies"];
const MOST = 700_000;  // bytes of the first load, packed

// The explorer's style sheet for inside a custom element, whose page may set the same variables.
function boardStyle() {
  const all = execFileSync("esbuild", [join(web, "src/style.css"), "--bundle", "--minify", "--charset=utf8", "--external:../type.woff2"], { encoding: "utf8" });
  return all.trim().replace(/@font-face\{[^}]*\}/, "").replaceAll(/:root((?:\[[^\]]*\]|:not\([^)]*\))+)/g, ":host($1)").replaceAll(":root", ":host")
    + ":host{display:block;container-type:inline-size;color:var(--ink);font:16px/1.5 system-ui,sans-serif}.quantum-board{--third:min(var(--board) / 3.4,30cqw)}";
}

function bundle(entry, { lanes = {}, style = "", minify = [] } = {}) {
  execFileSync("esbuild", [join(web, "npm/src", `${entry}.ts`), "--bundle", ...minify, "--format=esm", "--target=es2022", "--charset=utf8", "--log-level=warning",
    `--alias:noughts-program=${join(wasm, "noughts.mjs")}`, "--external:node:*", "--external:./index.js", "--legal-comments=none",
    `--define:NOUGHTS_LANES=${JSON.stringify(lanes)}`, `--define:NOUGHTS_STYLE=${JSON.stringify(style)}`, `--outfile=${join(made, `${entry}.js`)}`], { cwd: web, stdio: "inherit" });
}

// What the types of index.ts name.
function declare(names) {
  const folder = join(out, "types");
  execFileSync("node_modules/.bin/tsc", ["-p", "npm", "--noEmit", "false", "--outDir", folder], { cwd: web, stdio: "inherit" });
  for (const name of names) cpSync(join(folder, "npm/src", `${name}.d.ts`), join(made, `${name}.d.ts`));
  rmSync(folder, { recursive: true });
}

// The program's own description of its API.
async function describe() {
  const { ask, close } = await import(pathToFileURL(join(made, "node.js")));
  const description = await ask("openapi.json");
  close();
  return description;
}

rmSync(out, { recursive: true, force: true });
mkdirSync(made, { recursive: true });
const version = /^project\(noughts VERSION ([\d.]+)/m.exec(readFileSync(join(web, "../CMakeLists.txt"), "utf8"))[1];
const named = { ...JSON.parse(readFileSync(join(web, "npm/package.json"), "utf8")), version };
writeFileSync(join(made, "package.json"), `${JSON.stringify(named, null, 2)}\n`);
for (const name of ["README.md", "THIRD-PARTY.md"]) cpSync(join(web, "npm", name), join(made, name));
cpSync(join(web, "../LICENSE"), join(made, "LICENSE"));
cpSync(join(wasm, "noughts.wasm"), join(made, "noughts.wasm"));
for (const name of OPENINGS) {
  cpSync(join(tables, name), join(made, "tables", name), { recursive: true, filter: (file) => !file.endsWith("/lock") });
}
for (const name of ["worker", "node-worker"]) bundle(name, { minify: ["--minify"] });
bundle("node");
const description = await describe();
makeReady(description, join(wasm, "ready"), join(made, "ready"));
const lanes = Object.fromEntries(Object.entries(description.paths).map(([path, { get }]) => [path, get["x-lane"]]));
for (const name of ["node", "index"]) bundle(name, { lanes });
bundle("board", { style: boardStyle(), minify: ["--minify"] });
declare(["index", "verbs", "documents", "board"]);

const files = readdirSync(made, { recursive: true }).filter((name) => statSync(join(made, name)).isFile()).sort();
const pinned = join(web, "npm/files.txt");
if (process.env.UPDATE) writeFileSync(pinned, `${files.join("\n")}\n`);
const expected = readFileSync(pinned, "utf8").trim().split("\n");
const strange = [...files.filter((name) => !expected.includes(name)).map((name) => `${name} is new`),
  ...expected.filter((name) => !files.includes(name)).map((name) => `${name} is missing`)];
if (strange.length > 0) throw new Error(`the package differs from npm/files.txt; UPDATE=1 takes its list over: ${strange.join(", ")}`);

const first = ["index.js", "worker.js", "noughts.wasm"].reduce((sum, name) => sum + gzipSync(readFileSync(join(made, name)), { level: 9 }).length, 0);
if (first > MOST) throw new Error(`the first load is ${first} bytes, more than ${MOST}`);
const [packed] = JSON.parse(execFileSync("npm", ["pack", "--json", "--ignore-scripts", "--silent", "--pack-destination", out, made], { cwd: web, encoding: "utf8" }));
console.log(`npm: ${join(out, packed.filename)}: ${files.length} files, ${(packed.size / 1e6).toFixed(1)} MB; first load ${Math.round(first / 1e3)} kB packed`);
