// The evaluation of the searching Quixo player, fitted to exact values and judged by them.
//
//     quixo_fit fit TABLES POSITIONS FILE      weights from so many positions of every tier
//     quixo_fit judge TABLES POSITIONS NODES   share of moves that keep the value, by tier
//     quixo_fit judge 4x4 POSITIONS NODES      the same on 4x4, solved first
//
// TABLES is a folder of `noughts solve quixo --size 5 --tables`, of all tiers or of
// the upper ones only; tiers that are not there are left out. `fit` starts from weights
// by counts of tiles, which therefore stay where a pattern never comes up.
#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <memory>
#include <vector>

#include "noughts/core/random.h"
#include "noughts/quixo/publish/open.h"
#include "noughts/quixo/search/search.h"
#include "noughts/quixo/solve/in_memory.h"
#include "noughts/quixo/tables/probe.h"
#include "noughts/store/file.h"

namespace noughts::quixo {
namespace {

// A board with `tier` tiles, each way to fill it as likely; not over.
Board sample_board(const Rules& rules, int tier, Random& random) {
  while (true) {
    Cells x = 0;
    Cells o = 0;
    while (std::popcount(x | o) < tier) {
      const Cells cell = Cells{1} << random.below(static_cast<std::uint64_t>(rules.cells()));
      if ((x | o) & cell) continue;
      (random.below(2) == 0 ? x : o) |= cell;
    }
    if (const Board board = make_board(x, o); !rules.is_over({board, Player::kX})) return board;
  }
}

// The tiers whose values are known, fewest tiles first.
std::vector<int> known_tiers(const tables::ValueSource& values) {
  std::vector<int> tiers;
  for (int tier = 0; tier <= values.rules().cells(); ++tier) {
    bool known = true;
    for (int x = 0; x <= tier && known; ++x) {
      const Cells first = static_cast<Cells>((std::uint64_t{1} << x) - 1);
      const Cells rest = static_cast<Cells>((std::uint64_t{1} << tier) - 1) & ~first;
      known = static_cast<bool>(values.at(make_board(first, rest)));
    }
    if (known) tiers.push_back(tier);
  }
  return tiers;
}

struct Sample {
  Cells own;
  Cells other;
  float target;  // 1 for a win
};

int reversed(int pattern) {
  int result = 0;
  for (int i = 0; i < search::kPatternSize; ++i, pattern /= 3) result = 3 * result + pattern % 3;
  return result;
}

// Squared error of tanh(sum of weights), step by step downhill; each weight has a rate
// of its own that falls with what it has moved. A line and its reversal share a weight.
class Fit {
 public:
  Fit() {
    for (int pattern = 0; pattern < search::kLinePatterns; ++pattern) {
      int own = 0;
      int other = 0;
      for (int rest = pattern; rest > 0; rest /= 3) {
        own += rest % 3 == 1;
        other += rest % 3 == 2;
      }
      for (auto& kind : weights_) {
        kind[pattern].value = search::count_weight(search::kPatternSize, own, other) / 1000.0;
      }
    }
  }

  // Returns the mean squared error before it.
  double pass(const std::vector<Sample>& samples) {
    double error = 0;
    for (const Sample& sample : samples) error += step(sample);
    return error / static_cast<double>(samples.size());
  }

  search::PatternWeights weights() const {
    search::PatternWeights result;
    result.to_move = rounded(to_move_.value);
    for (int kind = 0; kind < search::kLineKinds; ++kind) {
      for (int p = 0; p < search::kLinePatterns; ++p) {
        result.lines[kind][p] = static_cast<std::int16_t>(rounded(at(kind, p).value));
      }
    }
    return result;
  }

 private:
  struct Weight {
    double value = 0;
    double moved = 1;  // sum of squared gradients
  };
  static int rounded(double value) { return static_cast<int>(std::lround(1000 * value)); }
  Weight& at(int kind, int pattern) { return weights_[kind][std::min(pattern, reversed(pattern))]; }
  const Weight& at(int kind, int pattern) const {
    return weights_[kind][std::min(pattern, reversed(pattern))];
  }

  double step(const Sample& sample) {
    double sum = to_move_.value;
    search::for_each_line_pattern(sample.own, sample.other,
                                  [&](int kind, int pattern) { sum += at(kind, pattern).value; });
    const double guess = std::tanh(sum);
    const double error = sample.target - guess;
    const double gradient = error * (1 - guess * guess);
    const auto move = [&](Weight& weight) {
      weight.moved += gradient * gradient;
      weight.value += kRate * gradient / std::sqrt(weight.moved);
    };
    move(to_move_);
    search::for_each_line_pattern(sample.own, sample.other,
                                  [&](int kind, int pattern) { move(at(kind, pattern)); });
    return error * error;
  }

