#include "noughts/research/quixo/full/pushes.h"

namespace noughts::quixo::full {
namespace {

StepKind kind_of(const LargeRules& rules, const LargeRules::Shape& shape) {
  const int row = shape.move.from / rules.size();
  if (shape.move.side == Side::kBottom) return StepKind::kDown;
  if (row == rules.size() - 1) return StepKind::kUpFromLast;
  return row == rules.size() - 2 ? StepKind::kUpFromSecond : StepKind::kTop;
}

}  // namespace

std::vector<Turn> make_turns(const LargeRules& rules) {
  const int size = rules.size();
  const LargeCells top = low_bits(size * (size - 2));
  std::vector<Turn> turns;
  std::vector<Move> moves;
  for (const auto& shape : rules.shapes()) {
    if (!(shape.hole_to_end & top)) continue;
    const LargeCells lowest_row = low_bits(size) << (size * (size - 3));
    const LargeCells end = shape.end & top ? shape.end : shape.hole_to_end & lowest_row;
    turns.push_back({.kind = kind_of(rules, shape),
                     .column = static_cast<std::uint8_t>(shape.move.from % size),
                     .mirrored = 0,
                     .from = static_cast<Top>(LargeCells{1} << shape.move.from & top),
                     .path = static_cast<Top>(shape.hole_to_end & top),
                     .end = static_cast<Top>(end),
                     .left_shift = shape.left_shift,
                     .right_shift = shape.right_shift});
    moves.push_back(shape.move);
  }
  for (std::size_t i = 0; i < turns.size(); ++i) {
    for (std::size_t j = 0; j < turns.size(); ++j) {
      if (rules.image(moves[i], 1) == moves[j]) turns[i].mirrored = static_cast<std::uint8_t>(j);
    }
  }
  return turns;
}

}  // namespace noughts::quixo::full
