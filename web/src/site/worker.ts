// A worker that answers requests of the page with the program (lanes.ts starts it).

import { Host, type Reply } from "./host";
import { forgetTables } from "./kept";
import { Program, type Answer, type Start } from "./program";
import { Ready } from "./ready";

// In a worker requests may wait for their reply, so the program need not know of promises.
function send(address: string, range?: { first: number; last: number }): Reply {
  const request = new XMLHttpRequest();
  request.open("GET", address, false);
  request.responseType = "arraybuffer";
  if (range) request.setRequestHeader("Range", `bytes=${range.first}-${range.last}`);
  request.send();
  return { status: request.status, bytes: new Uint8Array((request.response as ArrayBuffer | null) ?? new ArrayBuffer(0)) };
}

// The folder of the site: this file is in its folder "assets".
const host = new Host(send, new URL("..", location.href).href);
const ready = new Ready((file) => host.whole(`ready/${file}`));
let program: Promise<Program>;

async function answer(target: string): Promise<Answer> {
  const said = ready.answer(target) ?? (await program).answer(target);
  // What could not be read may have been kept: the next question gets it from the host.
  if (said.status === 500 && "caches" in self) await forgetTables(caches).catch(() => {});
  return said;
}

onmessage = ({ data }: MessageEvent<Start | { target: string }>) => {
  if (!("target" in data)) {
    program = Program.start(data, host);
    return;
  }
  answer(data.target).then(
    (said) => postMessage(said),
    (error: Error) => setTimeout(() => { throw error; }),
  );
};
