// Files of a web host, as the program reads them: whole, or a range of one.
//
// A reply that is not what was asked for is a sentence, never other bytes: a host that knows no
// ranges, a file that ends early or is not there, a connection that is lost, a host that does
// not allow this page to read from it.

import * as say from "../../src/words";

export interface Reply { status: number; bytes: Uint8Array }
// Asks for a file, or for bytes first to last of it; throws if there is no reply at all.
export type Send = (address: string, range?: { first: number; last: number }) => Reply;

export interface Read { bytes?: Uint8Array; missing?: boolean; why?: string }

export class Host {
  pieces = 0;   // asked for so far, of at most 64 KiB each, and their bytes
  bytes = 0;

  private origins: Set<string>;

  // Files come from the origin of `home`, the folder of the program, and from others only once they
  // are allowed: the content security policy of a page does not bind its workers.
  constructor(private send: Send, private home: string) { this.origins = new Set([new URL(home).origin]); }

  allow(address: string): void { this.origins.add(new URL(address, this.home).origin); }

  whole(address: string): Read {
    return this.ask(address, undefined, (reply) => (reply.status === 200 ? { bytes: reply.bytes } : undefined));
  }

  range(address: string, offset: number, size: number): Read {
    if (size === 0) return { bytes: new Uint8Array() };
    return this.ask(address, { first: offset, last: offset + size - 1 }, (reply) => {
      if (reply.status === 200) {
        return { why: say.site.noRanges(hostOf(address)) };
      }
      if (reply.status === 416) return { why: say.site.shorter(address) };
      if (reply.status !== 206) return undefined;
      if (reply.bytes.length !== size) {
        return { why: say.site.cut(hostOf(address), reply.bytes.length, address, size) };
      }
      return { bytes: reply.bytes };
    });
  }

  private ask(address: string, range: { first: number; last: number } | undefined, read: (reply: Reply) => Read | undefined): Read {
    if (!this.isAllowed(address)) return { why: say.site.notAsked(hostOf(address)) };
    let reply: Reply;
    try {
      reply = this.send(new URL(address, this.home).href, range);
    } catch {
      return { why: this.silence(address) };
    }
    this.pieces += Math.max(1, Math.ceil(reply.bytes.length / 65_536));
    this.bytes += reply.bytes.length;
    if (reply.status === 404) return { missing: true, why: say.site.missing(address) };
    return read(reply) ?? { why: say.site.status(hostOf(address), reply.status, address) };
  }

  private isAllowed(address: string): boolean {
    try { return this.origins.has(new URL(address, this.home).origin); } catch { return false; }
  }

  private silence(address: string): string {
    const other = new URL(address, this.home).origin !== new URL(this.home).origin;
    return other
      ? say.site.silent(hostOf(address))
      : say.site.offline(address);
  }
}

const hostOf = (address: string): string => {
  try { return new URL(address).host; } catch { return say.site.thisHost; }
};
