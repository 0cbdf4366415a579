// Checks certificates with the rules alone.
//
// Nothing here is shared with the searches that write certificates: only the
// board, its symmetries and the file. The checker plays the claimed strategy
// against every reply, position by position, each position once up to
// symmetry.
#pragma once

#include <cstdint>
#include <string>

#include "noughts/core/cancel.h"
#include "noughts/core/progress.h"
#include "noughts/hyper/proof/certificate.h"

namespace noughts::hyper {

struct VerifyReport {
  std::uint64_t checked = 0;  // positions, lines or cells looked at
  std::uint64_t wrong = 0;
  std::string complaint;  // the first thing that is wrong, in one sentence
};

struct VerifyOptions {
  const CancelToken* cancel = nullptr;
  ProgressListener progress = {};
};

// A certificate that does not hold gives a report with wrong > 0; bad numbers in
// its head are an error.
Result<VerifyReport> verify(const Certificate& certificate, const VerifyOptions& options = {});

}  // namespace noughts::hyper
