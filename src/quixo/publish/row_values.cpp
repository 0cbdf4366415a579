#include "noughts/quixo/publish/row_values.h"

#include <fmt/format.h>

#include <array>
#include <atomic>
#include <bit>
#include <mutex>

namespace noughts::quixo::publish {
namespace {

// The chunks of a P in a table, board after board.
class ChunkReader {
 public:
  ChunkReader(tables::ClassTable::Chunk values, tables::ClassTable::Chunk codes, std::uint64_t kept,
              bool steps)
      : values_(std::move(values)),
        codes_(std::move(codes)),
        bytes_(layout::stream_bytes(kept)),
        plies_(steps ? kept : 0) {
    if (codes_ != nullptr && codes_->empty()) codes_.reset();
    next_code_ = bytes_;
  }
  // Whether both are as long as they must be. Nothing else may be asked if not.
  bool fits() const {
    if (values_->size() != 2 * bytes_ + plies_) return false;
    if (codes_ != nullptr && codes_->size() < bytes_) return false;
    if (codes_ == nullptr) return true;
    std::uint64_t codes = 0;
    for (std::uint64_t i = 0; i < bytes_; ++i) {
      codes += static_cast<std::uint64_t>(std::popcount((*codes_)[i]));
    }
    return codes_->size() == bytes_ + codes;
  }
  Known next() {
    Known known{bit(*values_, 0)        ? Value::kWin
                : bit(*values_, bytes_) ? Value::kLoss
                                        : Value::kDraw,
                0, false};
    if (codes_ != nullptr && bit(*codes_, 0)) known.code = (*codes_)[next_code_++];
    if (plies_ != 0) known.code = (*values_)[2 * bytes_ + at_];
    ++at_;
    return known;
  }

 private:
  bool bit(const std::vector<std::uint8_t>& bytes, std::uint64_t start) const {
    return bytes[start + at_ / 8] >> (at_ % 8) & 1;
  }

  tables::ClassTable::Chunk values_;
  tables::ClassTable::Chunk codes_;
  std::uint64_t bytes_;
  std::uint64_t plies_;  // bytes of them
  std::uint64_t at_ = 0;
  std::uint64_t next_code_;
};

// Bits on their way into words all over the memory, in which several threads may meet: each write
// waits for its word, so the words of the next ones are asked for meanwhile.
class Writes {
 public:
  explicit Writes(std::vector<std::uint64_t>& words) : words_(words) {}
  void add(std::uint64_t word, std::uint64_t bits) {
    __builtin_prefetch(&words_[word], 1);
    waiting_[count_++] = {word, bits};
    if (count_ == waiting_.size()) finish();
  }
  void finish() {
    for (std::size_t i = 0; i < count_; ++i) {
      std::atomic_ref(words_[waiting_[i].word])
          .fetch_or(waiting_[i].bits, std::memory_order_relaxed);
    }
    count_ = 0;
  }

 private:
  struct Waiting {
    std::uint64_t word;
    std::uint64_t bits;
  };
  std::vector<std::uint64_t>& words_;
  std::array<Waiting, 64> waiting_;
  std::size_t count_ = 0;
};

}  // namespace

Result<RowValues> RowValues::read(const layout::TableLayout& layout,
                                  const tables::ClassTable& table, const BorderRow& row,
                                  BlockExtras extras, Workers& workers) {
  RowValues made;
  made.words_.resize(row.size() / kInWord + 1);
  if (extras.plies) made.plies_.resize(row.size());
  const layout::KeptRow boards(layout, table.id());
  std::mutex mutex;
  auto done = workers.for_each(0, table.chunk_count(), [&](std::size_t chunk) -> Result<void> {
    std::vector<Coded> coded;
    if (auto added = made.add_chunk(boards, table, row, chunk, extras, coded); !added) return added;
    const std::lock_guard lock(mutex);
    made.coded_.insert(made.coded_.end(), coded.begin(), coded.end());
    return {};
  });
  if (!done) return done.error();
  std::sort(made.coded_.begin(), made.coded_.end());
  return made;
}

// Several threads may meet in a word. A table may have two images of a board; they have one number
// and the same value.
Result<void> RowValues::add_chunk(const layout::KeptRow& boards, const tables::ClassTable& table,
                                  const BorderRow& row, std::uint64_t chunk, BlockExtras extras,
                                  std::vector<Coded>& coded) {
  const int p = table.p_of(chunk);
  auto values = table.read(chunk);
  if (!values) return values.error();
  auto ranks = extras.codes ? table.read_ranks(chunk) : tables::ClassTable::Chunk();
  if (!ranks) return ranks.error();
  ChunkReader reader(*values, *ranks, boards.boards_of(p), table.has_steps());
  if (!reader.fits()) {
    return Error{ErrorCode::kCorrupt, fmt::format("{}: the sizes of chunk {} do not fit",
                                                  table.file().path().string(), chunk)};
  }
  Writes writes(words_);
  boards.for_each_board(p, 0, boards.boards_of(p), [&](Board board) {
    const Known known = reader.next();
    if (known.value == Value::kDraw) return;
    const std::uint64_t number = row.number_of(board);
    const bool listed = extras.codes && known.code != 0;
    const std::uint64_t bits = listed ? kCoded : static_cast<std::uint64_t>(known.value);
    writes.add(number / kInWord, bits << shift(number));
    if (listed) coded.push_back({number, known});
    if (extras.plies) {
      std::atomic_ref(plies_[number]).store(known.code, std::memory_order_relaxed);
    }
  });
  writes.finish();
  return {};
}

Known RowValues::look_up(std::uint64_t number) const {
  return std::lower_bound(coded_.begin(), coded_.end(), Coded{number, {}})->known;
}

}  // namespace noughts::quixo::publish
