// Whose tables answered.

import * as say from "../../src/words";
import type { Origin } from "./verbs.js";

// What comes from tables of another host says so.
export function marked(body: string, host: string, origin: Origin): string {
  const document = JSON.parse(body) as { source?: string };
  if (document.source === undefined || document.source !== "table") return body;
  return JSON.stringify({ ...document, source: say.site.sourceOf(host, origin) }) + "\n";
}
