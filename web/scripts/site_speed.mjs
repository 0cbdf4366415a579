// How long the server and the program of a site take for the same questions, side by side:
//   NOUGHTS_BINARY=../build/noughts node scripts/site_speed.mjs ../build/site
// Processor time of the process that answers, so that other work on the machine counts little:
// the least of some runs, each with a program of its own. Prints the table of docs/notes/site.md.
import { readFileSync } from "node:fs";
import { startServer } from "../e2e/browser.mjs";
import { startProgram } from "../e2e/program.mjs";

const RUNS = Number(process.env.RUNS ?? 3);
const QUESTIONS = [
  ["start, and the list of games", "/api/v1/games"],
  ["Quixo 3x3, first question", "/api/v1/quixo/analyze?size=3"],
  ["Quixo 4x4, first question", "/api/v1/quixo/analyze?size=4"],
  ["Quixo 4x4, another board", "/api/v1/quixo/analyze?size=4&position=" + encodeURIComponent("X..O/..../.O../...X X")],
  ["Quixo 5x5, empty board", "/api/v1/quixo/analyze?size=5"],
  ["quantum, from the start", "/api/v1/quantum/analyze?collapse=opponent"],
  ["Qubic, empty board", "/api/v1/hyper/analyze?side=4&dims=3"],
  ["classes of 3^3", "/api/v1/hyper/classify?side=3&dims=3"],
];

const TICKS = 100;  // of the clock in /proc, a second
// Seconds of the processor that a process has taken.
function taken(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\) /, "").split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

async function ofServer() {
  const server = await startServer();
  const times = [];
  let before = 0;
  for (const [, target] of QUESTIONS) {
    const reply = await fetch(server.address + target);
    await reply.text();
    if (reply.status !== 200) throw new Error(`${target}: ${reply.status}`);
    const now = taken(server.pid);
    times.push(now - before);
    before = now;
  }
  await server.end();
  return times;
}

async function ofSite() {
  const times = [];
  let before = process.cpuUsage();
  const { answer } = await startProgram(process.argv[2]);
  for (const [, target] of QUESTIONS) {
    const { status } = answer(target);
    if (status !== 200) throw new Error(`${target}: ${status}`);
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1e6);
    before = process.cpuUsage();
  }
  return times;
}

const least = (runs) => QUESTIONS.map((_, i) => Math.min(...runs.map((times) => times[i])));
const [servers, sites] = [[], []];
for (let i = 0; i < RUNS; ++i) {
  servers.push(await ofServer());
  sites.push(await ofSite());
}
const [server, site] = [least(servers), least(sites)];
console.log("| processor seconds | server | site |\n|---|---|---|");
QUESTIONS.forEach(([name], i) => console.log(`| ${name} | ${server[i].toFixed(2)} | ${site[i].toFixed(2)} |`));
