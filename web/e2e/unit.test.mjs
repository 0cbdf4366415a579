// The parts of the page that need no browser, each alone.
import assert from "node:assert/strict";
import { test } from "node:test";
import { build } from "esbuild";

// A module of the page as it is, compiled on the way.
async function load(name) {
  const made = await build({ entryPoints: [`src/${name}.ts`], bundle: true, write: false, format: "esm", target: "es2022", loader: { ".json": "json" } });
  return import("data:text/javascript;base64," + Buffer.from(made.outputFiles[0].contents).toString("base64"));
}

const { History } = await load("history");
const { Seats } = await load("seats");
const { Playback } = await load("playback");
const { Latest } = await load("latest");
const { readAddress, addressOf } = await load("address");
const { fractionOf, textOf, exactAt, reduced } = await load("curve");
const { chooseMove, ApiError } = await load("opponent");
const { accountOf } = await load("review");
const { spread, bounded, kindsOf } = await load("equals");
const { PUZZLES, puzzleOf, indexOfDay, daysBefore, shareText, rated, strengthOf, Diary, Trainer } = await load("puzzles");
const { trapWords } = await load("traps");
const { lookOf } = await load("values");
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
  assert.deepEqual(lookOf({ value: "draw", replies: { hold: 1, lose: 7 } }, "X"), { tone: "even", text: "=1/8", words: "draws; 1 of 8 replies still draws" });
  assert.equal(lookOf({ value: "draw", replies: { hold: 8, lose: 0 } }, "X").text, "=");
  assert.deepEqual(lookOf({ value: "win", plies: 51, at_most: true }, "1"), { tone: "good", text: "+≤51", words: "wins in at most 51 moves" });
  assert.equal(lookOf({ value: null, estimate: 0.04 }, "X").words, "unsolved; looks even");
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
  const account = accountOf(steps);
  assert.deepEqual(account.drops, [{ at: 1, player: "X", move: "a1T", got: "draws", best: "c1L", could: "wins in 9 moves", hastened: false }]);
  assert.deepEqual([account.moves, account.judged, account.scores.get("X"), account.scores.get("O")], [2, 2, { kept: 0, of: 1 }, { kept: 1, of: 1 }]);
  steps[1].analysis = undefined;
  const part = accountOf([steps[1], steps[2]]);
  assert.deepEqual([part.drops.length, part.moves, part.judged], [0, 1, 0], "nothing is said of what is not known");
});

test("review: chance makes no mistakes, a slower win is none, a hastened loss is told", () => {
  const one = (to_move, value, made, best) => accountOf([{ position: "0", analysis: { to_move, value, moves: [{ move: "a", value, ...best }, { move: "b", value, ...made }] } }, { position: "1", move: "b" }]).drops;
  assert.deepEqual(one("System", 5, {}, {}), []);
  assert.deepEqual(one("X", "win", { plies: 9 }, { plies: 3 }), []);
  assert.deepEqual(one("X", "loss", { plies: 16 }, { plies: 18 }), []);
  assert.equal(one("X", "loss", { plies: 1 }, { plies: 18 })[0].hastened, true);
});

test("review: a move of unknown value is neither good nor bad, and a lost draw is placed", () => {
  const open = { to_move: "O", value: null, moves: [{ move: "y", value: null }] };
  const steps = [
    { position: "0", analysis: { to_move: "X", value: "draw", moves: [{ move: "u", value: null }, { move: "d", value: "draw" }] } },
    { position: "1", move: "u", analysis: open }, { position: "2", move: "y", analysis: { ...open, to_move: "X" } }, { position: "3", move: "y", result: "O wins" },
  ];
  const account = accountOf(steps, ["X", "O"]);
  assert.deepEqual([account.drops, account.moves, account.judged], [[], 3, 0]);
  assert.deepEqual(account.gap, { player: "X", from: 0, to: 3, had: "a draw" });
});

