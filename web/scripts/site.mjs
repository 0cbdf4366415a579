// Makes the folder of a site without a server from its parts: make site calls it.
//   NOUGHTS_BINARY=PROGRAM node scripts/site.mjs --wasm DIR --tables DIR --out DIR
// The page and the worker are bundled under names with a hash of their content. What a page
// cannot compute is asked of the program now (ready/).
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { startServer } from "../e2e/browser.mjs";

const web = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const { values } = parseArgs({ options: { wasm: { type: "string" }, tables: { type: "string" }, out: { type: "string" } } });
const [wasm, out] = [values.wasm, values.out].map((path) => resolve(path));
const assets = join(out, "assets");
const BINARY = process.env.NOUGHTS_BINARY ?? "../build/noughts";

const hashOf = (bytes) => createHash("sha256").update(bytes).digest("hex").slice(0, 10);
const put = (name, ending, bytes) => {
  const file = `${name}-${hashOf(bytes)}.${ending}`;
  writeFileSync(join(assets, file), bytes);
  return file;
};
const bundle = (entry, define = {}) => execFileSync("esbuild", [
  join(web, "src", entry), "--bundle", "--minify", "--format=esm", "--target=es2022", "--charset=utf8", "--log-level=warning",
  `--alias:noughts-program=${join(wasm, "noughts.mjs")}`,
  "--external:../type.woff2", "--external:module", "--external:fs", "--external:path", "--external:url",
  ...Object.entries(define).map(([name, value]) => `--define:${name}=${JSON.stringify(value)}`),
], { cwd: web, maxBuffer: 1 << 28 });

// The policy that the server sends as a header. The program in a worker is WebAssembly.
const POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'none'";

function makePages(style, script) {
  const page = readFileSync(join(web, "index.html"), "utf8")
    .replace(/\n.*name="viewport"/, (line) => `\n    <meta http-equiv="Content-Security-Policy" content="${POLICY}" />${line}`)
    .replace("/icon.svg", "icon.svg").replace("/type.woff2", "type.woff2").replace("/src/style.css", `assets/${style}`).replace("/src/main.ts", `assets/${script}`)
    .replace("The same answers are at /api/v1/ as JSON.", "");
  const names = ["index.html", "quixo.html", "quantum.html", "hyper.html", "404.html"];
  for (const name of names) writeFileSync(join(out, name), page);
  return names;
}

// The scorings whose curves come with the site: what a draw may be worth, with and without double wins.
const DRAWS = ["0", "-1", "1", "-2", "2", "-3", "3"];

// The document of the server, from the program: there a curve may take as long as it takes. It
// is indented there; numbers must stay as they are written, so it is not parsed.
function curve(draw, double) {
  const text = execFileSync(BINARY, ["solve", "quantum", "--curve", "--json", "--quiet", `--draw=${draw}`, ...(double === "true" ? ["--double-win"] : [])], { encoding: "utf8" });
  return text.trim().replace(/\n */g, "").replace(/("(?:[^"\\]|\\.)*": )|"(?:[^"\\]|\\.)*"/g, (found, key) => (key ? key.slice(0, -1) : found)) + "\n";
}

async function describe() {
  const server = await startServer();
  try {
    return await (await fetch(`${server.address}/api/v1/openapi.json`)).json();
  } finally {
    await server.end();
  }
}

// Asks once and keeps it beside the build of the program, so that a second make is quick.
async function makeReady(description) {
  const kept = join(wasm, "ready");
  mkdirSync(kept, { recursive: true });
  const path = "/api/v1/quantum/curve";
  const defaults = Object.fromEntries(description.paths[path].get.parameters
    .map(({ name, schema }) => [name, String(schema.default ?? "")]));
  const files = {};
  for (const draw of DRAWS) for (const double of ["false", "true"]) {
    const query = [...(double === defaults["double-win"] ? [] : [`double-win=${double}`]), ...(draw === defaults.draw ? [] : [`draw=${draw}`])].join("&");
    const name = `curve${query && "-"}${query.replace(/[^a-z0-9-]+/g, "-")}.json`;
    if (!existsSync(join(kept, name))) writeFileSync(join(kept, name), curve(draw, double));
    files[query] = name;
  }
  mkdirSync(join(out, "ready"), { recursive: true });
  for (const name of Object.values(files)) cpSync(join(kept, name), join(out, "ready", name));
  writeFileSync(join(out, "ready", "list.json"), JSON.stringify({ [path]: { defaults, files } }));
  mkdirSync(join(out, "api", "v1"), { recursive: true });
  writeFileSync(join(out, "api", "v1", "openapi.json"), JSON.stringify(description) + "\n");
}

rmSync(out, { recursive: true, force: true });
mkdirSync(assets, { recursive: true });
const program = put("noughts", "wasm", readFileSync(join(wasm, "noughts.wasm")));
const worker = put("worker", "js", bundle("site/worker.ts"));
const description = await describe();
const lanes = Object.fromEntries(Object.entries(description.paths).map(([path, { get }]) => [path, get["x-lane"]]));
const main = put("main", "js", bundle("site/main.ts", { NOUGHTS_WASM: program, NOUGHTS_WORKER: worker, NOUGHTS_LANES: lanes }));
const style = put("style", "css", bundle("style.css"));
cpSync(join(web, "public"), out, { recursive: true });
const pages = makePages(style, main);
for (const name of ["quixo-5x5-opening", "quixo-5x5-opening-plies"]) {
  cpSync(join(resolve(values.tables), name), join(out, "tables", name), { recursive: true, filter: (file) => !file.endsWith("/lock") });
}

await makeReady(description);

const files = [...pages, "icon.svg", "type.woff2", ...readdirSync(assets).sort().map((name) => `assets/${name}`)];
const version = hashOf(files.map((name) => hashOf(readFileSync(join(out, name)))).join());
writeFileSync(join(out, "service.js"), bundle("site/service.ts", { NOUGHTS_VERSION: version, NOUGHTS_FILES: files }));

const first = ["index.html", "icon.svg", "type.woff2", ...files.filter((name) => name.startsWith("assets/"))];
const packed = first.reduce((sum, name) => sum + gzipSync(readFileSync(join(out, name)), { level: 9 }).length, 0);
const all = readdirSync(out, { recursive: true }).map((name) => statSync(join(out, name))).filter((s) => s.isFile());
console.log(`site: ${out}: ${all.length} files, ${(all.reduce((sum, s) => sum + s.size, 0) / 1e6).toFixed(1)} MB; first load ${(packed / 1e6).toFixed(2)} MB packed`);
if (packed > 1.5e6) throw new Error("the first load is over 1.5 MB");
