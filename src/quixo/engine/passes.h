// Passes of the kernels over all boards of a class, on several threads.
//
// Iterations of a pass write disjoint runs, so no locks are needed and the
// result does not depend on the number of threads. A pass fails when the budget of
// the workers ends; then the planes are good for nothing.
#pragma once

#include "noughts/core/parallel.h"
#include "noughts/quixo/engine/engine_tables.h"
#include "noughts/quixo/engine/kernels.h"

namespace noughts::quixo::engine {

class Passes {
 public:
  Passes(const EngineTables& tables, const layout::ClassLayout& layout, Workers& workers);

  Result<void> set_terminals(Planes side, Mover mover);
  // sweep(p, first_q, last_q) over all vectors, then merge(...) of each board
  // with its images, so that all moves count and not only those of the top rows.
  template <class Sweep>
  Result<void> sweep_and_merge(Planes side, Merge merge, Sweep&& sweep) {
    const GeometryView& g = tables_.view;
    const int mid_p_count = g.p_fillings / g.top_p;
    const int mid_q_count = g.q_fillings / g.top_q;
    if (mid_p_count == 1) {  // no middle row: one slab only
      auto swept = workers_.for_each(
          0, g.p_fillings, [&](std::size_t p) { sweep(static_cast<int>(p), 0, g.q_fillings); });
      if (!swept) return swept;
      if (auto merged = merge_flipped(side, merge); !merged) return merged;
    } else {
      // Slab by slab, while its vectors are in the cache.
      auto swept = workers_.for_each(
          0, static_cast<std::size_t>(mid_p_count) * mid_q_count, [&](std::size_t slab) {
            const int mid_p = static_cast<int>(slab) / mid_q_count;
            const int mid_q = static_cast<int>(slab) % mid_q_count;
            for (int top = 0; top < g.top_p; ++top) {
              sweep(mid_p * g.top_p + top, mid_q * g.top_q, (mid_q + 1) * g.top_q);
            }
            kernels_.merge_flipped(g, view_, side, merge, mid_p, mid_q, 0, 1);
          });
      if (!swept) return swept;
    }
    return merge_transposed(side, merge);
  }
  Result<void> merge_flipped(Planes side, Merge merge);
  Result<void> merge_transposed(Planes side, Merge merge);
  Result<void> exchange_colours(ConstPlanes from, Planes to);
  // Returns how many boards are won, lost and drawn.
  Result<Counts> finish(Planes side);

  const Kernels& kernels() const { return kernels_; }
  const GeometryView& geometry() const { return tables_.view; }
  const ClassView& view() const { return view_; }

 private:
  // f(begin, end) over pieces of the plane, in bytes.
  template <class F>
  Result<void> for_pieces(F&& f);

  const EngineTables& tables_;
  const layout::ClassLayout& layout_;
  Workers& workers_;
  const Kernels& kernels_;
  ClassView view_;
};

}  // namespace noughts::quixo::engine
