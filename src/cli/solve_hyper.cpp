// noughts solve hyper: who can force a win, who can avoid losing.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "noughts/cli/certificates.h"
#include "noughts/cli/games.h"
#include "noughts/cli/verbs.h"
#include "noughts/core/stopwatch.h"
#include "noughts/hyper/notation.h"
#include "noughts/hyper/search/solve.h"
#include "noughts/present/hyper_board.h"
#include "noughts/research/hyper/kingmaking.h"
#include "noughts/research/reports/hyper_interest.h"
#include "noughts/store/file.h"

namespace noughts::cli {
namespace {

struct SolveHyperArguments {
  HyperOptions game;
  std::string certificates;
  bool kingmaking = false;
  std::string position;
};

Json describe(const hyper::Rules& rules) {
  Json document = {{"game", "hyper"}};
  document.update(present::board_fields(rules.board()));
  document["players_count"] = rules.players();
  if (rules.misere()) document["misere"] = true;
  document.update(present::structure_json(rules));
  return document;
}

// The library does not know how a command is given more memory.
Error with_advice(Error error) {
  if (error.code == ErrorCode::kNoSpace) error.message += "; give it more with --memory";
  return error;
}

void solve_hyper(Context& context, const SolveHyperArguments& arguments) {
  const Result<hyper::Rules> rules = arguments.game.parse();
  if (!rules) return context.fail(rules.error());
  if (!arguments.certificates.empty()) {
    const auto there = store::make_folder(arguments.certificates);
    if (!there) return context.fail(there.error());
  }
  Result<hyper::search::SolveReport> report = bad_input("");
  const double seconds = time_of([&] { report = hyper::search::solve(*rules, context.budget()); });
  if (!report) return context.fail(with_advice(report.error()));
  Json document = describe(*rules);
  Json players = Json::array();
  for (std::size_t i = 0; i < report->players.size(); ++i) {
    players.push_back(
        {{"player", i + 1},
         {"can_force_win", research::reports::true_false_null(report->players[i].can_force_win)},
         {"can_avoid_loss",
          research::reports::true_false_null(report->players[i].can_avoid_loss)}});
  }
  document["players"] = players;
  document["how"] = report->how;
  if (!report->open.empty()) document["open"] = report->open;
  document["nodes"] = report->nodes;
  document["seconds"] = seconds;
  if (!arguments.certificates.empty()) {
    Result<Json> files = write_certificates(report->certificates, arguments.certificates);
    if (!files) return context.fail(files.error());
    document["certificates"] = *files;
  }
  context.answer(document, [&] {
    std::string text =
        fmt::format("{} with {} players{}\nplayer  forces a win  avoids losing\n",
                    rules->board().name(), rules->players(), rules->misere() ? ", misère" : "");
    for (std::size_t i = 0; i < report->players.size(); ++i) {
      text += fmt::format("{:>6}  {:<12}  {}\n", i + 1,
                          research::reports::yes_no_open(report->players[i].can_force_win),
                          research::reports::yes_no_open(report->players[i].can_avoid_loss));
    }
    text += fmt::format("by {}; {} positions, {:.3f} s\n", fmt::join(report->how, ", "),
                        format_count(report->nodes), seconds);
    if (!report->open.empty()) text += fmt::format("open: {}\n", report->open);
    return text + wrote_text(document);
  });
}

std::string cells_text(const hyper::Rules& rules, const std::vector<hyper::Cell>& cells) {
  std::string text;
  for (const hyper::Cell cell : cells) {
    text += (text.empty() ? "" : " ") + cell_text(rules.board(), cell);
  }
  return text;
}

void kingmaking(Context& context, const SolveHyperArguments& arguments) {
  const Result<hyper::Rules> rules = arguments.game.parse_normal();
  if (!rules) return context.fail(rules.error());
  const Result<std::string> given = read_position(arguments.position);
  if (!given) return context.fail(given.error());
  const Result<hyper::Position> from = parse_position(*rules, *given);
  if (!from) return context.fail(from.error());
  const auto report = hyper::research::kingmaking(*rules, *from, context.budget());
  if (!report) return context.fail(with_advice(report.error()));
  std::vector<std::string> outcomes;
  for (int player = 0; player <= rules->players(); ++player) {
    if (!(report->outcomes >> player & 1)) continue;
    outcomes.push_back(player == rules->players() ? "draw" : fmt::format("{} wins", player + 1));
  }
  const std::string example = cells_text(*rules, report->example);
  Json document = describe(*rules);
  document["position"] = to_text(*rules, *from);
  document["outcomes"] = outcomes;
  document["positions"] = report->positions;
  document["kingmakers"] = report->kingmakers;
  if (report->kingmakers > 0) {
    document["example"] = example;
    document["kingmaker"] = report->kingmaker + 1;
    document["crownings"] = Json::array();
    for (const auto& crowning : report->crownings) {
      document["crownings"].push_back(
          {{"winner", crowning.winner + 1}, {"line", cells_text(*rules, crowning.moves)}});
    }
  }
  context.answer(document, [&] {
    std::string text = fmt::format(
        "best play can end with: {}\n{} positions, {} of them with a kingmaker to move\n",
        fmt::join(outcomes, ", "), format_count(report->positions),
        format_count(report->kingmakers));
    if (report->kingmakers > 0) {
      text += fmt::format("player {} decides who wins after {}\n", report->kingmaker + 1, example);
      for (const auto& crowning : report->crownings) {
        text += fmt::format("so that {} wins: {}\n", crowning.winner + 1,
                            cells_text(*rules, crowning.moves));
      }
    }
    return text;
  });
}

}  // namespace

void add_solve_hyper(const Command& verb, Context& context) {
  const Command sub = verb.sub("hyper", "Tic-tac-toe on n^k: who can win, who can avoid losing");
  context.add_common(sub, "noughts solve hyper --side 3 --dims 3 --players 3");
  auto arguments = std::make_shared<SolveHyperArguments>();
  arguments->game.add_to(sub);
  context.add_memory(sub);
  sub.option("--certificates", arguments->certificates,
             "Folder to write proofs to, for noughts verify hyper");
  sub.flag("--kingmaking", arguments->kingmaking, "Say who decides the winner without winning");
  sub.option("--position", arguments->position, "With --kingmaking: position to start from");
  sub.on_run([&context, arguments] {
    context.outlive_terminal();
    if (arguments->kingmaking) return kingmaking(context, *arguments);
    if (!arguments->position.empty()) {
      return context.fail(bad_input(
          "--position needs --kingmaking; for the value of a position use noughts analyze hyper"));
    }
    solve_hyper(context, *arguments);
  });
}

}  // namespace noughts::cli
