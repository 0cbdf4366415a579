// Makes the folder of a site without a server from its parts: make site calls it.
//   node scripts/site.mjs --npm DIR --out DIR [--address URL]
// The page is bundled with the package in DIR (npm.mjs), whose worker, program, tables and ready
// answers lie beside it. Names in assets/ have a hash of the content.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { makeCards } from "./cards.mjs";

const web = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const { values } = parseArgs({ options: { npm: { type: "string" }, out: { type: "string" }, address: { type: "string", default: "" } } });
const [npm, out] = [values.npm, values.out].map((path) => resolve(path));
const assets = join(out, "assets");

const hashOf = (bytes) => createHash("sha256").update(bytes).digest("hex").slice(0, 10);
const put = (name, ending, bytes) => {
  const file = `${name}-${hashOf(bytes)}.${ending}`;
  writeFileSync(join(assets, file), bytes);
  return file;
};
const bundle = (entry, define = {}) => execFileSync("esbuild", [
  join(web, "src", entry), "--bundle", "--minify", "--format=esm", "--target=es2022", "--charset=utf8", "--log-level=warning",
  `--alias:noughts=${join(npm, "index.js")}`, "--external:../type.woff2",
  ...Object.entries(define).map(([name, value]) => `--define:${name}=${JSON.stringify(value)}`),
], { cwd: web, maxBuffer: 1 << 28 });

// The policy that the server sends as a header. The program in a worker is WebAssembly.
const POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'none'";

// `tags` is what readers of links find.
function page(source, scripts, tags = "") {
  let text = readFileSync(join(web, source), "utf8")
    .replace(/\n.*name="viewport"/, (line) => `\n    <meta http-equiv="Content-Security-Policy" content="${POLICY}" />${line}`)
    .replace("/icon.svg", "icon.svg").replace("/type.woff2", "type.woff2")
    .replace("<title>", () => `${tags}${tags && "\n    "}<title>`)
    .replace("The same answers are at /api/v1/ as JSON.", "");
  for (const [name, made] of Object.entries(scripts)) text = text.replace(`/src/${name}`, `assets/${made}`);
  return text;
}

function makePages(scripts, cards) {
  const names = ["index.html", "quixo.html", "quantum.html", "hyper.html", "404.html"];
  for (const name of names) writeFileSync(join(out, name), page("index.html", scripts, cards[name.replace(".html", "")]));
  writeFileSync(join(out, "embed.html"), page("embed.html", scripts));
  return [...names, "embed.html"];
}

rmSync(out, { recursive: true, force: true });
mkdirSync(assets, { recursive: true });
const program = put("noughts", "wasm", readFileSync(join(npm, "noughts.wasm")));
const worker = put("worker", "js", readFileSync(join(npm, "worker.js")));
const parts = { NOUGHTS_WASM: program, NOUGHTS_WORKER: worker };
const main = put("main", "js", bundle("site/main.ts", parts));
const embedded = put("embedded", "js", bundle("site/embed.ts", parts));
const style = put("style", "css", bundle("style.css"));
cpSync(join(web, "public"), out, { recursive: true });
writeFileSync(join(out, "picture.mjs"), bundle("picture.ts"));
const { sharePicture } = await import(pathToFileURL(join(out, "picture.mjs")));
rmSync(join(out, "picture.mjs"));
const cards = await makeCards(npm, out, values.address && values.address.replace(/\/?$/, "/"), sharePicture);
const pages = makePages({ "style.css": style, "main.ts": main, "embedded.ts": embedded }, cards);
for (const name of ["ready", "tables"]) cpSync(join(npm, name), join(out, name), { recursive: true });
mkdirSync(join(out, "api", "v1"), { recursive: true });
const { request, close } = await import(pathToFileURL(join(npm, "node.js")));
writeFileSync(join(out, "api", "v1", "openapi.json"), (await request("/api/v1/openapi.json")).body);
close();

const files = [...pages, "icon.svg", "type.woff2", ...readdirSync(assets).sort().map((name) => `assets/${name}`)];
const version = hashOf(files.map((name) => hashOf(readFileSync(join(out, name)))).join());
writeFileSync(join(out, "service.js"), bundle("site/service.ts", { NOUGHTS_VERSION: version, NOUGHTS_FILES: files }));

// Hosts that take headers from a file of this name find out who may show what in a frame.
const framing = (name) => (name === "embed.html" ? "*" : "'none'");
writeFileSync(join(out, "_headers"), ["", ...pages].map((name) => `/${name}\n  Content-Security-Policy: frame-ancestors ${framing(name)}\n`).join(""));

const first = ["index.html", "icon.svg", "type.woff2", ...files.filter((name) => name.startsWith("assets/") && !name.includes("embedded"))];
const packed = first.reduce((sum, name) => sum + gzipSync(readFileSync(join(out, name)), { level: 9 }).length, 0);
const all = readdirSync(out, { recursive: true }).map((name) => statSync(join(out, name))).filter((s) => s.isFile());
console.log(`site: ${out}: ${all.length} files, ${(all.reduce((sum, s) => sum + s.size, 0) / 1e6).toFixed(1)} MB; first load ${(packed / 1e6).toFixed(2)} MB packed`);
if (packed > 1.5e6) throw new Error("the first load is over 1.5 MB");
