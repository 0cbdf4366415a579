#include "noughts/research/bench/workload.h"

namespace noughts::bench {

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

}  // namespace noughts::bench
