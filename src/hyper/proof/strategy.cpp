#include "noughts/hyper/proof/strategy.h"

#include <fmt/format.h>

#include <bit>

#include "noughts/hyper/proof/claim.h"

namespace noughts::hyper::proof {
namespace {

constexpr Cell kMostCells = 64;

template <class Map>
void map_cells(std::vector<Cell>& moves, std::vector<std::vector<Cell>>& sequences, Map map) {
  for (Cell& cell : moves) cell = map(cell);
  for (std::vector<Cell>& sequence : sequences) {
    for (Cell& cell : sequence) cell = map(cell);
  }
}

}  // namespace

Result<Strategy> Strategy::make(const Rules& rules, const Certificate& c, const Budget& budget) {
  const bool fits = c.kind == CertificateKind::kThreats && provable(c) && rules.players() == 2 &&
                    rules.cells() <= kMostCells && is_about(c, rules.board());
  if (!fits)
    return bad_input("the certificate is not a winning strategy for two players on this board");
  Meter meter(budget, "checking", c.entries.size());
  const ThreatWalk walk = walk_threats(c, rules.board(), meter);
  if (meter.error()) return *meter.error();
  if (walk.complaint) {
    return Error{ErrorCode::kWrongValue,
                 fmt::format("the strategy does not hold: {}", *walk.complaint)};
  }
  Strategy strategy(rules, c.player);
  const Symmetries& symmetries = rules.symmetries();
  for (std::size_t i = 0; i < walk.steps.size(); ++i) {
    const CanonicalSides canonical = canonical_sides(symmetries, walk.steps[i].sides);
    const ThreatStep& step = walk.steps[i];
    const CertificateEntry& told = c.entries[step.entry];
    Entry entry{step.forced ? std::vector<Cell>{*step.forced} : told.moves, told.sequences,
                step.plies};
    map_cells(entry.moves, entry.sequences,
              [&](Cell cell) { return symmetries.image(cell, canonical.symmetry); });
    strategy.entries_.emplace(canonical.sides, std::move(entry));
  }
  return strategy;
}

std::optional<Strategy::Entry> Strategy::look_up(const TwoSides& sides) const {
  const CanonicalSides canonical = canonical_sides(rules_.symmetries(), sides);
  const auto found = entries_.find(canonical.sides);
  if (found == entries_.end()) return std::nullopt;
  Entry entry = found->second;
  map_cells(entry.moves, entry.sequences,
            [&](Cell cell) { return rules_.symmetries().preimage(cell, canonical.symmetry); });
  return entry;
}

// The winner is to move: she completes a line, or goes on with her plan, or makes one.
std::optional<Cell> Strategy::next_move(const TwoSides& sides, int ply, Plan& plan) const {
  if (const std::uint64_t wins = threat_rules_.completing(sides.own, sides.other); wins != 0) {
    plan = {{}, {}, ply + 1};
    return static_cast<Cell>(std::countr_zero(wins));
  }
  if (plan.moves.empty()) {
    for (const std::vector<Cell>& sequence : plan.sequences) {
      const int plies = threat_rules_.plies_of(sides, sequence);
      if (plies == 0) continue;
      plan = {std::vector<Cell>(sequence), {}, ply + plies};
      return plan.moves.front();
    }
    const std::optional<Entry> entry = look_up(sides);
    if (!entry) return std::nullopt;
    plan = {entry->moves, entry->sequences, ply + entry->plies};
  }
  return plan.moves.front();
}

std::optional<Strategy::Advice> Strategy::advise(const Position& position) const {
  TwoSides sides;
  Plan plan;
  bool on_plan = true;  // whether all of the winner's moves were the strategy's
  int ply = 0;
  for (const std::uint16_t cell : position.played) {
    if (ply % 2 == player_) {
      on_plan = next_move(sides, ply, plan) == std::optional<Cell>(cell);
      if (!on_plan) plan = {};
      if (!plan.moves.empty()) plan.moves.erase(plan.moves.begin());
    }
    (ply % 2 == player_ ? sides.own : sides.other) |= std::uint64_t{1} << cell;
    ++ply;
  }
  if (ply % 2 == player_) {
    // Also after a detour: what the strategy knows of this position still holds.
    const std::optional<Cell> move = next_move(sides, ply, plan);
    if (!move) return std::nullopt;
    return Advice{move, plan.end - ply};
  }
  if (!on_plan) return std::nullopt;
  const int end = ply == 0 ? static_cast<int>(rules_.cells()) : plan.end;
  return Advice{std::nullopt, end - ply};
}

}  // namespace noughts::hyper::proof
