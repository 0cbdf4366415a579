// The parts of the page that need no browser, each alone.
import assert from "node:assert/strict";
import { test } from "node:test";
import { build } from "esbuild";

// A module of the page as it is, compiled on the way.
async function load(name) {
  const made = await build({ entryPoints: [`src/${name}.ts`], bundle: true, write: false, format: "esm", target: "es2022" });
  return import("data:text/javascript;base64," + Buffer.from(made.outputFiles[0].contents).toString("base64"));
}

const { History } = await load("history");
const { Seats } = await load("seats");
const { Playback } = await load("playback");
const { Latest } = await load("latest");
const { readAddress, addressOf } = await load("address");
const { fractionOf, textOf, exactAt, reduced } = await load("curve");
const { chooseMove, ApiError } = await load("opponent");
const { dropsOf } = await load("review");
const { trapWords } = await load("traps");
const { lookOf, rankOf } = await load("values");
const { Preview } = await load("preview");
const { defaultsOf, offered } = await load("form");

test("history: a new move drops what was taken back, the same move steps to it", () => {
  const history = new History([{ position: "s" }]);
  history.play("a", "1");
  history.play("b", "2");
  history.jump(0);
  history.play("a", "1");
  assert.deepEqual([history.at, history.steps.length], [1, 3]);
  history.play("c", "3");
  assert.deepEqual(history.moves, ["a", "c"]);
  assert.equal(history.canRedo, false);
});

test("history: an address on the game's way is stepped to, another is not", () => {
  const history = new History([{ position: "s" }, { move: "a", position: "1" }, { move: "b", position: "2" }]);
  assert.ok(history.adopt("s", ["a"], 1));
  assert.deepEqual([history.at, history.moves], [1, ["a", "b"]]);
  assert.equal(history.adopt("s", ["x"], 1), false);
  assert.equal(history.adopt("other", ["a"], 1), false);
  assert.equal(history.adopt("s", ["a", "b", "c"], 3), false);
});

test("history: the nearest step that one may stop at, and the end in any case", () => {
  const history = new History(["X", "O", "X", "O"].map((toMove, i) => ({ position: `${i}`, move: i ? "m" : undefined, toMove })));
  const persons = (step) => step.toMove === "X";
  assert.equal(history.nearest(-1, persons), 2);
  history.jump(2);
  assert.equal(history.nearest(-1, persons), 0);
  assert.equal(history.nearest(1, persons), 3, "the end of the game");
  history.jump(0);
  assert.equal(history.nearest(-1, persons), undefined);
});

test("history: repetitions count what stood before", () => {
  const history = new History(["a", "b", "a", "b", "a"].map((position) => ({ position })));
  assert.equal(history.repeats(), 2);
  history.jump(1);
  assert.equal(history.repeats(), 0);
});

test("seats: as an address carries them, and who moves by itself", () => {
  const seats = new Seats(["X", "O"], "person,perfect");
  assert.equal(seats.text, "person,perfect");
  assert.deepEqual(["X", "O", "System"].map((s) => seats.movesItself(s)), [false, true, false]);
  seats.rotate();
  assert.equal(seats.text, "perfect,person");
  seats.set("O", "random");
  assert.ok(seats.movesItself("System"), "nobody is a person");
  assert.equal(new Seats(["X", "O"], "hacker,person").text, "", "unknown players are people");
  assert.equal(new Seats(["X", "O"]).text, "");
});

test("playback: runs by the clock, steps by hand, stops", () => {
  let due;
  const clock = { set: (call) => { due = call; return 1; }, clear: () => { due = undefined; } };
  let moved = 0;
  const line = new Playback({ moves: ["a", "b", "c"], positions: ["0", "1", "2", "3"], result: "" }, clock, () => ++moved);
  line.play();
  due();
  assert.deepEqual([line.at, line.playing, line.position], [1, true, "1"]);
  line.step(1);
  assert.deepEqual([line.at, line.playing, due], [2, false, undefined]);
  line.play();
  due();
  assert.deepEqual([line.at, line.playing, line.atEnd], [3, false, true]);
  line.play();
  assert.equal(line.at, 0, "at the end it begins again");
  line.go(9);
  assert.equal(line.at, 3);
  line.step(-9);
  assert.equal(line.at, 0);
  assert.ok(moved >= 5);
});

test("latest: a new question drops the one before", () => {
  const latest = new Latest();
  const first = latest.begin();
  const second = latest.begin();
  assert.deepEqual([first.aborted, second.aborted], [true, false]);
  latest.drop();
  assert.ok(second.aborted);
});

