#include "noughts/play/traps.h"

#include <algorithm>
#include <map>

namespace noughts::play {
namespace {

// Scores tell drawn moves apart by themselves, and a guess is no ground for counting.
bool is_drawn(const Analysis& analysis) {
  return analysis.rating.verdict == Verdict::kDraw && !analysis.rating.score &&
         analysis.source != Source::kGuess;
}

bool draws(const RatedMove& move) { return move.rating.verdict == Verdict::kDraw; }

// Nothing if one of the replies is undecided, or the game is over.
std::optional<Replies> count_replies(const Analysis& after) {
  Replies replies;
  for (const RatedMove& reply : after.moves) {
    if (reply.rating.verdict == Verdict::kUnknown) return std::nullopt;
    ++(reply.rating.verdict == Verdict::kLoss ? replies.lose : replies.hold);
  }
  return after.moves.empty() ? std::nullopt : std::optional(replies);
}

// For each move the first that is its image, so that one of them speaks for all.
std::map<std::string, std::string> first_images(const State& state) {
  const std::vector<std::string> moves = state.moves();
  const std::vector<std::size_t> first = state.first_images();
  std::map<std::string, std::string> images;
  for (std::size_t i = 0; i < moves.size(); ++i) images.emplace(moves[i], moves[first[i]]);
  return images;
}

using Counts = std::map<std::string, std::optional<Replies>>;

// The counts of each move that draws and is the first of its images.
Result<Counts> count_all(const State& state, const Analysis& analysis, Analyst& values,
                         const std::map<std::string, std::string>& images) {
  Counts counts;
  for (const RatedMove& move : analysis.moves) {
    const std::string& first = images.at(move.move);
    if (!draws(move) || counts.contains(first)) continue;
    const std::unique_ptr<State> next = state.clone();
    const Result<void> played = next->play(first);
    if (!played) return played.error();
    const Result<Analysis> after = values.known(*next);
    if (!after) return after.error();
    counts.emplace(first, count_replies(*after));
  }
  return counts;
}

}  // namespace

Result<Analysis> TrapFinder::analyze(const State& state) {
  Result<Analysis> analysis = values_->analyze(state);
  if (analysis) count_replies_to(state, *analysis);
  return analysis;
}

Result<Analysis> TrapFinder::known(const State& state) {
  Result<Analysis> analysis = values_->known(state);
  if (analysis) count_replies_to(state, *analysis);
  return analysis;
}

void TrapFinder::count_replies_to(const State& state, Analysis& analysis) {
  // Whoever must fetch the values of the replies has no time for all of them.
  if (!is_drawn(analysis) || values_->reads_far()) return;
  const std::map<std::string, std::string> images = first_images(state);
  const Result<Counts> counts = count_all(state, analysis, *values_, images);
  if (!counts) return;  // out of time, or not all known: the values stand without them
  for (RatedMove& move : analysis.moves) {
    if (draws(move)) move.replies = counts->at(images.at(move.move));
  }
  put_best_first(analysis);
}

}  // namespace noughts::play