  static constexpr double kRate = 0.03;
  Weight to_move_;
  std::array<std::array<Weight, search::kLinePatterns>, search::kLineKinds> weights_;
};

std::vector<Sample> sample_all(const tables::ValueSource& values, std::uint64_t positions) {
  Random random(1);
  std::vector<Sample> samples;
  for (const int tier : known_tiers(values)) {
    for (std::uint64_t i = 0; i < positions; ++i) {
      const Board board = sample_board(values.rules(), tier, random);
      const Value value = values.at(board)->value;
      samples.push_back({cells_of(board, Player::kX), cells_of(board, Player::kO),
                         value == Value::kWin    ? 1.0f
                         : value == Value::kLoss ? -1.0f
                                                 : 0.0f});
    }
  }
  for (std::size_t i = samples.size(); i > 1; --i) {
    std::swap(samples[i - 1], samples[random.below(i)]);
  }
  return samples;
}

std::string source_text(const search::PatternWeights& weights, std::uint64_t positions,
                        const std::vector<int>& tiers) {
  std::string text = fmt::format(
      "// Made by `quixo_fit fit TABLES {} FILE` (tools/quixo_fit.cpp) from tables of the tiers\n"
      "// {} to {} of 5x5.\n{{{}, {{{{\n",
      positions, tiers.front(), tiers.back(), weights.to_move);
  for (const auto& kind : weights.lines) {
    text += fmt::format("{{{{{}}}}},\n", fmt::join(kind, ","));
  }
  return text + "}}}\n";
}

Result<void> fit(const tables::ValueSource& values, std::uint64_t positions,
                 const std::string& file) {
  constexpr int kPasses = 30;
  const std::vector<Sample> samples = sample_all(values, positions);
  Fit fit;
  for (int pass = 1; pass <= kPasses; ++pass) {
    fmt::print("pass {}: mean squared error {:.4f}\n", pass, fit.pass(samples));
  }
  return store::write_file(file, source_text(fit.weights(), positions, known_tiers(values)));
}

// Of positions of one value: how many, and in how many the move keeps it.
struct Tally {
  std::uint64_t asked = 0;
  std::uint64_t kept = 0;
  double by_chance = 0;  // the same for a random move
  void add(bool keeps, double chance) {
    ++asked;
    kept += keeps;
    by_chance += chance;
  }
  std::string text() const {
    if (asked == 0) return "        -";
    const auto share = [&](double part) { return 100 * part / static_cast<double>(asked); };
    return fmt::format("{:6} {:6.2f} ({:5.2f})", asked, share(static_cast<double>(kept)),
                       share(by_chance));
  }
};

void judge(const tables::ValueSource& values, std::uint64_t positions, std::uint64_t nodes) {
  const Rules& rules = values.rules();
  search::AlphaBeta<Rules> search(rules);
  fmt::print(
      "tier: positions, % of moves that keep the value (of random moves): "
      "all | won | drawn\n");
  for (const int tier : known_tiers(values)) {
    Random random(2);
    Tally all;
    std::array<Tally, 3> by_value;
    for (std::uint64_t i = 0; i < positions; ++i) {
      const Position position{sample_board(rules, tier, random), Player::kX};
      const Value value = values.at(position.board)->value;
      const auto found = search.run(position, {.nodes = nodes}, {});
      const Move chosen = found->moves.front().move;
      int keeping = 0;
      bool keeps = false;
      for (const search::ScoredMove& move : found->moves) {
        const Board child = board_for_mover(rules.apply(position, move.move));
        const bool same = for_opponent(values.at(child)->value) == value;
        keeping += same;
        keeps |= same && move.move == chosen;
      }
      const double chance = keeping / static_cast<double>(found->moves.size());
      all.add(keeps, chance);
      by_value[static_cast<int>(value)].add(keeps, chance);
    }
    fmt::print("{:2}: {} | {} | {}\n", tier, all.text(),
               by_value[static_cast<int>(Value::kWin)].text(),
               by_value[static_cast<int>(Value::kDraw)].text());
    std::fflush(stdout);
  }
}

Result<std::unique_ptr<tables::ValueSource>> values_named(const std::string& name) {
  if (name != "4x4") return open_tables(name, *Rules::make(5));
  Workers workers(1);
  return solve::solve_in_memory(*Rules::make(4), workers);
}

int run(const std::vector<std::string>& words) {
  if (words.size() != 4 || (words[0] != "fit" && words[0] != "judge")) {
    fmt::print(stderr,
               "usage: quixo_fit fit TABLES POSITIONS FILE | judge TABLES|4x4 POSITIONS NODES\n");
    return 2;
  }
  const auto values = values_named(words[1]);
  if (!values) {
    fmt::print(stderr, "{}\n", values.error().message);
    return 3;
  }
  const std::uint64_t positions = std::strtoull(words[2].c_str(), nullptr, 10);
  if (words[0] == "judge") {
    judge(**values, positions, std::strtoull(words[3].c_str(), nullptr, 10));
    return 0;
  }
  const Result<void> done = fit(**values, positions, words[3]);
  if (!done) fmt::print(stderr, "{}\n", done.error().message);
  return done ? 0 : 3;
}

}  // namespace
}  // namespace noughts::quixo

int main(int argc, char** argv) { return noughts::quixo::run({argv + 1, argv + argc}); }
