// Boards of a class by the plies to their end, as the levels of plies bring them.
//
// Level n adds the wins and the losses that end in n plies. What it adds is kept as lists of
// places (ranks.h), one for each segment: bits where there are many, gaps where there are
// few. With a folder the lists lie in nameless files there (store/scratch.h), so that memory
// need not hold them: the system brings in what is looked at.
//
//     plies 0 wins   | P 0 | P 1 | ...        what a level adds goes to a block of its own,
//     plies 0 losses | P 0 | P 1 | ...        what is read from a table as well, some P at a
//     plies 1 wins   | ...                    time
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>

#include "noughts/core/parallel.h"
#include "noughts/quixo/engine/ranks.h"
#include "noughts/store/file.h"

namespace noughts::quixo::engine {

class LevelRecord {
 public:
  // `layout` must outlive the record. Without a folder all is in memory.
  LevelRecord(const layout::TableLayout& layout, const layout::ClassLayout& class_layout,
              std::optional<store::Path> folder)
      : layout_(&layout), class_layout_(class_layout), folder_(std::move(folder)) {}
  LevelRecord(const LevelRecord&) = delete;

  // What a level adds: so many kept boards.
  Result<void> add(int plies, Value value, std::uint64_t kept, const DecidedBoards& boards);
  // The boards of some segments, from the chunks of a table (tables/class_table.h): bits of
  // wins, bits of losses, plies. Safe to call from several threads.
  struct Chunk {
    int p;
    std::vector<std::uint8_t> raw;
  };
  Result<void> add(const std::vector<Chunk>& chunks);

  std::uint64_t kept(int plies, Value value) const;
  // Kept boards with so many plies or more, and draws.
  std::uint64_t left_kept(int plies) const;
  // The most plies of a board; -1 if all are draws.
  int most() const { return levels_.empty() ? -1 : levels_.rbegin()->first.first; }

  DecidedBoards get(int plies, Value value) const;
  // The stream of the boards of segment p with so many plies or more and of its draws.
  void left_from(int plies, int p, layout::Stream& stream) const;
  // Segment p as a chunk of a table.
  std::vector<std::uint8_t> chunk(int p) const;

 private:
  using Key = std::pair<int, Value>;
  struct Level {
    std::uint64_t kept = 0;
    std::vector<std::span<const std::uint8_t>> packed;  // by P
  };
  // What one chunk has of a level.
  struct Piece {
    Key key;
    int p;
    std::uint64_t kept;
    std::vector<std::uint8_t> packed;
  };
  struct Free {
    std::uint64_t mapped;  // 0: on the heap
    void operator()(std::uint8_t* memory) const;
  };

  Result<std::uint8_t*> make_block(std::uint64_t bytes);
  Level& level(const Key& key);
  std::vector<Piece> take_apart(const Chunk& chunk) const;

  const layout::TableLayout* layout_;
  layout::ClassLayout class_layout_;
  std::optional<store::Path> folder_;
  std::vector<std::unique_ptr<std::uint8_t[], Free>> blocks_;
  std::map<Key, Level> levels_;
  std::mutex mutex_;
};

}  // namespace noughts::quixo::engine
