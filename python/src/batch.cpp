#include "batch.h"

#include <fmt/format.h>
#include <pybind11/numpy.h>

#include <array>
#include <bit>
#include <cstring>

#include "arrays.h"
#include "noughts/core/parallel.h"
#include "noughts/core/random.h"
#include "noughts/play/families.h"
#include "noughts/quixo/tables/batch.h"

namespace noughts::python {
namespace {

using quixo::Board;
using quixo::Player;
template <class T>
using Array = py::array_t<T>;
using Actions = py::array_t<std::int32_t, py::array::c_style | py::array::forcecast>;

constexpr std::size_t kGamesAtOnce = 2048;  // games that a thread steps in one go

// The bits of each byte as eight bytes of 0 and 1, the lowest first.
constexpr std::array<std::array<std::int8_t, 8>, 256> kBytes = [] {
  std::array<std::array<std::int8_t, 8>, 256> table{};
  for (unsigned byte = 0; byte < 256; ++byte) {
    for (unsigned bit = 0; bit < 8; ++bit) table[byte][bit] = byte >> bit & 1;
  }
  return table;
}();

void put_bits(std::uint64_t word, int count, std::int8_t* to) {
  for (; count >= 8; count -= 8, word >>= 8, to += 8) {
    std::memcpy(to, kBytes[word & 0xff].data(), 8);
  }
  std::memcpy(to, kBytes[word & 0xff].data(), static_cast<std::size_t>(count));
}

// A board is kept as its mover sees it, who is X; the signs are exchanged after each move.
class Batch {
 public:
  Batch(std::shared_ptr<Game> game, std::size_t count, std::uint64_t seed, int longest, bool labels,
        int threads)
      : game_(std::move(game)),
        rules_(rules_of_game()),
        longest_(longest),
        workers_(threads),
        boards_(make_array<std::uint64_t>({length(count)})),
        plies_(make_array<std::int32_t>({length(count)})),
        observations_(make_array<std::int8_t>({length(count), 2, rules_.size(), rules_.size()})),
        masks_(make_array<std::int8_t>({length(count), length(rules_.shapes().size())})),
        rewards_(make_array<float>({length(count)})),
        terminations_(make_array<bool>({length(count)})),
        truncations_(make_array<bool>({length(count)})),
        illegal_(make_array<bool>({length(count)})),
        values_(make_array<std::int8_t>({labels ? length(count) : 0})),
        regrets_(make_array<std::int8_t>({labels ? length(count) : 0})) {
    if (longest < 1) raise(bad_input("longest takes a whole number from 1"));
    make_blocked();
    for (std::size_t i = 0; i < count; ++i) randoms_.emplace_back(Random(seed + i).next());
    if (labels) {
      source_ = game_->values(py::none());
      start_value_ = number(unwrap(source_->at(0)));
    }
    reset();
  }

  py::tuple reset() {
    std::fill_n(boards_.mutable_data(), count(), 0);
    std::fill_n(plies_.mutable_data(), count(), 0);
    std::fill_n(values_.mutable_data(), values_.size(), start_value_);
    for_each([&](std::size_t i) { show(i); });
    return py::make_tuple(observations_, masks_);
  }

  py::tuple step(const Actions& actions) {
    if (static_cast<std::size_t>(actions.size()) != count()) {
      raise(bad_input(fmt::format("give one action for each of the {} games, not {}", count(),
                                  actions.size())));
    }
    const std::int32_t* const chosen = actions.data();
    for_each_block([&](std::size_t begin, std::size_t end) -> Result<void> {
      for (std::size_t i = begin; i < end; ++i) play(i, chosen[i]);
      if (source_ != nullptr) {
        if (auto done = label(begin, end); !done) return done;
      }
      for (std::size_t i = begin; i < end; ++i) begin_anew_and_show(i);
      return {};
    });
    return py::make_tuple(observations_, rewards_, terminations_, truncations_, masks_);
  }

  // A legal action of each game, each as likely as the others.
  Array<std::int32_t> sample() {
    Array<std::int32_t> actions = make_array<std::int32_t>({length(count())});
    std::int32_t* const to = actions.mutable_data();
    for_each([&](std::size_t i) {
      std::uint64_t legal = legal_in(boards_.data()[i]);
      const auto among = static_cast<std::uint64_t>(std::popcount(legal));
      // A shift of a product: no division, and less than 2^-58 from equal.
      auto skip = static_cast<int>((randoms_[i].next() >> 32) * among >> 32);
      for (; skip > 0; --skip) legal &= legal - 1;
      to[i] = std::countr_zero(legal);
    });
    return actions;
  }

