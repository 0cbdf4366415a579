#include "noughts/research/bench/workload.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace noughts::research::bench {

std::vector<Workload> workloads(const std::string& only) {
  std::vector<Workload> chosen;
  for (const auto& list : {quixo_workloads(), quixo_engine_workloads(), quixo_table_workloads(),
                           quantum_workloads(), hyper_workloads(), hyper_study_workloads()}) {
    for (const Workload& workload : list) {
      const bool wanted = workload.on_request ? workload.name == only
                                              : workload.name.find(only) != std::string::npos;
      if (wanted) chosen.push_back(workload);
    }
  }
  return chosen;
}

void Signature::mix(const std::string& text) {
  for (const char c : text) digest_ = (digest_ ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  digest_ *= 0x100000001b3;  // the end of the text
}

void Signature::add(const std::string& workload, const Figures& figures) {
  constexpr std::array<std::string_view, 9> kAnswers{"collapses", "digest", "greedy_mistakes",
                                                     "mistakes",  "pieces", "points",
                                                     "states",    "value",  "wins"};
  mix(workload);
  for (const Figure& figure : figures) {
    if (std::find(kAnswers.begin(), kAnswers.end(), figure.name) == kAnswers.end()) continue;
    if (std::holds_alternative<double>(figure.value)) continue;
    const auto* count = std::get_if<std::uint64_t>(&figure.value);
    mix(figure.name);
    mix(count != nullptr ? std::to_string(*count) : std::get<std::string>(figure.value));
  }
}

std::string Signature::text() const { return fmt::format("{:016x}", digest_); }

}  // namespace noughts::research::bench
