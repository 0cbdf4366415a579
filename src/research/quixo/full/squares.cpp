#include "noughts/research/quixo/full/squares.h"

namespace noughts::quixo::full {

Squares::Squares(const LargeRules& rules) {
  const int size = rules.size();
  const int low_rows = (size - 2) / 2;
  low_bits_ = size * low_rows;
  for (LargeCells row = 0; row < LargeCells{1} << size; ++row) {
    rows_[false][row] = static_cast<std::uint8_t>(row);
    rows_[true][row] = static_cast<std::uint8_t>(rules.image(row, 1));
  }
  std::uint32_t equal = 0;  // low halves that are kept if the high one is its own image
  for (LargeCells low = 0; low < LargeCells{1} << low_bits_; ++low) {
    const auto image = static_cast<std::uint32_t>(rules.image(low, 1));
    lows_[kLess].push_back(static_cast<std::uint32_t>(low) << 1);
    lows_[kGreater].push_back(image << 1 | 1);
    lows_[kEqual].push_back(image < low ? lows_[kEqual][image] | 1 : equal++ << 1);
  }
  for (LargeCells high = 0; high < LargeCells{1} << (size * (size - 2) - low_bits_); ++high) {
    const LargeCells image = rules.image(high, 1);
    if (image < high) {
      highs_.push_back({highs_[image].first, kGreater});
      continue;
    }
    highs_.push_back({static_cast<std::uint32_t>(count_), image == high ? kEqual : kLess});
    count_ += image == high ? equal : std::uint32_t{1} << low_bits_;
  }
}

}  // namespace noughts::quixo::full
