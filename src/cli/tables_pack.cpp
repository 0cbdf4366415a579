// noughts tables pack quixo: some classes of a folder of tables, packed tight.
#include <fmt/format.h>

#include "noughts/cli/copy_tables.h"
#include "noughts/cli/verbs.h"
#include "noughts/core/json.h"
#include "noughts/quixo/tables/class_table.h"
#include "noughts/quixo/tables/repack.h"

namespace noughts::cli {
namespace {

void run_pack(Context& context, const CopyOptions& options) {
  auto rules = options.rules.parse();
  if (!rules) return context.fail(rules.error());
  if (auto good = options.check_out(); !good) return context.fail(good.error());
  auto classes = options.classes(*rules);
  if (!classes) return context.fail(classes.error());
  Workers workers(context.threads, {.cancel = &context.cancel, .progress = context.progress()});
  auto kept = quixo::tables::repack(options.tables, *rules, *classes, options.out, workers);
  if (!kept) return context.fail(kept.error());
  std::uint64_t bytes = 0;
  for (const auto& [id, entry] : kept->classes) bytes += entry.bytes;
  Json document = quixo::tables::describe_rules(*rules);
  document.update({{"classes", kept->classes.size()},
                   {"states", kept->totals().total()},
                   {"bytes", bytes},
                   {"digest", quixo::tables::digest_text(kept->classes)}});
  context.answer(document, [&] {
    return fmt::format("{} classes, {} boards, {}, digest {}\n", kept->classes.size(),
                       format_count(kept->totals().total()), format_bytes(bytes),
                       quixo::tables::digest_text(kept->classes));
  });
}

}  // namespace

void add_tables_pack(const Command& tables, Context& context) {
  const Command verb = tables.sub("pack", "Copy tables in their smallest form");
  verb.require_sub();
  const Command sub = verb.sub("quixo", "Tables of Quixo, all or some classes");
  auto options = std::make_shared<CopyOptions>();
  options->add_to(sub, context,
                  "noughts tables pack quixo --size 4 --tables tables/4x4 --out tables/4x4-small");
  sub.on_run([&context, options] { run_pack(context, *options); });
}

}  // namespace noughts::cli
