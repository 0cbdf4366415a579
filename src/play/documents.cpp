#include "noughts/play/documents.h"

#include <fmt/format.h>

#include <map>

namespace noughts::play {
namespace {

Json heading(const Game& game, const State& state) {
  return {{"game", game.family()}, {"rules", game.rules()}, {"position", state.text()}};
}

// What comes of a move: the position it leads to, and the result if that ends the game.
Json after(const State& state, const std::string& move) {
  const std::unique_ptr<State> next = state.clone();
  const Result<void> played = next->play(move);
  assert(played);
  Json json = {{"position", next->text()}};
  if (const auto result = next->result()) json["result"] = *result;
  return json;
}

// The move to follow: the first of the best; where the System draws, the more
// probable outcome.
std::string best_move(const Json& report) {
  std::string chosen = report.at("best").at(0).get<std::string>();
  double most = -1;
  for (const Json& move : report.at("moves")) {
    if (!move.contains("probability")) continue;
    const std::string odds = move["probability"].get<std::string>();
    const std::size_t bar = odds.find('/');
    const double share =
        std::stod(odds) / (bar == std::string::npos ? 1 : std::stod(odds.substr(bar + 1)));
    if (share <= most) continue;
    most = share;
    chosen = move["move"].get<std::string>();
  }
  return chosen;
}

// Any winning move, each as likely; the best where none wins.
std::string random_winning_move(const Json& report, Random& random) {
  std::vector<std::string> winning;
  for (const Json& move : report.at("moves")) {
    if (move.at("value") == "win") winning.push_back(move.at("move").get<std::string>());
  }
  return winning.empty() ? best_move(report) : winning[random.below(winning.size())];
}

// Whether the values say who wins but not how soon: always taking the first good
// move might then go round for ever, any of them in turn will not.
bool is_blind_win(const Json& report) {
  return report.at("value") != "draw" && report.at("value").is_string() &&
         !report.contains("plies");
}

}  // namespace

Json show_document(const Game& game, const State& state) {
  Json document = heading(game, state);
  if (const auto result = state.result()) {
    document["result"] = *result;
  } else {
    document["to_move"] = state.to_move();
  }
  document.update(game.structure());
  document["drawing"] = state.drawing({});
  return document;
}

Json moves_document(const Game& game, const State& state) {
  Json document = heading(game, state);
  document["to_move"] = state.to_move();
  if (const auto result = state.result()) document["result"] = *result;
  const std::vector<std::string> moves = state.moves();
  document["moves"] = moves;
  Json positions = Json::array();
  for (const std::string& move : moves) positions.push_back(after(state, move)["position"]);
  document["positions"] = std::move(positions);
  document["board"] = state.board();
  return document;
}

Result<Json> analyze_document(const Game& game, const State& state, Analyst& analyst) {
  Result<Json> report = analyst.analyze(state);
  if (!report) return report.error();
  Json document = heading(game, state);
  if (const auto result = state.result()) document["result"] = *result;
  document.update(*report);
  for (Json& move : document["moves"]) {
    move.update(after(state, move["move"].get<std::string>()));
  }
  document["board"] = state.board();
  return document;
}

Result<Line> follow_line(std::unique_ptr<State> state, Analyst& analyst,
                         const LineOptions& options) {
  Progress progress(options.progress, "playing the line", 0);
  Random random(options.seed);
  std::map<std::string, int> seen;
  Line line;
  line.states.push_back(state->clone());
  while (!state->result() && static_cast<int>(line.moves.size()) < options.limit) {
    if (options.cancel != nullptr && options.cancel->cancelled()) return cancelled_error();
    seen.emplace(state->text(), static_cast<int>(line.moves.size()));
    Result<Json> report = analyst.analyze(*state);
    if (!report) return report.error();
    if (report->at("best").empty()) break;
    const bool at_random = options.random_win || is_blind_win(*report);
    const std::string move = at_random ? random_winning_move(*report, random) : best_move(*report);
    const Result<void> played = state->play(move);
    if (!played) return played.error();
    line.moves.push_back(move);
    line.states.push_back(state->clone());
    progress.advance(1);
    const auto before = seen.find(state->text());
    if (before != seen.end() && !at_random) {
      line.loop_start = before->second;
      break;
    }
  }
  line.result = line.loop_start >= 0
                    ? fmt::format("draw: the position after move {} is the one after move {} again",
                                  line.moves.size(), line.loop_start)
                : static_cast<int>(line.moves.size()) < options.limit
                    ? state->result().value_or("no best move is known here")
                    : state->result().value_or("not over after these moves");
  return line;
}

Json line_document(const Game& game, const Line& line) {
  Json positions = Json::array();
  for (const auto& position : line.states) positions.push_back(position->text());
  Json document = {{"game", game.family()},
                   {"rules", game.rules()},
                   {"moves", line.moves},
                   {"positions", positions},
                   {"result", line.result}};
  if (line.loop_start >= 0) document["loop_start"] = line.loop_start;
  return document;
}

}  // namespace noughts::play
