#include "noughts/quixo/engine/engine.h"

#include "noughts/quixo/engine/engine_tables.h"
#include "noughts/quixo/engine/passes.h"

namespace noughts::quixo {

Engine::Engine(const Rules& rules, bool graded)
    : rules_(rules),
      tables_(std::make_unique<EngineTables>(rules, graded)),
      pool_(std::make_unique<PlanePool>()) {}
Engine::~Engine() = default;
Engine::Engine(Engine&&) noexcept = default;

const Geometry& Engine::geometry() const { return tables_->geometry; }

// The eight symmetries are the words in V (upside down) and T (transposed) of
// length at most four: V, T, V, T adds them all.
void close_under_symmetry(const Engine& engine, const ClassLayout& layout, Workers& workers,
                          std::uint8_t* first, std::uint8_t* second) {
  if (first == nullptr) std::swap(first, second);
  if (first == nullptr) return;
  const Merge merge = second == nullptr ? Merge::kWinsOnly : Merge::kUnion;
  Passes passes(engine.tables(), layout, workers);
  const Planes side{first, second};
  for (int i = 0; i < 2; ++i) {
    passes.merge_flipped(side, merge);
    passes.merge_transposed(side, merge);
  }
}

}  // namespace noughts::quixo
