// Full boards, square by square, against the rules board by board, and against what the
// engine once published for 5x5.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "noughts/core/random.h"
#include "noughts/research/quixo/full/full_board.h"

namespace noughts::quixo::full {
namespace {

// Plies to the end of every full board, P to move and Q to move; -1 where P does not win.
struct PlainBoards {
  std::vector<int> to_move, after_moving;
};

// Again and again over the boards that are left, by the rules alone.
PlainBoards solve_plainly(const LargeRules& rules) {
  const std::size_t boards = std::size_t{1} << rules.cells();
  PlainBoards plain{std::vector<int>(boards, -1), std::vector<int>(boards, -1)};
  std::array<std::vector<LargeCells>, 2> left;
  const auto position = [&](LargeCells cells, Player player) {
    return LargePosition{{cells, rules.all_cells() & ~cells}, player};
  };
  for (LargeCells cells = 0; cells < boards; ++cells) {
    for (const Player player : {Player::kX, Player::kO}) {
      const auto winner = rules.winner(position(cells, player));
      auto& plies = player == Player::kX ? plain.to_move : plain.after_moving;
      if (winner == Player::kX) plies[cells] = 0;
      if (!winner) left[static_cast<int>(player)].push_back(cells);
    }
  }
  for (int ply = 1, idle = 0; idle < 2; ++ply) {
    const Player player = ply % 2 == 1 ? Player::kX : Player::kO;
    auto& mine = player == Player::kX ? plain.to_move : plain.after_moving;
    const auto& next = player == Player::kX ? plain.after_moving : plain.to_move;
    auto& list = left[static_cast<int>(player)];
    const auto comes_in = [&](LargeCells cells) {
      bool any = false, all = true;
      rules.for_each_child(position(cells, player), [&](const LargeBoard& child) {
        const bool won = next[child.x] >= 0 && next[child.x] < ply;
        any |= won;
        all &= won;
      });
      return player == Player::kX ? any : all;
    };
    const auto gone = std::remove_if(list.begin(), list.end(), [&](LargeCells cells) {
      if (!comes_in(cells)) return false;
      mine[cells] = ply;
      return true;
    });
    idle = gone == list.end() ? idle + 1 : 0;
    list.erase(gone, list.end());
  }
  return plain;
}

void compare_with_plain(const LargeRules& rules, int threads, const FullOptions& options = {}) {
  const PlainBoards plain = solve_plainly(rules);
  Workers workers(threads);
  for (const bool odd : {false, true}) {
    const auto half = FullHalf::solve(rules, odd, workers, options);
    ASSERT_TRUE(half);
    std::vector<std::uint64_t> by_plies(half->boards_by_plies().size());
    for (LargeCells cells = 0; cells <= rules.all_cells(); ++cells) {
      if ((std::popcount(cells) & 1) != odd) continue;
      ASSERT_EQ(half->wins_to_move(cells), plain.to_move[cells] >= 0) << cells;
      ASSERT_EQ(half->wins_after_moving(cells), plain.after_moving[cells] >= 0) << cells;
      for (const int plies : {plain.to_move[cells], plain.after_moving[cells]}) {
        if (plies > 0) ++by_plies.at(plies);
      }
    }
    EXPECT_EQ(half->boards_by_plies(), by_plies);
  }
}

TEST(QuixoFull, EveryBoardIsWhatTheRulesSay) {
  for (const BothLines both : {BothLines::kMoverLoses, BothLines::kMoverWins}) {
    compare_with_plain(*LargeRules::make(3, 3, both), 1);
    compare_with_plain(*LargeRules::make(4, 4, both), 2);
    compare_with_plain(*LargeRules::make(4, 3, both), 1);
  }
}

// As soon as there is a list, never, and there and back.
TEST(QuixoFull, FewBoardsAndManyComeToTheSame) {
  for (const std::uint64_t few : {std::uint64_t{1} << 40, std::uint64_t{0}, std::uint64_t{20}}) {
    for (const BothLines both : {BothLines::kMoverLoses, BothLines::kMoverWins}) {
      compare_with_plain(*LargeRules::make(4, 4, both), 2, {.few = few});
      compare_with_plain(*LargeRules::make(4, 3, both), 1, {.few = few});
    }
  }
}

TEST(QuixoFull, ThoroughEveryBoardOfFiveByFive) { compare_with_plain(*LargeRules::make(5), 2); }

// The last classes of the published table, from the engine: x, o, win, loss, draw, ...
TEST(QuixoFull, ClassesOfFiveByFiveAreThoseOfTheEngine) {
  Workers workers(2);
  const LargeRules rules = *LargeRules::make(5);
  const auto boards = solve_full_boards(rules, 1000, workers);
  ASSERT_TRUE(boards);
  EXPECT_EQ(boards->wrong, 0u);
  EXPECT_EQ(boards->checked, 4000u);
  std::ifstream file(NOUGHTS_SOURCE "/docs/results/quixo-5x5-classes.csv");
  std::string line;
  int compared = 0;
  while (std::getline(file, line)) {
    std::istringstream fields(line);
    std::uint64_t x = 0, o = 0, win = 0, loss = 0, draw = 0;
    char comma;
    if (!(fields >> x >> comma >> o >> comma >> win >> comma >> loss >> comma >> draw)) continue;
    if (x + o != 25) continue;
    EXPECT_EQ(boards->classes[x].win, win) << x;
    EXPECT_EQ(boards->classes[x].loss, loss) << x;
    EXPECT_EQ(boards->classes[x].draw, draw) << x;
    ++compared;
  }
  EXPECT_EQ(compared, 26);
}

// Every top: the lesser of it and its image is kept, and counts those before it.
TEST(QuixoFull, SquaresAreNumberedByTheirTops) {
  for (int size = kMinSize; size <= kLargestFull; ++size) {
    const LargeRules rules = *LargeRules::make(size);
    const Squares squares(rules);
    std::size_t kept = 0;
    std::uint64_t wrong = 0;
    for (LargeCells top = 0; top < LargeCells{1} << size * (size - 2); ++top) {
      const LargeCells image = rules.image(top, 1);
      const Squares::Place place = squares.place(static_cast<Top>(top));
      wrong += place.is_mirrored != (image < top);
      wrong += place.number != (image < top ? squares.place(static_cast<Top>(image)).number : kept);
      kept += image >= top;
    }
    EXPECT_EQ(wrong, 0u) << size;
    EXPECT_EQ(squares.count(), kept) << size;
    for (LargeCells row = 0; row < LargeCells{1} << size; ++row) {
      EXPECT_EQ(squares.row(row, false), row);
      EXPECT_EQ(squares.row(row, true), rules.image(row, 1));
    }
  }
}

// Every step on 6x6, whose squares only the study itself fills, by all instruction sets.
TEST(QuixoFull, InstructionSetsAgree) {
  Random random(6);
  std::array<Packed, kSquareWords> source;
  std::array<SquareWord, kSquareWords> goal;
  goal.fill(~SquareWord{0});
  const auto gathered = [&](Isa isa, const Step& step) {
    std::array<SquareWord, kSquareWords> words{}, all{};
    tile_kernels(isa).gather(kLargestFull, &step, 1, goal.data(), words.data());
    tile_kernels(isa).add_mirrored(kLargestFull, words.data(), all.data());
    tile_kernels(isa).exchange_signs(kLargestFull, all.data(), words.data());
    return words;
  };
  for (int kind = 0; kind <= static_cast<int>(StepKind::kDown); ++kind) {
    for (int round = 0; round < 48; ++round) {
      for (Packed& word : source) word = static_cast<Packed>(random.next());
      Step step{};
      step.kind = static_cast<StepKind>(kind);
      step.column = static_cast<std::uint8_t>(round % kLargestFull);
      step.own = round & 1;
      step.second = round >> 1 & 1;
      step.odd = round >> 2 & 1;
      step.source = source.data();
      EXPECT_EQ(gathered(best_isa(), step), gathered(Isa::kBaseline, step)) << kind;
    }
  }
}

// One push on 6x6 at a time, by the rules: random squares, every board of each.
TEST(QuixoFull, StepsOfSixBySixAreThePushesOfTheRules) {
  const LargeRules rules = *LargeRules::make(kLargestFull);
  const int top_cells = 24;
  const auto odd = [](Top top) { return (std::popcount(top) & 1) == 1; };
  Random random(66);
  for (int round = 0; round < 20; ++round) {
    const auto top = static_cast<Top>(random.below(Top{1} << top_cells));
    for (const Turn& turn : make_turns(rules)) {
      const bool own = turn.from != 0 ? (top & turn.from) != 0 : round & 1;
      for (const bool second : {false, true}) {
        const bool lowest = top >> (18 + turn.column) & 1;
        if (turn.kind != StepKind::kDown && second != lowest) continue;
        const Top to = turn.after(top, turn.kind == StepKind::kDown ? second : own);
        std::array<Packed, kSquareWords> packed;
        for (Packed& word : packed) word = static_cast<Packed>(random.next());
        std::array<SquareWord, kSquareWords> source, goal, words{};
        goal.fill(~SquareWord{0});
        tile_kernels().unpack(kLargestFull, packed.data(), odd(to), source.data());
        Step step{};
        step = {turn.kind, turn.column, own, second, odd(to), packed.data()};
        tile_kernels().gather(kLargestFull, &step, 1, goal.data(), words.data());
        for (LargeCells low = 0; low < 4096; ++low) {
          const LargeCells cells = top | low << top_cells;
          // The one push of this kind, if the player can make it here.
          bool expected = false;
          for (const auto& shape : rules.shapes()) {
            if ((cells >> shape.move.from & 1) != own) continue;
            if (static_cast<Top>(shape.hole_to_end & 0xffffff) != turn.path) continue;
            if (turn.from != 0 && LargeCells{1} << shape.move.from != turn.from) continue;
            if (turn.from == 0 && shape.move.from < top_cells) continue;
            const bool from_last = shape.move.from >= 30;
            if (turn.kind == StepKind::kUpFromLast && !from_last) continue;
            if (turn.kind == StepKind::kUpFromSecond && from_last) continue;
            if ((shape.move.side == Side::kBottom) != (turn.kind == StepKind::kDown)) continue;
            const LargeCells after =
                LargeRules::apply(LargeBoard{cells, rules.all_cells() & ~cells}, shape,
                                  own ? Player::kX : Player::kO)
                    .x;
            if (static_cast<Top>(after & 0xffffff) != to) continue;
            expected |= source[after >> 24 & 63] >> (after >> 30) & 1;
          }
          ASSERT_EQ(words[low & 63] >> (low >> 6) & 1, expected)
              << static_cast<int>(turn.kind) << ' ' << cells;
        }
      }
    }
  }
}

// A run that is stopped again and again, wherever it is, ends where one run does.
TEST(QuixoFull, AStoppedRunGoesOn) {
  const LargeRules rules = *LargeRules::make(4);
  const auto folder = std::filesystem::path(testing::TempDir()) / "full-boards-stopped";
  std::filesystem::remove_all(folder);
  Workers whole(1);
  const auto expected = solve_full_boards(rules, 100, whole);
  ASSERT_TRUE(expected);
  // So many stages are let through before it is stopped; files are written after every ply.
  int stopped = 0;
  for (;; ++stopped) {
    CancelToken cancel;
    int stages = 0;
    const auto count_stages = [&](const ProgressReport& report) {
      if (report.finished && ++stages == 5) cancel.cancel();
    };
    Workers workers(1, {.cancel = &cancel, .progress = count_stages});
    const auto boards = solve_full_boards(
        rules, 100, workers, {.few = 20, .folder = folder, .seconds_between_files = 0});
    if (!boards) {
      ASSERT_EQ(boards.error().code, ErrorCode::kCancelled) << boards.error().message;
      ASSERT_LT(stopped, 100);
      continue;
    }
    EXPECT_EQ(boards->by_plies, expected->by_plies);
    for (int own = 0; own <= rules.cells(); ++own) {
      EXPECT_EQ(boards->classes[own].win, expected->classes[own].win) << own;
      EXPECT_EQ(boards->classes[own].loss, expected->classes[own].loss) << own;
    }
    EXPECT_EQ(boards->checked, 400u);
    EXPECT_EQ(boards->wrong, 0u);
    break;
  }
  EXPECT_GT(stopped, 3);
  // What is left is the counts, and they are read only by the rules that they are of.
  EXPECT_TRUE(std::filesystem::exists(folder / "full-4x4-even.json"));
  EXPECT_FALSE(std::filesystem::exists(folder / "full-4x4-even.half"));
  std::ofstream(folder / "full-4x4-even.json") << "{}";
  const auto damaged = solve_full_boards(rules, 100, whole, {.folder = folder});
  ASSERT_FALSE(damaged);
  EXPECT_EQ(damaged.error().code, ErrorCode::kCorrupt);
  std::filesystem::remove_all(folder);
}

TEST(QuixoFull, SevenBySevenIsTooLargeAndCancellingEnds) {
  EXPECT_FALSE(can_solve_full(*LargeRules::make(7)));
  CancelToken cancel;
  cancel.cancel();
  Workers workers(1, {.cancel = &cancel});
  EXPECT_FALSE(solve_full_boards(*LargeRules::make(4), 0, workers));
}

}  // namespace
}  // namespace noughts::quixo::full
