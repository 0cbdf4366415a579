// The worker of Node: files of a folder are read, those of a host fetched by a helper, a thread
// more, while this one waits. So the program need not know of promises here either.

import { webcrypto } from "node:crypto";
import { closeSync, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import { MessageChannel, parentPort, receiveMessageOnPort, Worker, workerData, type MessagePort } from "node:worker_threads";
import { answers, type Request } from "./answers.js";
import type { Reply } from "./host.js";

interface Range { first: number; last: number }
interface Errand { address: string; range?: Range }
interface Helper { port: MessagePort; bell: Int32Array }

const NONE = new Uint8Array();

function readFile(address: URL, range?: Range): Reply {
  let file: number;
  try {
    file = openSync(address, "r");
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return { status: 404, bytes: NONE };
    throw error;
  }
  try {
    if (!range) return { status: 200, bytes: new Uint8Array(readFileSync(file)) };
    if (range.first >= fstatSync(file).size) return { status: 416, bytes: NONE };
    const bytes = new Uint8Array(range.last - range.first + 1);
    return { status: 206, bytes: bytes.subarray(0, readSync(file, bytes, 0, bytes.length, range.first)) };
  } finally {
    closeSync(file);
  }
}

let helper: Helper | undefined;

function startHelper(): Helper {
  const { port1, port2 } = new MessageChannel();
  const bell = new Int32Array(new SharedArrayBuffer(4));
  const thread = new Worker(new URL(import.meta.url), { workerData: { port: port2, bell }, transferList: [port2], execArgv: [] });
  thread.unref();
  port1.unref();
  return { port: port1, bell };
}

function fetchFile(errand: Errand): Reply {
  helper ??= startHelper();
  Atomics.store(helper.bell, 0, 0);
  helper.port.postMessage(errand);
  Atomics.wait(helper.bell, 0, 0);
  const reply = receiveMessageOnPort(helper.port)!.message as Reply | { why: string };
  if ("why" in reply) throw new Error(reply.why);
  return reply;
}

function send(address: string, range?: Range): Reply {
  const url = new URL(address);
  return url.protocol === "file:" ? readFile(url, range) : fetchFile({ address, range });
}

// The helper's life.
function help({ port, bell }: Helper): void {
  const run = async ({ address, range }: Errand): Promise<Reply> => {
    const reply = await fetch(address, { headers: range ? { Range: `bytes=${range.first}-${range.last}` } : {} });
    return { status: reply.status, bytes: new Uint8Array(await reply.arrayBuffer()) };
  };
  port.on("message", (errand) => {
    run(errand as Errand).catch((error: Error) => ({ why: error.message })).then((reply) => {
      port.postMessage(reply);
      Atomics.store(bell, 0, 1);
      Atomics.notify(bell, 0);
    });
  });
}

// The program was made for workers of browsers, which are `self` and have `crypto`; Node 18 has not.
Object.assign(globalThis, { self: { location: { href: import.meta.url } } });
if (!("crypto" in globalThis)) Object.assign(globalThis, { crypto: webcrypto });

if (workerData) help(workerData as Helper);
else {
  const port = parentPort!;
  const hear = answers(send, (answer) => port.postMessage(answer), (error) => setImmediate(() => { throw error; }));
  port.on("message", (request) => hear(request as Request));
}