const defaults = { quixo: { size: "4", line: "0" }, quantum: { q: "1/2" }, hyper: { side: "3" } };
const read = (path) => readAddress(new URL(`http://h${path}`), defaults);

test("address: there and back", () => {
  const path = "/quixo?size=3&position=X..%2F...%2F...+O&moves=a3R_b1T&at=1&seats=person%2Cperfect&values=hidden";
  const { page, place } = read(path);
  assert.equal(page, "game");
  assert.deepEqual(place, { game: "quixo", rules: { size: "3", line: "0" }, start: "X../.../... O", moves: ["a3R", "b1T"], at: 1,
    seats: "person,perfect", values: false, strange: [] });
  assert.equal(addressOf(place, defaults.quixo), path);
  assert.deepEqual(read("/quixo?colour=red&size=99").place.strange, ["colour"]);
  assert.equal(read("/quixo?size=99").place.rules.size, "99", "the form shows what the address says");
  assert.equal(read("/quixo?at=-7&moves=a").place.at, 0);
  assert.equal(read("/quixo?at=x&moves=a").place.at, 1);
});

test("address: pages without a board, and addresses that lead nowhere", () => {
  assert.equal(read("/").page, "start");
  assert.equal(read("/#gallery").page, "gallery");
  assert.deepEqual(read("/nonsense"), { page: "unknown", what: "/nonsense" });
  assert.deepEqual(read("/#nonsense"), { page: "unknown", what: "#nonsense" });
});

test("address: a game too long for one begins where the rest fits", () => {
  const moves = Array.from({ length: 4000 }, () => "a4R");
  const place = { ...read("/quixo").place, moves, at: 4000 };
  const path = addressOf(place, defaults.quixo, moves.map((_, i) => `p${i}`).concat("end"));
  assert.ok(path.length < 8000, `${path.length}`);
  const back = read(path).place;
  assert.equal(back.start, `p${4000 - back.moves.length}`);
  assert.equal(back.at, back.moves.length);
});

test("curve: fractions stay exact", () => {
  assert.equal(textOf(fractionOf("0.75")), "3/4");
  assert.equal(textOf(fractionOf("200/600")), "1/3");
  assert.equal(textOf(fractionOf("1")), "1");
  for (const bad of ["", "1/0", "x", "1e3", "-1"]) assert.equal(fractionOf(bad), undefined);
  // 20 - 30 q + 10 q^2 at q = 1/3
  assert.equal(textOf(exactAt({ polynomial: [20, -30, 10] }, 1, reduced(1n, 3n))), "100/9");
  assert.equal(textOf(exactAt({ polynomial: [1, 2] }, 4, reduced(1n, 2n))), "1/2");
});

test("values: for the player to move, whoever it is", () => {
  assert.deepEqual(lookOf({ value: "win", plies: 21 }, "X"), { tone: "good", text: "+21", words: "wins in 21 moves" });
  assert.equal(lookOf({ value: "loss", plies: 1 }, "O").words, "loses in 1 move");
  assert.deepEqual(lookOf({ value: -10, exact: "-10" }, "O"), { tone: "good", text: "+10", words: "worth +10 to you" });
  assert.deepEqual(lookOf({ value: 2.5, exact: "5/2" }, "O", "O"), { tone: "bad", text: "−5/2", words: "worth −5/2 to O" });
  assert.equal(lookOf({ value: 0, exact: "0" }, "O").text, "0");
  assert.equal(lookOf({ value: -1.234567, exact: "-1234567/1000000" }, "X").text, "−1.23", "long fractions are shortened");
  assert.equal(lookOf({ value: null }, "X").tone, "open");
  assert.deepEqual(lookOf({ value: "draw", replies: { hold: 1, lose: 7 } }, "X"), { tone: "even", text: "=1/8", words: "draw, 1 of 8 replies holds it" });
  assert.equal(lookOf({ value: "draw", replies: { hold: 8, lose: 0 } }, "X").text, "=");
  assert.ok(rankOf({ value: "draw", replies: { hold: 3, lose: 37 } }, "X") > rankOf({ value: "draw", replies: { hold: 30, lose: 10 } }, "X"));
  assert.ok(rankOf({ value: "win", plies: 30 }, "X") > rankOf({ value: "draw", replies: { hold: 0, lose: 40 } }, "X"));
});

