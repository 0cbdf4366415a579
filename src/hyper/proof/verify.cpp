#include "noughts/hyper/proof/verify.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace noughts::hyper {
namespace {

using Marks = std::string;  // a sign per cell

// One run of the checker over one certificate.
class Checker {
 public:
  Checker(const Certificate& c, std::shared_ptr<const Board> board, const VerifyOptions& options)
      : c_(c),
        board_(std::move(board)),
        symmetries_(*board_),
        options_(options),
        progress_(options.progress, "checking", c.entries.size()) {}

  Result<VerifyReport> run() {
    if (c_.kind == CertificateKind::kPairing) {
      check_pairing();
    } else if (c_.kind == CertificateKind::kFilling) {
      check_filling();
    } else if (c_.kind == CertificateKind::kPotential) {
      check_potential();
    } else {
      check_strategy();
    }
    if (options_.cancel != nullptr && options_.cancel->cancelled()) return cancelled_error();
    return report_;
  }

 private:
  void wrong(const std::string& what) {
    if (report_.wrong++ == 0) report_.complaint = what;
  }

  bool is_complete(const Marks& marks, Cell cell) const {
    for (const Line line : board_->lines_through(cell)) {
      const auto cells = board_->cells_of(line);
      if (std::all_of(cells.begin(), cells.end(),
                      [&](Cell c) { return marks[c] == marks[cell]; })) {
        return true;
      }
    }
    return false;
  }
  // Empty cells by which the sign would complete a line.
  std::vector<Cell> completing(Marks& marks, char sign) const {
    std::vector<Cell> found;
    for (Cell cell = 0; cell < board_->cells(); ++cell) {
      if (marks[cell] != '.') continue;
      marks[cell] = sign;
      if (is_complete(marks, cell)) found.push_back(cell);
      marks[cell] = '.';
    }
    return found;
  }

  // --- pairing, filling, potential -------------------------------------------

  void check_pairing() {
    if (c_.entries.size() != board_->lines()) return wrong("not one pair for each line");
    std::vector<bool> used(board_->cells(), false);
    for (Line line = 0; line < board_->lines(); ++line) {
      ++report_.checked;
      const std::vector<Cell>& pair = c_.entries[line].moves;
      const auto cells = board_->cells_of(line);
      if (pair.size() != 2) return wrong(fmt::format("line {} has no pair of cells", line));
      for (const Cell cell : pair) {
        if (std::find(cells.begin(), cells.end(), cell) == cells.end()) {
          return wrong(fmt::format("cell {} is not on line {}", cell, line));
        }
        if (used[cell]) return wrong(fmt::format("cell {} belongs to two lines", cell));
        used[cell] = true;
      }
    }
  }

  void check_filling() {
    if (c_.entries.size() != 1 || c_.entries[0].marks.size() != board_->cells()) {
      return wrong("a filling is one full board");
    }
    const Marks& marks = c_.entries[0].marks;
    std::vector<std::size_t> held(static_cast<std::size_t>(c_.players), 0);
    for (Cell cell = 0; cell < board_->cells(); ++cell) {
      ++report_.checked;
      const int player = marks[cell] - '1';
      if (player < 0 || player >= c_.players)
        return wrong(fmt::format("cell {} is not filled", cell));
      ++held[static_cast<std::size_t>(player)];
    }
    // Turns were taken in order, so nobody has more marks than someone before.
    for (std::size_t p = 0; p < held.size(); ++p) {
      const std::size_t due = (board_->cells() - p + held.size() - 1) / held.size();
      if (held[p] != due)
        return wrong(fmt::format("player {} has {} marks, not {}", p + 1, held[p], due));
    }
    for (Line line = 0; line < board_->lines(); ++line) {
      const auto cells = board_->cells_of(line);
      if (std::all_of(cells.begin(), cells.end(),
                      [&](Cell c) { return marks[c] == marks[cells[0]]; })) {
        return wrong(fmt::format("line {} is completed by player {}", line, marks[cells[0]]));
      }
    }
  }

  // Before a round of b others: sum of (1+b)^-(empty cells) over lines free of
  // them below 1, all multiplied by (1+b)^n.
  bool below_one(const Marks& marks, int b) const {
    const long double base = b + 1;
    long double sum = 0;
    for (Line line = 0; line < board_->lines(); ++line) {
      long double weight = 1;
      for (const Cell cell : board_->cells_of(line)) {
        if (marks[cell] == '2') weight = 0;
        if (marks[cell] == '1') weight *= base;
      }
      sum += weight;
    }
    long double one = 1;
    for (int i = 0; i < board_->side(); ++i) one *= base;
    // Whole numbers up to 2^64 are exact in this type.
    return one < 0x1p63L && sum < one;
  }

