#include "noughts/research/quixo/full/few_boards.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace noughts::quixo::full {
namespace {

using Shape = LargeRules::Shape;

// P's cells after a push, and before it.
LargeCells push(LargeCells cells, const Shape& shape, bool own) {
  const LargeCells path = shape.hole_to_end;
  return (((cells & path) << shape.left_shift) >> shape.right_shift & path) | (cells & ~path) |
         (own ? shape.end : 0);
}
LargeCells turn_back(LargeCells cells, const Shape& shape, bool own) {
  const LargeCells path = shape.hole_to_end;
  return (((cells & path & ~shape.end) >> shape.left_shift) << shape.right_shift & path) |
         (cells & ~path) | (own ? LargeCells{1} << shape.move.from : 0);
}

constexpr std::size_t kBlock = 32;  // boards that go together

}  // namespace

FewBoards::FewBoards(FullHalf& half, Workers& workers)
    : half_(half),
      workers_(workers),
      top_cells_(half.rules_.size() * (half.rules_.size() - 2)),
      pushes_(half.rules_.shapes().size()) {
  std::iota(pushes_.begin(), pushes_.end(), 0);
  const auto far = std::stable_partition(pushes_.begin(), pushes_.end(), [&](std::uint32_t i) {
    return (half.rules_.shapes()[i].hole_to_end & low_bits(top_cells_)) == 0;
  });
  near_ = static_cast<std::uint32_t>(far - pushes_.begin());
}

LargeCells FewBoards::listed(LargeCells cells) const {
  LargeCells least = cells;
  for (int s = 1; s < kSymmetries; ++s) {
    const LargeCells image = half_.rules_.image(cells, s);
    if (order(image) < order(least)) least = image;
  }
  return least;
}

Result<std::uint64_t> FewBoards::ply(bool to_move, std::vector<LargeCells>& boards) {
  std::vector<Desk> desks(workers_.threads());
  for (Desk& desk : desks) desk.tried.resize(pushes_.size());
  constexpr std::size_t kTask = 64 * kBlock;
  auto done = workers_.for_each(0, (boards.size() + kTask - 1) / kTask, [&](std::size_t task) {
    Desk& desk = desks[workers_.slot()];
    const std::size_t end = std::min(boards.size(), (task + 1) * kTask);
    for (std::size_t i = task * kTask; i < end; i += kBlock) {
      const std::span<const LargeCells> block(&boards[i], std::min(kBlock, end - i));
      to_move ? look<true>(block, desk) : look<false>(block, desk);
    }
  });
  if (!done) return done.error();
  if (!to_move) sort_pushes(desks);
  boards.clear();
  std::uint64_t count = 0;
  for (const Desk& desk : desks) {
    boards.insert(boards.end(), desk.found.begin(), desk.found.end());
    count += desk.count;
  }
  return count;
}

template <bool kToMove>
void FewBoards::look(std::span<const LargeCells> boards, Desk& desk) {
  const FullHalf::Plane& plane = kToMove ? half_.not_won_ : half_.won_after_;
  find_parents<kToMove>(boards, desk, plane);
  // What is decided, or over, is out; with Q to move the plane is closed.
  std::erase_if(desk.candidates, [&](const Candidate& at) {
    return half_.at_spot(plane, at.spot) != kToMove ||
           (kToMove &&
            (half_.rules_.has_line(at.cells) || half_.rules_.has_line(others(at.cells))));
  });
  if (!kToMove) keep_lost(desk);
  come_in<kToMove>(desk);
}

template <bool kToMove>
void FewBoards::find_parents(std::span<const LargeCells> boards, Desk& desk,
                             const FullHalf::Plane& plane) const {
  desk.candidates.clear();
  for (const LargeCells cells : boards) {
    for (const Shape& shape : half_.rules_.shapes()) {
      if (((cells & shape.end) != 0) != kToMove) continue;
      const LargeCells parent = turn_back(cells, shape, kToMove);
      desk.candidates.push_back({parent, announce(plane, parent), 0});
    }
  }
}

