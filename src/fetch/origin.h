// Where files come from: a folder of this machine (folder.cpp) or of a web host (http.cpp).
//
//     auto origin = open_origin("http://example.org/5x5/", cancel);
//     auto list = (*origin)->read("published.json", most);
//
// Nothing that arrives is believed: sizes are those that the caller expects, or at most so many
// bytes. What the bytes say is the caller's to check.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "noughts/core/cancel.h"
#include "noughts/store/file.h"

namespace noughts::fetch {

// Is given bytes in order; an error from it ends the transfer.
using Take = std::function<Result<void>(store::Bytes)>;

class Origin {
 public:
  virtual ~Origin() = default;
  // A small file as a whole. kMissing if it is not there; an error if it has more bytes than that.
  virtual Result<std::string> read(const std::string& name, std::uint64_t most) = 0;
  // What a file of `size` bytes has from `offset` on. kUnfinished if the connection ends early:
  // asking again goes on.
  virtual Result<void> read(const std::string& name, std::uint64_t offset, std::uint64_t size,
                            const Take& take) = 0;
};

// An address http://HOST/PATH or the path of a folder. Nothing is asked yet. The token must outlive
// it and ends every transfer.
Result<std::unique_ptr<Origin>> open_origin(const std::string& address, const CancelToken& cancel);

// The two kinds.
std::unique_ptr<Origin> open_folder(store::Path folder, const CancelToken& cancel);
struct Address;
std::unique_ptr<Origin> open_host(const Address& address, const CancelToken& cancel);

}  // namespace noughts::fetch
