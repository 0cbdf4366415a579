// Bytes made smaller, and back: zstd, or in a browser another reader of the same format
// (wasm/packing.cpp), where nothing is packed.
#pragma once

#include <span>
#include <vector>

#include "noughts/store/file.h"

namespace noughts::store {

// One zstd frame, or the bytes as they are if that is not smaller.
std::vector<std::uint8_t> pack(Bytes raw, int level);
// Whether what is stored fills `raw` to the last byte. Stored bytes that are as many as the
// raw ones are these.
bool unpack(Bytes stored, std::span<std::uint8_t> raw);

}  // namespace noughts::store
