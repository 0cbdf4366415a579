#include "noughts/cli/tables_digests.h"

#include <fmt/format.h>

#include "noughts/cli/context.h"
#include "noughts/core/json.h"
#include "noughts/quixo/tables/inspect.h"

namespace noughts::cli {
namespace {

using quixo::tables::Published;

const char* in_words(Published published) {
  switch (published) {
    case Published::kBySha256:
      return "published by this project";
    case Published::kByChecksum:
      return "has the published checksum, which finds damage and stops no forger; no SHA-256 of "
             "these tables is published";
    case Published::kNo:
      break;
  }
  return "not on the list of this project";
}

const char* in_a_word(Published published) {
  return published == Published::kBySha256     ? "sha256"
         : published == Published::kByChecksum ? "checksum"
                                               : "no";
}

std::string as_text(const std::string& folder, const quixo::tables::Report& report) {
  const quixo::Rules& rules = report.rules;
  const int all = (rules.cells() + 1) * (rules.cells() + 2) / 2;
  std::string text = fmt::format(
      "Quixo {0}x{0}, lines of {1}, two lines {2}: {3} of {4} classes{5}, in {6}\n", rules.size(),
      rules.line(), rules.both_lines() == quixo::BothLines::kMoverWins ? "win" : "lose",
      report.classes, all,
      report.plies   ? ", with plies"
      : report.ranks ? ", with ranks"
                     : "",
      folder);
  text += fmt::format("boards won {}, lost {}, drawn {}{}\n", format_count(report.counts.win),
                      format_count(report.counts.loss), format_count(report.counts.draw),
                      report.counts_as_listed ? "" : "; the manifest has other counts");
  text += fmt::format("values  {}\n        SHA-256 {}\n        checksum {}\n",
                      in_words(report.published_values), report.values, report.checksum);
  if (report.ranks) {
    text += fmt::format("ranks   {}\n        SHA-256 {}\n", in_words(report.published_ranks),
                        *report.ranks);
  }
  return text;
}

}  // namespace

void show_digests(Context& context, const std::string& folder) {
  Workers workers(context.threads, {.cancel = &context.cancel, .progress = context.progress()});
  const auto report = quixo::tables::inspect(folder, workers);
  if (!report) return context.fail(report.error());
  const quixo::Rules& rules = report->rules;
  Json document = {
      {"game", "quixo"},
      {"size", rules.size()},
      {"line", rules.line()},
      {"both_lines", rules.both_lines() == quixo::BothLines::kMoverWins ? "win" : "lose"},
      {"classes", report->classes},
      {"plies", report->plies},
      {"win", report->counts.win},
      {"loss", report->counts.loss},
      {"draw", report->counts.draw},
      {"counts_as_listed", report->counts_as_listed},
      {"values",
       {{"sha256", report->values},
        {"checksum", report->checksum},
        {"published", in_a_word(report->published_values)}}}};
  if (report->ranks) {
    document["ranks"] = {{"sha256", *report->ranks},
                         {"published", in_a_word(report->published_ranks)}};
  }
  context.answer([&] { return document; }, [&] { return as_text(folder, *report); });
  if (report->published_values == Published::kNo || !report->counts_as_listed) {
    context.set_exit_code(kExitNo);
  }
}

}  // namespace noughts::cli
