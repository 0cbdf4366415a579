// Any bytes as a table file: as they are, and with the checksums of header, index and
// trailer mended so that the rest of the reader sees them too. It is refused in one
// sentence, or every chunk is read or refused.
#include <sys/mman.h>
#include <unistd.h>

#include <cstring>

#include "fuzz/check.h"
#include "noughts/store/table_file.h"

namespace {

using namespace noughts;

// The places of docs/reference/table-format.md.
constexpr std::size_t kHeader = 64, kMetadataSize = 12, kChunkCount = 32, kHeaderSum = 56;
constexpr std::size_t kTrailer = 40;

// A file in memory that has a path.
class Memory {
 public:
  explicit Memory(const std::string& bytes) : fd_(::memfd_create("table", 0)) {
    fuzz::demand(::write(fd_, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()),
                 "memory can be written", "");
  }
  ~Memory() { ::close(fd_); }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  std::string path() const { return fmt::format("/proc/self/fd/{}", fd_); }

 private:
  int fd_;
};

void check_refusal(const Error& error, std::string_view text) {
  fuzz::demand(error.code == ErrorCode::kCorrupt || error.code == ErrorCode::kUnfinished ||
                   error.code == ErrorCode::kWrongVersion,
               "a bad table is damaged, cut short or another", text);
  fuzz::demand(!error.message.empty() && error.message.size() <= 400, "a refusal is short", text);
}

void check_table(const std::string& bytes) {
  const Memory file(bytes);
  const auto table = store::TableReader::open(file.path(), "test");
  if (!table) return check_refusal(table.error(), bytes);
  static_cast<void>(table->digest());
  for (std::uint64_t i = 0; i < table->chunk_count(); ++i) {
    constexpr std::uint64_t kLarge = 1 << 20;  // an honest reader's memory is not the question
    if (table->raw_size(i) > kLarge) continue;
    const auto chunk = table->read(i);
    if (!chunk) check_refusal(chunk.error(), bytes);
    if (chunk) fuzz::demand(chunk->size() == table->raw_size(i), "a chunk has its size", bytes);
  }
}

template <class T>
T get(const std::string& bytes, std::size_t at) {
  T value;
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}
void put(std::string& bytes, std::size_t at, std::uint64_t value) {
  std::memcpy(bytes.data() + at, &value, sizeof value);
}
std::uint64_t sum(const std::string& bytes, std::size_t at, std::size_t size,
                  std::uint64_t seed = 0) {
  return store::checksum({reinterpret_cast<const std::uint8_t*>(bytes.data()) + at, size}, seed);
}

// The same with checksums that are right.
std::string mended(std::string bytes) {
  if (bytes.size() < kHeader + kTrailer) return bytes;
  const std::size_t metadata =
      std::min<std::size_t>(get<std::uint32_t>(bytes, kMetadataSize), bytes.size() - kHeader);
  put(bytes, kHeaderSum, sum(bytes, kHeader, metadata, sum(bytes, 0, kHeaderSum)));
  const std::size_t end = bytes.size() - kTrailer;
  const std::uint64_t index = std::min<std::uint64_t>(get<std::uint64_t>(bytes, end), end);
  put(bytes, end + 8, sum(bytes, index, end - index));
  put(bytes, end + 16, bytes.size());
  put(bytes, end + 24, sum(bytes, end, 24));
  return bytes;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  check_table(bytes);
  check_table(mended(bytes));
  // And with as many chunks as the index has room for.
  std::string counted = bytes;
  if (counted.size() >= kHeader + kTrailer) {
    const std::size_t end = counted.size() - kTrailer;
    const std::uint64_t index = std::min<std::uint64_t>(get<std::uint64_t>(counted, end), end);
    put(counted, kChunkCount, (end - index) / 32);
    check_table(mended(counted));
  }
  return 0;
}
