#include "noughts/quixo/engine/engine.h"

#include <cstring>

#include "noughts/core/kernel_choice.h"
#include "noughts/quixo/engine/engine_tables.h"
#include "noughts/quixo/engine/passes.h"

namespace noughts::quixo {

NOUGHTS_CHOOSE_KERNELS(Kernels, kKernels, kernels)

Engine::Engine(const Rules& rules, bool graded)
    : rules_(rules),
      tables_(std::make_unique<EngineTables>(rules, graded)),
      pool_(std::make_unique<PlanePool>()) {}
Engine::~Engine() = default;
Engine::Engine(Engine&&) noexcept = default;

const Geometry& Engine::geometry() const { return tables_->geometry; }

// The eight symmetries are the words in V (upside down) and T (transposed) of
// length at most four: V, T, V, T adds them all.
Result<void> close_under_symmetry(const Engine& engine, const ClassLayout& layout, Workers& workers,
                                  std::uint8_t* first, std::uint8_t* second) {
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

namespace {

// change(word, padding) for each word of a plane.
template <class Change>
Result<void> change_padding(const Engine& engine, const ClassLayout& layout, Workers& workers,
                            std::uint8_t* plane, Change change) {
  const Geometry& g = engine.geometry();
  return workers.for_each(0, layout.segment_start.size(), [&](std::size_t p) {
    if (layout.segment_start[p] == kNoSegment) return;
    const Geometry::Segment& segment = g.segments[layout.segment_kind[p]];
    for (int q = 0; q < g.q_fillings; ++q) {
      if (segment.vector_offset[q] == kAbsent) continue;
      const int shape = segment.vector_shape[q];
      const std::uint8_t* padding = engine.tables().lines.padding[shape];
      std::uint8_t* vector = plane + layout.segment_start[p] + segment.vector_offset[q];
      for (std::uint32_t i = 0; i < g.shapes[shape].bytes; i += sizeof(std::uint64_t)) {
        std::uint64_t word, more;  // vectors are whole cache lines
        std::memcpy(&word, vector + i, sizeof word);
        std::memcpy(&more, padding + i, sizeof more);
        change(word, more);
        std::memcpy(vector + i, &word, sizeof word);
      }
    }
  });
}

}  // namespace

Result<void> set_padding(const Engine& engine, const ClassLayout& layout, Workers& workers,
                         std::uint8_t* win) {
  return change_padding(engine, layout, workers, win,
                        [](std::uint64_t& word, std::uint64_t padding) { word |= padding; });
}

Result<void> clear_padding(const Engine& engine, const ClassLayout& layout, Workers& workers,
                           std::uint8_t* set) {
  return change_padding(engine, layout, workers, set,
                        [](std::uint64_t& word, std::uint64_t padding) { word &= ~padding; });
}

}  // namespace noughts::quixo
