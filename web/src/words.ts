// Every sentence, label and button of the page, in one place: to be read in one sitting, and to be
// translated. Names of moves and cells, and the errors of the program, come from the program.

export const plural = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`;
const moves = (n: number): string => plural(n, "move");
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

// --- values: what follows "taking it", "X to move:" or the name of a move -------------------

export const value = {
  win: "wins", draw: "draws", loss: "loses", hold: "can avoid losing", exposed: "loses",
  together: " if the others team up",
  in: (n: number, atMost: boolean): string => ` in ${atMost ? "at most " : ""}${moves(n)}`,
  replies: (hold: number, all: number): string => `${hold} of ${all} replies still ${hold === 1 ? "draws" : "draw"}`,
  allReplies: (all: number): string => (all === 1 ? "the only reply draws" : `all ${all} replies still draw`),
  points: (points: string, who: string): string => `worth ${points} to ${who}`,
  you: "you",
  unsolved: "unsolved",
  looks: (side: "even" | "better" | "worse", estimate: string): string => `unsolved; looks ${side}${side === "even" ? "" : ` (${estimate})`}`,
  every: (words: string): string => words.startsWith("unsolved") ? `No move is solved${words.slice("unsolved".length).replace("; looks", "; all look")}.`
    : `Every move ${words}.`,
  legend: "For the player to move:",
};

// How the page knows what it shows.
export const source = {
  line: (how: string): string => `How we know: ${how}.`,
  none: "No values for this position: the page knows only the rules.",
  table: "exact, from a table", search: "found by search", proof: "proved", guess: "a guess", other: "exact",
  host: (tables: string): string => `from ${tables}`,
  ahead: "not solved; guessed by looking ahead", late: "not solved in the time allowed",
  fortress: (who: string): string => `${who} holds a fortress, the framed tiles, and cannot lose.`,
  safe: (who: string): string => `${who} cannot lose: this is proved. Whether ${who} can win is not known.`,
  and: " and ",
};

// --- the frame of the page ------------------------------------------------------------------

export const frame = {
  title: (page: string): string => `noughts: ${page}`,
  toBoard: "Skip to the board", toContent: "Skip to the content", start: "noughts, start page", games: "games",
  hideValues: "Hide values", showValues: "Show values", valuesShown: "Values shown", valuesHidden: "Values hidden",
  colours: { auto: "Colours: as in your system", light: "Colours: light", dark: "Colours: dark" },
  strange: (part: string): string => `This link has an unknown part, which is ignored: ${part}.`,
  puzzle: "Puzzle of the day", trainer: "Trainer", gallery: "Gallery", rules: "Rules", api: "API", paper: (text: string): string => `Paper: ${text}`,
  putBack: "Put back",
  moment: "One moment …", away: "The server does not answer", tryAgain: "Try again", copied: "Copied ✓", share: "Share",
  nothing: "There is nothing here", noPage: "There is no page ", cutOff: ". Perhaps the link was cut off.", toStart: "To the start page",
  failed: (why: string): string => `Something went wrong on this page: ${why}. Reload it to go on.`,
  noAnswer: "The server does not answer. Start it again with `noughts serve`, then try again.",
  noStatus: (status: number): string => `The server answered with status ${status}. Try again.`,
};

export const start = {
  title: "Three kinds of noughts and crosses",
  lead: "Solved: the value of every move on all 43 million 4×4 Quixo boards. Play against exact values, or look up who wins and in how many moves.",
  play: "Play Quixo", gallery: "Gallery", rules: "Rules",
  board: "X to move. Every number is exact: the best that X can get with this tile. ",
  open: "Open this board",
  computer: "Play the computer", explore: "Explore", of: (game: string): string => `: ${game}`,
};

// --- the board's card -----------------------------------------------------------------------

export const board = {
  refused: "This cannot be shown", again: "Start again",
  toMove: (who: string): string => `${who} to move`, chooses: (who: string): string => `${who} chooses the outcome`,
  chance: "Chance decides", with: (who: string, words: string): string => `${who}: ${words}`,
  sameBoard: "Draw: same board three times", agreed: "Draw: same board three times. The players agree.",
  line: "Best play, not your game. Step with ← and →, or move to play on from there.",
  over: "The game is over.", review: "The game is over. The review is below.",
  browsing: "You are looking back at the game. Make a move to play on from here.",
  friend: (who: string): string => `${who} is your friend. Send this link. Your friend answers with another one.`,
  paused: "Paused. Press Go on to continue.", deciding: "Chance decides …",
  thinking: (who: string, level: string): string => `${who} (computer, ${level.toLowerCase()}) is thinking …`,
  computing: "computing …",
  dice: "Throw the dice", draw: "Let chance decide", ask: "Ask again", noValues: (why: string): string => `No values: ${why}`,
  friendLink: "link for your friend", copyFriend: "Copy link for your friend",
  caption: "from the gallery", notice: "Notice: ", back: "Back to the gallery",
  steps: "steps of the game", first: "to the start", undo: "Undo", redo: "Redo", last: "to the end", hint: "Hint", fresh: "New game",
  rematch: "Rematch", playOn: "Play on",
  side: "players and moves", tools: "Tools", learn: "How to play", edit: "Edit the board", plan: "How to play well", keys: "Keys",
  isPaused: "Paused", goesOn: "The game goes on",
  chanceDecided: (name: string): string => `Chance decided: ${name}.`, played: (who: string, name: string): string => `${who} played ${name}`,
  diceName: (thrown: string, who: string): string => `${capital(thrown)}: ${who} chooses.`,
  hints: (words: string): string => `Hint: ${words}.`,
};

export const keys: [string, string][] = [
  ["Arrows", "on a board or in a list: to the next square or move"], ["Enter", "take, push, mark, choose"], ["Escape", "put the tile back; leave a line"],
  ["← →", "elsewhere: step through the game or the line"], ["u, r", "undo, redo"], ["i", "a hint"], ["n", "new game"], ["v", "show or hide values"],
  ["p", "pause the computer, go on"], ["h", "how to play"], ["?", "these keys"],
];

export const players = {
  title: "Players", player: (who: string): string => `Player ${who}`, computer: "Computer", person: "A person", friend: "A friend, by link",
  about: (name: string, about: string): string => `${name}: ${about}.`,
  friends: "Your friend plays on another device. After each move you send a link.",
  none: (two: boolean): string => `No computer player. You move for ${two ? "both" : "all"} sides.`,
  swap: "Swap sides", rotate: "Rotate seats", goOn: "Go on", pause: "Pause",
  levels: {
    random: ["Random", "any legal move"],
    easy: ["Easy", "plays well four times in ten, otherwise at random"],
    medium: ["Medium", "plays well, but slips about one move in three"],
    hard: ["Hard", "plays well, but slips one move in ten"],
    perfect: ["Perfect", "never slips; in a drawn game it sets traps"],
  } as Record<string, [string, string]>,
  how: { table: "exact", proof: "proved", search: "found by search", guess: "a guess", chance: "at random" } as Record<string, string>,
  busy: "at random: the server is busy",
};

export const list = {
  title: "Moves", computing: "Computing …",
  kinds: (all: number, kinds: number, first: boolean): string => `${all} ${first ? "first moves" : "moves"}, ${kinds} really different. `,
  group: "Group them", all: "Show all", like: (n: number): string => `; ${n} more like it`,
  best: "Show one game of best play", line: "moves of the line", here: "here", loop: "The moves repeat for ever: a draw.",
  stop: "Stop", play: "Play it", back: "one step back", on: "one step on", close: "Back to the game",
  chance: (n: number): string => `Move ${n} is chance: `, or: " or ", odds: (name: string, odds?: string): string => `${name} (${odds ?? "either"})`,
};

// --- the review -----------------------------------------------------------------------------

export const review = {
  title: "Game review", soFar: "This game", begin: "start", first: "Start", move: (n: number, name: string): string => `Move ${n}, ${name}`,
  step: (n: number, name: string): string => `${n}. ${name}`, steps: "moves of this game",
  state: (who: string, words: string): string => `${who} to move, ${words}`,
  best: (name: string, words: string): string => `Best was ${name}: ${words}`,
  draw: "Draw: the same board three times.", won: (words: string): string => `You won. ${words}`, lost: (words: string): string => `You lost. ${words}`,
  accuracy: (percent: string): string => `Accuracy ${percent}`,
  kept: (kept: number, of: number, judged: boolean): string => `: ${kept} of your ${of} ${judged ? "judged " : ""}moves gave nothing away.`,
  shared: (game: string, outcome: string, n: number, percent?: string): string =>
    `noughts: ${game}. ${outcome} ${moves(n)}${percent ? `, accuracy ${percent}` : ""}.`,
  turning: "The turning point: ",
  turned: (n: number, move: string, who: string, got: string, best: string, could: string): string => `move ${n}, ${move} by ${who}. It ${got}; ${best} ${could}.`,
  played: "played ", better: "better", retry: "Retry from here",
  unjudged: "No position of this game is solved here, so its moves cannot be judged.",
  judged: (n: number, all: number): string => `${n} of ${all} moves can be judged; the other positions are not solved here.`,
  gap: (who: string, had: string, from: number, to: number): string =>
    `${who} had ${had} ${from === 0 ? "at the start" : `after move ${from}`} and was lost after move ${to}. The mistake lies between them.`,
  aWin: "a win", aDraw: "a draw",
  checking: "Checking the moves …", none: "No mistakes: every move kept the best result.", noneJudged: "No mistakes among the moves that can be judged.",
  mistakes: (n: number): string => `${n === 1 ? "One mistake" : `${n} mistakes`}. Show it on the board:`,
  drop: (n: number, move: string, got: string, best: string, could: string, hastened: boolean): string =>
    `Move ${n}, ${move}: ${got}. Best was ${best}: ${could}.${hastened ? " Lost either way, but sooner." : ""}`,
};

// --- tools ----------------------------------------------------------------------------------

export const share = {
  title: "Share or paste a position", position: "position", go: "Go there", copy: "Copy", link: "Copy link", linkCopied: "Link copied ✓",
  save: "Save as a file", load: "Load a file", svg: "Picture (SVG)", png: "Picture (PNG)",
  wrongFile: "This file is not a saved game. Choose one that was made with Save as a file.",
  byHand: "This browser does not let the page copy. Copy the text by hand:",
  done: (what: string): string => `${what} copied`, shown: (what: string): string => `${what} shown to copy by hand`,
  what: { position: "Position", link: "Link", game: "Game", friend: "Friend's link", puzzle: "Result" },
};

export const editor = {
  title: "Set up a position", board: "board to edit", use: "Use this board", cancel: "Cancel", toMove: "To move", marksOf: "Marks of", turn: "whose turn it is",
  tile: "Press a tile to change it: blank, X, O.", blank: "blank",
  tileName: (square: string, mark: string): string => `${square}, ${mark}; press to change`,
  cell: "Press an empty cell to mark it, a marked one to clear it.", unequal: "Players take turns: each has as many marks as the next one, or one more.",
  cellName: (cell: string, mark: string): string => `cell ${cell}, ${mark}; press to change`, empty: "empty",
  pair: "Press two squares to add a pair.", pairOrRemove: "Press two squares to add a pair, or a pair below to remove it.",
  second: "Press the second square, or the first again to cancel.",
  settle: (mark: string): string => `A cycle has closed. Press the framed square in which ${mark} stays.`,
  full: "The game is over here. Press a pair below to remove it.",
  squareName: (square: number, marks: string, stays: string): string => `square ${square}, ${marks}${stays ? `; ${stays} stays here` : ""}`,
  remove: (word: string): string => `remove ${word}`, pairs: "pairs so far",
};

export const charts = {
  game: (who: string): string => `value after each move, from ${who}'s view`, made: "moves made", for: (who: string): string => `for ${who}`,
  wins: "wins", even: "even", loses: "loses", ahead: (who: string): string => `${who} is ahead`, others: "the others are ahead", mistake: "a mistake",
  classes: "All boards of this size", counting: "Counting …", share: "share of boards won, drawn and lost by the number of tiles",
  tiles: "tiles with a sign on the board", boards: "boards, %", point: "Point at a column for its numbers.",
  won: "won by the player to move", drawn: "drawn", lost: "lost",
  tier: (n: number, win: string, draw: string, loss: string, all: string): string => `${plural(n, "tile")}: ${win} won, ${draw} drawn, ${loss} lost, of ${all} boards`,
  curve: "Value for each q", computing: "Computing the exact curve. The first time this takes some seconds …", ofQ: "value for X as a function of q",
  q: "q, the chance that O is favoured", worth: "worth to X", at: (q: string, worth: string): string => `At q = ${q} the game is worth ${worth} to X.`,
  pointCurve: "Point at the curve for its value there.", changes: "best play changes", fair: "fair: worth 0",
  slider: "q", sliderText: (q: string, worth: string): string => `q = ${q}, worth ${worth} to X`,
  reading: (q: string, near: string): string => `q = ${q}${near ? ` ≈ ${near}` : ""}: worth `,
  opening: (near: string, best: string): string => `${near ? ` ≈ ${near}` : ""} to X; best opening ${best}`,
  pieces: (n: number, fair: string): string => `The curve has ${plural(n, "piece")}. ${fair ? `The game is fair at q = ${fair}.` : "The game is fair for no q."}`,
  playQ: "Play with this q",
};