test("opponent: what the server plays and how it knows; if it is busy any legal move", async () => {
  const signal = new AbortController().signal;
  const choose = (play) => chooseMove({ play }, "quixo", { player: "easy" }, ["a", "b", "c"], signal, () => 0.5);
  for (const [source, how] of [["table", "exact"], ["proof", "proved"], ["search", "found by search"], ["guess", "a guess"], ["chance", "at random"]]) {
    assert.deepEqual(await choose(async (_, { player }) => ({ move: player, source })), { move: "easy", remark: undefined, how });
  }
  const failing = (fault) => async () => { throw new ApiError("no", fault); };
  assert.deepEqual(await choose(failing("busy")), { move: "b", how: "at random: the server is busy" });
  await assert.rejects(choose(failing("away")), "that is for the page to tell");
});

test("review: what was given away, by whom, and what was better", () => {
  const analysis = (to_move, moves) => ({ to_move, value: moves[0].value, moves, best: [] });
  const steps = [
    { position: "0", analysis: analysis("X", [{ move: "c1L", value: "win", plies: 9 }, { move: "a1T", value: "draw" }]) },
    { position: "1", move: "a1T", analysis: analysis("O", [{ move: "b1L", value: "draw" }, { move: "b1R", value: "loss", plies: 4 }]) },
    { position: "2", move: "b1L", analysis: analysis("X", [{ move: "x", value: "draw" }]) },
  ];
  assert.deepEqual(dropsOf(steps), [{ at: 1, player: "X", move: "a1T", got: "draw", best: "c1L", could: "wins in 9 moves" }]);
  steps[1].analysis = undefined;
  assert.equal(dropsOf([steps[1], steps[2]]).length, 0, "nothing is said of what is not known");
});

test("review: chance makes no mistakes, a slower win is none", () => {
  const system = [{ position: "0", analysis: { to_move: "System", moves: [{ move: "selA", value: 5 }, { move: "selB", value: -5 }] } }, { position: "1", move: "selB" }];
  assert.deepEqual(dropsOf(system), []);
  const slow = [{ position: "0", analysis: { to_move: "X", moves: [{ move: "a", value: "win", plies: 3 }, { move: "b", value: "win", plies: 9 }] } }, { position: "1", move: "b" }];
  assert.deepEqual(dropsOf(slow), []);
});

test("traps: how many replies hold", () => {
  assert.equal(trapWords({ replies: { hold: 3, lose: 37 } }, "O"), "O must be careful: 3 of 40 replies hold");
  assert.equal(trapWords({ replies: { hold: 1, lose: 7 } }, "O"), "O must be careful: 1 of 8 replies holds");
  assert.equal(trapWords({ replies: { hold: 8, lose: 0 } }, "O"), "all 8 replies of O hold");
  assert.equal(trapWords({}, "O"), "", "what is not known is not said");
});

test("preview: only the move that is pointed at last", async () => {
  const answers = [];
  let drawn = 0;
  const preview = new Preview((position) => new Promise((give) => answers.push(() => give({ position }))), () => ++drawn);
  const now = { moves: ["a", "b"], positions: ["A", "B"] };
  preview.consider("a", now);
  preview.consider("b", now);
  answers[0]();
  await Promise.resolve();
  assert.equal(preview.ahead, undefined, "the pointer has gone on");
  answers[1]();
  await new Promise((done) => setImmediate(done));
  assert.deepEqual([preview.move, preview.ahead.position, drawn], ["b", "B", 1]);
  preview.consider("nonsense", now);
  assert.deepEqual([preview.move, preview.ahead], [undefined, undefined]);
});

test("form: defaults and ranges are the server's, words and offers the game's", () => {
  const size = { name: "size", type: "integer", default: "4", least: 3, most: 5 };
  const table = [size, { name: "rare", type: "flag", default: "false" }, { name: "dice", type: "text", default: "" }];
  const fields = { size: { label: "Board" }, rare: { label: "Rare" } };
  assert.deepEqual(defaultsOf(table, fields), { size: "4", rare: "false" }, "without words a parameter is not shown");
  assert.deepEqual(offered(size, fields.size, {}), ["3", "4", "5"]);
  assert.deepEqual(offered(size, { label: "", offer: () => ["2", "3", "9"] }, {}), ["3"], "what the server would refuse is not offered");
  assert.deepEqual(offered(table[1], fields.rare, {}), ["false", "true"]);
  assert.equal(offered({ name: "q", type: "fraction", default: "1/2", least: 0, most: 1 }, { label: "q" }, {}), undefined);
});
