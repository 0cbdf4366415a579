// Blocks of a class on their way into published tables (published.h).
#pragma once

#include <functional>
#include <vector>

#include "noughts/quixo/publish/block.h"
#include "noughts/quixo/publish/border_row.h"
#include "noughts/quixo/publish/publish.h"
#include "noughts/quixo/publish/sight.h"

namespace noughts::quixo::publish {

struct NewBlock {
  PublishedBlock entry{};
  std::vector<std::uint8_t> stored;
  std::uint64_t seen = 0;  // numbers of the row that need no value
};

// What is known of a board that is kept and not seen, and of its number in the row.
using KnownOf = std::function<Result<Known>(Board board, std::uint64_t number)>;

// Makes blocks of a class. Row and sight must outlive it.
class BlockMaker {
 public:
  BlockMaker(const BorderRow& row, const Sight& sight, BlockExtras extras,
             const PublishOptions& options, KnownOf known)
      : row_(row), sight_(sight), extras_(extras), options_(options), known_(std::move(known)) {}

  std::uint64_t boards() const { return row_.size(); }
  bool at_once() const { return extras_.at_once; }
  // Boards begin to end of the row in a block, or halved as often as it takes to fit pieces.
  Result<std::vector<NewBlock>> make(std::uint64_t begin, std::uint64_t end) const;

 private:
  Result<NewBlock> make_one(std::uint64_t begin, std::uint64_t end) const;

  const BorderRow& row_;
  const Sight& sight_;
  BlockExtras extras_;
  PublishOptions options_;
  KnownOf known_;
};

// Where the children are that have one tile more.
inline ClassId next_class(ClassId id) { return {id.o, id.x + 1}; }

// What blocks of tables say: plies or ranks, if the tables have them. Of ranks, those who have the
// next tier can tell which wins have rank 1, and on full boards there is none.
BlockExtras extras_of(const Rules& rules, const tables::Manifest& tables, ClassId id);

}  // namespace noughts::quixo::publish
