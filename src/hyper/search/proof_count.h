// What the proofs of hold.h and beat.h are given, and what they give.
#pragma once

#include <cstdint>
#include <optional>

#include "noughts/core/cancel.h"
#include "noughts/core/progress.h"
#include "noughts/hyper/proof/certificate.h"

namespace noughts::hyper {

struct ProofOptions {
  std::uint64_t node_limit = 1'000'000;  // positions
  const CancelToken* cancel = nullptr;
  ProgressListener progress = {};
};

struct Proof {
  std::optional<Certificate> certificate;  // nothing: not found within the limit
  std::uint64_t nodes = 0;
};

// The positions of one proof, counted, shown and limited.
class ProofCount {
 public:
  ProofCount(const ProofOptions& options, const std::string& stage)
      : options_(options), progress_(options.progress, stage, 0) {}

  void add() {
    constexpr std::uint64_t kBatch = 4096;
    if (++nodes_ % kBatch == 0) progress_.advance(kBatch);
  }
  bool cancelled() const { return options_.cancel != nullptr && options_.cancel->cancelled(); }
  bool stopped() const { return nodes_ > options_.node_limit || cancelled(); }
  std::uint64_t nodes() const { return nodes_; }

 private:
  const ProofOptions& options_;
  Progress progress_;
  std::uint64_t nodes_ = 0;
};

}  // namespace noughts::hyper
