#include "noughts/quixo/publish/block.h"

namespace noughts::quixo::publish {
namespace {

// Bits one after the other, beginning on a byte.
class BitsOut {
 public:
  explicit BitsOut(std::vector<std::uint8_t>& bytes) : bytes_(bytes) {}
  void put(bool bit) {
    if (used_ == 8) {
      bytes_.push_back(0);
      used_ = 0;
    }
    bytes_.back() = static_cast<std::uint8_t>(bytes_.back() | bit << used_++);
  }

 private:
  std::vector<std::uint8_t>& bytes_;
  int used_ = 8;
};

// The same for reading. Beyond the end there are zeros, and it is not whole.
class BytesIn {
 public:
  explicit BytesIn(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}
  std::uint8_t byte() {
    if (at_ < bytes_.size()) return bytes_[at_++];
    whole_ = false;
    return 0;
  }
  void begin_bits() { left_ = 0; }
  bool bit() {
    if (left_ == 0) {
      bits_ = byte();
      left_ = 8;
    }
    const bool set = bits_ & 1;
    bits_ >>= 1;
    --left_;
    return set;
  }
  // Whether all bytes were read and no more.
  bool used_up() const { return whole_ && at_ == bytes_.size(); }

 private:
  std::span<const std::uint8_t> bytes_;
  std::size_t at_ = 0;
  unsigned bits_ = 0;
  int left_ = 0;
  bool whole_ = true;
};

// Whether the bits say if it has a code.
bool may_have_code(const Known& board) { return board.value != Value::kDraw && !board.at_once; }

}  // namespace

std::vector<std::uint8_t> write_block(std::span<const Known> boards, BlockExtras extras) {
  std::vector<std::uint8_t> raw;
  BitsOut won(raw);
  for (const Known& board : boards) won.put(board.value == Value::kWin);
  BitsOut lost(raw);
  for (const Known& board : boards) {
    if (board.value != Value::kWin) lost.put(board.value == Value::kLoss);
  }
  if (extras.at_once) {
    BitsOut later(raw);
    for (const Known& board : boards) {
      if (board.value == Value::kWin) later.put(!board.at_once);
    }
  }
  if (extras.plies) {
    for (const Value value : {Value::kWin, Value::kLoss}) {
      for (const Known& board : boards) {
        if (board.value == value) raw.push_back(board.code);
      }
    }
  }
  if (!extras.codes) return raw;
  BitsOut coded(raw);
  for (const Known& board : boards) {
    if (may_have_code(board)) coded.put(board.code != 0);
  }
  for (const Known& board : boards) {
    if (may_have_code(board) && board.code != 0) raw.push_back(board.code);
  }
  return raw;
}

std::optional<std::vector<Known>> read_block(std::span<const std::uint8_t> raw,
                                             std::uint64_t boards, BlockExtras extras) {
  std::vector<Known> known(boards);
  BytesIn in(raw);
  for (Known& board : known) board.value = in.bit() ? Value::kWin : Value::kDraw;
  in.begin_bits();
  for (Known& board : known) {
    if (board.value != Value::kWin && in.bit()) board.value = Value::kLoss;
  }
  if (extras.at_once) {
    in.begin_bits();
    for (Known& board : known) board.at_once = board.value == Value::kWin && !in.bit();
  }
  if (extras.plies) {
    for (const Value value : {Value::kWin, Value::kLoss}) {
      for (Known& board : known) {
        if (board.value == value) board.code = in.byte();
      }
    }
  }
  if (extras.codes) {
    in.begin_bits();
    for (Known& board : known) {
      if (may_have_code(board)) board.code = in.bit();
    }
    for (Known& board : known) {
      if (board.code != 0) board.code = in.byte();
    }
  }
  return in.used_up() ? std::optional(std::move(known)) : std::nullopt;
}

}  // namespace noughts::quixo::publish
