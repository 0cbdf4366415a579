// The fixed workloads of `noughts bench`, one list per family.
//
// A workload runs, measures itself and returns one result: its name, what it
// counted, the seconds it took, and, where two ways of doing the same thing
// are compared, `ratio`: the slower time over the faster, both measured in the
// same run. A `digest` of the answers is the signature of the behaviour: equal
// on every machine and for any number of threads.
#pragma once

#include <time.h>

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "noughts/cli/context.h"
#include "noughts/core/json.h"

namespace noughts::cli {

struct Workload {
  std::string name;   // such as "quixo/successors"; --only matches a part of it
  std::string about;  // one line for people
  std::function<Result<Json>(Context&)> run;
  bool on_request = false;  // takes long: run only when --only is its whole name
};

std::vector<Workload> quixo_workloads();
std::vector<Workload> quixo_engine_workloads();
std::vector<Workload> quixo_table_workloads();
std::vector<Workload> quantum_workloads();
std::vector<Workload> hyper_workloads();

// Seconds that `work` takes.
template <class Work>
double time_of(Work&& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// Processor seconds that `work` takes, on all threads of the program: what a
// busy machine changes least, for work on one thread.
template <class Work>
double cpu_time_of(Work&& work) {
  const auto now = [] {
    timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
  };
  const double start = now();
  work();
  return now() - start;
}

}  // namespace noughts::cli
