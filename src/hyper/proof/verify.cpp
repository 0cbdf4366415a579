#include "noughts/hyper/proof/verify.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "noughts/core/text.h"
#include "noughts/hyper/proof/claim.h"
#include "noughts/hyper/proof/replies.h"
#include "noughts/hyper/proof/threat_walk.h"

namespace noughts::hyper::proof {
namespace {

__extension__ using Wide = unsigned __int128;
using Signs = std::string;                     // a sign per cell, '.' for an empty one
using Complaint = std::optional<std::string>;  // nothing: the certificate holds

char sign_of(int player) { return static_cast<char>('1' + player); }

// --- pairing, filling, potential ----------------------------------------------

// No cell is in two pairs, and every line has a pair. On n^k two cells share one line at most,
// and there are as many pairs as lines: so none is without use.
Complaint check_pairing(const Certificate& c, const Board& board) {
  if (board.is_power() && c.entries.size() != board.lines()) return "not one pair for each line";
  std::vector<bool> used(board.cells(), false);
  std::vector<bool> paired(board.lines(), false);
  for (const CertificateEntry& entry : c.entries) {
    if (!entry.marks.empty() || entry.moves.size() != 2) return "an entry is not a pair of cells";
    for (const Cell cell : entry.moves) {
      if (cell >= board.cells()) return fmt::format("there is no cell {}", cell);
      if (used[cell]) return fmt::format("cell {} is in two pairs", cell);
      used[cell] = true;
    }
    bool on_line = false;
    for (const Line line : board.lines_through(entry.moves[0])) {
      const auto cells = board.cells_of(line);
      if (std::find(cells.begin(), cells.end(), entry.moves[1]) == cells.end()) continue;
      on_line = true;
      paired[line] = true;
    }
    if (!on_line) {
      return fmt::format("cells {} and {} are on no line", entry.moves[0], entry.moves[1]);
    }
  }
  const auto bare = std::find(paired.begin(), paired.end(), false);
  if (bare != paired.end()) return fmt::format("line {} has no pair", bare - paired.begin());
  return std::nullopt;
}

// A full board as turns in order leave it, without a completed line.
Complaint check_filling(const Certificate& c, const Board& board) {
  if (c.entries.size() != 1 || c.entries[0].marks.size() != board.cells() ||
      !c.entries[0].moves.empty()) {
    return "a filling is one full board and nothing else";
  }
  const Signs& signs = c.entries[0].marks;
  const Cell players = static_cast<Cell>(c.players);
  Cell marks = 0;
  for (Cell player = 0; player < players; ++player) {
    const auto held = static_cast<Cell>(
        std::count(signs.begin(), signs.end(), sign_of(static_cast<int>(player))));
    const Cell turns = (board.cells() + players - 1 - player) / players;
    if (held != turns) {
      return fmt::format("player {} has {} marks, not {}", player + 1, held, turns);
    }
    marks += held;
  }
  if (marks != board.cells()) return "the board is not full";
  for (Line line = 0; line < board.lines(); ++line) {
    const auto cells = board.cells_of(line);
    if (std::all_of(cells.begin(), cells.end(),
                    [&](Cell cell) { return signs[cell] == signs[cells[0]]; })) {
      return fmt::format("line {} is completed by player {}", line, signs[cells[0]]);
    }
  }
  return std::nullopt;
}

// After any first mark the potential is below 1 before the round of the b others: lines weigh
// (1+b)^-n, those through the cell 1+b times that; this falls as b grows.
Complaint check_potential(const Certificate& c, const Board& board) {
  if (!c.entries.empty()) return "a potential has no entries";
  if (board.shortest() < 2) return "a line has one cell only";
  const auto players = static_cast<std::uint64_t>(c.players);
  constexpr std::uint64_t kMost = std::uint64_t{1} << 56;
  // Whole numbers: a line of the shortest length weighs `unit`, and 1 is `one`. Where `unit` is
  // bounded, longer lines are rounded up.
  std::uint64_t unit = 1;
  for (int i = board.shortest(); i < board.longest() && unit < kMost; ++i) unit *= players;
  const auto weight = [&](Line line) {
    std::uint64_t w = unit;
    for (int i = board.shortest(); i < board.size_of(line); ++i) w = (w + players - 1) / players;
    return w;
  };
  Wide sum = 0;
  for (Line line = 0; line < board.lines(); ++line) sum += weight(line);
  Wide most = 0;
  for (Cell cell = 0; cell < board.cells(); ++cell) {
    Wide through = 0;
    for (const Line line : board.lines_through(cell)) through += weight(line);
    most = std::max(most, through);
  }
  sum += most * (players - 1);
  Wide one = unit;
  for (int i = 0; i < board.shortest() && one <= sum; ++i) one *= players;
  if (sum < one) return std::nullopt;
  return "the potential is not below 1 after some first mark";
}

// --- strategies ------------------------------------------------------------------

// Plays a strategy against every reply. The positions that are looked at are those
// in which the strategy's side is to move.
class StrategyCheck {
 public:
  StrategyCheck(const Certificate& c, const Board& board, Meter& meter)
      : c_(c), board_(board), symmetries_(symmetries_of(c, board)), meter_(meter) {}

