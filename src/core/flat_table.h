// A hash table from 64-bit keys to small values in one array: open addressing,
// doubles as it fills.
//
//     FlatTable<Bounds> table;
//     table.at(key, {0, 20}).lower = 5;        // there from now on
//     if (const Bounds* known = table.find(key)) ...
//
// Keys need not be hashes: they are spread by a multiplication. A table that is
// read far more often than written pays for free slots: kFullQuarters is how
// many quarters of the slots may be taken.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace noughts {

template <class T, int kFirstBits = 12, int kFullQuarters = 3>
class FlatTable {
 public:
  FlatTable() : slots_(std::size_t{1} << kFirstBits), shift_(64 - kFirstBits) {}

  // Nothing if the key is not there. Valid until the next insertion. Require: key != 0.
  const T* find(std::uint64_t key) const {
    const Slot& slot = slots_[index_of(key)];
    return slot.key == key ? &slot.value : nullptr;
  }

  // Brings the place of a key that is soon asked for into the cache.
  void prefetch(std::uint64_t key) const { __builtin_prefetch(&slots_[first_index_of(key)]); }

  // The value of the key, if it is new `initial`. Valid until the next insertion.
  // Require: key != 0.
  T& at(std::uint64_t key, const T& initial) {
    if (is_full()) grow();
    Slot& slot = slots_[index_of(key)];
    if (slot.key == kFree) {
      slot = {key, initial};
      ++size_;
    }
    return slot.value;
  }

  std::size_t size() const { return size_; }
  std::size_t bytes() const { return slots_.size() * sizeof(Slot); }
  // What the next insertion takes: while the table grows, the old and the new
  // slots are there together.
  std::size_t bytes_needed() const { return bytes() * (is_full() ? 3 : 1); }

 private:
  static constexpr std::uint64_t kFree = 0;
  struct Slot {
    std::uint64_t key = kFree;
    T value;
  };

  bool is_full() const { return 4 * size_ >= kFullQuarters * slots_.size(); }

  std::size_t first_index_of(std::uint64_t key) const {
    return (key * 0x9e3779b97f4a7c15) >> shift_;
  }
  // Where the key is, or the free slot where it belongs.
  std::size_t index_of(std::uint64_t key) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t i = first_index_of(key);
    while (slots_[i].key != key && slots_[i].key != kFree) i = (i + 1) & mask;
    return i;
  }

  void grow() {
    std::vector<Slot> old(slots_.size() * 2);
    old.swap(slots_);
    --shift_;
    for (const Slot& slot : old) {
      if (slot.key != kFree) slots_[index_of(slot.key)] = slot;
    }
  }

  std::vector<Slot> slots_;
  int shift_;
  std::size_t size_ = 0;
};

}  // namespace noughts
