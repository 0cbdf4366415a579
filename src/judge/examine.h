// An examination: the agent is asked about sampled positions, once each, then plays
// games against perfect players; its answers are compared with exact values.
//
//     analyst + seed -> positions -> agent -> move -> kept or given away -> Judgement
//
// An answer that is no legal move, a crash or a timeout is counted as not kept, and the
// examination goes on; in a game it loses the game.
#pragma once

#include "noughts/core/budget.h"
#include "noughts/judge/agent.h"
#include "noughts/judge/score.h"
#include "noughts/play/player.h"

namespace noughts::judge {

struct ExamineOptions {
  std::uint64_t positions = 1000;
  int games = 20;
  std::uint64_t seed = 1;
  std::size_t worst = 10;  // mistakes that are told in detail
  Budget budget = {};
};

// `system` selects where the rules let chance do it; else it may be null. By an analyst who looks
// ahead nobody can be judged: then only the openings of Quixo 5x5 are asked, and other games
// refused.
Result<Judgement> examine(const play::Game& game, std::shared_ptr<play::Analyst> analyst,
                          Agent& agent, play::Player* system, const ExamineOptions& options);

}  // namespace noughts::judge
