// The answers that a page cannot compute: curves of the usual scorings, from the program (npm.mjs).
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const BINARY = process.env.NOUGHTS_BINARY ?? "../build/noughts";
// What a draw may be worth, with and without double wins.
const DRAWS = ["0", "-1", "1", "-2", "2", "-3", "3"];

// The document of the server, from the program: there a curve may take as long as it takes. It
// is indented there; numbers must stay as they are written, so it is not parsed.
function curve(draw, double) {
  const text = execFileSync(BINARY, ["solve", "quantum", "--curve", "--json", "--quiet", `--draw=${draw}`, ...(double === "true" ? ["--double-win"] : [])], { encoding: "utf8" });
  return text.trim().replace(/\n */g, "").replace(/("(?:[^"\\]|\\.)*": )|"(?:[^"\\]|\\.)*"/g, (found, key) => (key ? key.slice(0, -1) : found)) + "\n";
}

// Asks once and keeps it in a folder, so that a second make is quick. `description` is that of the API.
export function makeReady(description, kept, out) {
  mkdirSync(kept, { recursive: true });
  mkdirSync(out, { recursive: true });
  const path = "/api/v1/quantum/curve";
  const defaults = Object.fromEntries(description.paths[path].get.parameters
    .map(({ name, schema }) => [name, String(schema.default ?? "")]));
  const files = {};
  for (const draw of DRAWS) for (const double of ["false", "true"]) {
    const query = [...(double === defaults["double-win"] ? [] : [`double-win=${double}`]), ...(draw === defaults.draw ? [] : [`draw=${draw}`])].join("&");
    const name = `curve${query && "-"}${query.replace(/[^a-z0-9-]+/g, "-")}.json`;
    if (!existsSync(join(kept, name))) writeFileSync(join(kept, name), curve(draw, double));
    cpSync(join(kept, name), join(out, name));
    files[query] = name;
  }
  writeFileSync(join(out, "list.json"), JSON.stringify({ [path]: { defaults, files } }));
}
