// The page of a site without a server: the same page, answered by the package `noughts` (npm/).

import { answerBy } from "../api";
import { App } from "../app";
import { h } from "../dom";
import { livesIn } from "../place";
import { engineAt } from "./engine";
import { forgetTables } from "./kept";
import { chosenTables, Origins, type Asked } from "./tables";
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

function start(root: HTMLElement): void {
  const tables = tablesAsked();
  const marking = tables.host !== "" ? announce(`${say.site.mark(tables.host)}.`, say.site.own) : undefined;
  if (tables.problem) announce(tables.problem, say.site.close);
  const { request } = engineAt(folder, { tables: tables.address, owner: tables.host });
  const origins = new Origins();
  answerBy(async (target, signal) => {
    const { status, body, origin } = await request(target, signal);
    if (marking && origin) marking.textContent = `${say.site.mark(tables.host, origins.add(origin))}. `;
    // What could not be read may have been kept: the next question gets it from the host.
    if (status === 500 && "caches" in self) await forgetTables(caches).catch(() => {});
    return new Response(body, { status });
  });
  new App(root).start();
  if ("serviceWorker" in navigator && location.protocol !== "file:") {
    void navigator.serviceWorker.register(new URL("service.js", folder), { scope: folder.pathname }).catch(() => {});
  }
}

// A host that sends no policy protects nothing: in a frame of another page there is only a way out.
const root = document.getElementById("app")!;
if (self === top) start(root);
else root.append(h("a", { href: "/", target: "_top" }, say.site.framed));
