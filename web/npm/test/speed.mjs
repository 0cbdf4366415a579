// Processor time that the first question about 4x4 Quixo takes in Node: `node speed.mjs` in build/npm/try.
import { analyze, games, close } from "noughts";
await games(); await analyze("quixo", { size: 3 });
const before = process.cpuUsage();
await analyze("quixo", { size: 4 });
const { user, system } = process.cpuUsage(before);
console.log(`${((user + system) / 1e6).toFixed(2)} seconds of the processor`);
close();
