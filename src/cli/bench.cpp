// noughts bench: fixed workloads, with counts, rates, digests and ratios.
#include "noughts/cli/bench.h"

#include <fmt/format.h>

#include "noughts/cli/verbs.h"

namespace noughts::cli {
namespace {

std::string as_text(const Json& value) {
  if (value.is_number_float()) return fmt::format("{:.4g}", value.get<double>());
  if (value.is_number_unsigned()) return format_count(value.get<std::uint64_t>());
  return value.is_string() ? value.get<std::string>() : value.dump();
}

std::string as_line(const Json& result) {
  std::string line = fmt::format("{:<34}", result.at("name").get<std::string>());
  for (const auto& [key, value] : result.items()) {
    if (key != "name") line += fmt::format("  {} {}", key, as_text(value));
  }
  return line + "\n";
}

void run_bench(Context& context, const std::string& only) {
  std::vector<Workload> workloads;
  for (const auto& list : {quixo_workloads(), quixo_engine_workloads(), quixo_table_workloads(),
                           quantum_workloads(), hyper_workloads()}) {
    workloads.insert(workloads.end(), list.begin(), list.end());
  }
  Json results = Json::array();
  for (const Workload& workload : workloads) {
    if (workload.name.find(only) == std::string::npos) continue;
    if (workload.on_request && workload.name != only) continue;
    if (context.cancel.cancelled()) return context.fail(cancelled_error());
    Result<Json> measured = workload.run(context);
    if (!measured) return context.fail(measured.error());
    Json result = {{"name", workload.name}};
    result.update(*measured);
    if (!context.json) context.print(as_line(result));
    results.push_back(std::move(result));
  }
  if (results.empty()) {
    return context.fail(bad_input(fmt::format("no workload has '{}' in its name", only)));
  }
  if (context.json) context.answer({{"results", results}}, [] { return std::string(); });
}

}  // namespace

void add_bench(const Command& program, Context& context) {
  const Command verb = program.sub("bench", "Run the fixed workloads and print their rates");
  context.add_common(verb, "noughts bench --only quixo");
  auto only = std::make_shared<std::string>();
  verb.option("--only", *only, "Only workloads with this in their name");
  verb.on_run([&context, only] { run_bench(context, *only); });
}

}  // namespace noughts::cli
