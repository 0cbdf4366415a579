// Levels of plies board by board: only the parents of what the last level brought are looked at.
#pragma once

#include "noughts/quixo/engine/level_work.h"

namespace noughts::quixo::engine {

class FewBoards {
 public:
  explicit FewBoards(LevelWork& work) : work_(work) {}

  // As in level_many.h. Some of what may be lost is listed more than once.
  Result<void> find_losses(Mover mover, int level, LevelFound& losses);
  Result<void> take_losses(Mover mover, LevelFound& losses);
  Result<void> find_wins(Mover mover, int level, LevelFound& wins);

 private:
  template <class F>
  Result<void> for_parents(Mover mover, Value value, int level, F&& f);
  Result<BlockList> own_list(Mover mover, Value value);
  Result<BlockList> next_list(Mover mover, Value value, int level);
  Result<void> look_into_next(Mover mover, int level, ChildSets& children);
  Result<BlockList> without_next_child(Mover mover, int level, const BlockList& boards,
                                       ChildSets children);
  std::size_t childless(const ChildSets& children, Board* boards, std::size_t size) const;
  Result<void> take_changed(std::vector<ClassSets::Changed> parts, LevelFound& found);

  LevelWork& work_;
};

}  // namespace noughts::quixo::engine
