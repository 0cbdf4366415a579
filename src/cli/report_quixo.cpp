// noughts report quixo: the paper's tables and figures for 3x3 and 4x4.
#include <fmt/format.h>

#include "cli/games.h"
#include "cli/verbs.h"
#include "play/quixo_report.h"
#include "store/file.h"

namespace noughts::cli {
namespace {

void run_report(Context& context, const QuixoOptions& options, const std::string& folder) {
  Result<quixo::Rules> rules = options.parse();
  if (!rules) return context.fail(rules.error());
  if (rules->size() > 4) {
    return context.fail(bad_input("report quixo is for sizes 3 and 4, which are solved whole"));
  }
  Workers workers(context.threads, &context.cancel);
  const quixo::Engine engine(*rules, false);
  auto solution = solve_whole(engine, workers, context.progress());
  if (!solution) return context.fail(solution.error());
  const play::QuixoReport report = play::make_quixo_report(engine, *solution, context.progress());
  Json names = Json::array();
  if (!folder.empty()) {
    if (auto made = store::make_folder(folder); !made) return context.fail(made.error());
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

void add_report_quixo(CLI::App& verb, Context& context) {
  CLI::App* app = verb.add_subcommand("quixo", "Tables 2 and 3, Figure 6, boards worth a look");
  auto options = std::make_shared<QuixoOptions>();
  options->size = 4;
  options->add_to(*app);
  auto folder = std::make_shared<std::string>();
  app->add_option("--out", *folder, "Folder for the files; without it they are only printed");
  context.add_common(*app, "noughts report quixo --size 4 --out report");
  app->callback([&context, options, folder] { run_report(context, *options, *folder); });
}

}  // namespace noughts::cli
