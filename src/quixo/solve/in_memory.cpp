#include "noughts/quixo/solve/in_memory.h"

namespace noughts::quixo::solve {
namespace {

class WholeSource final : public tables::ValueSource {
 public:
  WholeSource(const Rules& rules, const layout::Geometry& geometry, engine::WholeSolution solution)
      : rules_(rules), geometry_(geometry), layout_(geometry_), solution_(std::move(solution)) {}
  const Rules& rules() const override { return rules_; }
  bool has_plies() const override { return true; }
  Result<Outcome> at(Board board) const override { return solution_.at(layout_.bit_of(board)); }
  tables::Solution summary() const override {
    tables::Solution summary;
    for (std::size_t x = 0; x < solution_.counts.size(); ++x) {
      for (std::size_t o = 0; o < solution_.counts[x].size(); ++o) {
        const Counts& count = solution_.counts[x][o];
        if (count.total() == 0) continue;
        summary.classes[{static_cast<int>(x), static_cast<int>(o)}].counts = count;
      }
    }
    for (const Counts& count : solution_.by_plies) {
      summary.plies.push_back({count.win, count.loss});
    }
    summary.initial = *at(0);
    summary.seconds = solution_.seconds;
    return summary;
  }

 private:
  Rules rules_;
  layout::Geometry geometry_;
  layout::ClassLayout layout_;
  engine::WholeSolution solution_;
};

}  // namespace

Result<std::unique_ptr<tables::ValueSource>> solve_in_memory(const Rules& rules, Workers& workers) {
  if (rules.size() > kMostSolvedInMemory) {
    return bad_input("5x5 is too large to solve here; make tables first and give their folder");
  }
  const engine::Engine engine(rules, false);
  auto solution = solve_whole(engine, workers);
  if (!solution) return solution.error();
  return values_of(engine, std::move(*solution));
}

std::unique_ptr<tables::ValueSource> values_of(const engine::Engine& engine,
                                               engine::WholeSolution solution) {
  return std::make_unique<WholeSource>(engine.rules(), engine.geometry(), std::move(solution));
}

}  // namespace noughts::quixo::solve
