// The program of the package without its workers: for measuring it.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

// The program as the worker runs it, with files of the folder in the place of a web host.
// `tables` is the address of published tables, if any.
export async function startProgram(site = "../build/npm/noughts", tables = "", wasm = process.env.NOUGHTS_WASM ?? "../build-site") {
  [site, wasm] = [resolve(site), resolve(wasm)];
  const folder = mkdtempSync(join(tmpdir(), "noughts-same-"));
  const entry = join(folder, "entry.ts");
  writeFileSync(entry, `export { Program } from "${resolve("npm/src/program")}"; export { Host } from "${resolve("npm/src/host")}"; export { Ready } from "${resolve("npm/src/ready")}";`);
  execFileSync("esbuild", [entry, "--bundle", "--format=esm", "--platform=node", `--alias:noughts-program=${join(wasm, "noughts.mjs")}`,
    `--alias:fzstd=${resolve("node_modules/fzstd/esm/index.mjs")}`,
    "--banner:js=globalThis.self ??= { location: { href: '' } };",
    `--outfile=${join(folder, "program.mjs")}`, "--log-level=error"]);
  const { Program, Host, Ready } = await import(pathToFileURL(join(folder, "program.mjs")));
  rmSync(folder, { recursive: true });
  const send = (address, range) => {
    if (!existsSync(new URL(address))) return { status: 404, bytes: new Uint8Array() };
    const bytes = readFileSync(new URL(address));
    return range ? { status: 206, bytes: bytes.subarray(range.first, range.last + 1) } : { status: 200, bytes };
  };
  const host = new Host(send, pathToFileURL(site).href + "/");
  const compiled = await WebAssembly.compile(readFileSync(join(wasm, "noughts.wasm")));
  const start = () => Program.start({ wasm: compiled, tables }, host);
  let program = await start();
  const ready = new Ready((file) => host.whole(`ready/${file}`));
  return {
    answer: (target) => ready.answer(target) ?? program.answer(target),
    // As a visitor who was never here: nothing that was fetched is known any more.
    anew: async () => { program = await start(); },
    host,
  };
}
