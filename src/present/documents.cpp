#include "noughts/present/documents.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>

#include "noughts/present/render.h"

namespace noughts::present {
namespace {

using play::Analysis;
using play::Game;
using play::RatedMove;
using play::Rating;
using play::State;
using play::Verdict;

Json variant_heading(const Game& game) {
  return {{"game", family_name(game.family())}, {"rules", rules_json(game)}};
}

Json heading(const Game& game, const State& state) {
  Json json = variant_heading(game);
  json["position"] = state.text();
  return json;
}

// Require: the move is legal.
std::unique_ptr<State> after(const State& state, const std::string& move) {
  std::unique_ptr<State> next = state.clone();
  [[maybe_unused]] const Result<void> played = next->play(move);
  assert(played);
  return next;
}

void put_result(Json& to, const State& state) {
  if (const auto result = state.result()) to["result"] = *result;
}

template <class T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

std::string favoured(const play::Odds& odds) {
  return !odds.favours ? "nobody" : *odds.favours == 0 ? "X" : "O";
}

// How many plies a win is slower, or a loss is faster, than the best move of that verdict.
int slower(const Analysis& analysis, const RatedMove& move) {
  const auto first = std::find_if(
      analysis.moves.begin(), analysis.moves.end(),
      [&](const RatedMove& other) { return other.rating.verdict == move.rating.verdict; });
  return std::abs(*move.rating.plies - *first->rating.plies);
}

Json move_json(const State& state, const Analysis& analysis, const RatedMove& move) {
  Json json = {{"move", move.move}};
  put_rating(json, move.rating, analysis.seat);
  if (move.odds) {
    json["favours"] = favoured(*move.odds);
    if (move.odds->probability) json["probability"] = to_text(*move.odds->probability);
  } else if (move.rating.verdict != Verdict::kUnknown) {
    json["keeps"] = analysis.keeps(move);
  }
  if (move.rating.plies) json["slower"] = slower(analysis, move);
  if (move.replies) json["replies"] = {{"hold", move.replies->hold}, {"lose", move.replies->lose}};
  if (move.estimate) json["estimate"] = *move.estimate;
  if (move.source) json["source"] = source_name(*move.source);
  const auto next = after(state, move.move);
  json["position"] = next->text();
  put_result(json, *next);
  return json;
}

Json players_json(const std::vector<play::Prospects>& players) {
  Json list = Json::array();
  for (const play::Prospects& prospects : players) {
    list.push_back({{"player", list.size() + 1},
                    {"can_force_win", or_null(prospects.can_force_win)},
                    {"can_avoid_loss", or_null(prospects.can_avoid_loss)}});
  }
  return list;
}

std::string odds_text(const play::Odds& odds) {
  return fmt::format(
      "  favours {}{}", favoured(odds),
      odds.probability ? fmt::format(", probability {}", to_text(*odds.probability)) : "");
}

std::string replies_text(const play::Replies& replies) {
  return fmt::format("  {} of {} replies {}", replies.hold, replies.hold + replies.lose,
                     replies.hold == 1 ? "holds" : "hold");
}

// Moves that one line of text stands for: the first of them, and how many are its images.
struct Group {
  const RatedMove* first;
  std::size_t count = 0;
};

// In the order of the moves; each alone if `all`.
std::vector<Group> groups_of(const State& state, const Analysis& analysis, bool all) {
  const std::vector<std::string> names = state.moves();
  const std::vector<std::size_t> images = state.first_images();
  std::map<std::string_view, std::size_t> image_of;
  for (std::size_t i = 0; i < names.size(); ++i) image_of.emplace(names[i], images[i]);
  std::vector<Group> groups;
  std::map<std::size_t, std::size_t> group_of;
  for (const RatedMove& move : analysis.moves) {
    const auto [at, fresh] = group_of.emplace(image_of.at(move.move), groups.size());
    if (fresh || all || move.odds) {
      groups.push_back({&move, 1});
    } else {
      ++groups[at->second].count;
    }
  }
  return groups;
}

std::string group_text(const Group& group, const Analysis& analysis) {
  const RatedMove& move = *group.first;
  const bool best = move.rating == analysis.moves.front().rating && analysis.best > 0 &&
                    analysis.best < analysis.moves.size();
  return fmt::format("  {:<8} {}{}{}{}{}\n", move.move,
                     rating_text(move.rating, analysis.seat, move.estimate),
                     move.odds ? odds_text(*move.odds) : "",
                     move.replies ? replies_text(*move.replies) : "", best ? "  best" : "",
                     group.count > 1 ? fmt::format("  (and {} like it)", group.count - 1) : "");
}

// What an estimate says, in words; a look that finds neither side ahead is "even".
std::string guess_text(const std::string& player, double estimate, const std::string& how) {
  constexpr double kEven = 0.05;
  const std::string looks =
      std::abs(estimate) < kEven
          ? "even"
          : fmt::format("{} for {}", estimate < 0 ? "worse" : "better", player);
  return fmt::format("unsolved; looks {} ({}; -1 means {} loses, +1 means {} wins)\n", looks, how,
                     player, player);
}

// Which moves are the same up to a symmetry of the position. Nothing where no two are, and on
// boards where trying all symmetries on all moves would take longer than everything else.
void put_images(Json& document, const State& state, std::size_t moves) {
  constexpr std::size_t kMostMoves = 128;
  if (moves > kMostMoves) return;
  const std::vector<std::size_t> first = state.first_images();
  for (std::size_t i = 0; i < first.size(); ++i) {
    if (first[i] != i) {
      document["images"] = first;
      return;
    }
  }
}

}  // namespace

void put_rating(Json& to, const Rating& rating, int seat) {
  if (rating.score) {
    const Rational score = score_for_x(rating, seat);
    to["value"] = to_double(score);
    to["exact"] = to_text(score);
    return;
  }
  const bool known = rating.verdict != Verdict::kUnknown;
  to["value"] = known ? Json(verdict_name(rating.verdict)) : Json(nullptr);
  if (rating.plies) to["plies"] = *rating.plies;
  if (rating.rank) to["rank"] = *rating.rank;
}

std::string rating_text(const Rating& rating, int seat, const std::optional<double>& estimate) {
  if (estimate && rating.verdict == Verdict::kUnknown) {
    return fmt::format("guess {:+.2f}", *estimate);
  }
  if (rating.score) return to_text(score_for_x(rating, seat));
  return fmt::format("{}{}", verdict_name(rating.verdict),
                     rating.plies ? fmt::format(" in {}", *rating.plies) : "");
}

Json show_document(const Game& game, const State& state) {
  Json document = heading(game, state);
  put_result(document, state);
  if (!state.result()) document["to_move"] = state.to_move();
  document.update(structure_json(game));
  document["drawing"] = render(game, state);
  return document;
}

Json moves_document(const Game& game, const State& state) {
  Json document = heading(game, state);
  document["to_move"] = state.to_move();
  put_result(document, state);
  const std::vector<std::string> moves = state.moves();
  document["moves"] = moves;
  // On large n^k boards each would be a long game once more: the text of a position there
  // is the text before it, a space and the move.
  constexpr std::size_t kMostBytes = 256 << 10;
  if (moves.size() * state.text().size() <= kMostBytes) {
    Json positions = Json::array();
    for (const std::string& move : moves) positions.push_back(after(state, move)->text());
    document["positions"] = std::move(positions);
  }
  put_images(document, state, moves.size());
  document["board"] = board_json(game, state);
  return document;
}

Json analysis_document(const Game& game, const State& state, const Analysis& analysis) {
  Json document = heading(game, state);
  put_result(document, state);
  document["to_move"] = state.to_move();
  put_rating(document, analysis.rating, analysis.seat);
  if (analysis.estimate) document["estimate"] = *analysis.estimate;
  if (!analysis.players.empty()) document["players"] = players_json(analysis.players);
  Json moves = Json::array();
  Json best = Json::array();
  for (const RatedMove& move : analysis.moves) {
    if (moves.size() < analysis.best) best.push_back(move.move);
    moves.push_back(move_json(state, analysis, move));
  }
  document["moves"] = std::move(moves);
  document["best"] = std::move(best);
  if (!analysis.cycle.empty()) document["cycle"] = analysis.cycle;
  for (const int player : analysis.cannot_lose) {
    document["cannot_lose"].push_back(game.seats()[static_cast<std::size_t>(player)]);
  }
  if (analysis.fortress) {
    document["fortress"] = {
        {"player", game.seats()[static_cast<std::size_t>(analysis.fortress->player)]},
        {"cells", analysis.fortress->cells}};
  }
  if (analysis.at_most && analysis.rating.plies) document["at_most"] = true;
  if (analysis.guess) document["guess"] = *analysis.guess;
  if (!analysis.how.empty()) document["how"] = analysis.how;
  document["source"] = source_name(analysis.source);
  document["board"] = board_json(game, state);
  return document;
}

std::string analysis_text(const State& state, const Analysis& analysis, bool all_moves) {
  std::string text =
      fmt::format("value {}", rating_text(analysis.rating, analysis.seat, analysis.estimate));
  if (analysis.at_most && analysis.rating.plies) text += " at most";
  if (!state.result()) text += fmt::format(", {} to move", state.to_move());
  text += "\n";
  if (analysis.guess) text += fmt::format("no best move is known; a guess: {}\n", *analysis.guess);
  if (analysis.source == play::Source::kGuess && analysis.estimate) {
    text += guess_text(state.to_move(), *analysis.estimate, analysis.how);
  }
  const bool mixed = std::any_of(analysis.moves.begin(), analysis.moves.end(),
                                 [](const RatedMove& move) { return move.source.has_value(); });
  if ((mixed || analysis.players.size() > 2) && !analysis.how.empty()) text += analysis.how + "\n";
  if (analysis.fortress) {
    text += fmt::format("{} holds a fortress and cannot lose: {}\n",
                        "XO"[analysis.fortress->player], fmt::join(analysis.fortress->cells, " "));
  }
  for (const Group& group : groups_of(state, analysis, all_moves)) {
    text += group_text(group, analysis);
  }
  return text;
}

std::string hint_text(const State& state, const Analysis& analysis) {
  const RatedMove& first = analysis.moves.front();
  if (analysis.best == 0) {
    return fmt::format("no move is known to be best; {} is a guess\n",
                       analysis.guess.value_or(first.move));
  }
  std::string text;
  for (const Group& group : groups_of(state, analysis, false)) {
    // Where the System selects, both outcomes: who chooses instead of it has a side.
    if (group.first->rating == first.rating || first.odds) text += group_text(group, analysis);
  }
  return text;
}

Json line_document(const Game& game, const play::Line& line) {
  Json positions = Json::array();
  for (const auto& position : line.states) positions.push_back(position->text());
  Json document = variant_heading(game);
  document["moves"] = line.moves;
  document["positions"] = std::move(positions);
  document["result"] = line.result;
  if (line.source) document["source"] = source_name(*line.source);
  if (line.loop_start >= 0) document["loop_start"] = line.loop_start;
  return document;
}

Json move_document(const Game& game, const State& state, const ChosenMove& chosen) {
  const auto next = after(state, chosen.move);
  Json document = heading(game, state);
  document["player"] = chosen.player;
  document["move"] = chosen.move;
  document["leads_to"] = next->text();
  put_result(document, *next);
  document["source"] = chosen.source ? source_name(*chosen.source) : "chance";
  if (!chosen.remark.empty()) document["remark"] = chosen.remark;
  return document;
}

}  // namespace noughts::present
