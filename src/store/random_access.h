// Bytes that can be read anywhere: a file, bytes that are in memory already, or, in a browser, a
// file on a web host that is read by ranges (wasm/file.cpp).
//
//     auto file = open_random(path);
//     auto piece = (*file)->read(offset, size);      // piece->bytes, for as long as it lives
//
// Reading can fail at any time: files are cut short, machines go away.
#pragma once

#include <memory>

#include "noughts/store/file.h"

namespace noughts::store {

class RandomAccess {
 public:
  struct Piece {
    Bytes bytes;
    std::shared_ptr<const void> held = {};  // keeps the bytes, where the file does not
  };

  virtual ~RandomAccess() = default;
  virtual std::uint64_t size() const = 0;
  // Require: offset + size <= size(). Safe to call from several threads.
  virtual Result<Piece> read(std::uint64_t offset, std::uint64_t size) const = 0;
  // What will not be read again soon need not stay in memory.
  virtual void drop(std::uint64_t, std::uint64_t) const {}
};

Result<std::shared_ptr<const RandomAccess>> open_random(const Path& path);
// The same where its size is known: kUnfinished if it has another one. A file on a web host is
// asked for when it is first read.
Result<std::shared_ptr<const RandomAccess>> open_random(const Path& path, std::uint64_t size);
// Of bytes that stay where they are.
std::shared_ptr<const RandomAccess> over_memory(Bytes bytes);

}  // namespace noughts::store
