#include "noughts/research/data/puzzles.h"

#include <algorithm>
#include <unordered_set>

#include "noughts/present/documents.h"
#include "noughts/present/render.h"
#include "noughts/research/data/dataset.h"

namespace noughts::research::data {
namespace {

// 1 if the move wins at once, -1 if it loses or lets the next player win at once, else 0.
int look_ahead(const play::State& state, const std::string& move) {
  const int seat = state.seat();
  const auto after = state.clone();
  if (!after->play(move)) return -1;
  if (after->result()) return !after->winner() ? 0 : *after->winner() == seat ? 1 : -1;
  const std::vector<std::string> replies = after->moves();
  const bool falls = std::any_of(replies.begin(), replies.end(), [&](const std::string& reply) {
    const auto next = after->clone();
    return next->play(reply) && next->winner() && *next->winner() != seat;
  });
  return falls ? -1 : 0;
}

}  // namespace

int difficulty_of(const play::Rating& value, int plausible) {
  if (plausible == 0) return 1;
  const int plies = value.plies.value_or(5);
  return 2 + (plausible >= 5 ? 1 : 0) + (plies >= 5 ? 1 : 0) + (plies >= 11 ? 1 : 0);
}

std::optional<Puzzle> puzzle_of(const judge::Sample& sample) {
  const play::Analysis& analysis = sample.analysis;
  const auto keeps = [&](const play::RatedMove& move) { return analysis.keeps(move); };
  if (std::count_if(analysis.moves.begin(), analysis.moves.end(), keeps) != 1) return std::nullopt;
  if (analysis.moves.size() < 2) return std::nullopt;
  const auto answer = std::find_if(analysis.moves.begin(), analysis.moves.end(), keeps);
  Puzzle puzzle{sample.state->text(), answer->move, analysis.rating, analysis.seat, sample.tier};
  const int right = look_ahead(*sample.state, answer->move);
  for (const play::RatedMove& move : analysis.moves) {
    if (move.move != answer->move && look_ahead(*sample.state, move.move) >= right) {
      ++puzzle.plausible;
    }
  }
  puzzle.difficulty = difficulty_of(puzzle.value, puzzle.plausible);
  return puzzle;
}

std::vector<Puzzle> find_puzzles(const play::Game& game, play::Analyst& analyst,
                                 const PuzzleOptions& options) {
  judge::Sampler sampler(game, analyst, options.seed, 1, options.budget);
  Progress progress(options.budget.progress, "looking for puzzles", options.puzzles);
  std::unordered_set<std::string> seen;
  std::vector<Puzzle> puzzles;
  while (puzzles.size() < options.puzzles) {
    const auto sample = sampler.next().value();
    if (!sample) break;
    const auto puzzle = puzzle_of(*sample);
    if (!puzzle || puzzle->difficulty < options.least) continue;
    if (!seen.insert(common_image(game, *sample->state)).second) continue;
    puzzles.push_back(*puzzle);
    progress.advance(1);
  }
  std::stable_sort(puzzles.begin(), puzzles.end(),
                   [](const Puzzle& a, const Puzzle& b) { return a.difficulty < b.difficulty; });
  return puzzles;
}

Json puzzle_json(const play::Game& game, const Puzzle& puzzle) {
  Json json = {{"game", family_name(game.family())},
               {"rules", present::rules_json(game)},
               {"position", puzzle.position},
               {"answer", puzzle.answer}};
  present::put_rating(json, puzzle.value, puzzle.seat);
  if (!json.contains("plies")) json["plies"] = nullptr;
  json["plausible"] = puzzle.plausible;
  json["difficulty"] = puzzle.difficulty;
  json["tier"] = puzzle.tier;
  return json;
}

}  // namespace noughts::research::data
