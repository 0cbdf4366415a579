// The plies from a node, in the order in which a search wants them.
#pragma once

#include <array>
#include <cstdint>
#include <utility>

#include "noughts/quantum/rules.h"

namespace noughts::quantum {

template <class Bounds>
struct Child {
  Pair pair;
  bool collapses;
  std::int32_t order;  // greater first
  Bounds bounds;
};

template <class Bounds>
struct Children {
  std::array<Child<Bounds>, kPairs> items;
  int size = 0;

  // The best of those from `next` on, brought to `next`: often the first few
  // suffice, so they are not sorted beforehand.
  const Child<Bounds>& take(int next) {
    int best = next;
    for (int i = next + 1; i < size; ++i) {
      if (items[i].order > items[best].order) best = i;
    }
    std::swap(items[next], items[best]);
    return items[next];
  }
};

}  // namespace noughts::quantum