  Complaint run() {
    read_entries();
    if (!complaint_) start();
    while (!open_.empty() && !complaint_ && meter_.spend() && meter_.holds(bytes())) {
      const Signs signs = std::move(open_.back());
      open_.pop_back();
      if (c_.claim == Claim::kNoWin) {
        follow_hold(signs);
      } else {
        follow_beat(signs);
      }
    }
    return complaint_;
  }

  // Boards on which the positions of a strategy are told apart by the full group.
  static bool fits(const Board& board) {
    if (board.is_power() && (board.side() < 3 || board.dims() < 2)) return false;
    return board.shortest() >= 2 && board.longest() <= kLongest && board.cells() <= 64 &&
           board.lines() <= kMostLines;
  }

 private:
  void refuse(const std::string& what, const Signs& signs) { complaint_ = what + " in " + signs; }
  std::uint64_t bytes() const {
    constexpr std::uint64_t kPosition = 192;  // two strings and their share of the tables
    return kPosition * (seen_.size() + entries_.size());
  }

  // Their form. Whether the moves can be played shows when they are.
  void read_entries() {
    const char last = sign_of(c_.claim == Claim::kNoWin ? 1 : c_.players - 1);
    for (const CertificateEntry& entry : c_.entries) {
      const bool formed =
          entry.marks.size() == board_.cells() && !entry.moves.empty() &&
          std::all_of(entry.marks.begin(), entry.marks.end(),
                      [&](char sign) { return sign == '.' || (sign >= '1' && sign <= last); }) &&
          std::all_of(entry.moves.begin(), entry.moves.end(),
                      [&](Cell cell) { return cell < board_.cells(); });
      if (!formed) {
        complaint_ = "an entry is not a position with moves: " + quote(entry.marks);
        return;
      }
      if (!entries_.emplace(entry.marks, &entry.moves).second) {
        return refuse("there are two entries", entry.marks);
      }
    }
  }

  void start() {
    Signs empty(board_.cells(), '.');
    if (c_.player != 0) return visit(empty);
    try_all(empty, '1');  // the one who is to be held, or beaten
  }

  void visit(const Signs& signs) {
    Signs canonical = canonical_marks(symmetries_, signs).marks;
    if (seen_.insert(canonical).second) open_.push_back(std::move(canonical));
  }

  // Every mark of the side that has no strategy.
  void try_all(Signs& signs, char sign) {
    for (char& at : signs) {
      if (at != '.') continue;
      at = sign;
      if (c_.claim != Claim::kLoses || !other_completes(signs)) visit(signs);
      at = '.';
    }
  }

