// Proof and disproof numbers by the hash of a position: one flat table with
// open addressing that doubles when it is three quarters full.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace noughts::hyper {

using ProofNumber = std::uint32_t;
inline constexpr ProofNumber kInfiniteProof = 1'000'000'000;

struct ProofNumbers {
  ProofNumber proof = 1;
  ProofNumber disproof = 1;
};
inline constexpr ProofNumbers kProved = {0, kInfiniteProof};
inline constexpr ProofNumbers kDisproved = {kInfiniteProof, 0};

class ProofTable {
 public:
  ProofTable() : slots_(kFirstSlots) {}

  // Nothing: not known yet. The pointer holds until the next store.
  const ProofNumbers* find(std::uint64_t key) const {
    const Slot& slot = slots_[index_of(key)];
    return slot.key == 0 ? nullptr : &slot.numbers;
  }
  void store(std::uint64_t key, const ProofNumbers& numbers) {
    Slot& slot = slots_[index_of(key)];
    const bool fresh = slot.key == 0;
    slot = {nonzero(key), numbers};
    if (fresh && ++used_ > most_used()) grow();
  }
  std::size_t size() const { return used_; }
  // What the next few stores need: while it grows, the old and the new slots
  // are there together.
  std::uint64_t bytes_needed() const {
    const bool grows = used_ + kMargin > most_used();
    return slots_.size() * sizeof(Slot) * (grows ? 3 : 1);
  }

 private:
  struct Slot {
    std::uint64_t key = 0;  // 0: free
    ProofNumbers numbers;
  };
  static constexpr std::size_t kFirstSlots = 1u << 12;
  static constexpr std::size_t kMargin = 1u << 10;

  std::size_t most_used() const { return slots_.size() / 4 * 3; }

  static std::uint64_t nonzero(std::uint64_t key) { return key == 0 ? 1 : key; }
  // The slot of the key, or the free one where it belongs.
  std::size_t index_of(std::uint64_t key) const {
    const std::size_t mask = slots_.size() - 1;
    // The least of many hashes has small high digits; this spreads them.
    std::size_t i = (nonzero(key) * 0x9e3779b97f4a7c15 >> 20) & mask;
    while (slots_[i].key != 0 && slots_[i].key != nonzero(key)) i = (i + 1) & mask;
    return i;
  }
  void grow() {
    std::vector<Slot> old(slots_.size() * 2);
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.key != 0) slots_[index_of(slot.key)] = slot;
    }
  }

  std::vector<Slot> slots_;
  std::size_t used_ = 0;
};

}  // namespace noughts::hyper
