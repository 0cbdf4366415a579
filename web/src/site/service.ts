// The service worker of a site: what was seen once is there without a connection.
//
// The files of the site are kept as one version, whose names carry hashes; pages ask the host
// first and are shown as they were when it does not answer. Pieces of tables and answers that
// were made with the site are kept as they come, tables of other hosts are not.
//
// What is not what it should be is passed on and never kept: a part that is shorter than was
// asked for, a page that a network puts in the place of a file (a captive portal). Lists are asked
// for again each time, and a list that has changed takes with it what was kept of its folder. What
// a checksum of the program refuses is forgotten by the worker (worker.ts).

import { isWhole, rangeOf, seemsOurs } from "./kept";

declare const NOUGHTS_VERSION: string;
declare const NOUGHTS_FILES: string[];   // relative to the folder of the site

// What TypeScript knows of service workers is in another library than that of pages.
interface Extendable extends Event { waitUntil(promise: Promise<unknown>): void }
interface Fetching extends Extendable { request: Request; respondWith(reply: Promise<Response>): void }
const scope = self as unknown as { skipWaiting(): Promise<void>; clients: { claim(): Promise<void> }; registration: { scope: string } };

const KEPT = `noughts-${NOUGHTS_VERSION}`;
const home = (): string => scope.registration.scope;

async function keepFile(kept: Cache, file: string): Promise<void> {
  const request = new Request(new URL(file, home()), { cache: "no-cache" });
  const reply = await fetch(request);
  if (!await seemsOurs(request.url, reply.clone())) throw new Error(`${file} is not what the site has`);
  await kept.put(request.url, reply);
}

self.addEventListener("install", (event) => {
  (event as Extendable).waitUntil(caches.open(KEPT)
    .then((kept) => Promise.all(NOUGHTS_FILES.map((file) => keepFile(kept, file))))
    .then(() => scope.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  (event as Extendable).waitUntil(caches.keys()
    .then((names) => Promise.all(names.filter((name) => name.startsWith("noughts-") && name !== KEPT).map((name) => caches.delete(name))))
    .then(() => scope.clients.claim()));
});

// A range is kept whole under a name of its own: caches take no partial replies.
async function piece(request: Request, range: string): Promise<Response> {
  const kept = await caches.open(KEPT);
  const name = `${request.url}?${range}`;
  const known = await kept.match(name);
  const partial = (bytes: ArrayBuffer): Response => new Response(bytes, { status: 206 });
  const asked = rangeOf(range);
  const bytesKnown = await known?.arrayBuffer();
  if (bytesKnown && asked && bytesKnown.byteLength === asked.last - asked.first + 1) return partial(bytesKnown);
  const reply = await fetch(request);
  if (reply.status !== 206) return reply;
  const bytes = await reply.arrayBuffer();
  if (asked && isWhole(asked, bytes.byteLength, reply.headers.get("Content-Range"))) {
    await kept.put(name, new Response(bytes.slice(0)));
  }
  return partial(bytes);
}

// A list that has changed is about other pieces.
async function forgetFolder(kept: Cache, list: string): Promise<void> {
  const folder = list.slice(0, list.lastIndexOf("/") + 1);
  for (const { url } of await kept.keys()) if (url.startsWith(folder)) await kept.delete(url);
}

const isList = (url: string): boolean => /\/(published|manifest|list)\.json$/.test(url);

async function file(request: Request, fresh: boolean): Promise<Response> {
  const kept = await caches.open(KEPT);
  const name = request.url.split("?")[0]!;
  const known = await kept.match(name, { ignoreSearch: true });
  if (known && !fresh) return known;
  try {
    const reply = await fetch(request);
    if (!await seemsOurs(name, reply.clone())) return known && request.mode !== "navigate" ? known : reply;
    if (isList(name) && known && await known.clone().text() !== await reply.clone().text()) await forgetFolder(kept, name);
    await kept.put(name, reply.clone());
    return reply;
  } catch (error) {
    if (known) return known;
    throw error;
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event as Fetching;
  if (request.method !== "GET" || !request.url.startsWith(home())) return;
  const range = request.headers.get("Range");
  const fresh = request.mode === "navigate" || isList(request.url.split("?")[0]!);
  (event as Fetching).respondWith(range ? piece(request, range) : file(request, fresh));
});