  const std::vector<Cell>* entry_of(const Signs& signs) const {
    const auto found = entries_.find(signs);
    return found == entries_.end() ? nullptr : found->second;
  }

  bool place(Signs& signs, Cell cell, char sign) {
    if (signs[cell] != '.') {
      refuse(fmt::format("cell {} is not free", cell), signs);
      return false;
    }
    signs[cell] = sign;
    return true;
  }

  // Empty cells by which the sign completes a line, each once.
  std::vector<Cell> completing(const Signs& signs, char sign) const {
    std::vector<Cell> found;
    for (Line line = 0; line < board_.lines(); ++line) {
      int own = 0;
      std::optional<Cell> gap;
      for (const Cell cell : board_.cells_of(line)) {
        own += signs[cell] == sign;
        if (signs[cell] == '.') gap = cell;
      }
      if (own != board_.size_of(line) - 1 || !gap) continue;
      if (std::find(found.begin(), found.end(), *gap) == found.end()) found.push_back(*gap);
    }
    return found;
  }
  bool completes(const Signs& signs, char sign) const { return !completing(signs, sign).empty(); }

  // The others are to move against one player, who is 1 here as they all are 2. Marks of
  // theirs beyond those that are given can only help them.
  void follow_hold(Signs signs) {
    const bool first = free_cells(signs) == board_.cells();
    const int round = first ? c_.player : c_.players - 1;
    const std::vector<Cell>* moves = entry_of(signs);
    if (moves == nullptr) {
      if (round == c_.players - 1 && potential_below_one(signs)) return;
      return refuse("no moves are given, and the potential does not hold", signs);
    }
    if (moves->size() > static_cast<std::size_t>(round)) return refuse("too many moves", signs);
    for (const Cell cell : *moves) {
      if (!place(signs, cell, '2')) return;
    }
    if (completes(signs, '1')) return refuse("the player completes a line", signs);
    try_all(signs, '1');
  }

  // Before a round of b others: the sum over lines free of them of (1+b)^-(empty cells),
  // all multiplied by (1+b)^n for lines of at most n cells: below 2^16 times 8^12.
  bool potential_below_one(const Signs& signs) const {
    const auto base = static_cast<std::uint64_t>(c_.players);
    std::uint64_t sum = 0;
    std::uint64_t one = 1;
    for (int i = 0; i < board_.longest(); ++i) one *= base;
    for (Line line = 0; line < board_.lines(); ++line) {
      std::uint64_t weight = 1;
      for (int i = board_.size_of(line); i < board_.longest(); ++i) weight *= base;
      for (const Cell cell : board_.cells_of(line)) {
        if (signs[cell] == '1') weight *= base;
        if (signs[cell] == '2') weight = 0;
      }
      sum += weight;
    }
    return sum < one;
  }

  // The others are to move up to the turn of the player, who is to lose; none of them
  // can complete a line before that.
  void follow_beat(Signs signs) {
    const std::vector<Cell>* moves = entry_of(signs);
    if (moves == nullptr) return refuse("no moves are given, and no line completed", signs);
    int mover = mover_of(signs);
    for (const Cell cell : *moves) {
      if (mover == c_.player) return refuse("too many moves", signs);
      if (!place(signs, cell, sign_of(mover))) return;
      mover = (mover + 1) % c_.players;
    }
    if (mover != c_.player) return refuse("too few moves", signs);
    if (free_cells(signs) == 0) return refuse("the board is full", signs);
    if (completes(signs, sign_of(c_.player))) return refuse("the player completes a line", signs);
    try_all(signs, sign_of(c_.player));
  }

  // Whether one of those who move before the player does completes a line. Who moves
  // before that one has another cell to go to, as long as there is one.
  bool other_completes(const Signs& signs) const {
    std::size_t free = free_cells(signs);
    for (int mover = mover_of(signs); mover != c_.player && free > 0; --free) {
      if (completes(signs, sign_of(mover))) return true;
      mover = (mover + 1) % c_.players;
    }
    return false;
  }

