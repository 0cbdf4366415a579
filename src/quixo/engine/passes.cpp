#include "noughts/quixo/engine/passes.h"

#include <algorithm>
#include <atomic>

namespace noughts::quixo::engine {

Passes::Passes(const EngineTables& tables, const layout::ClassLayout& layout, Workers& workers)
    : tables_(tables),
      layout_(layout),
      workers_(workers),
      kernels_(engine::kernels()),
      view_(EngineTables::view_of(layout)) {}

template <class F>
Result<void> Passes::for_pieces(F&& f) {
  constexpr std::uint64_t kPiece = std::uint64_t{1} << 20;
  return workers_.for_each(0, (layout_.bytes + kPiece - 1) / kPiece, [&](std::size_t piece) {
    const std::uint64_t begin = piece * kPiece;
    f(begin, std::min(layout_.bytes, begin + kPiece));
  });
}

Result<void> Passes::set_terminals(Planes side, Mover mover) {
  return workers_.for_each(0, tables_.view.p_fillings, [&](std::size_t p) {
    kernels_.set_terminals(tables_.view, view_, tables_.lines, side, index_of(mover),
                           static_cast<int>(p));
  });
}

Result<void> Passes::merge_flipped(Planes side, Merge merge) {
  const GeometryView& g = tables_.view;
  const int mid_q_count = g.q_fillings / g.top_q;
  const int mids = g.p_fillings / g.top_p * mid_q_count;
  // Without a middle row there is only one matrix; share its rows out.
  const int parts = mids == 1 ? 8 : 1;
  return workers_.for_each(0, static_cast<std::size_t>(mids) * parts, [&](std::size_t task) {
    const int mid = static_cast<int>(task) / parts;
    kernels_.merge_flipped(g, view_, side, merge, mid / mid_q_count, mid % mid_q_count,
                           static_cast<int>(task) % parts, parts);
  });
}

Result<void> Passes::merge_transposed(Planes side, Merge merge) {
  return workers_.for_each(0, tables_.view.p_fillings, [&](std::size_t p) {
    kernels_.merge_transposed(tables_.view, view_, side, merge, static_cast<int>(p));
  });
}

Result<void> Passes::exchange_colours(ConstPlanes from, Planes to) {
  return workers_.for_each(0, tables_.view.p_fillings, [&](std::size_t p) {
    kernels_.exchange_colours(tables_.view, view_, from, view_, to, static_cast<int>(p));
  });
}

Result<Counts> Passes::finish(Planes side) {
  std::atomic<std::uint64_t> wins = 0;
  std::atomic<std::uint64_t> losses = 0;
  auto done = for_pieces([&](std::uint64_t begin, std::uint64_t end) {
    std::uint64_t win = 0;
    std::uint64_t loss = 0;
    kernels_.finish({side.w + begin, side.l + begin}, end - begin, &win, &loss);
    wins += win;
    losses += loss;
  });
  if (!done) return done.error();
  const std::uint64_t won = wins - layout_.padding();  // which counts as won
  return Counts{won, losses, layout_.boards - won - losses};
}

}  // namespace noughts::quixo::engine
