// The page of a site without a server: the same page, answered by workers.

import { answerBy } from "../api";
import { App } from "../app";
import { livesIn } from "../place";
import { workersOf } from "./lanes";
import { chosenTables, Origins, type Asked, type Origin } from "./tables";
import * as say from "../words";

// All files lie beside this one, in the folder "assets" of the site.
const folder = new URL("..", import.meta.url);
livesIn(folder.pathname.replace(/\/$/, ""));

function tablesAsked(): Asked {
  const url = new URL(location.href);
  const asked = url.searchParams.get("tables");
  if (asked !== null) {
    url.searchParams.delete("tables");
    history.replaceState(null, "", url);
  }
  return chosenTables(asked, folder, sessionStorage, (host) => confirm(say.site.question(host)));
}

// A line above the page that stays.
function announce(sentence: string, stop: string): HTMLElement {
  const line = document.createElement("p");
  line.id = "tables-mark";
  line.setAttribute("role", "status");
  Object.assign(line.style, { margin: "0", padding: "0.4em 1em", background: "#7a1f1f", color: "#fff", position: "sticky", top: "0", zIndex: "10" });
  const text = document.createElement("span");
  text.textContent = `${sentence} `;
  const button = document.createElement("button");
  button.textContent = stop;
  button.addEventListener("click", () => {
    for (const key of ["tables", "tables-agreed"]) sessionStorage.removeItem(key);
    location.reload();
  });
  line.append(text, button);
  document.body.prepend(line);
  return text;
}

declare const NOUGHTS_WASM: string;     // names with a hash of the content, from tools/site
declare const NOUGHTS_WORKER: string;

const tables = tablesAsked();
const marking = tables.host !== "" ? announce(`${say.site.mark(tables.host)}.`, say.site.own) : undefined;
if (tables.problem) announce(tables.problem, say.site.close);
const start = WebAssembly.compileStreaming(fetch(new URL(NOUGHTS_WASM, import.meta.url)))
  .catch(async () => WebAssembly.compile(await (await fetch(new URL(NOUGHTS_WASM, import.meta.url))).arrayBuffer()))
  .then((wasm) => ({ wasm, tables: tables.address, host: tables.host }));
const workers = workersOf(() => new Worker(new URL(NOUGHTS_WORKER, import.meta.url), { type: "module" }), start);
const origins = new Origins();
answerBy(async (target, signal) => {
  const reply = await workers(target, signal);
  const origin = reply.headers.get("X-Tables") as Origin | null;
  if (marking && origin) marking.textContent = `${say.site.mark(tables.host, origins.add(origin))}. `;
  return reply;
});
new App(document.getElementById("app")!).start();
if ("serviceWorker" in navigator && location.protocol !== "file:") {
  void navigator.serviceWorker.register(new URL("service.js", folder), { scope: folder.pathname }).catch(() => {});
}
