// What a worker does, in a browser and in Node: it starts the program, then answers one request
// after the other.

import { Host, type Send } from "./host.js";
import { Program, type Start } from "./program.js";
import { Ready } from "./ready.js";
import type { Answer } from "./verbs.js";

export type Request = Start | { target: string };

// `post` sends an answer, `fail` ends the worker with an error.
export function answers(send: Send, post: (answer: Answer) => void, fail: (error: Error) => void): (request: Request) => void {
  let ready: Ready;
  let program: Promise<Program>;
  const answer = async (target: string): Promise<Answer> => ready.answer(target) ?? (await program).answer(target);
  return (request) => {
    if ("target" in request) return void answer(request.target).then(post, fail);
    const host = new Host(send, request.home);
    ready = new Ready((file) => host.whole(`ready/${file}`));
    program = Program.start(request, host);
  };
}
