// Answers that were computed when the package was made, because a page cannot: curves of the usual
// scorings. ready/list.json names the routes, their defaults and the files:
//
//     {"/api/v1/quantum/curve": {"defaults": {"draw": "0", ...}, "files": {"draw=-3": "c3.json"}}}

import type { Read } from "./host.js";
import type { Answer } from "./verbs.js";

export interface List { [path: string]: { defaults: Record<string, string>; files: Record<string, string> } }

// A query by what distinguishes it: sorted, without what is usual.
export function keyOf(query: URLSearchParams, defaults: Record<string, string>): string {
  const given = [...query].filter(([name, value]) => defaults[name] !== value).sort();
  return given.map(([name, value]) => `${name}=${value}`).join("&");
}

const textOf = (read: Read): string | undefined => read.bytes && new TextDecoder().decode(read.bytes);

export class Ready {
  private list?: List;

  constructor(private read: (file: string) => Read) {}

  // Nothing where the program is to answer.
  answer(target: string): Answer | undefined {
    const [path, query] = target.split("?");
    if (!path!.endsWith("/curve")) return undefined;
    const text = this.list ? undefined : textOf(this.read("list.json"));
    if (text) this.list = JSON.parse(text) as List;  // asked for again after a lost connection
    const known = this.list?.[path!];
    const file = known?.files[keyOf(new URLSearchParams(query), known.defaults)];
    const body = file && textOf(this.read(file));
    return body ? { status: 200, body } : undefined;
  }
}
