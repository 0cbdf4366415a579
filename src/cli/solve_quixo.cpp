// noughts solve quixo: every board, X to move.
#include <fmt/format.h>

#include "noughts/cli/table_rules.h"
#include "noughts/cli/tiers.h"
#include "noughts/cli/verbs.h"
#include "noughts/present/family_documents.h"
#include "noughts/quixo/engine/reachable.h"
#include "noughts/quixo/solve/solve.h"
#include "noughts/quixo/tables/class_table.h"
#include "noughts/research/quixo/reference/reference.h"

namespace noughts::cli {
namespace {

struct SolveArguments {
  TableRules rules;
  bool steps = false;
  bool plan = false;
  bool reachable = false;
  bool no_ranks = false;
  std::string algorithm = "engine";
  std::string tables;
  std::string tiers;
  std::string pair;
  std::string keep = "all";
  double memory_gib = 0;
  std::string scratch;
};

Result<quixo::solve::Options> to_options(const SolveArguments& arguments) {
  quixo::solve::Options options;
  options.steps = arguments.steps;
  options.ranks = !arguments.no_ranks;
  if (arguments.algorithm == "reference") options.reference = quixo::reference::reference_values;
  if (arguments.keep == "needed") options.keep = quixo::solve::Keep::kNeeded;
  if (!arguments.tables.empty()) options.tables = arguments.tables;
  if (!arguments.scratch.empty()) options.scratch = arguments.scratch;
  if (arguments.memory_gib > 0) {
    options.memory_bytes = static_cast<std::uint64_t>(arguments.memory_gib * (1 << 30));
  }
  if (!arguments.tiers.empty()) {
    auto tiers = parse_tiers(arguments.tiers);
    if (!tiers) return tiers.error();
    options.first_tier = tiers->first;
    options.last_tier = tiers->second;
  }
  if (!arguments.pair.empty()) {
    if (!arguments.tiers.empty())
      return bad_input("--pair has a tier of its own; leave out --tiers");
    auto pair = parse_pair(arguments.pair);
    if (!pair) return pair.error();
    options.choose({pair->first, pair->second});
  }
  return options;
}

Json job_document(const quixo::solve::PairJob& job) {
  Json needs = Json::array();
  for (const quixo::Pair pair : job.needs) needs.push_back({pair.a, pair.b});
  return {{"pair", {job.pair.a, job.pair.b}},
          {"tier", job.pair.tier()},
          {"states", job.states},
          {"memory_bytes", job.memory_bytes},
          {"disk_bytes", job.disk_bytes},
          {"scratch_bytes", job.scratch_bytes},
          {"seconds_estimate", job.seconds_estimate},
          {"needs", needs},
          {"done", job.done}};
}

Json plan_document(const quixo::Rules& rules, const quixo::solve::Plan& plan) {
  Json document = quixo::tables::describe_rules(rules);
  document.update({{"classes", plan.classes},
                   {"classes_done", plan.classes_done},
                   {"states", plan.states},
                   {"states_left", plan.states_left},
                   {"memory_bytes", plan.memory_bytes},
                   {"disk_bytes", plan.disk_bytes},
                   {"seconds_estimate", plan.seconds_estimate}});
  if (plan.scratch_bytes > 0) document["scratch_bytes"] = plan.scratch_bytes;
  Json& jobs = document["jobs"] = Json::array();
  for (const quixo::solve::PairJob& job : plan.jobs) jobs.push_back(job_document(job));
  return document;
}

void show_plan(Context& context, const quixo::Rules& rules, const quixo::solve::Plan& plan) {
  context.answer([&] { return plan_document(rules, plan); },
                 [&] {
                   return fmt::format(
                       "classes  {}, {} done\nstates   {}, {} left\nmemory   {} at the "
                       "peak\n{}disk     {}\ntime     about {}\n",
                       plan.classes, plan.classes_done, format_count(plan.states),
                       format_count(plan.states_left), format_bytes(plan.memory_bytes),
                       plan.scratch_bytes > 0
                           ? fmt::format("scratch  {}\n", format_bytes(plan.scratch_bytes))
                           : "",
                       format_bytes(plan.disk_bytes), format_duration(plan.seconds_estimate));
                 });
}

std::string as_text(const quixo::Rules& rules, const quixo::tables::Solution& solution,
                    const Json& document) {
  const quixo::Counts totals = solution.totals();
  std::string text = fmt::format(
      "Quixo {0}x{0}, lines of {1}{6}: {2} boards, X to move\nwin    {3}\nloss   {4}\n"
      "draw   {5}\n",
      rules.size(), rules.line(), format_count(totals.total()), format_count(totals.win),
      format_count(totals.loss), format_count(totals.draw),
      rules.fortress() == quixo::FortressRule::kWins ? ", a fortress wins" : "");
  if (solution.initial) {
    text += fmt::format("empty  {}", quixo::value_name(solution.initial->value));
    if (solution.initial->plies) text += fmt::format(" in {}", *solution.initial->plies);
    text += '\n';
  }
  if (document.contains("reachable")) {
    text += fmt::format("reachable from the empty board  {}\n",
                        format_count(document["reachable"].get<std::uint64_t>()));
  }
  for (std::size_t i = 0; i < solution.plies.size(); ++i) {
    text += fmt::format("{}{:>3} moves {:>14} {:>14}\n",
                        i == 0 ? "             wins in      loses in\n" : "", i,
                        format_count(solution.plies[i].win), format_count(solution.plies[i].loss));
  }
  if (solution.resumed_classes > 0) {
    text += fmt::format("{} classes were solved before\n", solution.resumed_classes);
  }
  if (solution.solved_twice) {
    text += "another process solved this pair at the same time, with the same values\n";
  }
  for (const std::string& file : solution.mended) {
    text += fmt::format("{} was damaged and has been solved again\n", file);
  }
  return text +
         fmt::format("digest {}, {}\n", solution.digest(), format_duration(solution.seconds));
}

void run_solve(Context& context, const SolveArguments& arguments) {
  auto rules = arguments.rules.parse();
  if (!rules) return context.fail(rules.error());
  auto options = to_options(arguments);
  if (!options) return context.fail(options.error());
  Workers workers(context.threads, {.cancel = &context.cancel, .progress = context.progress()});
  if (arguments.reachable && rules->size() > 4) {
    return context.fail(bad_input("--reachable needs --size 3 or 4"));
  }
  if (arguments.plan) {
    auto plan = quixo::solve::make_plan(*rules, *options, workers.threads(), workers.budget());
    return plan ? show_plan(context, *rules, *plan) : context.fail(plan.error());
  }
  auto solution = quixo::solve::run(*rules, *options, workers);
  if (!solution) return context.fail(solution.error());
  Json document = present::quixo_document(*rules, *solution);
  document["resumed_classes"] = solution->resumed_classes;
  if (!solution->mended.empty()) document["mended"] = solution->mended;
  if (options->pair) {
    document["pair"] = {options->pair->a, options->pair->b};
    document["solved_twice"] = solution->solved_twice;
  }
  if (arguments.reachable || (arguments.steps && rules->size() <= 4)) {
    auto reachable = quixo::engine::count_reachable(quixo::engine::Engine(*rules, false), workers);
    if (!reachable) return context.fail(reachable.error());
    document["reachable"] = *reachable;
  }
  document["seconds"] = solution->seconds;
  document["digest"] = solution->digest();
  context.answer(document, [&] { return as_text(*rules, *solution, document); });
}

}  // namespace

void add_solve_quixo(const Command& verb, Context& context) {
  const Command sub = verb.sub("quixo", "Quixo: the value of every board");
  auto arguments = std::make_shared<SolveArguments>();
  arguments->rules.add_to(sub);
  context.add_common(sub, "noughts solve quixo --size 4 --steps");
  sub.flag("--steps", arguments->steps, "Also compute the number of moves to the end");
  sub.flag("--plan", arguments->plan, "Only say how much memory, disk and time it needs");
  sub.flag("--reachable", arguments->reachable, "Also count boards that can arise (sizes 3 and 4)");
  sub.option("--algorithm", arguments->algorithm, "engine is fast; reference is the paper's")
      .one_of({"engine", "reference"})
      .show_default();
  sub.option("--tables", arguments->tables, "Folder to write tables to; a stopped solve resumes");
  sub.flag("--no-ranks", arguments->no_ranks, "Leave out ranks, which lead play to the win");
  sub.option("--tiers", arguments->tiers, "Only boards with this many tiles, such as 25..23");
  sub.option("--pair", arguments->pair,
             "Only this pair of classes, such as 3,4; needs the next tier");
  sub.option("--keep", arguments->keep, "Tables to keep: all, or those the next tier needs")
      .one_of({"all", "needed"})
      .show_default();
  sub.option("--memory", arguments->memory_gib, "Memory limit in GiB; without it, all that is free")
      .between(0.001, 4096.0);
  sub.option("--scratch", arguments->scratch, "Folder for what does not fit in memory");
  sub.on_run([&context, arguments] {
    context.outlive_terminal();
    run_solve(context, *arguments);
  });
}

}  // namespace noughts::cli
