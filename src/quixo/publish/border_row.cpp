#include "noughts/quixo/publish/border_row.h"

namespace noughts::quixo::publish {
namespace {

constexpr int kPartBits = 21;  // more than any part needs
constexpr std::uint32_t kPartMask = (1u << kPartBits) - 1;

std::uint32_t power_of_three(int exponent) {
  return exponent == 0 ? 1 : 3 * power_of_three(exponent - 1);
}

// The cells inside, and those of both halves of the border, which is followed clockwise from the
// top left; the last cell of each counts least.
std::vector<std::vector<int>> cut(int size) {
  const int last = size - 1;
  std::vector<int> inside, border;
  for (int row = 1; row < last; ++row) {
    for (int column = 1; column < last; ++column) inside.push_back(row * size + column);
  }
  for (int i = 0; i < last; ++i) border.push_back(i);
  for (int i = 0; i < last; ++i) border.push_back(i * size + last);
  for (int i = last; i > 0; --i) border.push_back(last * size + i);
  for (int i = last; i > 0; --i) border.push_back(i * size);
  const auto middle = border.begin() + 2 * last;
  return {inside, {border.begin(), middle}, {middle, border.end()}};
}

// The cells filled as a number in base three says.
Board filled(const std::vector<int>& cells, std::uint32_t code) {
  Board board = 0;
  for (auto cell = cells.rbegin(); cell != cells.rend(); ++cell, code /= 3) {
    const Cells bit = Cells{1} << *cell;
    if (code % 3 != 0) board |= code % 3 == 1 ? make_board(bit, 0) : make_board(0, bit);
  }
  return board;
}

bool fits(ClassId tiles, int cells) {
  return tiles.x >= 0 && tiles.o >= 0 && tiles.tier() <= cells;
}

}  // namespace

BorderOrder::BorderOrder(const Rules& rules) : size_(rules.size()) {
  const auto cells = cut(size_);
  half_cells_ = static_cast<int>(cells[1].size());
  make_codes(rules, cells);
  make_halves(cells);
  make_insides(rules, cells[0]);
}

void BorderOrder::make_codes(const Rules& rules, const std::vector<std::vector<int>>& cells) {
  std::vector<Code> weight(static_cast<std::size_t>(rules.cells()));
  for (std::size_t part = 0; part < cells.size(); ++part) {
    const int count = static_cast<int>(cells[part].size());
    for (int i = 0; i < count; ++i) {
      weight[cells[part][i]] = Code{power_of_three(count - 1 - i)} << (part * kPartBits);
    }
  }
  for (int symmetry = 0; symmetry < kSymmetries; ++symmetry) {
    for (int row = 0; row < size_; ++row) {
      for (Cells tiles = 0; tiles < Cells{1} << size_; ++tiles) {
        for_each_bit(rules.image(tiles << (row * size_), symmetry),
                     [&](int cell) { row_code_[symmetry][row][tiles] += weight[cell]; });
      }
    }
  }
}

BorderOrder::Parts BorderOrder::parts(Board board, int symmetry) const {
  Cells x = cells_of(board, Player::kX);
  Cells o = cells_of(board, Player::kO);
  const auto row_cells = static_cast<Cells>(low_bits(size_));
  Code code = 0;
  for (int row = 0; row < size_; ++row, x >>= size_, o >>= size_) {
    const auto& codes = row_code_[symmetry][row];
    code += codes[x & row_cells] + 2 * codes[o & row_cells];
  }
  return {static_cast<std::uint32_t>(code) & kPartMask,
          static_cast<std::uint32_t>(code >> kPartBits) & kPartMask,
          static_cast<std::uint32_t>(code >> (2 * kPartBits)) & kPartMask};
}

void BorderOrder::make_halves(const std::vector<std::vector<int>>& cells) {
  const std::uint32_t fillings = power_of_three(half_cells_);
  for (std::uint32_t code = 0; code < fillings; ++code) {
    first_board_.push_back(filled(cells[1], code));
    second_board_.push_back(filled(cells[2], code));
    half_tiles_.push_back(class_of(first_board_.back()));
    auto& same = seconds_[half_tiles_.back()];
    second_place_.push_back(static_cast<std::uint32_t>(same.size()));
    same.push_back(code);
  }
  for (int x = 0; x <= 2 * half_cells_; ++x) {
    for (int o = 0; x + o <= 2 * half_cells_; ++o) {
      Borders& borders = borders_[{x, o}];
      borders.starts.push_back(0);
      for (std::uint32_t first = 0; first < fillings; ++first) {
        const ClassId left{x - half_tiles_[first].x, o - half_tiles_[first].o};
        const std::size_t more = fits(left, half_cells_) ? seconds_.at(left).size() : 0;
        borders.starts.push_back(borders.starts.back() + static_cast<std::uint32_t>(more));
      }
    }
  }
}

void BorderOrder::make_insides(const Rules& rules, const std::vector<int>& cells) {
  const std::uint32_t fillings = power_of_three(static_cast<int>(cells.size()));
  least_.resize(fillings);
  for (std::uint32_t code = 0; code < fillings; ++code) {
    Inside inside{filled(cells, code), {}, {}};
    std::uint32_t least = code;
    for (int symmetry = 1; symmetry < rules.symmetry_count(); ++symmetry) {
      const std::uint32_t image = parts(inside.board, symmetry).inside;
      if (image < least) {
        least = image;
        least_[code].symmetry = static_cast<std::uint8_t>(symmetry);
      }
      if (image == code) inside.fixing.push_back(symmetry);
    }
    if (least < code) {
      least_[code].number = least_[least].number;
      continue;
    }
    least_[code].number = static_cast<std::uint32_t>(insides_.size());
    inside.tiles = class_of(inside.board);
    insides_.push_back(std::move(inside));
  }
}

bool BorderOrder::has_borders(ClassId tiles) const { return fits(tiles, 2 * half_cells_); }

const std::vector<std::uint32_t>& BorderOrder::seconds(ClassId tiles) const {
  return seconds_.at(tiles);
}

BorderRow::BorderRow(std::shared_ptr<const BorderOrder> order, ClassId id)
    : order_(std::move(order)), id_(id), starts_{0} {
  for (const BorderOrder::Inside& inside : order_->insides()) {
    const bool has = order_->has_borders(rest(inside));
    borders_.push_back(has ? &order_->borders(rest(inside)) : nullptr);
    starts_.push_back(starts_.back() + (has ? borders_.back()->size() : 0));
  }
}

std::uint64_t BorderRow::number_of(Board board) const {
  const BorderOrder::Least& least = order_->least(order_->parts(board, 0).inside);
  const BorderOrder::Borders& borders = *borders_[least.number];
  const BorderOrder::Inside& inside = order_->insides()[least.number];
  std::uint32_t place = order_->place(borders, order_->parts(board, least.symmetry));
  if (!inside.fixing.empty()) {
    // The images of the image: all that have this inside.
    for (int symmetry = 0; symmetry < kSymmetries; ++symmetry) {
      const BorderOrder::Parts parts = order_->parts(board, symmetry);
      if (order_->least(parts.inside).symmetry == 0 &&
          order_->least(parts.inside).number == least.number) {
        place = std::min(place, order_->place(borders, parts));
      }
    }
  }
  return starts_[least.number] + place;
}

}  // namespace noughts::quixo::publish
