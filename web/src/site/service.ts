// The service worker of a site: what was seen once is there without a connection.
//
// The files of the site are kept as one version, whose names carry hashes; pages ask the host
// first and are shown as they were when it does not answer. Pieces of tables and answers that
// were made with the site are kept as they come, tables of other hosts are not.

declare const NOUGHTS_VERSION: string;
declare const NOUGHTS_FILES: string[];   // relative to the folder of the site

// What TypeScript knows of service workers is in another library than that of pages.
interface Extendable extends Event { waitUntil(promise: Promise<unknown>): void }
interface Fetching extends Extendable { request: Request; respondWith(reply: Promise<Response>): void }
const scope = self as unknown as { skipWaiting(): Promise<void>; clients: { claim(): Promise<void> }; registration: { scope: string } };

const KEPT = `noughts-${NOUGHTS_VERSION}`;
const home = (): string => scope.registration.scope;

self.addEventListener("install", (event) => {
  (event as Extendable).waitUntil(caches.open(KEPT)
    .then((kept) => kept.addAll(NOUGHTS_FILES.map((file) => new Request(new URL(file, home()), { cache: "no-cache" }))))
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
  if (known) return partial(await known.arrayBuffer());
  const reply = await fetch(request);
  if (reply.status !== 206) return reply;
  const bytes = await reply.arrayBuffer();
  await kept.put(name, new Response(bytes.slice(0)));
  return partial(bytes);
}

async function file(request: Request, fresh: boolean): Promise<Response> {
  const kept = await caches.open(KEPT);
  const known = await kept.match(request, { ignoreSearch: true });
  if (known && !fresh) return known;
  try {
    const reply = await fetch(request);
    if (reply.status === 200) await kept.put(request.url.split("?")[0]!, reply.clone());
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
  (event as Fetching).respondWith(range ? piece(request, range) : file(request, request.mode === "navigate"));
});
