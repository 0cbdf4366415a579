#include "noughts/core/parallel.h"

#include <oneapi/tbb/info.h>

namespace noughts {

int hardware_threads() { return tbb::info::default_concurrency(); }

}  // namespace noughts
