#include "noughts/hyper/study/learn.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <set>

#include "noughts/core/text.h"
#include "noughts/store/file.h"

namespace noughts::hyper::study {
namespace {

constexpr std::size_t kMaxWeights = std::size_t{1} << 25;
constexpr std::string_view kMagic = "noughts-learned hyper 1";

// The mean of the weights over the second half of the games: each game pulls them a little
// this way or that, and a move that is right by a small margin should not hang on the last
// few. A few hundred looks are enough.
class Average {
 public:
  Average(std::size_t weights, std::uint64_t games)
      : sum_(weights), from_(games / 2), every_(std::max<std::uint64_t>(1, games / 2 / kLooks)) {}

  void note(std::uint64_t game, const std::vector<float>& weights) {
    if (game < from_ || game % every_ != 0) return;
    for (std::size_t i = 0; i < weights.size(); ++i) sum_[i] += static_cast<double>(weights[i]);
    ++looks_;
  }
  void replace(std::vector<float>& weights) const {
    for (std::size_t i = 0; looks_ > 0 && i < weights.size(); ++i) {
      weights[i] = static_cast<float>(sum_[i] / static_cast<double>(looks_));
    }
  }

 private:
  static constexpr std::uint64_t kLooks = 256;
  std::vector<double> sum_;
  std::uint64_t from_;
  std::uint64_t every_;
  std::uint64_t looks_ = 0;
};

double logistic(double x) { return 1 / (1 + std::exp(-x)); }

// Pairs of crossing lines (or single lines), each as its set of cells in a
// fixed order: the first line, then the rest of the second.
std::vector<std::vector<std::uint16_t>> cell_tuples(const Board& board, bool crossing) {
  std::vector<std::vector<std::uint16_t>> all;
  for (Line line = 0; line < board.lines(); ++line) {
    const auto cells = board.cells_of(line);
    const std::vector<std::uint16_t> first(cells.begin(), cells.end());
    if (!crossing) {
      all.push_back(first);
      continue;
    }
    for (Line other = line + 1; other < board.lines(); ++other) {
      std::vector<std::uint16_t> both = first;
      for (const Cell cell : board.cells_of(other)) {
        if (std::find(first.begin(), first.end(), cell) == first.end()) {
          both.push_back(static_cast<std::uint16_t>(cell));
        }
      }
      if (both.size() == 2 * first.size() - 1) all.push_back(both);
    }
  }
  return all;
}

// "4 3" for 4^3.
std::string board_words(const Board& board) {
  return board.is_power() ? fmt::format("{} {}", board.side(), board.dims()) : board.name();
}

}  // namespace

Result<Learner> Learner::make(const Rules& rules) {
  Learner learner(rules);
  if (learner.make_tuples(true) || learner.make_tuples(false)) return learner;
  return bad_input(fmt::format("learning needs too many weights on {} with {} players",
                               rules.board().name(), rules.players()));
}

// Tuples in one orbit of the listed symmetries share a block of weights: each
// is ordered as the image of the orbit's first tuple.
bool Learner::make_tuples(bool crossing) {
  tuples_.clear();
  const auto base = static_cast<std::size_t>(rules_.players() + 1);
  auto all = cell_tuples(rules_.board(), crossing);
  if (all.empty()) return false;
  patterns_ = 1;
  for (std::size_t i = 0; i < all[0].size(); ++i) {
    patterns_ *= base;
    if (patterns_ > kMaxWeights) return false;
  }
  std::map<std::vector<std::uint16_t>, bool> done;  // by sorted cells
  std::size_t classes = 0;
  for (const auto& tuple : all) {
    auto sorted = tuple;
    std::sort(sorted.begin(), sorted.end());
    if (done.count(sorted) != 0) continue;
    for (int s = 0; s < rules_.symmetry_count(); ++s) {
      std::vector<std::uint16_t> image;
      for (const std::uint16_t cell : tuple) {
        image.push_back(static_cast<std::uint16_t>(rules_.symmetries().image(cell, s)));
      }
      auto key = image;
      std::sort(key.begin(), key.end());
      if (!done.emplace(key, true).second) continue;
      tuples_.push_back({image, static_cast<std::uint32_t>(classes * patterns_)});
    }
    ++classes;
  }
  weights_per_turn_ = classes * patterns_;
  const std::size_t total = weights_per_turn_ * static_cast<std::size_t>(rules_.players());
  if (total > kMaxWeights) return false;
  weights_.assign(total, 0);
  return true;
}

template <class Visit>
void Learner::for_each_weight(const std::vector<std::uint8_t>& marks, int player, int turns,
                              Visit&& visit) const {
  const int q = rules_.players();
  // Own marks are 1, the next player's 2, and so on.
  std::array<std::uint32_t, kMaxPlayers + 1> seen{};
  for (int p = 0; p < q; ++p) {
    seen[static_cast<std::size_t>(p) + 1] = static_cast<std::uint32_t>((p - player + q) % q + 1);
  }
  const std::size_t offset = weights_per_turn_ * static_cast<std::size_t>(turns);
  for (const Tuple& tuple : tuples_) {
    std::uint32_t pattern = 0;
    for (const std::uint16_t cell : tuple.cells) {
      pattern = pattern * static_cast<std::uint32_t>(q + 1) + seen[marks[cell]];
    }
    visit(offset + tuple.first_weight + pattern);
  }
}

double Learner::sum(const std::vector<std::uint8_t>& marks, int player, int turns) const {
  double total = 0;
  for_each_weight(marks, player, turns, [&](std::size_t w) { total += weights_[w]; });
  return total;
}

double Learner::value(const std::vector<std::uint8_t>& marks, int player, int to_move) const {
  const int q = rules_.players();
  return logistic(sum(marks, player, (player - to_move + q) % q));
}

void Learner::learn(const std::vector<std::uint8_t>& marks, int player, int to_move, double target,
                    double rate) {
  const int q = rules_.players();
  const int turns = (player - to_move + q) % q;
  const double step = rate * (target - logistic(sum(marks, player, turns)));
  for_each_weight(marks, player, turns,
                  [&](std::size_t w) { weights_[w] += static_cast<float>(step); });
}

std::vector<double> Learner::values(const Position& position) const {
  std::vector<double> result;
  for (int player = 0; player < rules_.players(); ++player) {
    if (rules_.is_over(position)) {
      result.push_back(position.winner < 0 ? 0.5 : position.winner == player ? 1 : 0);
    } else {
      result.push_back(value(position.marks, player, rules_.to_move(position)));
    }
  }
  return result;
}

bool Learner::forced(const Position& p, Move& move) const {
  const Marks marks = rules_.marks_of(p);
  const int q = rules_.players();
  for (int later = 0; later < q; ++later) {
    const int player = (rules_.to_move(p) + later) % q;
    for (const Move& candidate : rules_.moves(p)) {
      if (!marks.would_complete(candidate.cell, player)) continue;
      move = candidate;
      return true;
    }
  }
  return false;
}

Move Learner::choose(const Position& p) const {
  Move best;
  if (forced(p, best)) return best;
  const int mover = rules_.to_move(p);
  std::vector<std::uint8_t> marks = p.marks;
  // By the sums: the logistic function of large ones is 1 for all of them.
  double best_sum = -std::numeric_limits<double>::infinity();
  for (const Move& move : rules_.moves(p)) {
    marks[move.cell] = static_cast<std::uint8_t>(mover + 1);
    const double after = sum(marks, mover, rules_.players() - 1);
    marks[move.cell] = 0;
    if (after > best_sum) {
      best = move;
      best_sum = after;
    }
  }
  return best;
}

Result<void> Learner::train(const TrainOptions& options, const Budget& budget) {
  Progress progress(budget.progress, "playing", options.games);
  Random random(options.seed);
  Average average(weights_.size(), options.games);
  const int q = rules_.players();
  for (std::uint64_t game = 0; game < options.games; ++game) {
    if (const auto stopped = budget.exhausted()) return *stopped;
    const double done = static_cast<double>(game) / static_cast<double>(options.games);
    const double rate = options.rate * (1 - 0.9 * done);
    Position p = rules_.initial();
    while (!rules_.is_over(p)) {
      const bool explores = random.unit() < options.explore;
      const std::vector<Move> moves = rules_.moves(p);
      const Move move = explores ? moves[random.below(moves.size())] : choose(p);
      const Position next = rules_.apply(p, move);
      // A random move says nothing about the position before it.
      if (!p.played.empty() && !explores) {
        const std::vector<double> targets = values(next);
        for (int player = 0; player < q; ++player) {
          learn(p.marks, player, rules_.to_move(p), targets[static_cast<std::size_t>(player)],
                rate);
        }
      }
      p = next;
    }
    average.note(game, weights_);
    progress.advance(1);
  }
  average.replace(weights_);
  return {};
}

Result<void> Learner::save(const std::string& path) const {
  std::string body = fmt::format("{}\nboard {}\nplayers {}\nweights {}\n", kMagic,
                                 board_words(rules_.board()), rules_.players(), weights_.size());
  for (const float weight : weights_) {
    // Little-endian on every machine.
    const auto bits = std::bit_cast<std::uint32_t>(weight);
    for (int shift = 0; shift < 32; shift += 8) body += static_cast<char>(bits >> shift & 0xff);
  }
  body += fmt::format("{:016x}", text_checksum(body));
  return store::write_file(path, body);
}

Result<Learner> Learner::load(const Rules& rules, const std::string& path) {
  const auto read = store::read_file(path);
  if (!read) return read.error();
  const std::string& text = *read;
  Result<Learner> learner = make(rules);
  if (!learner) return learner;
  const std::string head =
      fmt::format("{}\nboard {}\nplayers {}\nweights {}\n", kMagic, board_words(rules.board()),
                  rules.players(), learner->weights_.size());
  if (!text.starts_with(kMagic)) {
    return Error{ErrorCode::kWrongVersion,
                 fmt::format("the file {} holds no learned player of this version; train it again",
                             quote(path))};
  }
  if (!text.starts_with(head)) {
    return Error{
        ErrorCode::kWrongVersion,
        fmt::format("the player in {} was trained for another game; train one for this game",
                    quote(path))};
  }
  const std::size_t size = head.size() + 4 * learner->weights_.size();
  if (text.size() != size + 16 ||
      text.substr(size) !=
          fmt::format("{:016x}", text_checksum(std::string_view(text).substr(0, size)))) {
    return Error{ErrorCode::kCorrupt,
                 fmt::format("the file {} is damaged; train it again", quote(path))};
  }
  for (std::size_t i = 0; i < learner->weights_.size(); ++i) {
    std::uint32_t bits = 0;
    for (std::size_t b = 0; b < 4; ++b) {
      bits |= static_cast<std::uint32_t>(static_cast<unsigned char>(text[head.size() + 4 * i + b]))
              << (8 * b);
    }
    learner->weights_[i] = std::bit_cast<float>(bits);
  }
  return learner;
}

}  // namespace noughts::hyper::study
