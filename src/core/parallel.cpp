#include "noughts/core/parallel.h"

#ifndef NOUGHTS_ONE_THREAD
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>
#endif

#include <memory>

namespace noughts {

#ifdef NOUGHTS_ONE_THREAD

int hardware_threads() { return 1; }

Workers::Workers(int, Budget budget) : threads_(1), budget_(std::move(budget)) {}

#else

namespace {

// TBB keeps to as many threads as there are processors, and says so on standard
// error when asked for more. Whoever wants more gets them: the limit of the
// process is raised, never lowered, before an arena is made.
int allow(int threads) {
  static std::mutex mutex;
  static std::unique_ptr<tbb::global_control> limit;
  static int allowed = hardware_threads();
  const std::lock_guard lock(mutex);
  if (threads > allowed) {
    // The new one before the old one goes: the lesser of the two holds meanwhile.
    limit = std::make_unique<tbb::global_control>(tbb::global_control::max_allowed_parallelism,
                                                  static_cast<std::size_t>(threads));
    allowed = threads;
  }
  return threads;
}

}  // namespace

int hardware_threads() { return tbb::info::default_concurrency(); }

Workers::Workers(int threads, Budget budget)
    : threads_(threads > 0 ? threads : hardware_threads()),
      budget_(std::move(budget)),
      arena_(allow(threads_)) {}

#endif

}  // namespace noughts