  std::size_t count() const { return static_cast<std::size_t>(boards_.size()); }
  const std::shared_ptr<Game>& game() const { return game_; }
  const Array<std::uint64_t>& boards() const { return boards_; }
  const Array<std::int32_t>& plies() const { return plies_; }
  const Array<std::int8_t>& observations() const { return observations_; }
  const Array<std::int8_t>& masks() const { return masks_; }
  const Array<bool>& illegal() const { return illegal_; }
  const Array<std::int8_t>& values() const { return values_; }
  const Array<std::int8_t>& regrets() const { return regrets_; }

 private:
  static py::ssize_t length(std::size_t n) { return static_cast<py::ssize_t>(n); }

  const quixo::Rules& rules_of_game() const {
    if (game_->game().family() != play::Family::kQuixo) {
      raise(bad_input("a batch plays Quixo on 3x3 to 5x5 only"));
    }
    return play::rules_of<quixo::Rules>(game_->game());
  }

  // For each row and each set of the opponent's tiles in it: the actions that take one of them.
  void make_blocked() {
    for (std::size_t action = 0; action < rules_.shapes().size(); ++action) {
      const int from = rules_.shapes()[action].move.from;
      const int row = from / rules_.size();
      for (std::uint32_t tiles = 0; tiles < blocked_[0].size(); ++tiles) {
        if (tiles >> (from % rules_.size()) & 1) blocked_[row][tiles] |= std::uint64_t{1} << action;
      }
    }
  }

  std::uint64_t legal_in(Board board) const {
    const quixo::Cells others = cells_of(board, Player::kO);
    std::uint64_t blocked = 0;
    for (int row = 0; row < rules_.size(); ++row) {
      blocked |= blocked_[row][others >> (row * rules_.size()) & low_bits(rules_.size())];
    }
    return ~blocked & low_bits(static_cast<int>(rules_.shapes().size()));
  }

  // The reward is that of the one who moves; the board is the next one's.
  void play(std::size_t i, std::int32_t action) {
    Board& board = boards_.mutable_data()[i];
    const auto actions = static_cast<std::int32_t>(rules_.shapes().size());
    const bool legal = action >= 0 && action < actions && (legal_in(board) >> action & 1) != 0;
    illegal_.mutable_data()[i] = !legal;
    float reward = -1;
    bool over = true;
    if (legal) {
      board = quixo::swap_colours(
          rules_.apply(board, rules_.shapes()[static_cast<std::size_t>(action)], Player::kX));
      const bool mine = rules_.has_line(cells_of(board, Player::kO));
      const bool others = rules_.has_line(cells_of(board, Player::kX));
      over = mine || others;
      const bool wins = mine && (!others || rules_.both_lines() == quixo::BothLines::kMoverWins);
      reward = !over ? 0.0F : wins ? 1.0F : -1.0F;
    }
    const bool longest = ++plies_.mutable_data()[i] >= longest_;
    rewards_.mutable_data()[i] = reward;
    terminations_.mutable_data()[i] = over;
    truncations_.mutable_data()[i] = !over && longest;
  }

  static std::int8_t number(const quixo::Outcome& outcome) {
    return outcome.value == quixo::Value::kWin ? 1 : outcome.value == quixo::Value::kLoss ? -1 : 0;
  }

  // What the moves gave away, and the values of the boards after them.
  Result<void> label(std::size_t begin, std::size_t end) {
    std::array<quixo::Outcome, kGamesAtOnce> outcomes;
    const std::span<quixo::Outcome> found(outcomes.data(), end - begin);
    auto done = quixo::tables::probe_each(*source_, {boards_.data() + begin, end - begin}, found);
    if (!done) return done;
    for (std::size_t i = begin; i < end; ++i) {
      std::int8_t& value = values_.mutable_data()[i];
      const std::int8_t next = number(outcomes[i - begin]);
      // An illegal move loses, whatever the board says.
      const int after = illegal_.data()[i] ? -1 : -next;
      regrets_.mutable_data()[i] = static_cast<std::int8_t>(value - after);
      value = next;
    }
    return {};
  }

