// noughts repack quixo: some tiers of a folder of tables, packed tight.
#include "noughts/quixo/tables/repack.h"

#include <fmt/format.h>

#include "noughts/cli/games.h"
#include "noughts/cli/tiers.h"
#include "noughts/cli/verbs.h"
#include "noughts/quixo/tables/class_table.h"

namespace noughts::cli {
namespace {

struct RepackArguments {
  QuixoOptions rules;
  std::string tables;
  std::string out;
  std::string tiers;
};

void run_repack(Context& context, const RepackArguments& arguments) {
  auto rules = arguments.rules.parse();
  if (!rules) return context.fail(rules.error());
  quixo::Tiers tiers{rules->cells(), 0};
  if (!arguments.tiers.empty()) {
    auto parsed = parse_tiers(arguments.tiers);
    if (!parsed) return context.fail(parsed.error());
    tiers = {parsed->first, parsed->second};
  }
  Workers workers(context.threads, {.cancel = &context.cancel, .progress = context.progress()});
  auto kept = quixo::repack_tables(arguments.tables, *rules, tiers, arguments.out, workers);
  if (!kept) return context.fail(kept.error());
  std::uint64_t bytes = 0;
  for (const auto& [id, entry] : kept->classes) bytes += entry.bytes;
  Json document = quixo::describe_rules(*rules);
  document.update({{"classes", kept->classes.size()},
                   {"states", kept->totals().total()},
                   {"bytes", bytes},
                   {"digest", quixo::digest_text(kept->classes)}});
  context.answer(document, [&] {
    return fmt::format("{} classes, {} boards, {}, digest {}\n", kept->classes.size(),
                       format_count(kept->totals().total()), format_bytes(bytes),
                       quixo::digest_text(kept->classes));
  });
}

}  // namespace

void add_repack(const Command& program, Context& context) {
  const Command verb = program.sub("repack", "Copy tables, packed as tight as can be");
  verb.require_sub();
  const Command sub = verb.sub("quixo", "Some tiers of a folder of tables of Quixo");
  auto arguments = std::make_shared<RepackArguments>();
  arguments->rules.add_to(sub);
  context.add_common(sub,
                     "noughts repack quixo --size 4 --tables tables/4x4 --out tables/4x4-small");
  sub.option("--tables", arguments->tables, "Folder of solved tables").required();
  sub.option("--out", arguments->out, "Folder for the copy").required();
  sub.option("--tiers", arguments->tiers,
             "Only boards with so many tiles, such as 9..0: from the first down");
  sub.on_run([&context, arguments] { run_repack(context, *arguments); });
}

}  // namespace noughts::cli
