// Sets of boards of one class: as a plane with all images of each board, as streams of the kept
// boards (layout/kept.h), as a list with a board or a few of each eight images.
//
// A plane serves passes over all boards, a list those over few, and streams are what is
// remembered. A set is the same on all images of a board, so each can be made from the others.
#pragma once

#include <functional>

#include "noughts/quixo/engine/decided.h"
#include "noughts/quixo/engine/engine.h"
#include "noughts/quixo/engine/engine_tables.h"

namespace noughts::quixo::engine {

class ClassSets {
 public:
  // What is given must outlive it.
  ClassSets(const Engine& engine, const layout::ClassLayout& layout, Workers& workers);

  // Gives the stream of segment p, with the margin that kernels need; false if it is empty.
  // Called from several threads.
  using Streams = std::function<bool(int p, layout::Stream& stream)>;
  Streams streams_of(const DecidedBoards& boards) const;

  // Makes the plane of a set of so many kept boards.
  Result<layout::Plane> plane_of(std::uint64_t kept, const Streams& streams);
  Result<BlockList> list_of(const Streams& streams);
  // A set as it is remembered, and how many boards that are.
  struct Packed {
    DecidedBoards boards;
    std::uint64_t kept = 0;
  };
  Result<Packed> pack(const layout::Plane& plane);
  // From addresses of kept boards, in any order; some may be named twice.
  Result<Packed> pack(std::vector<std::uint64_t> addresses);

  // Puts all images of some boards into the set or takes them out. Tells how many boards of all
  // images that changed and, if asked, the boards and addresses of kept ones.
  struct Changed {
    BlockList boards;
    BlockList kept;
  };
  Result<std::uint64_t> put(layout::Plane& set, bool in, const BlockList& boards, Changed* changed);
  // The same of a few boards, for one thread.
  std::uint64_t put(layout::Plane& set, bool in, const Board* boards, std::size_t count,
                    Changed* changed) const;

  Result<std::uint64_t> count(const layout::Plane& set);
  Result<layout::Plane> copy(const layout::Plane& set);
  // Takes the boards out of the set, and those that it has not out of the boards. Tells how many
  // were in both.
  Result<std::uint64_t> move_out(layout::Plane& set, layout::Plane& boards);
  // The boards in neither of two sets, in the place of the first.
  Result<void> in_neither(layout::Plane& set, const layout::Plane& other);

  std::uint64_t kept() const { return kept_; }  // boards of the class
  // Whether so many kept boards are better put into a plane one by one.
  bool is_few(std::uint64_t kept) const;

 private:
  template <class F>
  Result<void> for_each_word(F&& f);
  template <class F>
  Result<std::uint64_t> sum_over_words(F&& f);

  const Engine& engine_;
  const EngineTables& tables_;
  const layout::ClassLayout& layout_;
  Workers& workers_;
  ClassView view_;
  std::vector<int> segments_;
  std::uint64_t kept_ = 0;
};

}  // namespace noughts::quixo::engine
