// Memory for planes of bits: zeroed, aligned to huge pages, and with a margin
// that kernels may read past the end.
#pragma once

#include <cstdint>
#include <memory>

#include "core/result.h"

namespace noughts::quixo {

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
  struct Unmap {
    std::uint64_t mapped;
    void operator()(std::uint8_t* memory) const;
  };
  std::unique_ptr<std::uint8_t[], Unmap> memory_;
  std::uint64_t bytes_ = 0;
};

}  // namespace noughts::quixo
