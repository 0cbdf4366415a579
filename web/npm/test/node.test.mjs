// The package in Node: the documents of the command line, all verbs, errors, tables of a folder and
// of an address. It runs beside node_modules/noughts (run.mjs).
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { analyze, ask, classify, close, curve, games, line, lines, moves, NoughtsError, open, play, show, solve, sweep } from "noughts";

const { NOUGHTS_BINARY, NOUGHTS_TARBALL, NOUGHTS_WEB } = process.env;
const json = (...words) => JSON.parse(execFileSync(NOUGHTS_BINARY, [...words, "--json", "--quiet"], { encoding: "utf8" }));
const without = ({ seconds, ...others }) => others;
after(() => close());

test("the package has the files of its list, no dependencies and no scripts", () => {
  const files = execFileSync("tar", ["tzf", NOUGHTS_TARBALL], { encoding: "utf8" }).trim().split("\n").map((name) => name.replace("package/", "")).sort();
  assert.deepEqual(files, readFileSync(join(NOUGHTS_WEB, "npm/files.txt"), "utf8").trim().split("\n"));
  const described = JSON.parse(readFileSync("node_modules/noughts/package.json", "utf8"));
  for (const name of ["scripts", "dependencies", "peerDependencies", "optionalDependencies", "bin"]) assert.ok(!(name in described), name);
});

test("500 positions of all families: the documents of the command line", async () => {
  const asked = JSON.parse(readFileSync("expected.json", "utf8"));
  assert.equal(asked.length, 500);
  for (const { game, rules, position, document } of asked) assert.deepEqual(await analyze(game, { ...rules, position }), document, `${game} ${position}`);
});

test("every verb gives the document of the command line", async () => {
  const position = "X..O/..../.O../...X X";
  assert.deepEqual(await show("quixo", { size: 4, position }), json("show", "quixo", "--size", "4", "--position", position));
  assert.deepEqual(await moves("hyper", { side: 4, dims: 3, position: "111 222" }), json("show", "hyper", "--side", "4", "--dims", "3", "--position", "111 222", "--moves"));
  assert.deepEqual(await line("quantum", { collapse: "chance", q: "10/13", draw: -3, moves: 5 }), json("line", "quantum", "--q", "10/13", "--draw", "-3", "--moves", "5"));
  assert.deepEqual(await analyze("quixo", { size: 3, bothLines: "win", move: "a1R" }), json("analyze", "quixo", "--size", "3", "--both-lines", "win", "--position", (await play("quixo", { size: 3, bothLines: "win", move: "a1R" })).position));
  assert.deepEqual(without(await curve({ draw: -3 })), without(json("solve", "quantum", "--curve", "--draw", "-3")));
  assert.deepEqual(without(await sweep({ step: "1/2" })), without(json("solve", "quantum", "--sweep", "--step", "1/2")));
  assert.deepEqual(without(await classify({ side: 3, dims: 3 })), without(json("study", "classify", "hyper", "--side", "3", "--dims", "3")));
  const { states, win, loss, draw, classes } = await solve({ size: 4 });
  const solved = json("solve", "quixo", "--size", "4");
  assert.deepEqual({ states, win, loss, draw, classes }, { states: solved.states, win: solved.win, loss: solved.loss, draw: solved.draw, classes: solved.classes });
  assert.equal((await lines({ side: 3, dims: 2, cell: "22" })).lines.length, 4);
  assert.deepEqual((await games()).games.map(({ game }) => game), ["quixo", "quantum", "hyper"]);
});

test("a player moves, and the same seed makes the same choice", async () => {
  const at = { size: 4, player: "easy", seed: 7 };
  const made = await play("quixo", at);
  assert.ok((await moves("quixo", { size: 4 })).moves.includes(made.move));
  assert.deepEqual(await play("quixo", at), made);
});

test("what is refused is a sentence", async () => {
  const refused = async (asked, status, sentence) => assert.rejects(asked, (error) => {
    assert.ok(error instanceof NoughtsError);
    assert.equal(error.status, status);
    assert.match(error.message, sentence);
    return true;
  });
  await refused(analyze("quixo", { size: 9 }), 400, /^size/);
  await refused(analyze("quixo", { size: 4, position: "XX" }), 400, /position/);
  await refused(analyze("hyper", { strange: 1 }), 400, /strange/);
  await refused(ask("chess/analyze"), 404, /./);
  await refused(curve({ draw: "1/7" }), 404, /no curve for this scoring/);
});

test("a question that nobody waits for is dropped", async () => {
  const leaving = new AbortController();
  const asked = analyze("hyper", { side: 4, dims: 2, players: 3, signal: leaving.signal });
  leaving.abort();
  await assert.rejects(asked, { name: "AbortError" });
});

// The openings once more, as published tables of somebody else.
const OPENING = "node_modules/noughts/tables/quixo-5x5-opening";
const FOUR = { size: 5, position: "..O../X..../....X/O..../..... X" };
test("tables of a folder and of an address", async () => {
  const expected = json("analyze", "quixo", "--size", "5", "--position", FOUR.position, "--tables", OPENING);
  const { serveFolder } = await import(join(NOUGHTS_WEB, "e2e/folder.mjs"));
  const host = await serveFolder(OPENING);
  for (const tables of [OPENING, host.address]) {
    const engine = open({ tables });
    assert.deepEqual(await engine.analyze("quixo", FOUR), expected);
    engine.close();
  }
  assert.ok(host.counts.ranges > 0, "read by parts");
  await host.end();
  const owned = open({ tables: OPENING, owner: "friends.example" });
  assert.equal((await owned.analyze("quixo", FOUR)).source, "tables at friends.example (published by this project)");
  owned.close();
});

test("tables that are not there are a sentence, for the boards that they are for", async () => {
  const empty = mkdtempSync(join(tmpdir(), "noughts-none-"));
  const engine = open({ tables: empty });
  await assert.rejects(engine.analyze("quixo", FOUR), /there are no tables in/);
  assert.equal((await engine.analyze("quixo", { size: 3 })).value, "win");
  engine.close();
  rmSync(empty, { recursive: true });
});

test("a program ends by itself once it has its answers", () => {
  const ran = spawnSync(process.execPath, ["--input-type=module", "-e", `import { analyze } from "noughts"; console.log((await analyze("quixo", { size: 3 })).value);`], { encoding: "utf8", timeout: 120_000 });
  assert.deepEqual([ran.status, ran.stdout, ran.stderr], [0, "win\n", ""]);
});
