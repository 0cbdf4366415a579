// The Quixo workloads of `noughts bench`.
#include <fmt/format.h>

#include "noughts/core/random.h"
#include "noughts/quixo/rules.h"
#include "noughts/research/bench/workload.h"

namespace noughts::research::bench {
namespace {

// Successors of random 5x5 boards, one core. The digest mixes them all in order.
Figures successors(const Budget& budget) {
  const quixo::Rules rules = *quixo::Rules::make(5);
  Random random(1);
  std::vector<quixo::Board> boards(4096);
  for (quixo::Board& board : boards) {
    const auto x = static_cast<quixo::Cells>(random.next()) & rules.all_cells();
    const auto o = static_cast<quixo::Cells>(random.next()) & rules.all_cells() & ~x;
    board = quixo::make_board(x, o);
  }
  std::uint64_t count = 0;
  quixo::Board digest = 0;
  const double seconds = cpu_time_of([&] {
    for (int round = 0; round < 500 && !budget.cancelled(); ++round) {
      for (const quixo::Board board : boards) {
        rules.for_each_child({board, quixo::Player::kX}, [&](quixo::Board child) {
          ++count;
          digest = (digest ^ child) * 0x9e3779b97f4a7c15;
        });
      }
    }
  });
  return Figures{{"count", count},
                 {"seconds", seconds},
                 {"rate", static_cast<double>(count) / seconds},
                 {"digest", fmt::format("{:016x}", digest)}};
}

// What the rules say of boards: who has won, the moves, and what they lead to. Mixed into
// one number, the same for one word a board and for two.
template <class R>
struct Asked {
  R rules;
  std::vector<typename R::Position> positions;
  std::uint64_t count = 0;  // boards after a move
  std::uint64_t digest = 0;
  double seconds = 0;  // of the processor

  void ask() {
    seconds += cpu_time_of([&] {
      for (const auto& position : positions) {
        digest = digest * 3 + static_cast<std::uint64_t>(rules.winner(position).has_value());
        for (const quixo::Move& move : rules.moves(position)) {
          const auto board = rules.apply(position, move).board;
          const std::uint64_t x = cells_of(board, quixo::Player::kX);
          const std::uint64_t o = cells_of(board, quixo::Player::kO);
          digest = (digest ^ (x << 32 | o)) * 0x9e3779b97f4a7c15;
          ++count;
        }
      }
    });
  }
};

// The same boards of a size that fits one word, kept in one and in two, by turns.
template <int kSize>
Figures representations(const Budget& budget) {
  Asked<quixo::Rules> one{*quixo::Rules::make(kSize), {}};
  Asked<quixo::LargeRules> two{*quixo::LargeRules::make(kSize), {}};
  Random random(kSize);
  for (int i = 0; i < 4096; ++i) {
    const auto x = static_cast<quixo::Cells>(random.next()) & one.rules.all_cells();
    const auto o = static_cast<quixo::Cells>(random.next()) & one.rules.all_cells() & ~x;
    one.positions.push_back({quixo::make_board(x, o), quixo::Player::kX});
    two.positions.push_back({{x, o}, quixo::Player::kX});
  }
  for (int round = 0; round < 200 && !budget.cancelled(); ++round) {
    one.ask();
    two.ask();
  }
  if (one.digest != two.digest) {
    throw Failure(
        Error{ErrorCode::kWrongValue, "boards in one word and in two have other children"});
  }
  return Figures{{"count", one.count},
                 {"seconds", one.seconds},
                 {"rate", static_cast<double>(one.count) / one.seconds},
                 {"two_words_seconds", two.seconds},
                 {"ratio", two.seconds / one.seconds},
                 {"digest", fmt::format("{:016x}", one.digest)}};
}

// Random games on 5x5 from the empty board, in two ways that must agree: with moves() and
// apply(), as a user of the library plays them, and with a list of moves of its own and all
// twelve lines compared one by one.
class Playouts {
 public:
  // The board at the end.
  quixo::Board with_moves(Random random) const {
    for (auto position = rules_.initial();;) {
      const auto moves = rules_.moves(position);
      if (moves.empty()) return position.board;
      position = rules_.apply(position, random.pick(moves));
    }
  }
  quixo::Board one_by_one(Random random) const {
    quixo::Position position = rules_.initial();
    std::vector<const quixo::MoveShape*> legal;
    while (!has_line(cells_of(position.board, quixo::Player::kX)) &&
           !has_line(cells_of(position.board, quixo::Player::kO))) {
      const quixo::Player other = opponent(position.to_move);
      legal.clear();
      for (const quixo::MoveShape& shape : rules_.shapes()) {
        if (!(cells_of(position.board, other) >> shape.move.from & 1)) legal.push_back(&shape);
      }
      position = {quixo::Rules::apply(position.board, *random.pick(legal), position.to_move),
                  other};
    }
    return position.board;
  }

 private:
  bool has_line(quixo::Cells cells) const {
    for (const quixo::Cells line : lines_) {
      if ((cells & line) == line) return true;
    }
    return false;
  }

  quixo::Rules rules_ = *quixo::Rules::make(5);
  std::vector<quixo::Cells> lines_ = rules_.lines();
};

Figures playouts(const Budget& budget) {
  constexpr int kRounds = 40;
  constexpr int kGames = 5000;  // each way, a round
  const Playouts playouts;
  const auto play = [&](int round, auto&& game) {
    quixo::Board digest = 0;
    for (int i = 0; i < kGames; ++i) {
      digest = (digest ^ game(Random(round * kGames + i))) * 0x9e3779b97f4a7c15;
    }
    return digest;
  };
  std::uint64_t games = 0;
  quixo::Board digest = 0;
  double seconds = 0;
  double slow_seconds = 0;
  for (int round = 0; round < kRounds && !budget.cancelled(); ++round) {
    quixo::Board fast = 0;
    quixo::Board slow = 0;
    seconds += cpu_time_of(
        [&] { fast = play(round, [&](Random random) { return playouts.with_moves(random); }); });
    slow_seconds += cpu_time_of(
        [&] { slow = play(round, [&](Random random) { return playouts.one_by_one(random); }); });
    if (fast != slow) throw Failure({ErrorCode::kWrongValue, "random games end in other boards"});
    digest = digest * 3 + fast;
    games += kGames;
  }
  return Figures{{"count", games},
                 {"seconds", seconds},
                 {"rate", static_cast<double>(games) / seconds},
                 {"one_by_one_seconds", slow_seconds},
                 {"ratio", slow_seconds / seconds},
                 {"digest", fmt::format("{:016x}", digest)}};
}

}  // namespace

std::vector<Workload> quixo_workloads() {
  return {
      {"quixo/playouts",
       "random games on 5x5 with moves() and apply(), against one move and line "
       "at a time",
       playouts},
      {"quixo/successors", "children of random 5x5 boards", successors},
      {"quixo/3x3-rules", "winner and moves of 3x3 in one word against two", representations<3>},
      {"quixo/4x4-rules", "the same of 4x4", representations<4>},
      {"quixo/5x5-rules", "the same of 5x5", representations<5>}};
}

}  // namespace noughts::research::bench
