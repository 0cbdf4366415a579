// How large published tables would be.
#include <atomic>

#include "noughts/core/progress.h"
#include "noughts/quixo/publish/block_maker.h"
#include "noughts/quixo/publish/open.h"
#include "noughts/quixo/publish/publish.h"
#include "noughts/quixo/rank.h"

namespace noughts::quixo::publish {
namespace {

// What tables say of a board.
Result<Known> known_by(const tables::ValueSource& tables, Board board) {
  auto outcome = tables.at(board);
  if (!outcome) return outcome.error();
  Known known{outcome->value, static_cast<std::uint8_t>(outcome->plies.value_or(0)), false};
  if (known.value == Value::kDraw || !tables.has_ranks()) return known;
  auto rank = tables.rank(board);
  if (!rank) return rank.error();
  if (!*rank) return known;
  known.at_once = **rank == 1;
  known.code = static_cast<std::uint8_t>(rank_code(known.value, **rank));
  return known;
}

}  // namespace

Result<PublishPlan> plan_publishing(const store::Path& folder, const Rules& rules,
                                    std::vector<ClassId> classes, std::uint64_t one_in,
                                    const PublishOptions& options, Workers& workers) {
  auto chosen = choose_to_publish(folder, rules, std::move(classes));
  if (!chosen) return chosen.error();
  auto source = open_tables(folder, rules);
  if (!source) return source.error();
  const auto order = std::make_shared<const BorderOrder>(rules);
  const Sight sight(rules);
  const auto known = [&](Board board, std::uint64_t) { return known_by(**source, board); };
  PublishPlan plan;
  Progress progress(workers.budget().progress, "looking at blocks",
                    chosen->manifest.boards_of(chosen->classes));
  for (const ClassId id : chosen->classes) {
    const tables::ManifestEntry& entry = chosen->manifest.classes.at(id);
    const BorderRow row(order, id);
    const BlockMaker blocks(row, sight, extras_of(rules, chosen->manifest, id), options, known);
    constexpr std::uint64_t boards = kMostBlockBoards;
    const std::uint64_t count = (blocks.boards() + boards - 1) / boards;
    const std::uint64_t first =
        std::min(one_in, count) / 2;  // not the begin of the row, nor its end
    std::vector<std::vector<NewBlock>> made((count - first + one_in - 1) / one_in);
    std::atomic<std::uint64_t> sampled{0};
    auto done = workers.for_each(0, made.size(), [&](std::size_t i) -> Result<void> {
      const std::uint64_t begin = (first + i * one_in) * boards;
      const std::uint64_t end = std::min(begin + boards, blocks.boards());
      auto block = blocks.make(begin, end);
      if (!block) return block.error();
      made[i] = std::move(*block);
      sampled += end - begin;
      return {};
    });
    if (!done) return done.error();
    std::uint64_t bytes = 0;
    for (const auto& blocks_made : made) {
      for (const NewBlock& block : blocks_made) {
        bytes += block.stored.size();
        plan.seen += block.seen;
      }
    }
    plan.classes += 1;
    plan.kept += blocks.boards();
    plan.sampled += sampled;
    plan.blocks += count;
    plan.bytes += static_cast<double>(bytes) * static_cast<double>(blocks.boards()) /
                  static_cast<double>(sampled);
    plan.was += entry.bytes;
    progress.advance(entry.counts.total());
  }
  return plan;
}

}  // namespace noughts::quixo::publish
