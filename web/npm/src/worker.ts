// The worker of a browser.

import { answers, type Request } from "./answers.js";
import type { Reply } from "./host.js";

// In a worker requests may wait for their reply, so the program need not know of promises.
function send(address: string, range?: { first: number; last: number }): Reply {
  const request = new XMLHttpRequest();
  request.open("GET", address, false);
  request.responseType = "arraybuffer";
  if (range) request.setRequestHeader("Range", `bytes=${range.first}-${range.last}`);
  request.send();
  return { status: request.status, bytes: new Uint8Array((request.response as ArrayBuffer | null) ?? new ArrayBuffer(0)) };
}

const hear = answers(send, (answer) => postMessage(answer), (error) => setTimeout(() => { throw error; }));
onmessage = ({ data }: MessageEvent<Request>) => hear(data);