test("equal moves: the value of one is that of its images, in the server's order", () => {
  const moves = { position: "", moves: ["a", "b", "c", "d"], images: [0, 1, 0, 1] };
  const analysis = { position: "", value: "win", at_most: true, best: ["a"], moves: [{ move: "a", value: "win", plies: 5 }, { move: "b", value: null }, { move: "c", value: null }, { move: "d", value: null }] };
  const all = spread(bounded(analysis), moves);
  assert.deepEqual(all.moves.map((m) => [m.move, m.value, m.plies]), [["a", "win", 5], ["c", "win", 5], ["b", null, undefined], ["d", null, undefined]]);
  assert.deepEqual(all.best, ["a", "c"]);
  assert.equal(all.moves[1].at_most, true);
  assert.deepEqual([...kindsOf(moves)], [["a", ["a", "c"]], ["b", ["b", "d"]]]);
});

test("puzzles: one a day, the same for everybody, another the next day", () => {
  const year = daysBefore("2027-06-30", PUZZLES.length);
  assert.equal(new Set(year.map((day) => indexOfDay(day))).size, PUZZLES.length, "no puzzle comes back before all were there");
  assert.deepEqual(daysBefore("2026-03-01", 2), ["2026-03-01", "2026-02-28"]);
  assert.equal(puzzleOf("2026-11-18"), puzzleOf("2026-11-18"));
  assert.ok(PUZZLES.length >= 366);
  for (const puzzle of PUZZLES) assert.ok(typeof puzzle.position === "string" && puzzle.answer && puzzle.difficulty >= 1 && puzzle.difficulty <= 5, JSON.stringify(puzzle));
  const text = shareText("2026-11-18", puzzleOf("2026-11-18"), 3, 4, "http://h/");
  assert.match(text, /🟧🟧🟩 streak 4/);
  assert.ok(!text.includes(puzzleOf("2026-11-18").answer), "the answer is not told");
});

test("puzzles: a streak is days in a row, and today may still be open", () => {
  const kept = new Map();
  globalThis.localStorage = { getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => kept.set(name, value) };
  const diary = new Diary();
  for (const day of ["2026-02-27", "2026-02-28", "2026-03-01"]) diary.solve(day, 2);
  assert.deepEqual(["2026-03-01", "2026-03-02", "2026-03-03", "2026-02-27"].map((day) => diary.streak(day)), [3, 3, 0, 1]);
  assert.equal(new Diary().tries("2026-02-28"), 2, "it is kept");
  kept.set("puzzles", "nonsense");
  assert.equal(new Diary().streak("2026-03-01"), 0, "what cannot be read counts as nothing");
});

test("trainer: a rating rises and falls by what was not expected", () => {
  const puzzle = (difficulty) => ({ difficulty });
  assert.ok(rated(1000, puzzle(5), true) - 1000 > rated(1000, puzzle(1), true) - 1000, "a hard one is worth more");
  assert.ok(rated(1000, puzzle(1), false) < rated(1000, puzzle(5), false), "an easy one costs more");
  const even = strengthOf(puzzle(3));
  assert.equal(rated(even, puzzle(3), true) - even, even - rated(even, puzzle(3), false));
  const trainer = new Trainer();
  const first = trainer.next("", 0, undefined, () => 0);
  assert.notEqual(trainer.next("", 0, first, () => 0), first);
  assert.equal(trainer.next("Quixo 4×4", 5).difficulty, 5);
});

test("traps: how many replies hold", () => {
  assert.equal(trapWords({ replies: { hold: 3, lose: 37 } }), "3 of 40 replies still draw");
  assert.equal(trapWords({ replies: { hold: 1, lose: 7 } }), "1 of 8 replies still draws");
  assert.equal(trapWords({ replies: { hold: 8, lose: 0 } }), "all 8 replies still draw");
  assert.equal(trapWords({}), "", "what is not known is not said");
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