// --- puzzles --------------------------------------------------------------------------------

export const puzzle = {
  draws: (mover: string): string => `${mover} can still draw. Find the only move that does.`,
  wins: (mover: string, plies: number | null): string => `${mover} wins${plies === null ? "" : ` in ${plies}`}. Find the only winning move.`,
  points: (points: string): string => `Find the only move ${points}.`,  // "worth +10 to X"
  games: { quixo: "Quixo", quantum: "Quantum", hyper: "Tic-tac-toe" },
  difficulty: (n: number): string => `difficulty ${n} of 5`,
  right: (move: string, tries: number): string => `Right: ${move}.${tries > 1 ? ` ${tries} tries.` : " At the first try."}`,
  was: (move: string): string => `The move was ${move}.`, isNot: "is not it.", again: (why: string): string => `${why} Try again.`,
  ofDay: (day: string): string => `Puzzle of ${day}`, yours: "your puzzles", streak: "Your streak", days: (n: number): string => (n === 1 ? " day in a row" : " days in a row"),
  solvedIn: (n: number): string => `Solved in ${plural(n, "try", "tries")}.`, solved: (n: number): string => `solved, ${plural(n, "try", "tries")}`,
  text: "text to share", answer: "Show the answer", explore: "Explore this position", earlier: "Earlier puzzles",
  shared: (day: string): string => `noughts puzzle ${day}`, sharedStreak: (n: number): string => ` streak ${n}`,
  solve: "Solve it", next: "Next", none: "No puzzle of this kind", other: "Choose another game or difficulty.",
  rating: "Your rating", tried: (n: number): string => `${plural(n, "position")} tried. The first try counts.`,
  positions: "Positions", game: "Game", all: "all", level: "Difficulty", near: "near your rating",
};

