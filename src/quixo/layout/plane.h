// Memory for planes of bits, on huge pages where the system has them, with a
// margin that kernels may read past the end.
//
// Planes of the larger classes are gigabytes, and having the system clear
// fresh pages costs more than a round of the solve. A PlanePool keeps the
// memory of planes that are no longer used for the next ones, whatever their sizes: pages are
// moved, not copied, so that pieces of several former planes become one. Where memory is short it
// puts the planes that do not fit into scratch files (store/scratch.h).
#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <vector>

#include "noughts/core/result.h"
#include "noughts/quixo/value.h"
#include "noughts/store/file.h"

namespace noughts::quixo::layout {

class PlanePool;

class Plane {
 public:
  Plane() = default;
  // Zeroed. Fails with kNoSpace when the machine has not enough memory.
  static Result<Plane> make(std::uint64_t bytes);

  std::uint8_t* data() { return memory_.get(); }
  const std::uint8_t* data() const { return memory_.get(); }
  std::uint64_t bytes() const { return bytes_; }
  explicit operator bool() const { return memory_ != nullptr; }

  bool bit(std::uint64_t address) const { return data()[address / 8] >> (address % 8) & 1; }

 private:
  friend class PlanePool;
  struct Shelf;
  // Memory that the system knows as one.
  struct Piece {
    std::uint8_t* memory;
    std::uint64_t mapped;
    bool in_file;
  };
  // Unmaps the memory, or puts it back on the shelf it came from.
  struct Release {
    std::vector<Piece> pieces;  // side by side
    std::shared_ptr<Shelf> shelf;
    void operator()(std::uint8_t* memory) const;
  };
  std::unique_ptr<std::uint8_t[], Release> memory_;
  std::uint64_t bytes_ = 0;
};

// Bits of boards with one side to move: two planes, of wins and of losses. At most
// one of the two bits of a board is set, a draw has none. Padding has win set.
struct SidePlanes {
  Plane win;
  Plane loss;

  Value value(std::uint64_t address) const {
    return win.bit(address) ? Value::kWin : loss.bit(address) ? Value::kLoss : Value::kDraw;
  }
};

// The same with the plies to the end in binary: bit i of a board's plies is in
// plane i.
struct SteppedSide {
  SidePlanes planes;
  std::vector<Plane> digits;
  std::set<int> plies_there;  // those of some board; draws may count as 0

  int plies_at(std::uint64_t address) const {
    int plies = 0;
    for (std::size_t i = 0; i < digits.size(); ++i) plies |= digits[i].bit(address) << i;
    return plies;
  }
  Outcome at(std::uint64_t address) const {
    const Value value = planes.value(address);
    if (value == Value::kDraw) return {};
    return {value, plies_at(address)};
  }
};

class PlanePool {
 public:
  PlanePool();
  ~PlanePool();
  PlanePool(const PlanePool&) = delete;

  // A plane with any content. It takes what lies unused before it asks the system, so that
  // the pool never holds more than was once in use.
  Result<Plane> take(std::uint64_t bytes);
  // Gives what lies unused back to the system, until the pool holds no more than so many bytes
  // in memory.
  void trim(std::uint64_t bytes);
  // What it holds in memory, used or not.
  std::uint64_t held_bytes() const;
  // What the pool holds in memory and nobody uses: there for the next planes.
  std::uint64_t unused_bytes() const;
  // From now on planes that would take more memory than this lie in files of the folder.
  void spill(std::uint64_t memory_bytes, store::Path folder);
  bool spills() const;  // whether there is such a limit

 private:
  std::shared_ptr<Plane::Shelf> shelf_;
};

}  // namespace noughts::quixo::layout
