#include "noughts/play/line.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "noughts/core/random.h"

namespace noughts::play {
namespace {

// The first of the best; where the System selects, the more probable outcome.
const RatedMove& best_move(const Analysis& analysis) {
  return *std::max_element(
      analysis.moves.begin(), analysis.moves.end(), [](const RatedMove& a, const RatedMove& b) {
        return a.odds && b.odds && a.odds->probability && b.odds->probability &&
               *a.odds->probability < *b.odds->probability;
      });
}

// Any winning move, each as likely; the best where none wins.
const RatedMove& random_winning_move(const Analysis& analysis, Random& random) {
  const auto wins = [](const RatedMove& m) { return m.rating.verdict == Verdict::kWin; };
  const auto winning = std::count_if(analysis.moves.begin(), analysis.moves.end(), wins);
  if (winning == 0) return best_move(analysis);
  // Best first: the winning moves lead the list.
  return analysis.moves[random.below(static_cast<std::uint64_t>(winning))];
}

// Whether the values say who wins but not how soon: always taking the first good
// move might then go round for ever, any of them in turn will not.
bool is_blind_win(const Rating& rating) {
  const bool decided = rating.verdict != Verdict::kDraw && rating.verdict != Verdict::kUnknown;
  return decided && !rating.plies && !rating.rank && !rating.score;
}

std::string result_of(const Line& line, int limit) {
  if (line.loop_start >= 0) {
    return fmt::format("{}the position after move {} is the one after move {} again",
                       line.source == Source::kGuess ? "no result: " : "draw: ", line.moves.size(),
                       line.loop_start);
  }
  const bool cut = static_cast<int>(line.moves.size()) >= limit;
  return line.states.back()->result().value_or(cut || line.source == Source::kGuess
                                                   ? "not over after these moves"
                                                   : "no best move is known here");
}

}  // namespace

Result<Line> follow_line(std::unique_ptr<State> state, Analyst& analyst,
                         const LineOptions& options) {
  Progress progress(options.budget.progress, "playing the line", 0);
  Random random(options.seed);
  std::map<std::string, int> seen;
  int guesses = 0;
  Line line;
  line.states.push_back(state->clone());
  while (!state->result() && static_cast<int>(line.moves.size()) < options.limit) {
    if (const auto stopped = options.budget.exhausted()) return *stopped;
    seen.emplace(state->text(), static_cast<int>(line.moves.size()));
    const Result<Analysis> analysis = analyst.analyze(*state);
    if (!analysis) return analysis.error();
    // Where a search looked as far as it could, its opinion is worth following for a while.
    const bool guess = analysis->best == 0;
    // Who is beaten whatever she does still makes a sensible move, and from then on all do.
    const bool exposed = analysis->rating.verdict == Verdict::kExposed;
    const bool sensible = guess && analysis->guess && !analysis->estimate &&
                          (exposed || line.source == Source::kGuess);
    if (guess && !sensible && (!analysis->estimate || ++guesses > options.guesses)) break;
    if (guess) line.source = Source::kGuess;
    if (!line.source) line.source = analysis->source;
    const bool at_random = options.random_win || is_blind_win(analysis->rating);
    const std::string chosen = sensible    ? *analysis->guess
                               : at_random ? random_winning_move(*analysis, random).move
                                           : best_move(*analysis).move;
    const Result<void> played = state->play(chosen);
    if (!played) return played.error();
    line.moves.push_back(chosen);
    line.states.push_back(state->clone());
    progress.advance(1);
    const auto before = seen.find(state->text());
    if (before != seen.end() && !at_random) {
      line.loop_start = before->second;
      break;
    }
  }
  line.result = result_of(line, options.limit);
  return line;
}

}  // namespace noughts::play