// --- lessons --------------------------------------------------------------------------------

export const lesson = {
  title: (game: string): string => `How to play ${game}`, skip: "Skip", of: (n: number, all: number): string => `${n} of ${all}. `,
  back: "Back", next: "Next", again: "Again", show: "Show me", play: "Play",
};

export const rulesPage = { title: "The rules", source: "Source: ", board: "To the board", of: (game: string): string => ` of ${game}` };

export const quixo = {
  title: "Quixo", tab: "Quixo",
  blurb: "Take a tile from the border, push it back in with your sign, and make a whole line of it.",
  about: [
    "All tiles are blank at first, and X begins. A move takes a tile from the border: a blank one, or one with your own sign. You turn your sign up and push the tile back in at another end of its row or column. The tiles between move one step.",
    "A whole line of your own sign wins: across, down or diagonal. A push can also move tiles of the other player. If it completes a line of the other player and none of yours, you lose. If it completes a line of each, you lose too, unless you choose the other rule.",
    "A corner tile can go back in at two places, any other border tile at three. It never goes back in where it was. The rules know no draw: two careful players can go on for ever. Here the players agree on a draw when the same board appears for the third time.",
  ],
  lessons: [
    "You are X. Take a blank tile from the border, here a3. Push it in at the other end of its row. It shows your sign now, and the tiles between move one step.",
    "You can take your own tiles too, but never those of the other player. You can push them along: O takes d3 and pushes it in from the left.",
    "A whole line of your sign wins. X wins with the tile at the right end of the top row.",
    "Careful: a push that completes only a line of the other player loses. Pushing a1 in from the top moves the O of a4 down, and O has a line.",
  ],
  plan: [
    "Complete a line of yours if you can. Never complete one of the other player's. Leave no line that the other player can complete with the next push.",
    "Take a blank tile rather than one of your own: one more tile never hurts.",
    "If several moves remain, choose the one that gives you the most ways to complete a line next time.",
    "Then own as much of the border as you can. The other player cannot take your tiles and has fewer to choose from.",
    "Then leave the other player as few tiles as you can in one line. Playing by these five rules held 37 of 40 games against the perfect player.",
  ],
  planPlay: "Try this against the perfect player",
  board: "Board", line: "Tiles in a line", full: (size: string): string => `${size} (full)`, both: "Both get a line", bothWords: (v: string): string => `you ${v}`,
  take: (square: string, side: string): string => `take ${square}, push it in from the ${side}`,
  sides: { L: "left", R: "right", T: "top", B: "bottom" } as Record<string, string>,
  hint: (square: string): string => `Hint: take ${square}. Ask again for the push.`,
  where: "Choose where to push it in. Tap the tile again to cancel.", choose: (sign: string): string => `Choose a tile on the border: blank, or with ${sign} on it.`,
  label: (size: number): string => `Quixo board ${size}x${size}`, blank: "blank", last: ", moved last", bestWith: (words: string): string => `the best with this tile: ${words}`,
  taking: (words: string): string => `, taking it ${words}`, inHand: (square: string, ways: number): string => `${square} in hand; ${plural(ways, "arrow")} to choose from`,
  putBack: (square: string): string => `${square} put back`, push: (side: string, move: string): string => `push in from the ${side}: ${move}`,
};

