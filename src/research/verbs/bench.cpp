// noughts bench: the fixed workloads of bench/, with counts, rates, digests and ratios.
#include <fmt/format.h>

#include "noughts/cli/context.h"
#include "noughts/research/bench/workload.h"
#include "noughts/research/verbs/verbs.h"

namespace noughts::research::verbs {
namespace {

struct AsText {
  std::string operator()(std::uint64_t count) const { return format_count(count); }
  std::string operator()(double number) const { return fmt::format("{:.4g}", number); }
  std::string operator()(const std::string& text) const { return text; }
};

std::string as_line(const std::string& name, const bench::Figures& figures) {
  std::string line = fmt::format("{:<34}", name);
  for (const bench::Figure& figure : figures) {
    line += fmt::format("  {} {}", figure.name, std::visit(AsText(), figure.value));
  }
  return line + "\n";
}

Json as_json(const std::string& name, const bench::Figures& figures) {
  Json json = {{"name", name}};
  for (const bench::Figure& figure : figures) {
    std::visit([&](const auto& value) { json[figure.name] = value; }, figure.value);
  }
  return json;
}

void run_bench(Context& context, const std::string& only, bool signature_alone) {
  const std::vector<bench::Workload> workloads = bench::workloads(only);
  if (workloads.empty()) {
    return context.fail(bad_input(
        fmt::format("no workload has '{}' in its name; bench without --only runs all", only)));
  }
  Json results = Json::array();
  bench::Signature signature;
  for (const bench::Workload& workload : workloads) {
    bench::Figures figures;
    try {
      figures = workload.run(context.budget());
    } catch (const Failure&) {  // what was cancelled may also have come out wrong
      if (!context.cancel.cancelled()) throw;
    }
    if (context.cancel.cancelled()) return context.fail(cancelled_error());
    if (signature_alone) {
      signature.add(workload.name, figures);
      continue;
    }
    if (!context.json) context.print(as_line(workload.name, figures));
    results.push_back(as_json(workload.name, figures));
  }
  if (signature_alone) {
    return context.answer({{"signature", signature.text()}},
                          [&] { return signature.text() + "\n"; });
  }
  if (context.json) context.answer({{"results", results}}, [] { return std::string(); });
}

}  // namespace

void add_bench(const Command& program, Context& context) {
  const Command verb = program.sub("bench", "Time fixed workloads on this machine");
  context.add_common(verb, "noughts bench --only quixo");
  auto only = std::make_shared<std::string>();
  verb.option("--only", *only, "Run only workloads with this in their name");
  auto signature = std::make_shared<bool>(false);
  verb.flag("--signature", *signature, "Print only a digest of all answers");
  verb.on_run([&context, only, signature] { run_bench(context, *only, *signature); });
}

}  // namespace noughts::research::verbs
