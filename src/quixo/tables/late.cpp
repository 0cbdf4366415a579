#include "noughts/quixo/tables/late.h"

#include <bit>
#include <mutex>
#include <string_view>
#include <unordered_map>

#include "noughts/quixo/notation.h"
#include "noughts/quixo/tables/opening.h"

namespace noughts::quixo::tables {

// The lines of the file, from the source that cmake/embed_text.cmake writes.
extern const char* const kLateLines[];
extern const std::size_t kLateLineCount;

namespace {

constexpr std::string_view kNotLate = "this is none of the late boards of the program";

// A position and, after a space, what each of its moves is worth.
struct LateLine {
  Position position;
  std::string_view worth;
};

std::vector<LateLine> late_lines(const Rules& rules) {
  std::vector<LateLine> lines;
  for (std::size_t i = 0; i < kLateLineCount; ++i) {
    const std::string_view line = kLateLines[i];
    if (line.starts_with('#')) continue;
    const std::size_t gap = line.rfind(' ');
    lines.push_back(
        {*parse_position(rules, std::string(line.substr(0, gap))), line.substr(gap + 1)});
  }
  return lines;
}

class LateBoards final : public ValueSource {
 public:
  explicit LateBoards(const Rules& rules) : rules_(rules) {}
  const Rules& rules() const override { return rules_; }
  bool has_plies() const override { return false; }

  Result<Outcome> at(Board board) const override {
    const Error missing{ErrorCode::kMissing, std::string(kNotLate)};
    if (class_of(board).tier() < kLeastLateTier) return missing;
    std::call_once(read_, [this] { read(); });
    const auto found = values_.find(least_image(board));
    if (found == values_.end()) return missing;
    return Outcome{found->second, {}};
  }

 private:
  Board least_image(Board board) const {
    Board least = board;
    for (int s = 1; s < rules_.symmetry_count(); ++s) {
      least = std::min(least, rules_.image(board, s));
    }
    return least;
  }

  // A position is worth what its best move is.
  void read() const {
    for (const auto& [position, worth] : late_lines(rules_)) {
      Value best = Value::kLoss;
      std::size_t next = 0;
      for (const Move move : rules_.moves(position)) {
        const char letter = worth[next++];
        const Value value = letter == 'w'   ? Value::kWin
                            : letter == 'd' ? Value::kDraw
                                            : Value::kLoss;
        if (best != Value::kWin && value != Value::kLoss) best = value;
        values_[least_image(board_for_mover(rules_.apply(position, move)))] = for_opponent(value);
      }
      values_[least_image(board_for_mover(position))] = best;
    }
  }

  Rules rules_;
  mutable std::once_flag read_;
  mutable std::unordered_map<Board, Value> values_;
};

}  // namespace

std::vector<Position> late_positions(const Rules& rules) {
  std::vector<Position> positions;
  if (!has_opening_tables(rules)) return positions;
  for (const LateLine& line : late_lines(rules)) positions.push_back(line.position);
  return positions;
}

std::unique_ptr<ValueSource> open_late_boards(const Rules& rules) {
  if (!has_opening_tables(rules)) return nullptr;
  return std::make_unique<LateBoards>(rules);
}

}  // namespace noughts::quixo::tables