export const quantum = {
  title: "Quantum tic-tac-toe", tab: "Quantum",
  blurb: "Every mark is in two squares at once, until a cycle closes and each must choose one.",
  about: [
    "X and O take turns. A move puts one mark on two different squares that are not settled. The mark carries the number of its move. The same pair may be played again.",
    "When marks form a cycle, from square to square and back, it settles. Every mark in the cycle, and every mark that hangs on it, gets one of its two squares for good. There are always exactly two outcomes. The rules say who chooses: the other player, the player who closed the cycle, or chance.",
    "Three settled marks in a row win 20 points at once. If both players get a row at the same moment, the row whose largest number is smaller wins narrowly: 10 points. When eight squares are settled, X takes the last one.",
    "Under chance, q is the probability of the outcome that is better for O, if both play their best afterwards. With dice, the sum names a player, and that player chooses.",
  ],
  lessons: [
    "You are X. A move puts your mark on two squares at once: choose 1, then 5. A line joins the two.",
    "O does the same, here on 5 and 9. A square may hold many marks.",
    "X on 1 and 9 closes a cycle: the lines go round from 1 to 5 to 9 and back.",
    "A cycle settles: each of its marks gets one square for good. There are two outcomes, and the other player chooses, here O. The rules can give the choice to the player who closed the cycle, or to chance.",
    "Three settled marks in a row win 20 points. If both players get a row at once, the row that was finished first wins 10. A value such as +10 says how many points you gain with best play on both sides.",
  ],
  collapse: "Cycles are settled by", collapseWords: { opponent: "the other player", mover: "the one who closed it", chance: "chance" } as Record<string, string>,
  q: "q, the chance for O", dice: "Dice instead of q", draw: "A draw is worth", nothing: "nothing", toX: (v: string): string => `${v} to X`,
  both: "Two rows at once", forty: "40", twenty: "20, as one row",
  diceWords: (one: boolean, low: string): string => `${one ? "one die" : "two dice"}: up to ${low} X chooses`, noDice: "none",
  stays: (mark: string, square: number): string => `${mark} stays in ${square}`, settles: (mark: string, square: number): string => `${mark} in ${square}`,
  who: (cycle: string, who: string): string => `The cycle ${cycle} has closed. ${who} chooses: press one of the two outcomes.`,
  byDice: (cycle: string): string => `The cycle ${cycle} has closed. Dice decide who chooses how it settles.`,
  byChance: (cycle: string): string => `The cycle ${cycle} has closed. Chance decides how it settles.`,
  second: "Choose the second square. Tap the first again to cancel.", one: "One square is left: choose it.", two: "Two squares are left: choose both.",
  choose: "Choose two squares: your mark goes on both.", label: "quantum board",
  settled: (mark: string): string => `settled ${mark}`, empty: "empty", square: (square: number, there: string): string => `square ${square}, ${there}`,
  bestWith: (words: string): string => `the best with this square: ${words}`, best: (words: string): string => `, best ${words}`,
  chosen: (square: number): string => `square ${square} chosen; choose the second square`,
  nobody: "favours nobody", favours: (who: string, odds: string): string => `favours ${who}, probability ${odds}`,
  chance: "Chance",
  on: (mark: string, squares: (number | string)[]): string => `${mark} on ${squares.join(" and ")}`,
  wins: (who: string, how: string, points: string): string => `${who} wins${{ narrow: " narrowly", double: " with two rows" }[how] ?? ""}: ${points} points`,
  drawn: (worth: string): string => `A draw${worth === "0" ? "" : `, worth ${worth} to X`}`,
  hintOutcome: "Hint: compare the two outcomes. Ask again for the better one.", hint: (square: number): string => `Hint: one mark goes on ${square}. Ask again for the other.`,
};

