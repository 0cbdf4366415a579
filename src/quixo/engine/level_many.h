// Levels of plies by whole planes: the parents of a set of boards are taken out of another set.
//
// Each is one sweep along the moves of the top rows and the two merges, with intersection as the
// rule (passes.h). What a level adds is told by the kept boards that are left before and after.
#pragma once

#include "noughts/quixo/engine/decided.h"
#include "noughts/quixo/engine/level_work.h"

namespace noughts::quixo::engine {

class ManyBoards {
 public:
  explicit ManyBoards(LevelWork& work) : work_(work) {}

  // What is lost in so many plies unless it is won in as many; nothing is taken out yet.
  Result<void> find_losses(Mover mover, int level, LevelFound& losses);
  // Takes those that are left out of what is left.
  Result<void> take_losses(Mover mover, LevelFound& losses);
  // Takes what is won in so many plies out of what is left.
  Result<void> find_wins(Mover mover, int level, LevelFound& wins);
  // Others have taken boards of the side out.
  void forget(Mover mover) { known_[mover].reset(); }

 private:
  Result<void> take_parents_out(Mover mover, layout::Plane& mine, const layout::Plane& own,
                                const layout::Plane* next);
  void make_room();
  Result<void> know(Mover mover);
  Result<ClassSets::Packed> taken_out(Mover mover);
  Result<const layout::Plane*> whole(const LevelFound& found, layout::Plane& room);

  LevelWork& work_;
  PerMover<std::optional<DecidedSide>> known_;  // what was left at the end of the last pass
};

}  // namespace noughts::quixo::engine
