// noughts report quixo: the paper's tables and figures.
#include <fmt/format.h>

#include "noughts/cli/games.h"
#include "noughts/cli/verbs.h"
#include "noughts/play/quixo_report.h"
#include "noughts/store/file.h"

namespace noughts::cli {
namespace {

Result<play::QuixoReport> from_tables(const QuixoOptions& options, const quixo::Rules& rules,
                                      Context& context) {
  auto manifest = quixo::Manifest::read(options.tables, rules);
  if (!manifest) return manifest.error();
  auto values = quixo::open_tables(options.tables, rules);
  if (!values) return values.error();
  return play::make_quixo_report(**values, *manifest, context.progress());
}

Result<play::QuixoReport> by_solving(const quixo::Rules& rules, Context& context) {
  if (rules.size() > 4) {
    return bad_input("report quixo needs --tables for 5x5; make them with solve quixo --size 5");
  }
  Workers workers(context.threads, {.cancel = &context.cancel, .progress = context.progress()});
  const quixo::Engine engine(rules, false);
  auto solution = solve_whole(engine, workers);
  if (!solution) return solution.error();
  return play::make_quixo_report(engine, std::move(*solution), context.progress());
}

void run_report(Context& context, const QuixoOptions& options, const std::string& folder) {
  Result<quixo::Rules> rules = options.parse();
  if (!rules) return context.fail(rules.error());
  auto made =
      options.tables.empty() ? by_solving(*rules, context) : from_tables(options, *rules, context);
  if (!made) return context.fail(made.error());
  const play::QuixoReport& report = *made;
  Json names = Json::array();
  if (!folder.empty()) {
    if (auto there = store::make_folder(folder); !there) return context.fail(there.error());
    for (const play::ReportFile& file : report.files) {
      const store::Path path = store::Path(folder) / file.name;
      if (auto wrote = store::write_file(path, file.content); !wrote) {
        return context.fail(wrote.error());
      }
      names.push_back(path.string());
    }
  }
  context.answer({{"game", "quixo"}, {"files", names}, {"boards", report.boards}}, [&] {
    std::string text = report.text;
    for (const auto& name : names) text += fmt::format("wrote {}\n", name.get<std::string>());
    return text;
  });
}

}  // namespace

void add_report_quixo(const Command& verb, Context& context) {
  const Command sub = verb.sub("quixo", "Tables 2 and 3, Figure 6, boards worth a look");
  auto options = std::make_shared<QuixoOptions>();
  options->add_to(sub);
  sub.option("--tables", options->tables,
             "Folder of solved tables: needed for 5x5; 3x3 and 4x4 are solved without");
  auto folder = std::make_shared<std::string>();
  sub.option("--out", *folder, "Folder for the files; without it they are only printed");
  context.add_common(sub, "noughts report quixo --size 4 --out report");
  sub.on_run([&context, options, folder] { run_report(context, *options, *folder); });
}

}  // namespace noughts::cli
