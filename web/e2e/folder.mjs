// The folder of a site served by a plain file server with ranges, as any web host does.
// It can also be a bad host, for the tests: without ranges, with files cut short, or gone.
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { NotHere } from "./browser.mjs";

const TYPES = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml",
  ".json": "application/json", ".wasm": "application/wasm", ".woff2": "font/woff2" };

const fileAt = (path) => [path, `${path}.html`].find((name) => existsSync(name) && statSync(name).isFile());

// `under` is the path at which the folder is served, such as "/games/noughts".
export function serveFolder(folder, { under = "", cors = false, misbehave = {} } = {}) {
  const counts = { requests: 0, ranges: 0, bytes: 0, log: [] };
  const server = createServer((request, reply) => {
    const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
    counts.requests += 1;
    counts.log.push(path);
    const headers = { "Cache-Control": "no-cache", "Accept-Ranges": "bytes" };
    if (cors) Object.assign(headers, { "Access-Control-Allow-Origin": "*", "Access-Control-Allow-Headers": "Range" });
    if (request.method === "OPTIONS") return reply.writeHead(cors ? 204 : 405, headers).end();
    if (under !== "" && !path.startsWith(`${under}/`)) return reply.writeHead(404, headers).end("nothing here\n");
    const inside = normalize(path.slice(under.length));
    const found = fileAt(join(folder, inside.endsWith("/") ? `${inside}index.html` : inside));
    const file = found ?? join(folder, "404.html");
    if (found?.endsWith(".html") && !path.endsWith(".html") && !path.endsWith("/")) {
      // As hosts of pages do: /quixo is the page quixo.html.
      return reply.writeHead(302, { ...headers, Location: request.url.replace(/(\?|$)/, ".html$1") }).end();
    }
    let size;
    try { size = statSync(file).size; } catch { return reply.writeHead(404, headers).end("nothing here\n"); }
    if (misbehave.gone?.(path)) return request.socket.destroy();
    if (misbehave.cut?.(path)) size = Math.floor(size / 2);
    headers["Content-Type"] = TYPES[extname(file)] ?? "application/octet-stream";
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "");
    if (!range || misbehave.whole?.(path)) {
      counts.bytes += size;
      reply.writeHead(found ? 200 : 404, { ...headers, "Content-Length": size });
      return size === 0 ? reply.end() : createReadStream(file, { end: size - 1 }).pipe(reply);
    }
    counts.ranges += 1;
    const [first, last] = [Number(range[1]), Math.min(Number(range[2]), size - 1)];
    if (first > last) return reply.writeHead(416, { ...headers, "Content-Range": `bytes */${size}` }).end();
    counts.bytes += last - first + 1;
    reply.writeHead(206, { ...headers, "Content-Range": `bytes ${first}-${last}/${size}`, "Content-Length": last - first + 1 });
    createReadStream(file, { start: first, end: last }).pipe(reply);
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve({
    address: `http://127.0.0.1:${server.address().port}${under}`,
    get pid() { throw new NotHere("about the server's process"); },
    counts,
    misbehave,
    end: () => new Promise((ended) => { server.closeAllConnections(); server.close(() => ended(0)); }),
  })));
}

// By itself: node e2e/folder.mjs FOLDER [/under]
if (process.argv[1]?.endsWith("folder.mjs")) {
  const { address } = await serveFolder(process.argv[2] ?? "../build/site", { under: process.argv[3] ?? "" });
  console.log(`the site is at ${address}/`);
}
