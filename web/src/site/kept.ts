// Whether a reply is what was asked for, so that it may be kept.

export interface Range { first: number; last: number }

export function rangeOf(header: string): Range | undefined {
  const found = /^bytes=(\d+)-(\d+)$/.exec(header);
  return found ? { first: Number(found[1]), last: Number(found[2]) } : undefined;
}

// All bytes of the range, and no others.
export function isWhole(asked: Range, size: number, contentRange: string | null): boolean {
  if (size !== asked.last - asked.first + 1) return false;
  return contentRange === null || contentRange.replace(/\/.*/, "") === `bytes ${asked.first}-${asked.last}`;
}

const hex = (bytes: ArrayBuffer): string => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

// A file with a hash in its name is one with that hash; a page names the script of the site; a list
// or an answer is JSON; of a table it is known that it is no page.
export async function seemsOurs(url: string, reply: Response): Promise<boolean> {
  if (reply.status !== 200 || reply.redirected) return false;
  const name = url.split("?")[0]!.split("/").pop()!;
  const hash = /-([0-9a-f]{10})\.\w+$/.exec(name)?.[1];
  if (hash) return hex(await crypto.subtle.digest("SHA-256", await reply.arrayBuffer())).startsWith(hash);
  const text = await reply.text();
  if (name === "" || name.endsWith(".html") || !name.includes(".")) return /assets\/(main|embedded)-/.test(text) || text.includes("published.json");
  if (name.endsWith(".json")) {
    try { JSON.parse(text); return true; } catch { return false; }
  }
  return !/^\s*<(!doctype|html)/i.test(text);
}

// What tables were kept: forgotten when a checksum was wrong.
export async function forgetTables(caches: CacheStorage): Promise<void> {
  for (const name of await caches.keys()) {
    const kept = await caches.open(name);
    for (const { url } of await kept.keys()) if (url.includes("/tables/")) await kept.delete(url);
  }
}
