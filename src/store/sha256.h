// SHA-256 (FIPS 180-4): for what must hold against whoever wants to deceive. The checksums of
// tables (XXH3) find damage; anybody can make other bytes with the same checksum.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "noughts/store/file.h"

namespace noughts::store {

class Sha256 {
 public:
  using Digest = std::array<std::uint8_t, 32>;

  void add(Bytes bytes);
  // Of all that was added. Nothing may be added afterwards.
  Digest finish();

  static Digest of(Bytes bytes);

 private:
  void block(const std::uint8_t* bytes);

  std::array<std::uint32_t, 8> state_ = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                         0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<std::uint8_t, 64> open_ = {};  // the block that is not full yet
  std::uint64_t size_ = 0;
};

// 64 hexadecimal digits.
std::string to_hex(const Sha256::Digest& digest);

}  // namespace noughts::store
