// One class as the proof reads it from its file.
#pragma once

#include <cstring>
#include <memory>
#include <vector>

#include "noughts/quixo/proof/whole.h"
#include "noughts/quixo/tables/content.h"

namespace noughts::quixo::proof {

// Streams in words: f(byte, bytes of the word, bits that are boards).
template <class F>
void for_each_word(std::uint64_t kept, F&& f) {
  for (std::uint64_t byte = 0; byte < layout::stream_bytes(kept); byte += 8) {
    const auto bytes =
        static_cast<int>(std::min<std::uint64_t>(8, layout::stream_bytes(kept) - byte));
    const std::uint64_t left = kept - 8 * byte;
    f(byte, bytes, low_bits(static_cast<int>(std::min<std::uint64_t>(64, left))));
  }
}
inline std::uint64_t word_of(const std::uint8_t* from, int bytes) {
  std::uint64_t word = 0;
  std::memcpy(&word, from, static_cast<std::size_t>(bytes));
  return word;
}

// Which kept board is which bit of a stream, and back.
class KeptPlaces {
 public:
  KeptPlaces(const layout::TableLayout& layout, const layout::ClassLayout& at);

  struct Place {
    int p;
    std::uint32_t place;
  };
  // Of an image of the board that is kept.
  Place place_of(Board board) const;
  Board board(int p, std::uint64_t place) const;

 private:
  const layout::TableLayout& layout_;
  const layout::ClassLayout& at_;
  std::vector<std::uint32_t> before_;  // [P][Q]: kept boards of earlier vectors of the segment
  std::vector<std::vector<std::pair<std::uint16_t, std::uint16_t>>> bottoms_;  // [shape][bit]: U, S
};

struct StoredSide {
  // Fails if the file cannot be read or holds no ranks.
  static Result<StoredSide> load(const store::Path& folder,
                                 const std::shared_ptr<const layout::TableLayout>& layout,
                                 const PlaneId& id, WholeBoards& boards, Workers& workers);

  tables::ClassContent content;  // of the bytes that were read
  layout::KeptPlane win, loss;
  layout::KeptPlane over, at_once;  // found on the way
  // By P: the boards whose code is not 0, in order, and the codes.
  std::vector<std::vector<std::uint32_t>> places;
  std::vector<std::vector<std::uint8_t>> codes;
  // By P: how many of these boards are before each kStride places.
  static constexpr std::uint32_t kStride = 256;
  std::vector<std::vector<std::uint32_t>> before;

  // The boards of a segment whose code is not 0, as a stream.
  void coded(int p, layout::Stream& stream) const;

  struct Known {
    Value value;
    int code;
  };
  Known at(const KeptPlaces::Place& place) const;
};

}  // namespace noughts::quixo::proof
