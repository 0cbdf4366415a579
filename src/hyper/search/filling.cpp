#include "noughts/hyper/search/filling.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "noughts/core/random.h"
#include "noughts/hyper/search/pairing.h"
#include "noughts/hyper/search/sat.h"

namespace noughts::hyper::search {
namespace {

// Ends the solver's search when the budget does.
class Alarm final : public sat::Terminator {
 public:
  explicit Alarm(const Budget& budget) : budget_(budget) {}
  bool terminate() override { return budget_.exhausted().has_value(); }

 private:
  const Budget& budget_;
};

enum class Sat { kYes, kNo, kUnknown };

Sat run(sat::Solver& solver, const Budget& budget) {
  Alarm alarm(budget);
  solver.connect_terminator(&alarm);
  const int status = solver.solve();
  solver.disconnect_terminator();
  return status == 10 ? Sat::kYes : status == 20 ? Sat::kNo : Sat::kUnknown;
}

// Two colours; with `inverted`, a cell and its central inverse differ.
Sat two_colours(const Board& board, bool inverted, const Budget& budget, std::string& filling) {
  sat::Solver solver;
  const Cell cells = board.cells();
  const auto literal = [&](Cell cell) {
    const Cell inverse = cells - 1 - cell;
    if (inverted && inverse < cell) return -static_cast<int>(inverse + 1);
    return static_cast<int>(cell + 1);
  };
  for (Line line = 0; line < board.lines(); ++line) {
    const auto on_line = board.cells_of(line);
    // A line that is its own inverse is mixed already.
    if (inverted && on_line.front() + on_line.back() == cells - 1) continue;
    for (const int sign : {1, -1}) {
      for (const Cell cell : on_line) solver.add(sign * literal(cell));
      solver.add(0);
    }
  }
  const Sat answer = run(solver, budget);
  if (answer != Sat::kYes) return answer;
  filling.assign(cells, '1');
  for (Cell cell = 0; cell < cells; ++cell) {
    const int lit = literal(cell);
    const int value = std::abs(lit) <= solver.vars() ? solver.val(std::abs(lit)) : std::abs(lit);
    const bool positive = (value > 0) == (lit > 0);
    filling[cell] = positive ? '1' : '2';
  }
  return answer;
}

std::size_t due(const Board& board, int players, int player) {
  return (board.cells() - static_cast<Cell>(player) + static_cast<Cell>(players) - 1) /
         static_cast<Cell>(players);
}

// At most `most` of the literals are true: Sinz's counter. Register (i, j) says that more
// than j of the first i + 1 are; registers are numbered from `next` on.
void at_most(sat::Solver& solver, const std::vector<int>& literals, std::size_t most, int& next) {
  const auto clause = [&](std::initializer_list<int> signs) {
    for (const int sign : signs) solver.add(sign);
    solver.add(0);
  };
  std::vector<int> before;
  for (const int literal : literals) {
    std::vector<int> now(most);
    for (int& reg : now) reg = next++;
    clause({-literal, now[0]});
    for (std::size_t j = 0; j < before.size(); ++j) {
      clause({-before[j], now[j]});
      if (j + 1 < most) clause({-literal, -before[j], now[j + 1]});
    }
    if (!before.empty()) clause({-literal, -before.back()});
    before = std::move(now);
  }
}

// q colours: variable q * cell + colour + 1. Without `counted` a cell may satisfy several;
// with it each colour stands as often as the turns say.
Sat many_colours(const Board& board, int q, bool counted, const Budget& budget,
                 std::string& filling) {
  sat::Solver solver;
  const auto variable = [&](Cell cell, int colour) {
    return static_cast<int>(cell) * q + colour + 1;
  };
  for (Cell cell = 0; cell < board.cells(); ++cell) {
    for (int colour = 0; colour < q; ++colour) solver.add(variable(cell, colour));
    solver.add(0);
  }
  for (Line line = 0; line < board.lines(); ++line) {
    for (int colour = 0; colour < q; ++colour) {
      for (const Cell cell : board.cells_of(line)) solver.add(-variable(cell, colour));
      solver.add(0);
    }
  }
  // As many marks as cells in all: at most the due number of each, and each cell has one.
  int next = static_cast<int>(board.cells()) * q + 1;
  for (int colour = 0; counted && colour < q; ++colour) {
    std::vector<int> marks;
    for (Cell cell = 0; cell < board.cells(); ++cell) marks.push_back(variable(cell, colour));
    at_most(solver, marks, due(board, q, colour), next);
  }
  const Sat answer = run(solver, budget);
  if (answer != Sat::kYes) return answer;
  filling.assign(board.cells(), '1');
  for (Cell cell = 0; cell < board.cells(); ++cell) {
    for (int colour = 0; colour < q; ++colour) {
      if (solver.val(variable(cell, colour)) > 0) filling[cell] = static_cast<char>('1' + colour);
    }
  }
  return answer;
}

bool is_mixed(const Board& board, const std::string& filling, Cell cell) {
  for (const Line line : board.lines_through(cell)) {
    const auto cells = board.cells_of(line);
    if (std::all_of(cells.begin(), cells.end(),
                    [&](Cell c) { return filling[c] == filling[cell]; })) {
      return false;
    }
  }
  return true;
}

// Recolours cells of colours that stand too often; random cells first, and a few
// neutral recolourings when nothing fits. Gives up after a while.
bool even_out(const Board& board, int players, std::string& filling) {
  Random random(1);
  std::vector<std::size_t> held(static_cast<std::size_t>(players), 0);
  for (const char c : filling) ++held[static_cast<std::size_t>(c - '1')];
  for (std::size_t step = 0; step < 400 * std::size_t{board.cells()} + 100'000; ++step) {
    int over = -1;
    int under = -1;
    for (int p = 0; p < players; ++p) {
      const auto at = static_cast<std::size_t>(p);
      if (held[at] > due(board, players, p)) over = p;
      if (held[at] < due(board, players, p)) under = p;
    }
    if (over < 0) return true;
    const auto cell = static_cast<Cell>(random.below(board.cells()));
    const char before = filling[cell];
    // Mostly from over to under; sometimes through a third colour or back.
    const bool direct = before - '1' == over;
    if (!direct && random.below(8) != 0) continue;
    const int to =
        direct ? under : static_cast<int>(random.below(static_cast<std::uint64_t>(players)));
    filling[cell] = static_cast<char>('1' + to);
    if (!is_mixed(board, filling, cell)) {
      filling[cell] = before;
      continue;
    }
    --held[static_cast<std::size_t>(before - '1')];
    ++held[static_cast<std::size_t>(to)];
  }
  return false;
}

// Each pair of a pairing gets both colours, the other cells in turn.
std::string filling_from_pairing(const Board& board, const Pairing& pairing) {
  std::string filling(board.cells(), '.');
  for (const auto& pair : pairing) {
    filling[pair[0]] = '1';
    filling[pair[1]] = '2';
  }
  char next = '1';
  for (char& sign : filling) {
    if (sign != '.') continue;
    sign = next;
    next = next == '1' ? '2' : '1';
  }
  return filling;
}

// Two colours, any numbers of them.
Sat ask_for_two(const Board& board, const Budget& budget, FillingAnswer& answer) {
  std::string filling;
  // Central inversion sends the lines of a grid to lines.
  Sat found = board.is_grid() ? two_colours(board, true, budget, filling) : Sat::kNo;
  if (found == Sat::kYes) answer.how = "SAT with central inversion";
  if (found == Sat::kNo) found = two_colours(board, false, budget, filling);
  if (found == Sat::kYes && even_out(board, 2, filling)) answer.filling = filling;
  return found;
}

// More colours, each as often as the turns say: evened out where that succeeds, else counted.
Sat ask_for_many(const Board& board, int players, const Budget& budget, FillingAnswer& answer) {
  std::string filling;
  Sat found = many_colours(board, players, false, budget, filling);
  if (found == Sat::kYes && !even_out(board, players, filling)) {
    answer.how = "SAT with counts";
    found = many_colours(board, players, true, budget, filling);
  }
  if (found == Sat::kYes) answer.filling = filling;
  return found;
}

Result<FillingAnswer> ask_solver(const Board& board, int players, const Budget& budget) {
  FillingAnswer answer;
  answer.how = "SAT";
  const Sat found = players == 2 ? ask_for_two(board, budget, answer)
                                 : ask_for_many(board, players, budget, answer);
  if (found == Sat::kUnknown) {
    return budget.exhausted().value_or(Error{ErrorCode::kSystem, "the SAT solver gave up"});
  }
  answer.exists = found == Sat::kYes;
  return answer;
}

}  // namespace

Result<FillingAnswer> find_filling(int side, int dims, int players, const Budget& budget) {
  const Result<std::shared_ptr<const Board>> board = Board::make(side, dims);
  if (!board) return board.error();
  return find_filling(**board, players, budget);
}

Result<FillingAnswer> find_filling(const Board& board, int players, const Budget& budget) {
  const int side = board.side();
  if (board.is_power() && side == 2 && board.cells() > static_cast<Cell>(players)) {
    return FillingAnswer{false, "", "any two cells are a line"};
  }
  if (players == 2) {
    if (const auto pairing = find_pairing(board)) {
      return FillingAnswer{true, filling_from_pairing(board, *pairing), "pairing"};
    }
  }
  for (int k = 2; k < board.dims(); ++k) {
    // Small slices are quick to ask, and a "no" there answers for this board.
    if (!board.is_power() || side > 3 || k > 4) break;
    Result<FillingAnswer> slice = find_filling(side, k, players, budget);
    if (!slice) return slice;
    if (!slice->exists) {
      return FillingAnswer{false, "", fmt::format("no filling of the slice {}^{}", side, k)};
    }
  }
  return ask_solver(board, players, budget);
}

proof::Certificate filling_certificate(const Board& board, int players,
                                       const std::string& filling) {
  proof::Certificate c = proof::certificate_for(board, players, proof::CertificateKind::kFilling,
                                                proof::Claim::kDrawn);
  c.entries.push_back({filling, {}});
  return c;
}

}  // namespace noughts::hyper::search
