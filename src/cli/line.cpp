// noughts line GAME: one game of best play from a position.
//
// The game ends, or comes back to a position it has seen: then it has fallen into
// a loop, which is what best play does in a drawn game without an end.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "cli/games.h"
#include "cli/verbs.h"
#include "core/random.h"
#include "play/quixo_svg.h"
#include "store/file.h"

namespace noughts::cli {
namespace {

struct LineArguments {
  std::string position;
  std::string strategy = "best";
  std::string svg;
  int limit = 200;
  std::uint64_t seed = 1;
};

struct Line {
  std::vector<std::string> moves;
  std::vector<std::unique_ptr<play::State>> states;  // one more than moves
  std::string result;
  int loop_start = -1;  // the move count at which the last position first stood
};

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

Result<Line> follow(Context& context, std::unique_ptr<play::State> state, play::Analyst& analyst,
                    const LineArguments& arguments) {
  Progress progress(context.progress(), "playing the line", 0);
  Random random(arguments.seed);
  std::map<std::string, int> seen;
  Line line;
  line.states.push_back(state->clone());
  while (!state->result() && static_cast<int>(line.moves.size()) < arguments.limit) {
    if (context.cancel.cancelled()) return cancelled_error();
    seen.emplace(state->text(), static_cast<int>(line.moves.size()));
    Result<Json> report = analyst.analyze(*state);
    if (!report) return report.error();
    if (report->at("best").empty()) break;
    const bool at_random = arguments.strategy == "random-win" || is_blind_win(*report);
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
                : static_cast<int>(line.moves.size()) < arguments.limit
                    ? state->result().value_or("no best move is known here")
                    : state->result().value_or("not over after these moves");
  return line;
}

Result<void> write_svg(const play::Game& game, const Line& line, const std::string& path) {
  if (game.family() != "quixo") return bad_input("--svg is for quixo");
  const Json about = game.rules();
  auto rules = quixo::Rules::make(about.at("size"), about.at("line"),
                                  about.at("both_lines") == "win" ? quixo::BothLines::kMoverWins
                                                                  : quixo::BothLines::kMoverLoses);
  if (!rules) return rules.error();
  std::vector<quixo::Position> positions;
  std::vector<std::string> captions;
  for (std::size_t i = 0; i < line.states.size(); ++i) {
    positions.push_back(play::position_of<quixo::Rules>(*line.states[i]));
    captions.push_back(i == 0 ? "start" : fmt::format("move {}: {}", i, line.moves[i - 1]));
  }
  return store::write_file(path, play::to_animated_svg(*rules, positions, captions));
}

void run(Context& context, const GameCommand& command, const LineArguments& arguments) {
  auto game = command.make_game();
  if (!game) return context.fail(game.error());
  auto state = read_state(**game, arguments.position);
  if (!state) return context.fail(state.error());
  auto analyst = command.make_analyst(context);
  if (!analyst) return context.fail(analyst.error());
  auto line = follow(context, std::move(*state), **analyst, arguments);
  if (!line) return context.fail(line.error());
  Json positions = Json::array();
  for (const auto& position : line->states) positions.push_back(position->text());
  Json document = {{"game", (*game)->family()},
                   {"rules", (*game)->rules()},
                   {"moves", line->moves},
                   {"positions", positions},
                   {"result", line->result}};
  if (line->loop_start >= 0) document["loop_start"] = line->loop_start;
  if (!arguments.svg.empty()) {
    if (auto wrote = write_svg(**game, *line, arguments.svg); !wrote) {
      return context.fail(wrote.error());
    }
    document["svg"] = arguments.svg;
  }
  context.answer(document, [&] {
    return fmt::format("{}\n{}{}\n", fmt::join(line->moves, " "),
                       line->states.back()->drawing(context.style()), line->result);
  });
}

}  // namespace

void add_line(CLI::App& app, Context& context) {
  CLI::App* verb = app.add_subcommand("line", "One game of best play from a position");
  add_games(*verb, context, "noughts line {}", [&context, verb](const GameCommand& command) {
    if (!command.make_analyst) {
      verb->remove_subcommand(command.app);
      return;
    }
    auto arguments = std::make_shared<LineArguments>();
    CLI::App& sub = *command.app;
    sub.add_option("--position", arguments->position, "Position as text, @file, or - for input");
    sub.add_option("--moves", arguments->limit, "At most so many moves")
        ->check(CLI::Range(1, 10'000))
        ->capture_default_str();
    command.add_knowledge();
    if (command.family == "quixo") {
      sub.add_option("--strategy", arguments->strategy,
                     "best: the winner as fast as can be; random-win: any winning move")
          ->check(CLI::IsMember({"best", "random-win"}))
          ->capture_default_str();
      sub.add_option("--seed", arguments->seed, "Seed of the random moves")->capture_default_str();
      sub.add_option("--svg", arguments->svg, "Also write the game as an animated SVG");
    }
    sub.callback([&context, arguments, command] { run(context, command, *arguments); });
  });
}

}  // namespace noughts::cli
