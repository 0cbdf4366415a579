// The board for frames on a site without a server.

import { answerBy } from "../api";
import { embed } from "../embed";
import { livesIn } from "../place";
import { engineAt } from "./engine";

const folder = new URL("..", import.meta.url);
livesIn(folder.pathname.replace(/\/$/, ""));
const { request } = engineAt(folder);
answerBy(async (target, signal) => {
  const { status, body } = await request(target, signal);
  return new Response(body, { status });
});
embed(document.getElementById("app")!);