// Those that have no near push by which Q escapes.
void FewBoards::keep_lost_nearby(Desk& desk) const {
  const std::span<const Shape> shapes = half_.rules_.shapes();
  for (const Candidate& at : desk.candidates) half_.prefetch_square(half_.not_won_, at.spot);
  std::erase_if(desk.candidates, [&](Candidate& at) {
    for (; at.push < near_; ++at.push) {
      const Shape& shape = shapes[pushes_[at.push]];
      if (at.cells >> shape.move.from & 1) continue;
      if (half_.bit(half_.not_won_, push(at.cells, shape, false))) return true;
    }
    return false;
  });
}

// Those from which every push of Q leads to a board that P, to move, wins: a push of each
// is looked at in turn, and most are out soon.
void FewBoards::keep_lost(Desk& desk) const {
  keep_lost_nearby(desk);
  const std::span<const Shape> shapes = half_.rules_.shapes();
  std::vector<Candidate>& left = desk.left;
  left.clear();
  std::swap(left, desk.candidates);
  while (!left.empty()) {
    std::erase_if(left, [&](Candidate& at) {
      while (at.push < pushes_.size() && (at.cells >> shapes[pushes_[at.push]].move.from & 1)) {
        ++at.push;
      }
      if (at.push < pushes_.size()) return false;
      desk.candidates.push_back(at);
      return true;
    });
    for (Candidate& at : left) {
      at.spot = announce(half_.not_won_, push(at.cells, shapes[pushes_[at.push]], false));
    }
    std::erase_if(left, [&](Candidate& at) {
      Tried& tried = desk.tried[pushes_[at.push++]];
      const bool escapes = half_.at_spot(half_.not_won_, at.spot);
      ++tried.times;
      tried.escapes += escapes;
      return escapes;
    });
  }
}

void FewBoards::sort_pushes(const std::vector<Desk>& desks) {
  std::vector<double> share(pushes_.size());
  for (std::size_t i = 0; i < share.size(); ++i) {
    Tried all{1, 0};
    for (const Desk& desk : desks) {
      all.times += desk.tried[i].times;
      all.escapes += desk.tried[i].escapes;
    }
    share[i] = static_cast<double>(all.escapes) / static_cast<double>(all.times);
  }
  std::stable_sort(pushes_.begin() + near_, pushes_.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return share[a] > share[b]; });
}

template <bool kToMove>
void FewBoards::come_in(Desk& desk) {
  FullHalf::Plane& plane = kToMove ? half_.not_won_ : half_.won_after_;
  for (Candidate& at : desk.candidates) {
    at.cells = listed(at.cells);
    at.spot = announce(plane, at.cells);
  }
  // Whoever changes the plane lists the board.
  std::erase_if(desk.candidates,
                [&](const Candidate& at) { return !half_.set(plane, at.spot, !kToMove); });
  desk.images.clear();
  desk.closed.clear();
  for (const Candidate& at : desk.candidates) {
    std::uint64_t same = 1;
    for (int s = 1; s < kSymmetries; ++s) {
      const LargeCells image = half_.rules_.image(at.cells, s);
      same += image == at.cells;
      desk.images.push_back(announce(plane, image));
    }
    if (kToMove && half_.rules_.cells() % 2 == 0) close_exchanged(at.cells, desk);
    desk.found.push_back(at.cells);
    desk.count += kSymmetries / same;
  }
  for (const std::uint64_t spot : desk.images) half_.set(plane, spot, !kToMove);
  for (const std::uint64_t spot : desk.closed) half_.set(half_.won_after_, spot, true);
}

// P, to move, wins; so does Q with the signs exchanged.
void FewBoards::close_exchanged(LargeCells cells, Desk& desk) const {
  for (int s = 0; s < kSymmetries; ++s) {
    const LargeCells exchanged = half_.rules_.image(others(cells), s);
    desk.closed.push_back(announce(half_.won_after_, exchanged));
  }
}

}  // namespace noughts::quixo::full