  void check_potential() {
    // Each player's mark anywhere, with b others to move next; further players
    // than cells never move, and one mark completes no line.
    const int last = c_.or_more ? static_cast<int>(board_->cells()) : c_.players;
    for (int players = c_.players; players <= std::max(last, c_.players); ++players) {
      for (Cell cell = 0; cell < board_->cells(); ++cell) {
        ++report_.checked;
        Marks marks(board_->cells(), '.');
        marks[cell] = '1';
        if (!below_one(marks, players - 1)) {
          // Enough players, and nobody has the turns for a line.
          if ((static_cast<int>(board_->cells()) + players - 1) / players < board_->side())
            continue;
          return wrong(fmt::format("the potential is not below 1 for {} players after cell {}",
                                   players, cell));
        }
      }
    }
  }

  // --- strategies ---------------------------------------------------------------

  void check_strategy() {
    if (c_.or_more) return wrong("a strategy is for one number of players");
    for (const CertificateEntry& entry : c_.entries) {
      if (entry.marks.size() != board_->cells()) return wrong("an entry has another board's size");
      entries_.emplace(entry.marks, &entry.moves);
    }
    start();
    while (!open_.empty() && report_.wrong == 0) {
      if (options_.cancel != nullptr && options_.cancel->cancelled()) return;
      const Marks marks = std::move(open_.back());
      open_.pop_back();
      ++report_.checked;
      progress_.advance(1);
      if (c_.claim == Claim::kWin) {
        follow_win(marks);
      } else if (c_.claim == Claim::kNoWin) {
        follow_hold(marks);
      } else {
        follow_beat(marks);
      }
    }
  }

  void start() {
    Marks marks(board_->cells(), '.');
    if (c_.claim == Claim::kWin) return others_move(marks, 0, c_.player);
    if (c_.player != 0) return visit(marks);
    if (c_.claim == Claim::kNoWin) return attacker_moves(marks);
    beaten_moves(marks);
  }

  // Remembers a position in which the strategy's side is to move.
  void visit(const Marks& marks) {
    CanonicalMarks canonical = canonical_marks(symmetries_, marks);
    if (seen_.insert(canonical.marks).second) open_.push_back(std::move(canonical.marks));
  }

  const std::vector<Cell>* entry_of(const Marks& marks) {
    const auto found = entries_.find(marks);
    return found == entries_.end() || found->second->empty() ? nullptr : found->second;
  }

  bool place(Marks& marks, Cell cell, char sign) {
    if (cell >= marks.size() || marks[cell] != '.') {
      wrong(fmt::format("cell {} is not free in {}", cell, marks));
      return false;
    }
    marks[cell] = sign;
    return true;
  }

  // The player moves, then her opponents; the position is canonical.
  void follow_win(Marks marks) {
    const char sign = static_cast<char>('1' + c_.player);
    if (!completing(marks, sign).empty()) return;
    const std::vector<Cell>* moves = entry_of(marks);
    if (moves == nullptr) return wrong("no move is given in " + marks);
    for (std::size_t i = 0; i < moves->size(); ++i) {
      if (!place(marks, (*moves)[i], sign)) return;
      if (is_complete(marks, (*moves)[i])) return;
      const std::vector<Cell> threats = completing(marks, sign);
      const bool more = i + 1 < moves->size();
      if (!more || c_.players != 2 || threats.size() != 1) {
        if (more) return wrong("moves are given after a reply that is not forced in " + marks);
        return others_move(marks, (c_.player + 1) % c_.players, c_.players - 1);
      }
      const char opponent = c_.player == 0 ? '2' : '1';
      if (!completing(marks, opponent).empty())
        return wrong("the opponent completes a line in " + marks);
      marks[threats[0]] = opponent;
    }
  }

