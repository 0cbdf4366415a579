// noughts verify quixo: checksums, totals, and values derived anew.
#include <fmt/format.h>

#include "noughts/cli/table_rules.h"
#include "noughts/cli/tiers.h"
#include "noughts/cli/verbs.h"
#include "noughts/quixo/proof/proof.h"
#include "noughts/quixo/solve/monotone.h"
#include "noughts/quixo/tables/verify.h"

namespace noughts::cli {
namespace {

struct VerifyArguments {
  TableRules rules;
  std::string tables;
  bool all = false;
  std::string state;
  quixo::tables::VerifyOptions options;
  bool monotone = false;
  std::string tiers;
};

// What is proved, in one sentence.
std::string claim(const quixo::Rules& rules, const quixo::proof::Report& report) {
  if (report.proved) {
    return fmt::format(
        "proved: the value of each of the {} boards in these tables ({}x{}, lines of {}, {}) "
        "follows "
        "from the rules, by induction on tiles and ranks",
        format_count(report.totals.total()), rules.size(), rules.size(), rules.line(),
        rules.both_lines() == quixo::BothLines::kMoverLoses ? "two lines lose" : "two lines win");
  }
  if (report.wrong > 0) return "not proved: a board does not follow from its children";
  return fmt::format("not proved: the tables that {} classes follow from are missing",
                     report.unchecked);
}

void run_proof(Context& context, const quixo::Rules& rules, const VerifyArguments& arguments,
               Workers& workers) {
  auto report = quixo::proof::prove_tables(arguments.tables, rules, workers, arguments.state);
  if (!report) return context.fail(report.error());
  Json document = {{"classes", report->classes},     {"resumed", report->resumed},
                   {"unchecked", report->unchecked}, {"checked", report->checked},
                   {"wrong", report->wrong},         {"proved", report->proved},
                   {"claim", claim(rules, *report)}, {"win", report->totals.win},
                   {"loss", report->totals.loss},    {"draw", report->totals.draw}};
  if (report->wrong > 0) document["first_wrong"] = report->first_wrong;
  context.answer(document, [&] {
    return fmt::format(
        "{} classes, {} of them proved before; {} boards checked, one of each eight, {} "
        "wrong\n{}\n",
        report->classes, report->resumed, format_count(report->checked),
        format_count(report->wrong), claim(rules, *report));
  });
  if (report->wrong > 0) context.fail({ErrorCode::kWrongValue, report->first_wrong});
}

// A tile more never hurts: class against class, without moves.
void run_monotone(Context& context, const VerifyArguments& arguments, const quixo::Rules& rules,
                  Workers& workers) {
  quixo::solve::TierRange range;
  if (!arguments.tiers.empty()) {
    const auto tiers = parse_tiers(arguments.tiers);
    if (!tiers) return context.fail(tiers.error());
    range = {tiers->first, tiers->second};
    if (range.most > rules.cells() || range.least < 0 || range.least >= range.most) {
      return context.fail(
          bad_input(fmt::format("--tiers needs at least two tiers, from {} down", rules.cells())));
    }
  }
  const auto report = quixo::solve::check_monotone(arguments.tables, rules, workers, range);
  if (!report) return context.fail(report.error());
  Json document = {{"classes", report->classes},
                   {"pairs", report->pairs},
                   {"checked", report->compared},
                   {"better", report->better},
                   {"wrong", report->wrong}};
  if (report->wrong > 0) document["first_wrong"] = report->first_wrong;
  context.answer(document, [&] {
    return fmt::format(
        "{} boards compared with one more tile ({} directly, the others by symmetry): {} better "
        "for its owner, {} worse\n",
        format_count(report->pairs), format_count(report->compared), format_count(report->better),
        format_count(report->wrong));
  });
  if (report->wrong > 0) context.fail({ErrorCode::kWrongValue, report->first_wrong});
}

void run_verify(Context& context, const VerifyArguments& arguments) {
  auto rules = arguments.rules.parse();
  if (!rules) return context.fail(rules.error());
  Workers workers(context.threads, {.cancel = &context.cancel, .progress = context.progress()});
  if (!arguments.tiers.empty() && !arguments.monotone) {
    return context.fail(bad_input("--tiers needs --monotone; add it"));
  }
  if (arguments.all && rules->fortress() == quixo::FortressRule::kWins) {
    return context.fail(
        bad_input("--all cannot prove the rules in which a fortress wins; leave out --all to check "
                  "random values"));
  }
  if (!arguments.state.empty() && !arguments.all) {
    return context.fail(bad_input("--state needs --all; add it"));
  }
  if (arguments.all) return run_proof(context, *rules, arguments, workers);
  if (arguments.monotone) return run_monotone(context, arguments, *rules, workers);
  auto report = quixo::tables::verify(arguments.tables, *rules, arguments.options, workers);
  if (!report) return context.fail(report.error());
  Json document = {{"classes", report->classes},    {"win", report->totals.win},
                   {"loss", report->totals.loss},   {"draw", report->totals.draw},
                   {"checked", report->checked},    {"wrong", report->wrong},
                   {"unchecked", report->unchecked}};
  if (report->wrong > 0) document["first_wrong"] = report->first_wrong;
  context.answer(document, [&] {
    std::string text = fmt::format(
        "{} classes have good checksums; of {} values checked against the rules {} are wrong\n",
        report->classes, format_count(report->checked), format_count(report->wrong));
    if (report->unchecked > 0) {
      text += fmt::format("{} classes were not checked: the tables they follow from are missing\n",
                          report->unchecked);
    }
    return text;
  });
  if (report->wrong > 0) context.fail({ErrorCode::kWrongValue, report->first_wrong});
}

}  // namespace

void add_verify_quixo(const Command& verb, Context& context) {
  const Command sub = verb.sub("quixo", "Tables of Quixo");
  auto arguments = std::make_shared<VerifyArguments>();
  arguments->rules.add_to(sub);
  context.add_common(sub, "noughts verify quixo --size 4 --tables tables/4x4");
  sub.option("--tables", arguments->tables, "Folder of the tables").required();
  sub.flag("--all", arguments->all, "Prove every value from the rules, using the ranks");
  sub.option("--state", arguments->state,
             "With --all: resume from this file, kept outside the tables");
  sub.option("--sample", arguments->options.sample, "Random values to check per class (0: all)")
      .show_default();
  sub.option("--seed", arguments->options.seed, "Seed of the sample").show_default();
  sub.flag("--monotone", arguments->monotone,
           "Check instead that one more tile never hurts its owner");
  sub.option("--tiers", arguments->tiers,
             "With --monotone: only these numbers of tiles, such as 25..23");
  sub.on_run([&context, arguments] {
    context.outlive_terminal();
    run_verify(context, *arguments);
  });
}

}  // namespace noughts::cli