export const hyper = {
  title: "Tic-tac-toe in 3-D and beyond", tab: "3-D and beyond",
  blurb: "The game you know, on boards of any side, in two, three or four dimensions, for two to eight players.",
  about: [
    "The board is a cube of side n in k dimensions. Players take turns in a fixed order. Each puts a mark on an empty cell.",
    "A line is a row of n cells: straight, or diagonal through any dimensions. From cell to cell each coordinate stays, rises by one or falls by one. The first player to hold a whole line wins, and all others lose. A full board without such a line is a draw.",
    "With more than two players, a value says what a player can force against all others together.",
    "In misère play a player who completes a line is out. The marks of that player stay, and the others go on. The last player left wins. On a full board the players still in the game draw.",
  ],
  lessons: [
    "The cube is shown floor by floor. You are the cross. Mark the centre of floor 2.",
    "Three in a row win. Rows run within a floor: complete this one.",
    "They also run through the floors, straight up or diagonal: complete the diagonal from corner to corner.",
  ],
  side: "Cells a side", dims: "Dimensions", rows: "Rows", cols: "Columns", inLine: "In a row", asSide: "as the side", players: "Players", misere: "A player who completes a line", out: "is out (misère)", winsIt: "wins",
  shapes: ["Cross", "Ring", "Triangle", "Square", "Diamond", "Plus", "Wedge", "Disc"], player: (n: number): string => `Player ${n}`,
  floor: (n: string | number): string => `Floor ${n}`, choose: "Choose an empty cell.",
  rectangle: (rows: number, cols: number): string => `board with ${rows} rows and ${cols} columns`,
  label: (side: number, dims: number): string => `board with ${side} cells a side in ${dims} dimensions`,
  cell: (cell: string): string => `cell ${cell}`, empty: "empty", last: "marked last",
  sketch: { played: "the move played", better: "the better move", hint: "the hint" },
  threat: (who: string): string => `${who} can complete a line here`, linesLeft: (n: number): string => `${plural(n, "line")} left`,
  lines: "Lines", showThreats: "Show where a line can be completed", showLive: "Show how many lines each cell can still be part of", showSpace: "Show the board in space",
  blocked: (dead: number, all: number): string => `${dead} of ${all} lines are blocked: two players have marks on them. `,
  complete: (who: string, n: number): string => `${who} can complete ${plural(n, "line")}`, none: "No line is one mark short.",
  against: "Each player against all others", who: "Player", force: "can force a win", avoid: "can avoid losing", yes: "yes", no: "no",
  emptyBoard: "The empty board, two players", looking: "Looking …",
  fate: { win: "The first player wins.", draw: "Best play draws.", open: "The winner is not known." } as Record<string, string>,
  noDraw: "A draw is impossible here: every full board has a line.", pairing: "The second player draws by pairing cells.",
  category: (n: number): string => `Category ${n} of Golomb and Hales.`, how: (how: string): string => `How we know: ${how}.`,
  wins: (who: string): string => `${who} wins`, draw: "A draw",
  hint: (cell: string): string => `Hint: look ${cell.length > 2 ? `at floor ${cell[0]}` : `along row ${cell[0]}`}. Ask again for the cell.`,
  space: "The board in space. Arrow keys turn it. Play on the floors beside it.", drag: "Drag to turn",
};