  // `left` opponents move from this one on, in every way.
  void others_move(Marks& marks, int player, int left) {
    if (report_.wrong != 0) return;
    if (left == 0) return visit(marks);
    const char sign = static_cast<char>('1' + player);
    if (!completing(marks, sign).empty()) return wrong("an opponent completes a line in " + marks);
    const char own = static_cast<char>('1' + c_.player);
    const std::vector<Cell> threats = completing(marks, own);
    // With more threats than moves of the others, one of them stays.
    if (threats.size() > static_cast<std::size_t>(left)) {
      if (left == 1) return;
    }
    bool moved = false;
    for (Cell cell = 0; cell < board_->cells(); ++cell) {
      if (marks[cell] != '.') continue;
      moved = true;
      // The last opponent must stop the only threat.
      if (left == 1 && threats.size() == 1 && cell != threats[0]) continue;
      marks[cell] = sign;
      others_move(marks, (player + 1) % c_.players, left - 1);
      marks[cell] = '.';
    }
    if (!moved) wrong("the board is full in " + marks);
  }

  // The others move against one player, who is 1 here.
  void follow_hold(Marks marks) {
    const bool first =
        static_cast<Cell>(std::count(marks.begin(), marks.end(), '.')) == board_->cells();
    const int round = first ? c_.player : c_.players - 1;
    const std::vector<Cell>* moves = entry_of(marks);
    if (moves == nullptr) {
      if (round == c_.players - 1 && below_one(marks, c_.players - 1)) return;
      if (first && below_one(marks, c_.players - 1)) moves = &kNoMoves;
      if (moves == nullptr)
        return wrong("no moves are given, and no potential below 1, in " + marks);
    }
    if (moves->size() > static_cast<std::size_t>(round)) return wrong("too many moves in " + marks);
    for (const Cell cell : *moves) {
      if (!place(marks, cell, '2')) return;
    }
    // Marks that are not given can only help; the board may also be full.
    attacker_moves(marks);
  }

  void attacker_moves(Marks& marks) {
    for (Cell cell = 0; cell < board_->cells() && report_.wrong == 0; ++cell) {
      if (marks[cell] != '.') continue;
      marks[cell] = '1';
      if (is_complete(marks, cell)) wrong("the player completes a line in " + marks);
      visit(marks);
      marks[cell] = '.';
    }
  }

  // The others move up to the turn of the player, who is to lose.
  void follow_beat(Marks marks) {
    const std::size_t played = board_->cells() - free_cells(marks);
    const int first = static_cast<int>(played) % c_.players;
    if (one_completes(marks, first)) return;
    const std::vector<Cell>* moves = entry_of(marks);
    if (moves == nullptr) return wrong("no moves are given, and no line completed, in " + marks);
    int mover = first;
    for (const Cell cell : *moves) {
      if (mover == c_.player) return wrong("too many moves in " + marks);
      if (!place(marks, cell, static_cast<char>('1' + mover))) return;
      mover = (mover + 1) % c_.players;
    }
    if (mover != c_.player) return wrong("too few moves in " + marks);
    beaten_moves(marks);
  }

  // Every move of the player who is to lose.
  void beaten_moves(Marks& marks) {
    if (free_cells(marks) == 0) return wrong("the board is full in " + marks);
    const char sign = static_cast<char>('1' + c_.player);
    for (Cell cell = 0; cell < board_->cells() && report_.wrong == 0; ++cell) {
      if (marks[cell] != '.') continue;
      marks[cell] = sign;
      if (is_complete(marks, cell)) wrong("the player completes a line in " + marks);
      if (!one_completes(marks, (c_.player + 1) % c_.players)) visit(marks);
      marks[cell] = '.';
    }
  }

  // Whether one of the others, from `mover` up to the player's turn, completes a
  // line; those before her have another cell to go to.
  bool one_completes(Marks& marks, int mover) const {
    const std::size_t free = free_cells(marks);
    for (std::size_t turn = 0; mover != c_.player && turn < free; ++turn) {
      if (!completing(marks, static_cast<char>('1' + mover)).empty()) return true;
      mover = (mover + 1) % c_.players;
    }
    return false;
  }

  static std::size_t free_cells(const Marks& marks) {
    return static_cast<std::size_t>(std::count(marks.begin(), marks.end(), '.'));
  }

  static inline const std::vector<Cell> kNoMoves;

  const Certificate& c_;
  std::shared_ptr<const Board> board_;
  Symmetries symmetries_;
  VerifyOptions options_;
  Progress progress_;
  VerifyReport report_;
  std::unordered_map<Marks, const std::vector<Cell>*> entries_;
  std::unordered_set<Marks> seen_;
  std::vector<Marks> open_;
};

}  // namespace

Result<VerifyReport> verify(const Certificate& certificate, const VerifyOptions& options) {
  auto board = Board::make(certificate.side, certificate.dims);
  if (!board) return board.error();
  return Checker(certificate, *board, options).run();
}

}  // namespace noughts::hyper
