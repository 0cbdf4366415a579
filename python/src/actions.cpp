#include "actions.h"

#include <fmt/format.h>

#include <algorithm>

#include "arrays.h"
#include "noughts/play/families.h"

namespace noughts::python {
namespace {

namespace py = pybind11;
using Planes = py::array_t<std::int8_t>;

// Rules of Quixo, whatever the size of a board.
template <class R>
concept QuixoRules = requires(const R& rules) {
  rules.shapes();
};

template <QuixoRules R>
std::vector<std::string> names(const R& rules) {
  std::vector<std::string> list;
  for (const auto& shape : rules.shapes()) list.push_back(to_text(rules, shape.move));
  return list;
}
std::vector<std::string> names(const quantum::Rules&) {
  std::vector<std::string> list;
  for (const quantum::Pair pair : quantum::kAllPairs) {
    list.push_back(fmt::format("{}-{}", pair.first + 1, pair.second + 1));
  }
  for (int square = 1; square <= quantum::kSquares; ++square) {
    list.push_back(fmt::format("{0}-{0}", square));
  }
  list.insert(list.end(), {"selA", "selB"});
  return list;
}
std::vector<std::string> names(const hyper::Rules& rules) {
  std::vector<std::string> list;
  for (hyper::Cell cell = 0; cell < rules.cells(); ++cell) {
    list.push_back(cell_text(rules.board(), cell));
  }
  return list;
}

template <QuixoRules R>
int number(const R& rules, const typename R::Position&, const typename R::Move& move) {
  const auto shapes = rules.shapes();
  const auto is_it = [&](const auto& shape) { return shape.move == move; };
  return static_cast<int>(std::find_if(shapes.begin(), shapes.end(), is_it) - shapes.begin());
}
int number(const quantum::Rules& rules, const quantum::Position& p, const quantum::Move& move) {
  if (!move.selects) return quantum::code_of(move.pair);
  const bool second = to_text(rules, p, move) == "selB";
  return quantum::kPairs + quantum::kSquares + (second ? 1 : 0);
}
int number(const hyper::Rules&, const hyper::Position&, const hyper::Move& move) {
  return move.cell;
}

template <QuixoRules R>
Planes planes_of(const R& rules, const typename R::Position& p) {
  Planes planes = make_array<std::int8_t>({2, rules.size(), rules.size()});
  const auto own = cells_of(p.board, p.to_move);
  const auto others = cells_of(p.board, opponent(p.to_move));
  for (int cell = 0; cell < rules.cells(); ++cell) {
    std::int8_t* const at = planes.mutable_data() + cell;
    at[0] = static_cast<std::int8_t>(own >> cell & 1);
    at[rules.cells()] = static_cast<std::int8_t>(others >> cell & 1);
  }
  return planes;
}

Planes planes_of(const quantum::Rules&, const quantum::Position& p) {
  constexpr int kSide = 3;
  Planes planes = make_array<std::int8_t>({2 * quantum::kPlies, kSide, kSide});
  for (int ply = 0; ply < p.plies; ++ply) {
    const quantum::Mark& mark = p.marks[ply];
    std::int8_t* const spooky = planes.mutable_data() + ply * quantum::kSquares;
    if (mark.settled()) {
      spooky[quantum::kPlies * quantum::kSquares + mark.square] = 1;
    } else {
      spooky[mark.pair.first] = 1;
      spooky[mark.pair.second] = 1;
    }
  }
  return planes;
}

Planes planes_of(const hyper::Rules& rules, const hyper::Position& p) {
  std::vector<py::ssize_t> shape = {rules.players()};
  for (const int extent : rules.board().extents()) shape.push_back(extent);
  Planes planes = make_array<std::int8_t>(shape);
  for (hyper::Cell cell = 0; cell < rules.cells(); ++cell) {
    if (p.marks[cell] == 0) continue;
    const int turns = (p.marks[cell] - 1 - rules.to_move(p) + rules.players()) % rules.players();
    planes.mutable_data()[static_cast<hyper::Cell>(turns) * rules.cells() + cell] = 1;
  }
  return planes;
}

}  // namespace

std::vector<std::string> action_names(const play::Game& game) {
  return visit(game, [](const auto& rules) { return names(rules); });
}

std::vector<int> legal_actions(const play::Game& game, const play::State& state) {
  return visit(game, state, [](const auto& rules, const auto& position) {
    std::vector<int> actions;
    for (const auto& move : rules.moves(position)) {
      actions.push_back(number(rules, position, move));
    }
    return actions;
  });
}

Result<std::string> move_text(const play::Game& game, const play::State& state, int action) {
  return visit(game, state, [&](const auto& rules, const auto& position) -> Result<std::string> {
    for (const auto& move : rules.moves(position)) {
      if (number(rules, position, move) == action) return to_text(rules, position, move);
    }
    return bad_input(
        fmt::format("action {} is not legal here; choose one that the mask allows", action));
  });
}

Planes planes(const play::Game& game, const play::State& state) {
  return visit(game, state,
               [](const auto& rules, const auto& position) { return planes_of(rules, position); });
}

}  // namespace noughts::python
