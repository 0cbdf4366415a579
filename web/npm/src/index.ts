// The package in a browser.

import { makeEngine, type World } from "./engine.js";
import type { Engine, Options } from "./verbs.js";

// A worker must come from the page's own origin; one of another origin imports the script.
function scriptOf(worker: URL): URL | string {
  if (worker.origin === location.origin) return worker;
  return URL.createObjectURL(new Blob([`import ${JSON.stringify(worker.href)};`], { type: "text/javascript" }));
}

// In this form bundlers see which files they must take along.
const wasm = new URL("./noughts.wasm", import.meta.url);
const worker = new URL("./worker.js", import.meta.url);

const browser: World = {
  files: { worker, wasm, home: new URL(".", wasm) },
  compile: (program) => WebAssembly.compileStreaming(fetch(program))
    .catch(async () => WebAssembly.compile(await (await fetch(program)).arrayBuffer())),
  addressOf: (tables) => new URL(tables, location.href).href,
  hire: (script) => (hear, fail) => {
    const hired = new Worker(scriptOf(script), { type: "module" });
    hired.onmessage = ({ data }) => hear(data);
    hired.onerror = (event) => { event.preventDefault(); fail(); };
    return { post: (message) => hired.postMessage(message), busy: () => {}, end: () => hired.terminate() };
  },
};

export type * from "./documents.js";
export {
  NoughtsError, type Answer, type At, type Engine, type HyperRules, type Level, type Options, type Origin, type Place, type QuantumRules,
  type QuantumScoring, type QuixoRules, type RulesOf, type Waiting,
} from "./verbs.js";

// A program of its own, such as one that reads tables. The functions below share another.
export const open = (options: Options = {}): Engine => makeEngine(browser, options);
export const { analyze, ask, classify, close, curve, games, line, lines, moves, play, request, show, solve, sweep } = open();
