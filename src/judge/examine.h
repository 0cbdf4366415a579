// An examination: the agent is asked about sampled positions, once each, then plays
// games against perfect players; its answers are compared with exact values.
//
//     analyst + seed -> positions -> agent -> move -> kept or given away -> Judgement
//
// An answer is a move, or the board after the move. An answer that is neither, a crash or a
// timeout is counted as not kept, and the examination goes on; in a game it loses the game.
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
  double critical = 0.75;  // the share of the positions in which a move matters
  int retries = 0;         // times that an agent is asked again after an answer that is no move
  std::size_t worst = 10;  // mistakes that are told in detail
  Budget budget = {};
};

// `system` selects where the rules let chance do it; else it may be null. The analyst is asked for
// what it knows, never for a guess: make it with Beyond::kDecide (play/knowledge.h), so that a
// search adds what it can decide on 5x5. Games of which nothing is known are refused. Where games
// leave what is known, the agent plays on against the guessing player (play/guess.h).
Result<Judgement> examine(const play::Game& game, std::shared_ptr<play::Analyst> analyst,
                          Agent& agent, play::Player* system, const ExamineOptions& options);

}  // namespace noughts::judge
