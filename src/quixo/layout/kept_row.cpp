#include "noughts/quixo/layout/kept_row.h"

namespace noughts::quixo::layout {

KeptRow::KeptRow(const TableLayout& layout, ClassId id)
    : layout_(layout), plane_(plane_of(id)), class_layout_(layout_of(layout, id)) {
  starts_.push_back(0);
  for (int p = 0; p < layout.geometry.p_fillings; ++p) {
    const bool has_boards = class_layout_.segment_start[p] != kNoSegment;
    starts_.push_back(starts_.back() + (has_boards ? kept_boards(layout, class_layout_, p) : 0));
  }
}

}  // namespace noughts::quixo::layout