  void begin_anew_and_show(std::size_t i) {
    if (terminations_.data()[i] || truncations_.data()[i]) {
      boards_.mutable_data()[i] = 0;
      plies_.mutable_data()[i] = 0;
      if (source_ != nullptr) values_.mutable_data()[i] = start_value_;
    }
    show(i);
  }

  void show(std::size_t i) {
    const Board board = boards_.data()[i];
    const int cells = rules_.cells();
    const std::uint64_t both =
        cells_of(board, Player::kX) | std::uint64_t{cells_of(board, Player::kO)} << cells;
    put_bits(both, 2 * cells,
             observations_.mutable_data() + i * 2 * static_cast<std::size_t>(cells));
    const auto actions = static_cast<int>(rules_.shapes().size());
    put_bits(legal_in(board), actions,
             masks_.mutable_data() + i * static_cast<std::size_t>(actions));
  }

  template <class Body>
  void for_each_block(Body&& body) {
    Result<void> done = [&] {
      const py::gil_scoped_release release;
      return workers_.for_each(
          0, (count() + kGamesAtOnce - 1) / kGamesAtOnce, [&](std::size_t block) {
            return body(block * kGamesAtOnce, std::min(count(), (block + 1) * kGamesAtOnce));
          });
    }();
    unwrap(done);
  }
  template <class Body>
  void for_each(Body&& body) {
    for_each_block([&](std::size_t begin, std::size_t end) -> Result<void> {
      for (std::size_t i = begin; i < end; ++i) body(i);
      return {};
    });
  }

  std::shared_ptr<Game> game_;
  const quixo::Rules& rules_;
  int longest_;
  Workers workers_;
  std::array<std::array<std::uint64_t, 1 << quixo::kMaxSize>, quixo::kMaxSize> blocked_{};
  std::shared_ptr<const quixo::tables::ValueSource> source_;
  std::int8_t start_value_ = 0;
  std::vector<Random> randoms_;
  Array<std::uint64_t> boards_;
  Array<std::int32_t> plies_;
  Array<std::int8_t> observations_;
  Array<std::int8_t> masks_;
  Array<float> rewards_;
  Array<bool> terminations_;
  Array<bool> truncations_;
  Array<bool> illegal_;
  Array<std::int8_t> values_;
  Array<std::int8_t> regrets_;
};

}  // namespace

void add_batch(py::module_& module) {
  py::class_<Batch>(module, "Batch",
                    "Many games of Quixo, stepped together on all cores. A game that ends starts "
                    "again in the same step. The next step overwrites all arrays.")
      .def(py::init<std::shared_ptr<Game>, std::size_t, std::uint64_t, int, bool, int>(),
           py::arg("game"), py::arg("count"), py::arg("seed") = 1, py::arg("longest") = 200,
           py::arg("labels") = false, py::arg("threads") = 0)
      .def("reset", &Batch::reset, "Starts all games; returns observations and masks.")
      .def("step", &Batch::step, py::arg("actions"),
           "Plays an action in each game; returns observations, rewards (for the player who "
           "moved), terminations, truncations and masks. An illegal action loses the game.")
      .def("sample", &Batch::sample, "A random legal action for each game.")
      .def("__len__", &Batch::count)
      .def_property_readonly("game", &Batch::game, "The game that is played.")
      .def_property_readonly("boards", &Batch::boards,
                             "Each board as a word that Tables takes: the tiles of the player to "
                             "move are in the high half.")
      .def_property_readonly("plies", &Batch::plies, "The number of moves so far in each game.")
      .def_property_readonly(
          "observations", &Batch::observations,
          "(count, 2, size, size): the tiles of the player to move, then the opponent's.")
      .def_property_readonly("masks", &Batch::masks,
                             "(count, actions): 1 where the action is legal.")
      .def_property_readonly("illegal", &Batch::illegal, "1 where the last action was illegal.")
      .def_property_readonly(
          "values", &Batch::values,
          "With labels: the exact value of each position for the player to move.")
      .def_property_readonly(
          "regrets", &Batch::regrets,
          "With labels: what the last action gave away, 0, 1 or 2 (a win turned into a loss).");
}

}  // namespace noughts::python
