#include "noughts/hyper/proof/strategy.h"

#include <algorithm>

namespace noughts::hyper {
namespace {

constexpr Cell kMostCells = 64;

// Four cells a byte: three signs need two bits each.
std::string packed(const std::string& marks) {
  std::string bytes((marks.size() + 3) / 4, '\0');
  for (std::size_t i = 0; i < marks.size(); ++i) {
    const int sign = marks[i] == '.' ? 0 : marks[i] - '0';
    bytes[i / 4] = static_cast<char>(bytes[i / 4] | sign << (i % 4 * 2));
  }
  return bytes;
}

// An empty cell by which the player with this sign completes a line.
std::optional<Cell> completing(const Board& board, const std::string& marks, char sign) {
  for (Line line = 0; line < board.lines(); ++line) {
    const auto cells = board.cells_of(line);
    const auto own =
        std::count_if(cells.begin(), cells.end(), [&](Cell cell) { return marks[cell] == sign; });
    if (own != board.side() - 1) continue;
    const auto gap =
        std::find_if(cells.begin(), cells.end(), [&](Cell cell) { return marks[cell] == '.'; });
    if (gap != cells.end()) return *gap;
  }
  return std::nullopt;
}

}  // namespace

Result<Strategy> Strategy::make(const Rules& rules, const Certificate& c) {
  const bool fits = c.kind == CertificateKind::kStrategy && c.claim == Claim::kWin &&
                    c.players == 2 && rules.players() == 2 && c.side == rules.board().side() &&
                    c.dims == rules.board().dims() && rules.cells() <= kMostCells;
  if (!fits) return bad_input("the certificate is no winning strategy for two on this board");
  Strategy strategy(rules, c.player);
  strategy.entries_.reserve(c.entries.size());
  for (const CertificateEntry& entry : c.entries) {
    if (entry.marks.size() != rules.cells()) {
      return Error{ErrorCode::kCorrupt, "an entry of the certificate has another board's size"};
    }
    strategy.entries_.emplace(packed(entry.marks),
                              std::vector<std::uint8_t>(entry.moves.begin(), entry.moves.end()));
  }
  return strategy;
}

std::vector<Cell> Strategy::look_up(const std::string& marks) const {
  const CanonicalMarks canonical = canonical_marks(rules_.symmetries(), marks);
  const auto found = entries_.find(packed(canonical.marks));
  if (found == entries_.end()) return {};
  std::vector<Cell> moves;
  for (const std::uint8_t cell : found->second) {
    if (cell < marks.size()) {
      moves.push_back(rules_.symmetries().image(cell, canonical.symmetry));
    }
  }
  return moves;
}

std::optional<Strategy::Advice> Strategy::advise(const Position& position) const {
  const char own = static_cast<char>('1' + player_);
  std::string marks(rules_.cells(), '.');
  std::vector<Cell> plan;  // what is left of the moves of the last entry
  bool on_plan = true;     // whether all of the winner's moves were the strategy's
  const auto next_move = [&]() -> std::optional<Cell> {
    if (const auto win = completing(rules_.board(), marks, own)) return win;
    if (plan.empty()) plan = look_up(marks);
    if (plan.empty() || marks[plan.front()] != '.') return std::nullopt;
    return plan.front();
  };
  for (std::size_t ply = 0; ply < position.played.size(); ++ply) {
    const Cell cell = position.played[ply];
    if (static_cast<int>(ply % 2) == player_) {
      const std::optional<Cell> wanted = next_move();
      on_plan = wanted == cell;
      if (on_plan && !plan.empty() && plan.front() == cell) {
        plan.erase(plan.begin());
      } else {
        plan.clear();
      }
    }
    marks[cell] = static_cast<char>('1' + ply % 2);
  }
  if (static_cast<int>(position.played.size() % 2) == player_) {
    // Also after a detour: what the strategy knows of this position still holds.
    const std::optional<Cell> move = next_move();
    if (!move) return std::nullopt;
    return Advice{move};
  }
  if (!on_plan) return std::nullopt;
  return Advice{};
}

}  // namespace noughts::hyper
