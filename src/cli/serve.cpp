// noughts serve: the explorer page and the same JSON over HTTP.
#include <fmt/format.h>

#include "noughts/cli/context.h"
#include "noughts/cli/verbs.h"
#include "noughts/serve/server.h"
#include "noughts/version.h"

namespace noughts::cli {
namespace {

struct ServeArguments {
  serve::ServerOptions server;
  serve::AnalysisCacheOptions analyses;
  int memory_mib = 600;
};

std::string greeting(const serve::AnalysisCache& analyses, const std::string& host, int port) {
  std::string text =
      fmt::format("the explorer is at http://{}:{}/  (Ctrl-C ends it)\n", host, port);
  for (const play::FoundTables& tables : analyses.tables()) {
    const int cells = tables.rules.cells();
    text += fmt::format("tables: Quixo {0}x{0}, lines of {1}, {2} of {3} classes{4} in {5}\n",
                        tables.rules.size(), tables.rules.line(), tables.classes,
                        (cells + 1) * (cells + 2) / 2, tables.plies ? " with plies" : "",
                        tables.folder);
  }
  if (analyses.tables().empty()) {
    text += "tables: none; 3x3 and 4x4 are solved on first use, most of 5x5 needs --tables\n";
  }
  for (const auto& proof : analyses.proofs()) {
    text += fmt::format("proofs: {}, player {} wins, {} positions\n", proof->rules().board().name(),
                        proof->player() + 1, format_count(proof->positions()));
  }
  return text;
}

void run_serve(Context& context, ServeArguments arguments) {
  if (context.json)
    return context.fail(bad_input("serve has no --json; the server answers with JSON over HTTP"));
  arguments.analyses.threads = context.threads;
  arguments.analyses.memory_bytes = std::uint64_t{1} << 20;
  arguments.analyses.memory_bytes *= static_cast<std::uint64_t>(arguments.memory_mib);
  auto analyses = serve::AnalysisCache::open(arguments.analyses);
  if (!analyses) return context.fail(analyses.error());
  const Result<void> served = run_server(
      **analyses, arguments.server, context.cancel,
      [&](int port) { context.print(greeting(**analyses, arguments.server.host, port)); });
  if (!served) return context.fail(served.error());
}

}  // namespace

void add_serve(const Command& program, Context& context) {
  const Command verb = program.sub("serve", "Explore the games in a browser");
  context.add_common(verb, "noughts serve --port 0");
  auto arguments = std::make_shared<ServeArguments>();
  arguments->server.version = std::string(kVersion);
  verb.option("--host", arguments->server.host, "Address to listen on").show_default();
  verb.option("--port", arguments->server.port, "Port to listen on (0: any free one)")
      .between(0, 65535)
      .show_default();
  verb.option("--allow-host", arguments->server.allowed_hosts,
              "More host names to answer to, with commas between")
      .list(1, 100);
  verb.option("--memory", arguments->memory_mib, "Memory for searches and answers, in MiB")
      .between(100, 1 << 20)
      .show_default();
  verb.option("--seconds", arguments->analyses.hyper_seconds,
              "Time for one question about an n^k position")
      .between(0.1, 3600.0)
      .show_default();
  verb.option("--tables", arguments->analyses.tables,
              "Folder of solved Quixo tables, or of such folders");
  verb.option("--proofs", arguments->analyses.proofs,
              "Folder of certificates, to use their proved wins");
  verb.on_run([&context, arguments] { run_serve(context, *arguments); });
}

}  // namespace noughts::cli