  std::size_t free_cells(const Signs& signs) const {
    return static_cast<std::size_t>(std::count(signs.begin(), signs.end(), '.'));
  }
  int mover_of(const Signs& signs) const {
    return static_cast<int>(board_.cells() - free_cells(signs)) % c_.players;
  }

  static constexpr int kLongest = 12;  // of a line, for the potential's whole numbers
  static constexpr Line kMostLines = 1u << 16;

  const Certificate& c_;
  const Board& board_;
  const Symmetries symmetries_;
  Meter& meter_;
  Complaint complaint_;
  std::unordered_map<Signs, const std::vector<Cell>*> entries_;
  std::unordered_set<Signs> seen_;
  std::vector<Signs> open_;
};

// Each is a permutation of the cells that sends every line to a line, and together they
// generate few enough to be listed.
Complaint check_generators(const Certificate& c, const Board& board) {
  if (c.generators.empty()) return std::nullopt;
  if (board.cells() > 64) return "symmetries are given on boards of at most 64 cells";
  const auto sorted = [](std::vector<Cell> cells) {
    std::sort(cells.begin(), cells.end());
    return cells;
  };
  std::set<std::vector<Cell>> lines;
  for (Line line = 0; line < board.lines(); ++line) {
    const auto cells = board.cells_of(line);
    lines.insert(sorted({cells.begin(), cells.end()}));
  }
  for (const Permutation& generator : c.generators) {
    const Permutation in_order = sorted(generator);
    bool holds = in_order.size() == board.cells();
    for (Cell cell = 0; holds && cell < board.cells(); ++cell) holds = in_order[cell] == cell;
    if (!holds) return "a symmetry is not a permutation of the cells";
    for (std::vector<Cell> line : lines) {
      for (Cell& cell : line) cell = generator[cell];
      if (!lines.contains(sorted(std::move(line)))) return "a symmetry does not keep the lines";
    }
  }
  if (symmetries_of(c, board).kind() != GroupKind::kFull) return "there are too many symmetries";
  return std::nullopt;
}

Complaint check(const Certificate& c, Meter& meter, std::uint64_t& checked) {
  if (!provable(c)) {
    return fmt::format("no certificate of kind {} proves that {}", name_of(c.kind), claim_text(c));
  }
  const auto made = board_of(c);
  if (!made) return made.error().message;
  const Board& board = **made;
  if (const Complaint wrong = check_generators(c, board)) return wrong;
  checked = c.kind == CertificateKind::kPairing ? board.lines() : board.cells();
  if (c.kind == CertificateKind::kPairing) return check_pairing(c, board);
  if (c.kind == CertificateKind::kFilling) return check_filling(c, board);
  if (c.kind == CertificateKind::kPotential) return check_potential(c, board);
  if (c.kind == CertificateKind::kReplies) {
    const Complaint wrong = check_replies(c, board, meter);
    checked = meter.nodes();
    return wrong;
  }
  if (!StrategyCheck::fits(board)) {
    return "strategies are for boards of at most 64 cells with lines of 2 to 12, not for n^1 and "
           "2^k";
  }
  const Complaint complaint = c.kind == CertificateKind::kThreats
                                  ? walk_threats(c, board, meter).complaint
                                  : StrategyCheck(c, board, meter).run();
  checked = meter.nodes();
  return complaint;
}

}  // namespace

Result<VerifyReport> verify(const Certificate& certificate, const Budget& budget) {
  Meter meter(budget, "checking", certificate.entries.size());
  VerifyReport report;
  const Complaint complaint = check(certificate, meter, report.checked);
  if (meter.error()) return *meter.error();
  if (complaint) report = {report.checked, 1, *complaint};
  return report;
}

}  // namespace noughts::hyper::proof
