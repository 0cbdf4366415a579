// The package `noughts` with its files as the site has them.

import { open, type Engine, type Options } from "noughts";

declare const NOUGHTS_WASM: string;     // names with a hash of the content, from scripts/site.mjs
declare const NOUGHTS_WORKER: string;

export const engineAt = (folder: URL, options: Options = {}): Engine => open({
  wasm: new URL(NOUGHTS_WASM, import.meta.url), worker: new URL(NOUGHTS_WORKER, import.meta.url), home: folder, ...options,
});
