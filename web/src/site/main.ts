// The page of a site without a server: the same page, answered by workers.

import { answerBy } from "../api";
import { App } from "../app";
import { livesIn } from "../place";
import { workersOf } from "./lanes";

// All files lie beside this one, in the folder "assets" of the site.
const folder = new URL("..", import.meta.url);
livesIn(folder.pathname.replace(/\/$/, ""));

// ?tables=ADDRESS is remembered for as long as this tab lives; empty, it is forgotten.
function tablesAsked(): string {
  const url = new URL(location.href);
  const asked = url.searchParams.get("tables");
  if (asked !== null) {
    sessionStorage.setItem("tables", asked && new URL(asked, folder).href.replace(/\/$/, ""));
    url.searchParams.delete("tables");
    history.replaceState(null, "", url);
  }
  return sessionStorage.getItem("tables") ?? "";
}

declare const NOUGHTS_WASM: string;     // names with a hash of the content, from tools/site
declare const NOUGHTS_WORKER: string;

const start = WebAssembly.compileStreaming(fetch(new URL(NOUGHTS_WASM, import.meta.url)))
  .catch(async () => WebAssembly.compile(await (await fetch(new URL(NOUGHTS_WASM, import.meta.url))).arrayBuffer()))
  .then((wasm) => ({ wasm, tables: tablesAsked() }));
answerBy(workersOf(() => new Worker(new URL(NOUGHTS_WORKER, import.meta.url), { type: "module" }), start));
new App(document.getElementById("app")!).start();
if ("serviceWorker" in navigator && location.protocol !== "file:") {
  void navigator.serviceWorker.register(new URL("service.js", folder), { scope: folder.pathname }).catch(() => {});
}
