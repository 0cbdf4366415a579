// noughts tables publish quixo: tables laid out for a web host.
#include <fmt/format.h>

#include <cmath>

#include "noughts/cli/copy_tables.h"
#include "noughts/cli/verbs.h"
#include "noughts/core/json.h"
#include "noughts/quixo/publish/publish.h"
#include "noughts/quixo/tables/class_table.h"

namespace noughts::cli {
namespace {

struct PublishArguments {
  CopyOptions copy;
  bool plan = false;
  int most_mib = 1024;
};

// What people see who open the folder in a browser.
std::string page_of(const quixo::Rules& rules, const quixo::publish::PublishSummary& made) {
  std::string rows;
  for (const auto& [id, entry] : made.published.classes) {
    const quixo::tables::ManifestEntry& listed = made.manifest.classes.at(id);
    rows += fmt::format("<tr><td>{}<td>{}<td>{}<td>{}<td>{}<td>{}<td>{}<td><code>{:016x}</code>\n",
                        id.x, id.o, listed.counts.win, listed.counts.loss, listed.counts.draw,
                        entry.blocks, format_bytes(entry.bytes()), listed.digest);
  }
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>Quixo {0}x{0}: tables</title>\n"
      "<style>body{{font:16px/1.5 sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}}"
      "td,th{{text-align:right;padding:0 .6rem}}</style>\n"
      "<h1>Quixo {0}x{0}: tables</h1>\n"
      "<p>The exact value of every board of {1} classes, for the side to move{2}: {3} boards in "
      "{4}. "
      "A line of {5} wins; a move that makes lines of both signs {6}.\n"
      "<p>The explorer of noughts reads them piece by piece: open it with "
      "<code>?tables=</code> and the address of this folder. The host must answer range requests, "
      "and, if the explorer is on another host, allow it (CORS). "
      "<code>noughts analyze quixo --tables</code> reads a copy of the folder.\n"
      "<p>All values: digest <code>{7}</code>. A row: tiles of the side to move and of the other; "
      "boards won, lost, drawn; blocks; size; digest of the values.\n"
      "<table><tr><th>X<th>O<th>won<th>lost<th>drawn<th>blocks<th>size<th>digest\n{8}</table>\n",
      rules.size(), made.published.classes.size(),
      made.published.ranks ? ", with the number of moves to the next step" : "",
      format_count(made.manifest.totals().total()), format_bytes(made.bytes), rules.line(),
      rules.both_lines() == quixo::BothLines::kMoverLoses ? "loses" : "wins",
      quixo::tables::digest_text(made.manifest.classes), rows);
}

constexpr std::uint64_t kPlanOneIn = 1024;  // blocks

void run_plan(Context& context, const quixo::Rules& rules, std::vector<quixo::ClassId> classes,
              const PublishArguments& arguments, Workers& workers) {
  const auto plan = quixo::publish::plan_publishing(arguments.copy.tables, rules,
                                                    std::move(classes), kPlanOneIn, {}, workers);
  if (!plan) return context.fail(plan.error());
  Json document = quixo::tables::describe_rules(rules);
  document.update({{"classes", plan->classes},
                   {"kept", plan->kept},
                   {"sampled", plan->sampled},
                   {"seen", plan->seen},
                   {"blocks", plan->blocks},
                   {"bytes", std::llround(plan->bytes)},
                   {"bytes_before", plan->was}});
  context.answer(document, [&] {
    return fmt::format(
        "{} classes, {} boards in {} blocks: about {} (the tables take {})\nfrom {} boards, "
        "one block in {} of each class; {} of them need no value\n",
        plan->classes, format_count(plan->kept), format_count(plan->blocks),
        format_bytes(static_cast<std::uint64_t>(plan->bytes)), format_bytes(plan->was),
        format_count(plan->sampled), kPlanOneIn, format_count(plan->seen));
  });
}

void run_publish(Context& context, const PublishArguments& arguments) {
  auto rules = arguments.copy.rules.parse();
  if (!rules) return context.fail(rules.error());
  auto classes = arguments.copy.classes(*rules);
  if (!classes) return context.fail(classes.error());
  Workers workers(context.threads, {.cancel = &context.cancel, .progress = context.progress()});
  if (arguments.plan) return run_plan(context, *rules, std::move(*classes), arguments, workers);
  if (auto good = arguments.copy.check_out(); !good) return context.fail(good.error());
  const quixo::publish::PublishOptions options{
      .most_file = static_cast<std::uint64_t>(arguments.most_mib) << 20};
  auto made = quixo::publish::publish_tables(arguments.copy.tables, *rules, arguments.copy.out,
                                             std::move(*classes), options, workers);
  if (!made) return context.fail(made.error());
  const Result<void> wrote =
      store::write_file(store::Path(arguments.copy.out) / "index.html", page_of(*rules, *made));
  if (!wrote) return context.fail(wrote.error());
  Json document = quixo::tables::describe_rules(*rules);
  document.update({{"classes", made->published.classes.size()},
                   {"states", made->manifest.totals().total()},
                   {"files", made->files + 1},
                   {"bytes", made->bytes},
                   {"bytes_before", made->was},
                   {"kept", made->kept},
                   {"laid_out", made->laid_out},
                   {"seen", made->seen},
                   {"digest", quixo::tables::digest_text(made->manifest.classes)}});
  context.answer(document, [&] {
    return fmt::format(
        "{} classes, {} boards in {} files, {} (the tables take {})\n{} of {} boards in rows were "
        "laid out now; {} of these need no value: they are over, won with one move, or images of "
        "others\n",
        made->published.classes.size(), format_count(made->manifest.totals().total()),
        made->files + 1, format_bytes(made->bytes), format_bytes(made->was),
        format_count(made->laid_out), format_count(made->kept), format_count(made->seen));
  });
}

}  // namespace

void add_tables_publish(const Command& tables, Context& context) {
  const Command verb = tables.sub("publish", "Lay out tables for a web host");
  verb.require_sub();
  const Command sub = verb.sub("quixo", "Tables of Quixo, for the explorer without a server");
  auto arguments = std::make_shared<PublishArguments>();
  arguments->copy.add_to(
      sub, context, "noughts tables publish quixo --size 5 --tables tables/5x5 --out public/5x5");
  sub.flag("--plan", arguments->plan, "Only estimate the size, from a sample of blocks");
  sub.option("--max-file", arguments->most_mib, "Largest size of a file, in MiB")
      .between(1, 1 << 20)
      .show_default();
  sub.on_run([&context, arguments] { run_publish(context, *arguments); });
}

}  // namespace noughts::cli
