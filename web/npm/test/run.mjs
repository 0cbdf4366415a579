// Tries the packed package as its users have it: make check-npm calls it.
//   NOUGHTS_BINARY=../build/noughts node npm/test/run.mjs [FILE...]
// The tarball is installed in an empty folder, beside the tests of this folder. What they compare
// with comes from the program's command line.
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const web = resolve(here, "../..");
const out = resolve(web, "../build/npm");
const tools = resolve(web, "../build/test-tools");
const BINARY = resolve(process.env.NOUGHTS_BINARY ?? join(web, "../build/noughts"));
const NODES = { 18: "18.20.8", 20: "20.19.5" };

// Node of that version: this one, or the one that the registry has.
function nodeOf(major) {
  if (process.versions.node.startsWith(`${major}.`)) return process.execPath;
  const arch = { x64: "x64", arm64: "arm64" }[process.arch];
  const name = `node-linux-${arch}`;
  const folder = join(tools, `node-${major}`);
  const node = join(folder, "node_modules", name, "bin/node");
  if (!existsSync(node)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), "{}");
    spawnSync("npm", ["install", "--silent", "--ignore-scripts", "--no-audit", "--no-fund", `${name}@${NODES[major]}`], { cwd: folder, stdio: "inherit" });
  }
  if (!existsSync(node)) throw new Error(`Node ${major} is not here, and ${name}@${NODES[major]} could not be fetched by npm`);
  return node;
}

// What the command line says of every position of the doors test.
function expected() {
  const groups = new Map();
  for (const line of readFileSync(join(web, "../tests/doors/positions.jsonl"), "utf8").trim().split("\n")) {
    const { game, rules, position } = JSON.parse(line);
    const key = JSON.stringify([game, rules]);
    groups.set(key, [...(groups.get(key) ?? []), position]);
  }
  return [...groups].flatMap(([key, positions]) => {
    const [game, rules] = JSON.parse(key);
    const options = Object.entries(rules).flatMap(([name, value]) => [`--${name.replaceAll("_", "-")}`, ...(value === true ? [] : [String(value)])]);
    const said = execFileSync(BINARY, ["analyze", game, ...options, "--stdin", "--quiet"], { input: positions.map((text) => `${text}\n`).join(""), encoding: "utf8", maxBuffer: 1 << 28 });
    return said.trim().split("\n").map((line, i) => ({ game, rules, position: positions[i], document: JSON.parse(line) }));
  });
}

const folder = join(out, "try");
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
const tarball = readdirSync(out).find((name) => name.endsWith(".tgz"));
execFileSync("npm", ["install", "--offline", "--silent", "--ignore-scripts", "--no-audit", "--no-fund", join(out, tarball)], { cwd: folder, stdio: "inherit" });
for (const name of readdirSync(here)) cpSync(join(here, name), join(folder, name));
writeFileSync(join(folder, "expected.json"), JSON.stringify(expected()));

const wanted = (name) => process.argv.length === 2 || process.argv.includes(name);
const env = { ...process.env, NOUGHTS_BINARY: BINARY, NOUGHTS_WEB: web, NOUGHTS_TARBALL: join(out, tarball) };
function run(node, name) {
  if (!wanted(name)) return;
  console.log(`check: ${name} in Node ${execFileSync(node, ["--version"], { encoding: "utf8" }).trim()}`);
  const { status } = spawnSync(node, ["--test", join(folder, name)], { cwd: folder, stdio: "inherit", env });
  if (status !== 0) process.exitCode = 1;
}
for (const major of Object.keys(NODES)) run(nodeOf(major), "node.test.mjs");
for (const name of readdirSync(here).filter((file) => file.endsWith(".test.mjs") && file !== "node.test.mjs")) run(process.execPath, name);
