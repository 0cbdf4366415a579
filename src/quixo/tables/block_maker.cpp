#include "noughts/quixo/tables/block_maker.h"

#include "noughts/store/packing.h"

namespace noughts::quixo {
namespace {

constexpr std::uint32_t kSureBlockBoards = 1u << 15;  // fit a piece whatever they are: 11 bits each
static_assert(kSureBlockBoards / 8 * 11 <= kMostPiece);

}  // namespace

Result<NewBlock> BlockMaker::make(std::uint64_t begin, std::uint64_t end) const {
  std::vector<Known> boards;
  std::optional<Error> fault;
  std::uint64_t number = begin;
  row_.for_each(begin, end, [&](Board board, bool kept) {
    if (kept && !fault && !sight_.value(board)) {
      auto known = known_(board, number);
      if (known) boards.push_back(*known);
      if (!known) fault = known.error();
    }
    ++number;
  });
  if (fault) return *fault;
  const std::vector<std::uint8_t> raw = write_block(boards, ranks_);
  NewBlock block;
  block.stored = store::pack(raw, level_);
  block.entry = {static_cast<std::uint32_t>(block.stored.size()),
                 static_cast<std::uint32_t>(raw.size()), block_checksum(raw)};
  block.seen = end - begin - boards.size();
  return block;
}

std::uint32_t boards_a_block(std::uint64_t boards, std::uint64_t bytes) {
  std::uint32_t block = kMostBlockBoards;
  while (block > kSureBlockBoards && block * bytes > boards * kMostPiece) block /= 2;
  return block;
}

BlockRanks ranks_of(const Rules& rules, const Manifest& tables, ClassId id) {
  return {tables.ranks,
          tables.ranks && (id.tier() == rules.cells() || tables.classes.contains(next_class(id)))};
}

}  // namespace noughts::quixo