// --- the gallery: title, what it shows, what to look at ---------------------------------------

export const gallery = {
  title: "Gallery", lead: "Positions worth a visit. Each opens on the board, with the value of every move.",
  exhibits: {
    "slowest-win": ["The slowest win", "From the empty 4×4 board X wins, but needs 21 moves against the best defence. No won board of this size takes longer.",
      "All 32 first moves win in 21, so the board shows the number once."],
    "slowest-loss": ["The slowest loss", "X is lost here, but can make O work for 22 moves. Only eight of 43 million boards hold out so long.",
      "Compare the numbers: the best defence lasts 22 moves, the worst only 10."],
    "smallest-loss": ["The smallest loss", "There is one tile on the board, and the player to move has already lost. It takes O 20 moves to show it.",
      "X cannot take the O in the corner. Every move loses, in 16, 18 or 20 moves."],
    "draw-that-returns": ["The draw that returns", "Neither player can win, and two drawing moves bring back the same board. Let both sides be perfect and they agree on a draw.",
      "Show one game of best play: the moves repeat."],
    "bad-moves": ["Nothing but bad moves", "Every move of X completes a line for O. Only 528 of 43 million boards are like this.",
      "X may take only the corners without a sign, and each push shifts an O into line."],
    kingmaker: ["The kingmaker", "Cross cannot win any more, but decides who does. Blocking Ring makes Triangle win; not blocking lets Ring win. On 3×3 no such position exists.",
      "Small signs in the corners of cells show who can complete a line there."],
    "fair-quantum": ["The fair quantum game", "Chance settles 10 of 13 cycles in favour of O, and a draw costs X three points. Then the game is worth exactly nothing to both.",
      "The best first moves are worth exactly 0. Tools has the curve of the value for each q."],
    qubic: ["Qubic's first move", "On the 4×4×4 cube the first player wins. A computer and a person proved it together in 1980. A corner and an inner cell are the same first move here, by a symmetry that no rotation shows.",
      "Take the move back: sixteen first moves are marked as won, the corners and the inner cells."],
  } as Record<string, [string, string, string]>,
};

