// noughts solve quantum: the value of the game, its openings, one best game; or the value over q.
#include <fmt/format.h>

#include "noughts/cli/games.h"
#include "noughts/cli/solve_quantum_chance.h"
#include "noughts/cli/verbs.h"
#include "noughts/core/stopwatch.h"
#include "noughts/present/family_documents.h"
#include "noughts/present/quantum_text.h"
#include "noughts/quantum/notation.h"
#include "noughts/research/quantum/reference/reference.h"

namespace noughts::cli {
namespace {

using quantum::Rules;
using quantum::reference::ReferenceKind;
using quantum::search::TableSolver;

struct Answer {
  quantum::search::Solution solution;
  std::vector<quantum::Move> line;
  std::uint64_t nodes = 0;
  double seconds = 0;
};

Result<Answer> with_line(Answer answer, TableSolver& solver) {
  Result<std::vector<quantum::Move>> line = best_line(solver, solver.rules().initial());
  if (!line) return line.error();
  answer.line = std::move(*line);
  return answer;
}

Result<Answer> solve_by_table(const Rules& rules, Context& context) {
  Answer answer;
  const Stopwatch watch;
  TableSolver solver(rules, {.cancel = &context.cancel});
  Result<quantum::search::Solution> solution = quantum::search::solve(solver);
  if (!solution) return solution.error();
  answer.solution = std::move(*solution);
  answer.nodes = solver.nodes();
  answer.seconds = watch.seconds();
  return with_line(std::move(answer), solver);
}

// The whole game by a search of the paper: nodes and seconds are of that one
// search; the openings are then searched one by one, the line found by table.
Result<Answer> solve_by_reference(const Rules& rules, Context& context, ReferenceKind kind,
                                  bool all_openings) {
  Answer answer;
  const std::size_t searches = 1 + (all_openings ? quantum::search::openings().size() : 0);
  Progress progress(context.progress(), "searching without a table", searches);
  const Stopwatch watch;
  auto whole = solve_reference(rules, rules.initial(), kind, {.cancel = &context.cancel});
  if (!whole) return whole.error();
  answer.solution.value = whole->value;
  answer.nodes = whole->nodes;
  answer.seconds = watch.seconds();
  progress.advance(1);
  TableSolver solver(rules, {.cancel = &context.cancel});
  for (const quantum::Pair opening : quantum::search::openings()) {
    const quantum::Position p = rules.apply(rules.initial(), {opening, false});
    if (!all_openings) {
      const Result<quantum::search::Value> value = solver.value(p);
      if (!value) return value.error();
      answer.solution.openings.push_back({opening, *value});
      continue;
    }
    auto value = solve_reference(rules, p, kind, {.cancel = &context.cancel});
    if (!value) return value.error();
    answer.solution.openings.push_back({opening, value->value});
    progress.advance(1);
  }
  return with_line(std::move(answer), solver);
}

std::string line_text(const Rules& rules, const std::vector<quantum::Move>& line) {
  quantum::Position p = rules.initial();
  for (const quantum::Move& move : line) p = rules.apply(p, move);
  return to_text(rules, p);
}

Json as_json(const Rules& rules, const std::string& algorithm, const Answer& answer) {
  Json document = present::variant_json(rules.variant());
  document["algorithm"] = algorithm;
  document["value"] = present::value_json(answer.solution.value);
  document["first_moves"] = present::first_moves_json(answer.solution);
  document["line"] = line_text(rules, answer.line);
  document["nodes"] = answer.nodes;
  document["seconds"] = answer.seconds;
  return document;
}

std::string as_text(const Rules& rules, const Answer& answer) {
  std::string text = fmt::format(
      "quantum tic-tac-toe, {}\nvalue for X: {} ({})\n", present::variant_text(rules.variant()),
      to_text(answer.solution.value), decimal_text(answer.solution.value));
  for (const quantum::search::OpeningValue& opening : answer.solution.openings) {
    text +=
        fmt::format("  {}  {:>12}{}\n", present::pair_text(opening.opening), to_text(opening.value),
                    opening.value == answer.solution.value ? "  best" : "");
  }
  text += fmt::format("one best game: {}\n", line_text(rules, answer.line));
  text += fmt::format("{} nodes in {:.3f} s\n", format_count(answer.nodes), answer.seconds);
  return text;
}

struct Arguments {
  QuantumOptions rules;
  std::string algorithm = "table";
  bool all_openings = false;
  ChanceQuestion chance;
};

void run(Context& context, const Arguments& arguments) {
  const auto good = arguments.chance.check(arguments.rules.values);
  if (!good) return context.fail(good.error());
  if (arguments.chance.asked()) {
    if (arguments.algorithm == "table" && !arguments.all_openings) {
      return arguments.chance.answer(context, arguments.rules.values);
    }
    return context.fail(bad_input(
        "--algorithm and --all-openings solve a single game; leave out --curve and --sweep"));
  }
  Result<Rules> rules = arguments.rules.parse();
  if (!rules) return context.fail(rules.error());
  Result<Answer> answer =
      arguments.algorithm == "table"
          ? solve_by_table(*rules, context)
          : solve_by_reference(
                *rules, context,
                arguments.algorithm == "naive" ? ReferenceKind::kNaive : ReferenceKind::kAlphaBeta,
                arguments.all_openings);
  if (!answer) return context.fail(answer.error());
  context.answer([&] { return as_json(*rules, arguments.algorithm, *answer); },
                 [&] { return as_text(*rules, *answer); });
}

}  // namespace

void add_solve_quantum(const Command& verb, Context& context) {
  const Command sub = verb.sub("quantum", "Quantum tic-tac-toe: the value for X");
  auto arguments = std::make_shared<Arguments>();
  arguments->rules.add_to(sub);
  sub.option("--algorithm", arguments->algorithm,
             "table is fast; alphabeta and naive are the paper's")
      .one_of({"table", "alphabeta", "naive"})
      .show_default();
  sub.flag("--all-openings", arguments->all_openings,
           "With alphabeta or naive: search every opening that way");
  arguments->chance.add_to(sub);
  context.add_common(sub, "noughts solve quantum --q 3/4 --draw -5");
  sub.on_run([&context, arguments] {
    context.outlive_terminal();
    run(context, *arguments);
  });
}

}  // namespace noughts::cli
