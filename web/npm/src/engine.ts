// A program with workers of its own, in a browser or in Node.

import { Lanes, type Hire } from "./lanes.js";
import type { Start } from "./program.js";
import { Engine, type Options } from "./verbs.js";

// What a browser and Node do each in its own way.
export interface World {
  files: { worker: URL; wasm: URL; home: URL };
  compile(wasm: URL): Promise<WebAssembly.Module>;
  addressOf(tables: string | URL): string;
  hire(worker: URL): Hire;
}

export function makeEngine(world: World, { tables = "", owner, ...files }: Options): Engine {
  const { worker, wasm, home } = { ...world.files, ...files };
  const prepare = async (): Promise<Start> =>
    ({ wasm: await world.compile(wasm), home: home.href, tables: tables === "" ? "" : world.addressOf(tables).replace(/\/$/, ""), host: owner });
  let start: Promise<Start> | undefined;
  const lanes = new Lanes(world.hire(worker), () => {
    start ??= prepare();
    start.catch(() => { start = undefined; });   // the host may be back
    return start;
  });
  return new Engine((target, signal) => lanes.ask(target, signal), () => lanes.end());
}