// --- the page without a server ----------------------------------------------------------------

export const site = {
  badTables: "The link names tables at an address that cannot be read. The tables of this site are used.",
  noHttps: (protocol: string): string => `Tables are read over https, not ${protocol}. The tables of this site are used.`,
  question: (host: string): string => `Use tables of ${host}?\n\nThe values that you will see for Quixo 5x5 then come from ${host}. ` +
    `Nobody has checked them, and ${host} learns which positions you look at.`,
  // Who made them: "published by this project" or "unverified".
  mark: (host: string, origin = "unverified"): string => `Quixo 5x5: values from tables at ${host} (${origin})`,
  sourceOf: (host: string, origin: string): string => `tables at ${host} (${origin})`,
  own: "Use the tables of this site", close: "Close", framed: "Open noughts in a window of its own",
  noRanges: (host: string): string => `${host} does not send parts of files (HTTP ranges), and the tables are read by parts. Use tables of another host.`,
  shorter: (address: string): string => `${address} is shorter than its index says. Copy it to the host again.`,
  cut: (host: string, got: number, address: string, size: number): string => `${host} sent ${got} bytes of ${address} instead of ${size}. The file may be cut short: copy it to the host again.`,
  notAsked: (host: string): string => `${host} is not asked. This page reads from its own host, and from one that you agreed to.`,
  missing: (address: string): string => `${address} does not exist`, status: (host: string, status: number, address: string): string => `${host} answered with status ${status} for ${address}`,
  silent: (host: string): string => `${host} did not answer, or does not let this page read from it. It must send Access-Control-Allow-Origin and allow the header Range (CORS).`,
  offline: (address: string): string => `${address} could not be fetched. Is there a connection?`, thisHost: "this host",
  workerFailed: "The program in this page failed on this question. Reload the page to go on.",
};

export const worksheet = {
  title: (kind: string, number: number): string => `Worksheet ${number}: ${kind}`, all: "All games", print: "Print",
  link: "Print a worksheet", before: "Sheet before", next: "Next sheet", puzzles: "Puzzles", solutions: "Solutions",
};

// A board in another page.
export const embed = {
  noGame: (game: string): string => `There is no game ${game}: it is quixo, quantum or hyper.`,
  open: "Open in noughts",
};
