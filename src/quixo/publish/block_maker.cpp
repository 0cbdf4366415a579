#include "noughts/quixo/publish/block_maker.h"

#include <algorithm>
#include <iterator>

#include "noughts/store/packing.h"

namespace noughts::quixo::publish {

Result<std::vector<NewBlock>> BlockMaker::make(std::uint64_t begin, std::uint64_t end) const {
  auto whole = make_one(begin, end);
  if (!whole) return whole.error();
  if (whole->stored.size() <= options_.most_piece || end - begin == 1) {
    return std::vector<NewBlock>{std::move(*whole)};
  }
  const std::uint64_t middle = begin + (end - begin) / 2;
  auto blocks = make(begin, middle);
  if (!blocks) return blocks.error();
  auto second = make(middle, end);
  if (!second) return second.error();
  std::move(second->begin(), second->end(), std::back_inserter(*blocks));
  return blocks;
}

Result<NewBlock> BlockMaker::make_one(std::uint64_t begin, std::uint64_t end) const {
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
  const std::vector<std::uint8_t> raw = write_block(boards, extras_);
  NewBlock block;
  block.stored = store::pack(raw, options_.level);
  block.entry = describe_block(raw, block.stored.size(), end - begin);
  block.seen = end - begin - boards.size();
  return block;
}

BlockExtras extras_of(const Rules& rules, const tables::Manifest& tables, ClassId id) {
  const bool has_next = id.tier() == rules.cells() || tables.classes.contains(next_class(id));
  return {tables.ranks, tables.ranks && has_next, tables.steps};
}

}  // namespace noughts::quixo::publish
