#!/usr/bin/env python3
"""A second checker of certificates about n^k tic-tac-toe.

    check_certificate.py FILE...        one line for each: holds or refused, and why
    check_certificate.py --list         the same for the files named on standard input

Its sources are docs/reference/certificates.md, certificate-kinds.md and the rules of the game. Its language
and its manner differ from those of src/hyper/proof, so that an error in one is no error in the other.
Exit code 0: all hold; 1: some are refused. Only Python's standard library is used."""
import collections, functools, itertools, operator, pathlib, re, sys
from fractions import Fraction

NUMBER = r"(?:0|[1-9][0-9]{0,9})"
HEAD = re.compile(
    rf"noughts-certificate hyper 1\n"
    rf"kind (strategy|threats|pairing|potential|filling)\nboard ({NUMBER}) ({NUMBER})\n"
    rf"players ([2-8])( or-more)?\nplayer ([1-8])\n"
    rf"claim (win|no-win|loses|drawn)\nentries ({NUMBER})\n")
SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
TAIL = re.compile(r"end ([0-9a-f]{16})\n\Z")

def demand(condition, why):
    if not condition:
        raise ValueError(why)

def fnv1a(data):
    step = lambda value, byte: ((value ^ byte) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return functools.reduce(step, data, 0xCBF29CE484222325)

class Certificate:
    def __init__(self, data):
        text = data.decode("latin-1")
        head = HEAD.match(text)
        demand(head, "the head is not that of a certificate")
        tail = TAIL.search(text, max(0, len(text) - 21))
        demand(tail and tail.start() >= head.end(), "the last line is not 'end' and a checksum")
        demand(int(tail[1], 16) == fnv1a(data[:tail.start()]), "the checksum does not fit")
        self.kind, self.claim = head[1], head[7]
        self.side, self.dims = int(head[2]), int(head[3])
        self.players, self.or_more, self.player = int(head[4]), bool(head[5]), int(head[6])
        demand(self.player <= self.players, "there is no such player")
        body = text[head.end():tail.start()]
        demand(body[-1:] in ("", "\n"), "the last entry is not a line")
        self.lines = body.split("\n")[:-1]
        demand(len(self.lines) == int(head[8]), "the number of entries is wrong")

    def rows(self, pattern):
        for line in self.lines:
            found = re.fullmatch(pattern, line)
            demand(found, "an entry is malformed: " + line[:80])
            yield found

    def sentence(self):
        game = f"on {self.side}^{self.dims} with {self.players}{' or more' * self.or_more} players"
        if self.claim == "drawn":
            return "a full board without a line " + game
        if self.kind not in ("strategy", "threats"):
            return "nobody can force a win " + game
        verb = {"win": "can force a win", "no-win": "cannot force a win"}
        return f"player {self.player} {verb.get(self.claim, 'cannot avoid losing')} {game}"

@functools.lru_cache(maxsize=64)
class Board:
    def __init__(self, side, dims):
        demand(side >= 2 and 1 <= dims <= 20 and side ** dims <= 1 << 20, "no such board")
        demand(((side + 2) ** dims - side ** dims) // 2 * side <= 1 << 23, "too many lines")
        self.side, self.dims, self.cells = side, dims, side ** dims
        steps = [side ** (dims - 1 - axis) for axis in range(dims)]
        self.lines = []
        # A line is a direction, the first step of which is upwards, and where it begins.
        for direction in itertools.product((1, 0, -1), repeat=dims):
            if next((d for d in direction if d), -1) < 0:
                continue
            stride = sum(d * s for d, s in zip(direction, steps))
            begins = [(0,) if d > 0 else (side - 1,) if d < 0 else range(side) for d in direction]
            for start in itertools.product(*begins):
                first = sum(x * s for x, s in zip(start, steps))
                self.lines.append(tuple(first + i * stride for i in range(side)))

    @functools.cached_property
    def through(self):
        sets = [(line, sum(1 << cell for cell in line)) for line in self.lines]
        return [[bits for line, bits in sets if cell in line] for cell in range(self.cells)]

    @functools.cached_property
    def weights(self):
        """By cell and automorphism, what a mark adds to the number that the image reads as, a
        hexadecimal digit a cell. The automorphisms are grown from generators."""
        points, top = list(itertools.product(range(self.side), repeat=self.dims)), self.side - 1
        index = {point: number for number, point in enumerate(points)}
        moves = [lambda p: (top - p[0],) + p[1:]]
        moves += [lambda p, i=i: p[:i] + (p[i + 1], p[i]) + p[i + 2:] for i in range(self.dims - 1)]
        # Exchanges of values that commute with reversal: a and top-a; a and a+1 with their like.
        exchanges = [{a: top - a, top - a: a} for a in range(self.side // 2)]
        exchanges += [{a: a + 1, a + 1: a, top - a: top - a - 1, top - a - 1: top - a}
                      for a in range(self.side // 2 - 1)]
        moves += [lambda p, to=to: tuple(to.get(x, x) for x in p) for to in exchanges]
        gens = [tuple(index[move(p)] for p in points) for move in moves]
        known = {tuple(range(self.cells))}
        fresh = list(known)
        while fresh:
            element = fresh.pop()
            for product in {tuple(element[cell] for cell in g) for g in gens} - known:
                known.add(product)
                fresh.append(product)
        lines = set(map(frozenset, self.lines))
        demand(all({frozenset(g[x] for x in row) for row in lines} == lines for g in gens), "a bug")
        cells = range(self.cells)
        return [[16 ** (self.cells - 1 - image[cell]) for image in known] for cell in cells]

    def images(self, marks):
        """A position's images under all automorphisms, each read as one number."""
        rows = [[int(sign) * weight for weight in self.weights[cell]]
                for cell, sign in enumerate(marks.replace(".", "0")) if sign != "0" or cell == 0]
        return list(map(sum, zip(*rows)))

    def least_after(self, images, cell, sign):
        return min(map(operator.add, images, [int(sign) * w for w in self.weights[cell]]))

    def winning_cells(self, marks, sign):
        found = set()
        for line in self.lines:
            signs = [marks[cell] for cell in line]
            if signs.count(sign) == self.side - 1 and "." in signs:
                found.add(line[signs.index(".")])
        return found

def put(marks, cell, sign):
    demand(marks[cell] == ".", f"cell {cell} is taken in {marks}")
    return marks[:cell] + sign + marks[cell + 1:]

def empty_cells(marks):
    return [cell for cell, sign in enumerate(marks) if sign == "."]

def check_pairing(c, board):
    pairs = [frozenset(map(int, row.groups())) for row in c.rows(rf"({NUMBER}) ({NUMBER})")]
    cells = [cell for pair in pairs for cell in pair]
    demand(len(set(cells)) == 2 * len(pairs), "the pairs are not disjoint pairs")
    demand(all(cell < board.cells for cell in cells), "a cell is not on the board")
    owner = {cell: pair for pair in pairs for cell in pair}
    for line in board.lines:
        demand(any(owner.get(x, {-1}) <= set(line) for x in line), "a line has no pair")
    demand(len(pairs) == len(board.lines), "there are more pairs than lines")

def check_filling(c, board):
    rows = list(c.rows(r"([1-8]+)"))
    demand(len(rows) == 1 and len(rows[0][1]) == board.cells, "a filling is one full board")
    marks = rows[0][1]
    turns = "".join(str(ply % c.players + 1) for ply in range(board.cells))
    demand(sorted(marks) == sorted(turns), "the players do not have as many marks as turns")
    demand(all(len({marks[x] for x in line}) > 1 for line in board.lines), "a line is completed")

def check_potential(c, board):
    demand(not c.lines, "a potential has no entries")
    most = max(collections.Counter(itertools.chain(*board.lines)).values())
    last = max(c.players, board.cells) if c.or_more else c.players
    # With more players than cells nobody moves twice, so no line is completed. Numbers of
    # lines are below 4^64: nothing is lost by leaving out further factors.
    for players in range(c.players, last + 1):
        heaviest = len(board.lines) + most * (players - 1)
        demand(heaviest < players ** min(board.side, 64), "the potential is not below 1")

def made_by(board, cell, own, other):
    """Cells that complete a line of `own` through the mark just made; sides are sets of bits."""
    rests = (line & ~own for line in board.through[cell])
    return {rest.bit_length() - 1 for rest in rests if not rest & (rest - 1) and not rest & other}

def play_out(board, own, other, danger, moves, enough):
    """The moves with the replies that they force, the other threatening the cells `danger`: up
    to `enough` threats at once, or to the last move if it is 0. None if that is not reached."""
    for left in range(len(moves) - 1, -1, -1):
        cell = moves[-1 - left]
        if (own | other) >> cell & 1 or danger - {cell}:
            return None
        own |= 1 << cell
        threats = made_by(board, cell, own, other)
        if len(threats) >= enough > 0 or enough == left == 0:
            return own, other, threats
        if len(threats) != 1:
            return None
        other |= 1 << min(threats)
        danger = made_by(board, min(threats), other, own)

def check_threats(c, board):
    demand(board.side >= 3 and board.dims >= 2 and board.cells <= 64, "no board for strategies")
    rows = [row[0].split(" ") for row in c.rows(r"[A-Za-z0-9+/]+(?: [A-Za-z0-9+/]+)*")]
    entries = [[[SIGNS.index(sign) for sign in word] for word in row] for row in rows]
    demand(all(x < board.cells for e in entries for word in e for x in word), "no such cell")
    queue, known, cells = [], set(), range(board.cells)
    def visit(own, other, danger, sequences):
        form = min(board.images("".join(".12"[own >> i & 1 | (other >> i & 1) * 2] for i in cells)))
        if form not in known:
            known.add(form)
            place = own, other, danger  # if in danger she has one move and needs no entry
            follow(place, [min(danger)], sequences) if danger else queue.append(place)
    def follow(place, moves, sequences):
        done = play_out(board, *place, moves, 0)
        demand(done, "the moves of an entry do not hold")
        own, other, threats = done
        free = [cell for cell in cells if not (own | other) >> cell & 1]
        demand(free, "the board is full")
        for reply in () if len(threats) > 1 else threats or free:
            then = other | 1 << reply
            danger = made_by(board, reply, then, own)
            if not any(play_out(board, own, then, danger, s, 2) for s in sequences):
                visit(own, then, danger, sequences)
    for start in [0] if c.player == 1 else [1 << cell for cell in cells]:
        visit(0, start, set(), [])
    for (moves, *sequences), place in zip(entries, queue):
        follow(place, moves, sequences)
    demand(len(queue) == len(entries), f"{len(queue)} positions, {len(entries)} entries")

# The next two take a position in which the strategy's side is to move, make its moves, and
# give the position after them with the replies not lost at once: their sign and cells.
def after_hold(c, board, moves, marks):
    allowed, plan = c.players - 1 if "1" in marks else c.player - 1, moves.get(marks)
    if plan is None:
        demand(allowed == c.players - 1, "no moves are given in " + marks)
        lines = ([marks[cell] for cell in line] for line in board.lines)
        empty = [signs.count(".") for signs in lines if "2" not in signs]
        total = sum(Fraction(empty.count(e), c.players ** e) for e in set(empty))
        demand(total < 1, f"no moves are given, and the potential is {total} in {marks}")
        return marks, "1", ()
    demand(len(plan) <= allowed, "too many moves in " + marks)
    for cell in plan:
        marks = put(marks, cell, "2")
    demand(not board.winning_cells(marks, "1"), "the player wins in " + marks)
    return marks, "1", empty_cells(marks)

def after_beat(c, board, moves, marks):
    movers = [ply % c.players + 1 for ply in range(len(marks) - marks.count("."), len(marks))]
    others = list(itertools.takewhile(lambda mover: mover != c.player, movers))
    plan = moves.get(marks, ())
    demand(len(plan) == len(others), "no moves up to the player's turn in " + marks)
    for cell, mover in zip(plan, others):
        marks = put(marks, cell, str(mover))
    own = str(c.player)
    demand("." in marks, "the board is full in " + marks)
    demand(not board.winning_cells(marks, own), "the player wins in " + marks)
    # A reply elsewhere leaves the others a cell that wins before her next turn.
    following = itertools.takewhile(lambda mover: mover != c.player, movers[len(others) + 1:])
    wins = set().union(*(board.winning_cells(marks, str(mover)) for mover in following))
    return marks, own, () if len(wins) > 1 else wins or empty_cells(marks)

def check_strategy(c, board):
    demand(board.side >= 3 and board.dims >= 2 and board.cells <= 64, "no board for strategies")
    signs = 2 if c.claim == "no-win" else c.players
    moves, follow = {}, {"no-win": after_hold, "loses": after_beat}[c.claim]
    for row in c.rows(rf"([.1-{signs}]{{{board.cells}}})((?: {NUMBER})+)"):
        demand(row[1] not in moves, "two entries for " + row[1])
        moves[row[1]] = [int(number) for number in row[2].split()]
        demand(max(moves[row[1]]) < board.cells, "a move is not on the board")
    nothing, cells = board.images("." * board.cells), range(board.cells)
    done = {0} if c.player != 1 else {board.least_after(nothing, x, "1") for x in cells}
    waiting = list(done)
    while waiting:
        marks = f"{waiting.pop():0{board.cells}x}".replace("0", ".")
        marks, sign, replies = follow(c, board, moves, marks)
        images = board.images(marks) if replies else ()
        for cell in replies:
            least = board.least_after(images, cell, sign)
            waiting.extend({least} - done)
            done.add(least)

# By kind and claim: the check, numbers of players, whether about one player, or about more too.
TABLE = {
    ("threats", "win"): (check_threats, range(2, 3), True, False),
    ("strategy", "no-win"): (check_strategy, range(2, 9), True, False),
    ("strategy", "loses"): (check_strategy, range(3, 9), True, False),
    ("pairing", "no-win"): (check_pairing, range(2, 9), False, False),
    ("potential", "no-win"): (check_potential, range(2, 9), False, True),
    ("filling", "drawn"): (check_filling, range(2, 9), False, False),
}

def check(data):
    c = Certificate(data)
    demand((c.kind, c.claim) in TABLE, f"a {c.kind} proves no claim '{c.claim}'")
    checker, players, of_one, or_more = TABLE[c.kind, c.claim]
    demand(c.players in players and or_more >= c.or_more, "not with so many players")
    demand(of_one or c.player == 1, "the claim is about nobody alone, so the player is 1")
    checker(c, Board(c.side, c.dims))
    return c.sentence()

def main(names):
    if names == ["--list"]:
        names = sys.stdin.read().split("\n")[:-1]
    elif not names or names[0].startswith("-"):
        print(__doc__.strip(), file=sys.stderr)
        return 2
    refused = 0
    for name in names:
        try:
            print(f"{name}: holds: {check(pathlib.Path(name).read_bytes())}")
        except (ValueError, OSError) as why:
            refused = 1
            print(f"{name}: refused: {why}")
    return refused

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
