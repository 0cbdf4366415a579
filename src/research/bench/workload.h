// The fixed workloads of `noughts bench`, a list or more per family.
//
// A workload runs, measures itself and returns its figures: what it counted, the
// seconds it took, and, where two ways of doing the same thing are compared,
// `ratio`: the slower time over the faster, both measured in the same run. A
// `digest` of the answers is the signature of the behaviour: equal on every
// machine and for any number of threads. Figures of a workload that was cancelled mean
// nothing: who runs it looks at the token first.
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "noughts/core/budget.h"
#include "noughts/core/result.h"
#include "noughts/core/stopwatch.h"

namespace noughts::research::bench {

struct Figure {
  std::string name;
  std::variant<std::uint64_t, double, std::string> value;

  Figure(std::string n, double v) : name(std::move(n)), value(v) {}
  Figure(std::string n, std::string v) : name(std::move(n)), value(std::move(v)) {}
  Figure(std::string n, std::integral auto v)
      : name(std::move(n)), value(static_cast<std::uint64_t>(v)) {}
};
using Figures = std::vector<Figure>;

struct Workload {
  std::string name;   // such as "quixo/successors"
  std::string about;  // one line for people
  std::function<Figures(const Budget&)> run;
  bool on_request = false;  // takes long: run only when asked for by its whole name
};

std::vector<Workload> quixo_workloads();
std::vector<Workload> quixo_engine_workloads();
std::vector<Workload> quixo_table_workloads();
std::vector<Workload> quantum_workloads();
std::vector<Workload> hyper_workloads();
std::vector<Workload> hyper_study_workloads();

// All of them whose name contains `only`.
std::vector<Workload> workloads(const std::string& only = "");

// One digest of what workloads answered, and of nothing that time or effort changes. A change
// that should not alter any result leaves it as it is.
class Signature {
 public:
  // A workload that only times something adds no more than its name.
  void add(const std::string& workload, const Figures& figures);
  std::string text() const;

 private:
  void mix(const std::string& text);

  std::uint64_t digest_ = 0xcbf29ce484222325;  // FNV-1a
};

}  // namespace noughts::research::bench
