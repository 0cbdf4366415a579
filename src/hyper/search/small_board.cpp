#include "noughts/hyper/search/small_board.h"

#include <algorithm>

#include "noughts/core/bits.h"
#include "noughts/core/random.h"

namespace noughts::hyper::search {

SmallBoard::SmallBoard(const Rules& rules) : rules_(rules), through_(rules.cells()) {
  const Board& b = board();
  for (Line line = 0; line < b.lines(); ++line) {
    CellSet set = 0;
    for (const Cell cell : b.cells_of(line)) set |= bit_of(cell);
    lines_.push_back(set);
    for (const Cell cell : b.cells_of(line)) through_[cell].push_back(set);
  }
  Random random(0x6e6f7567687473);
  std::vector<std::uint64_t> words(static_cast<std::size_t>(players()) * cells());
  for (std::uint64_t& word : words) word = random.next();
  for (int player = 0; player < players(); ++player) {
    for (Cell cell = 0; cell < cells(); ++cell) {
      for (int s = 0; s < symmetries(); ++s) {
        zobrist_.push_back(
            words[static_cast<std::size_t>(player) * cells() + rules_.symmetries().image(cell, s)]);
      }
    }
  }
}

CellSet SmallBoard::image(CellSet set, int symmetry) const {
  const auto map = rules_.symmetries().map(symmetry);
  CellSet result = 0;
  for_each_bit(set, [&](int cell) { result |= bit_of(map[static_cast<std::size_t>(cell)]); });
  return result;
}

void ImageHashes::flip(Cell cell, int player) {
  const std::uint64_t* words = board_->zobrist(cell, player);
  for (std::size_t s = 0; s < hashes_.size(); ++s) hashes_[s] ^= words[s];
}

std::uint64_t ImageHashes::least() const {
  return *std::min_element(hashes_.begin(), hashes_.end());
}

int ImageHashes::least_symmetry() const {
  return static_cast<int>(std::min_element(hashes_.begin(), hashes_.end()) - hashes_.begin());
}

std::uint64_t ImageHashes::least_with(Cell cell, int player) const {
  const std::uint64_t* words = board_->zobrist(cell, player);
  std::uint64_t least = ~std::uint64_t{0};
  for (std::size_t s = 0; s < hashes_.size(); ++s) least = std::min(least, hashes_[s] ^ words[s]);
  return least;
}

std::uint64_t ImageHashes::least_with(Cell cell, int player, Cell other, int other_player) const {
  const std::uint64_t* words = board_->zobrist(cell, player);
  const std::uint64_t* more = board_->zobrist(other, other_player);
  std::uint64_t least = ~std::uint64_t{0};
  for (std::size_t s = 0; s < hashes_.size(); ++s) {
    least = std::min(least, hashes_[s] ^ words[s] ^ more[s]);
  }
  return least;
}

SmallPosition::SmallPosition(const SmallBoard& board) : board_(&board), hashes_(board) {}

SmallPosition::SmallPosition(const SmallBoard& board, const Position& position)
    : SmallPosition(board) {
  for (const std::uint16_t cell : position.played) play(cell);
}

void SmallPosition::play(Cell cell, int player) {
  marks_[static_cast<std::size_t>(player)] |= bit_of(cell);
  occupied_ |= bit_of(cell);
  ++plies_;
  hashes_.flip(cell, player);
}

void SmallPosition::undo(Cell cell, int player) {
  marks_[static_cast<std::size_t>(player)] &= ~bit_of(cell);
  occupied_ &= ~bit_of(cell);
  --plies_;
  hashes_.flip(cell, player);
}

bool SmallPosition::has_line(int player) const {
  const CellSet own = marks(player);
  return std::any_of(board_->lines().begin(), board_->lines().end(),
                     [&](CellSet line) { return (line & ~own) == 0; });
}

std::string SmallPosition::text() const {
  std::string text(board_->cells(), '.');
  for (int player = 0; player < board_->players(); ++player) {
    for_each_bit(marks(player), [&](int cell) {
      text[static_cast<std::size_t>(cell)] = static_cast<char>('1' + player);
    });
  }
  return text;
}

PositionKey SmallPosition::key(int symmetry) const {
  PositionKey key;
  for (int player = 0; player < board_->players(); ++player) {
    const CellSet image = board_->image(marks(player), symmetry);
    for (std::size_t digit = 0; digit < key.planes.size(); ++digit) {
      if ((player + 1) >> digit & 1) key.planes[digit] |= image;
    }
  }
  return key;
}

}  // namespace noughts::hyper::search
