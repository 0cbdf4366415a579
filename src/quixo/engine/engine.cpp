#include "noughts/quixo/engine/engine.h"

#include <cstring>

#include "noughts/core/kernel_choice.h"
#include "noughts/quixo/engine/engine_tables.h"
#include "noughts/quixo/engine/passes.h"

namespace noughts::quixo::engine {

NOUGHTS_CHOOSE_KERNELS(Kernels, kKernels, kernels)

Engine::Engine(const Rules& rules, bool graded)
    : rules_(rules),
      tables_(std::make_unique<EngineTables>(rules, graded)),
      pool_(std::make_unique<layout::PlanePool>()) {}
Engine::~Engine() = default;
Engine::Engine(Engine&&) noexcept = default;

const layout::Geometry& Engine::geometry() const { return tables_->geometry; }

// The eight symmetries are the words in V (upside down) and T (transposed) of
// length at most four: V, T, V, T adds them all.
Result<void> close_under_symmetry(const Engine& engine, const layout::ClassLayout& layout,
                                  Workers& workers, std::uint8_t* first, std::uint8_t* second) {
  if (first == nullptr) std::swap(first, second);
  if (first == nullptr) return {};
  const Merge merge = second == nullptr ? Merge::kWinsOnly : Merge::kUnion;
  Passes passes(engine.tables(), layout, workers);
  const Planes side{first, second};
  for (int i = 0; i < 2; ++i) {
    if (auto done = passes.merge_flipped(side, merge); !done) return done;
    if (auto done = passes.merge_transposed(side, merge); !done) return done;
  }
  return {};
}

Result<void> set_padding(const Engine& engine, const layout::ClassLayout& layout, Workers& workers,
                         std::uint8_t* win) {
  const layout::Geometry& g = engine.geometry();
  return workers.for_each(0, layout.segment_start.size(), [&](std::size_t p) {
    if (layout.segment_start[p] == layout::kNoSegment) return;
    const layout::Geometry::Segment& segment = g.segments[layout.segment_kind[p]];
    for (int q = 0; q < g.q_fillings; ++q) {
      if (segment.vector_offset[q] == layout::kAbsent) continue;
      const int shape = segment.vector_shape[q];
      const std::uint8_t* padding = engine.tables().lines.padding[shape];
      std::uint8_t* vector = win + layout.segment_start[p] + segment.vector_offset[q];
      for (std::uint32_t i = 0; i < g.shapes[shape].bytes; ++i) vector[i] |= padding[i];
    }
  });
}

}  // namespace noughts::quixo::engine
