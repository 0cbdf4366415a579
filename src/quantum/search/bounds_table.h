// A hash table from keys to bounds of a value: open addressing, grows.
#pragma once

#include <cstdint>
#include <vector>

namespace noughts::quantum {

template <class V>
class BoundsTable {
 public:
  struct Entry {
    std::uint64_t key = kEmpty;
    V lower;
    V upper;
  };

  BoundsTable() : entries_(std::size_t{1} << kFirstBits), shift_(64 - kFirstBits) {}

  // Nothing if the key is not there. Valid until the next insertion.
  const Entry* find(std::uint64_t key) const {
    const Entry& entry = entries_[slot(key)];
    return entry.key == key ? &entry : nullptr;
  }

  // The entry of the key, new ones with the given bounds. Valid until the next
  // insertion.
  Entry& at(std::uint64_t key, V lower, V upper) {
    if (2 * count_ >= entries_.size()) grow();
    Entry& entry = entries_[slot(key)];
    if (entry.key == kEmpty) {
      entry = {key, lower, upper};
      ++count_;
    }
    return entry;
  }

  std::size_t size() const { return count_; }
  std::size_t bytes() const { return entries_.size() * sizeof(Entry); }

 private:
  static constexpr std::uint64_t kEmpty = 0;  // no key: codes of a key are not all zero
  static constexpr int kFirstBits = 16;

  // Where the key is, or the empty slot where it belongs.
  std::size_t slot(std::uint64_t key) const {
    const std::size_t mask = entries_.size() - 1;
    std::size_t at = (key * 0x9e3779b97f4a7c15) >> shift_;
    while (entries_[at].key != key && entries_[at].key != kEmpty) at = (at + 1) & mask;
    return at;
  }

  void grow() {
    std::vector<Entry> old(entries_.size() * 2);
    old.swap(entries_);
    --shift_;
    for (const Entry& entry : old) {
      if (entry.key != kEmpty) entries_[slot(entry.key)] = entry;
    }
  }

  std::vector<Entry> entries_;
  int shift_;
  std::size_t count_ = 0;
};

}  // namespace noughts::quantum
