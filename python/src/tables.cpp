#include "tables.h"

#include <fmt/format.h>
#include <pybind11/numpy.h>

#include "arrays.h"
#include "noughts/core/parallel.h"
#include "noughts/play/families.h"
#include "noughts/quixo/notation.h"
#include "noughts/quixo/tables/batch.h"
#include "noughts/quixo/value.h"

namespace noughts::python {
namespace {

using quixo::Board;
using quixo::Cells;
using quixo::ClassId;
using Source = std::shared_ptr<const quixo::tables::ValueSource>;
using Boards = py::array_t<std::uint64_t>;

constexpr std::uint64_t kMostBoards = std::uint64_t{1} << 26;  // in one array

struct Tables {
  std::shared_ptr<Game> game;
  Source values;
  const quixo::Rules& rules() const { return values->rules(); }
};

// The next set with as many cells, by size of the number. Require: set != 0.
std::uint64_t next_of_same_size(std::uint64_t set) {
  const std::uint64_t lowest = set & (~set + 1);
  const std::uint64_t carried = set + lowest;
  return carried | ((set ^ carried) / lowest) >> 2;
}

// f(set) for each set of `count` of the first `cells` cells, in ascending order.
template <class F>
void for_each_set(int cells, int count, F&& f) {
  if (count == 0) return f(Cells{0});
  const std::uint64_t end = std::uint64_t{1} << cells;
  for (std::uint64_t set = (std::uint64_t{1} << count) - 1; set < end;
       set = next_of_same_size(set)) {
    f(static_cast<Cells>(set));
  }
}

// The bits of `set`, spread over those of `places`, the lowest on the lowest.
Cells spread(Cells set, Cells places) {
  Cells result = 0;
  for (; set != 0; set >>= 1, places &= places - 1) {
    if (set & 1) result |= places & (~places + 1);
  }
  return result;
}

// f(board) for each board of the class, in ascending order.
template <class F>
void for_each_board(const quixo::Rules& rules, ClassId id, F&& f) {
  for_each_set(rules.cells(), id.x, [&](Cells x) {
    const Cells free = rules.all_cells() & ~x;
    for_each_set(rules.cells() - id.x, id.o,
                 [&](Cells o) { f(quixo::make_board(x, spread(o, free))); });
  });
}

ClassId class_id(const Tables& tables, int x, int o) {
  const int cells = tables.rules().cells();
  if (x < 0 || o < 0 || x + o > cells) {
    raise(bad_input(
        fmt::format("a board of {} cells has no {} tiles of X and {} of O", cells, x, o)));
  }
  const ClassId id{x, o};
  if (quixo::class_size(tables.rules(), id) > kMostBoards) {
    raise(
        bad_input(fmt::format("the class ({}, {}) has too many boards for one array; probe those "
                              "that you want",
                              x, o)));
  }
  return id;
}

std::int8_t number_of(const quixo::Outcome& outcome) {
  return outcome.value == quixo::Value::kWin ? 1 : outcome.value == quixo::Value::kLoss ? -1 : 0;
}
std::int16_t plies_of(const quixo::Outcome& outcome) {
  return static_cast<std::int16_t>(outcome.plies.value_or(-1));
}

Boards boards_of(const Tables& tables, int x, int o) {
  const ClassId id = class_id(tables, x, o);
  Boards boards =
      make_array<std::uint64_t>({static_cast<py::ssize_t>(quixo::class_size(tables.rules(), id))});
  std::uint64_t* at = boards.mutable_data();
  const py::gil_scoped_release release;
  for_each_board(tables.rules(), id, [&](Board board) { *at++ = board; });
  return boards;
}

// number(outcome) of each board, on all threads.
template <class T, class Number>
py::array_t<T> look_up(const Tables& tables, const Board* boards, std::size_t count,
                       Number number) {
  constexpr std::size_t kBlock = std::size_t{1} << 16;
  py::array_t<T> answers = make_array<T>({static_cast<py::ssize_t>(count)});
  T* const to = answers.mutable_data();
  CancelToken cancel;
  run(cancel, py::none(), [&](const ProgressListener&) {
    Workers workers(0, {.cancel = &cancel});
    return workers.for_each(0, (count + kBlock - 1) / kBlock, [&](std::size_t block) {
      const std::size_t begin = block * kBlock;
      std::vector<quixo::Outcome> outcomes(std::min(kBlock, count - begin));
      auto done =
          quixo::tables::probe_each(*tables.values, {boards + begin, outcomes.size()}, outcomes);
      if (done) std::transform(outcomes.begin(), outcomes.end(), to + begin, number);
      return done;
    });
  });
  return answers;
}

template <class T, class Number>
py::array_t<T> of_class(const Tables& tables, int x, int o, Number number) {
  const Boards boards = boards_of(tables, x, o);
  return look_up<T>(tables, boards.data(), static_cast<std::size_t>(boards.size()), number);
}

// Boards from an array of words, or from one of tiles, (n, size, size): 1 for the
// mover's, -1 for the opponent's, 0 for empty ones.
std::vector<Board> read_boards(const Tables& tables, const py::array& given) {
  const quixo::Rules& rules = tables.rules();
  std::vector<Board> boards;
  if (given.ndim() == 3) {
    const auto tiles = py::array_t<std::int8_t, py::array::c_style | py::array::forcecast>(given);
    if (tiles.shape(1) != rules.size() || tiles.shape(2) != rules.size()) {
      raise(bad_input(fmt::format("boards of tiles have the shape (n, {0}, {0})", rules.size())));
    }
    const std::int8_t* tile = tiles.data();
    for (py::ssize_t i = 0; i < tiles.shape(0); ++i) {
      Board board = 0;
      for (int cell = 0; cell < rules.cells(); ++cell, ++tile) {
        if (*tile > 0) board |= quixo::make_board(Cells{1} << cell, 0);
        if (*tile < 0) board |= quixo::make_board(0, Cells{1} << cell);
      }
      boards.push_back(board);
    }
    return boards;
  }
  const auto words = py::array_t<std::uint64_t, py::array::c_style>::ensure(given);
  if (!words || words.ndim() != 1) {
    PyErr_Clear();
    raise(bad_input("give boards as an array of words, or of tiles with three dimensions"));
  }
  boards.assign(words.data(), words.data() + words.size());
  const Board all = quixo::make_board(rules.all_cells(), rules.all_cells());
  for (const Board board : boards) {
    if ((board & ~all) != 0 || (board & (board >> 32)) != 0) {
      raise(bad_input(fmt::format("{:#x} is not a board of this size", board)));
    }
  }
  return boards;
}

template <class T, class Number>
py::array_t<T> probe(const Tables& tables, const py::array& given, Number number) {
  const std::vector<Board> boards = read_boards(tables, given);
  return look_up<T>(tables, boards.data(), boards.size(), number);
}

py::dict counts_of(const Tables& tables, int x, int o) {
  const auto classes = tables.values->summary().classes;
  const auto found = classes.find(class_id(tables, x, o));
  if (found == classes.end()) {
    raise({ErrorCode::kMissing, fmt::format("these tables lack the class ({}, {})", x, o)});
  }
  py::dict counts;
  counts["win"] = found->second.counts.win;
  counts["loss"] = found->second.counts.loss;
  counts["draw"] = found->second.counts.draw;
  return counts;
}

std::vector<std::pair<int, int>> classes_of(const Tables& tables) {
  std::vector<std::pair<int, int>> classes;
  for (const auto& [id, entry] : tables.values->summary().classes) {
    classes.emplace_back(id.x, id.o);
  }
  return classes;
}

}  // namespace

void add_tables(py::module_& module, py::class_<Game, std::shared_ptr<Game>>& game) {
  py::class_<Tables>(module, "Tables",
                     "The values of all boards. A board is a word of 64 bits with X to move: the "
                     "low half has O's cells, the high half X's, from the top left, row by row.")
      .def("classes", classes_of, "The classes (x, o) that are known.")
      .def("counts", counts_of, py::arg("x"), py::arg("o"),
           "The number of boards of a class that are won, lost and drawn.")
      .def("boards", boards_of, py::arg("x"), py::arg("o"),
           "All boards with x tiles of X and o of O, ascending: an array of uint64.")
      .def(
          "values",
          [](const Tables& t, int x, int o) { return of_class<std::int8_t>(t, x, o, number_of); },
          py::arg("x"), py::arg("o"),
          "For each of boards(x, o): 1 if X, the player to move, wins, 0 for a draw, -1 if X "
          "loses.")
      .def(
          "plies",
          [](const Tables& t, int x, int o) { return of_class<std::int16_t>(t, x, o, plies_of); },
          py::arg("x"), py::arg("o"),
          "For each of boards(x, o): the number of moves to the end; -1 for draws and where it is "
          "not known.")
      .def(
          "probe",
          [](const Tables& t, const py::array& b) { return probe<std::int8_t>(t, b, number_of); },
          py::arg("boards"),
          "Values of the boards given: an array of words, or of tiles (n, size, size) with 1 for "
          "the player to move and -1 for the opponent.")
      .def(
          "probe_plies",
          [](const Tables& t, const py::array& b) { return probe<std::int16_t>(t, b, plies_of); },
          py::arg("boards"), "The number of moves to the end, for boards given as for probe().")
      .def(
          "position",
          [](const Tables& t, Board board) {
            const quixo::Position p{board, quixo::Player::kX};
            return Position{t.game, unwrap(t.game->game().parse(to_text(t.rules(), p)))};
          },
          py::arg("board"), "The position of a word, X to move.")
      .def(
          "board",
          [](const Tables&, const Position& p) {
            return quixo::board_for_mover(play::position_of<quixo::Rules>(*p.state));
          },
          py::arg("position"), "The word of a position, the colours swapped if O is to move.");
  game.def(
      "tables",
      [](const std::shared_ptr<Game>& g, const py::object& progress) {
        return Tables{g, g->values(progress)};
      },
      py::arg("progress") = py::none(),
      "Quixo: the values of all boards, solved now (3x3, 4x4) or from the folder that was given.");
}

}  // namespace noughts::python
