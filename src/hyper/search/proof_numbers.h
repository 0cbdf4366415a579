// Proof and disproof numbers: how many positions at least must still be proved, or
// disproved, until this one is.
#pragma once

#include <cstdint>

namespace noughts::hyper::search {

using ProofNumber = std::uint32_t;
inline constexpr ProofNumber kInfiniteProof = 1'000'000'000;

struct ProofNumbers {
  ProofNumber proof = 1;
  ProofNumber disproof = 1;
};
inline constexpr ProofNumbers kProved = {0, kInfiniteProof};
inline constexpr ProofNumbers kDisproved = {kInfiniteProof, 0};

}  // namespace noughts::hyper::search
