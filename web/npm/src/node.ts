// The package in Node.

import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { makeEngine, type World } from "./engine.js";
import type { Answer, Engine, Options } from "./verbs.js";

const node: World = {
  files: { worker: new URL("./node-worker.js", import.meta.url), wasm: new URL("./noughts.wasm", import.meta.url), home: new URL(".", import.meta.url) },
  compile: async (wasm) => WebAssembly.compile(await readFile(wasm) as BufferSource),
  addressOf: (tables) => (/^[a-z]{2,}:\/\//.test(String(tables)) ? String(tables) : pathToFileURL(String(tables)).href),
  // A worker that waits for a question keeps no process alive.
  hire: (script) => (hear, fail) => {
    const worker = new Worker(script, { execArgv: [] });   // options of `node -e` are not for it
    worker.unref();
    worker.on("message", (answer) => hear(answer as Answer));
    worker.on("error", fail);
    return { post: (request) => worker.postMessage(request), busy: (on) => (on ? worker.ref() : worker.unref()), end: () => void worker.terminate() };
  },
};

export type * from "./documents.js";
export {
  NoughtsError, type Answer, type At, type Engine, type HyperRules, type Level, type Options, type Origin, type Place, type QuantumRules,
  type QuantumScoring, type QuixoRules, type RulesOf, type Waiting,
} from "./verbs.js";

// A program of its own, such as one that reads tables. The functions below share another.
export const open = (options: Options = {}): Engine => makeEngine(node, options);
export const { analyze, ask, classify, close, curve, games, line, lines, moves, play, request, show, solve, sweep } = open();
