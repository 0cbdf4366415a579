// A move for whoever asks: every game, every board, with or without values.
//
// Where a position can be analysed the player is as strong as its level says; where nothing is
// known, or not in time, it guesses (play/guess.h). The answer says which in `source`. Where
// chance selects, the System moves whoever is asked.
#pragma once

#include "noughts/play/game.h"
#include "noughts/serve/analysis_cache.h"
#include "noughts/serve/route.h"

namespace noughts::serve {

// What a request for a move may say besides game and position.
const play::Parameters& player_parameters();

// Require: the state belongs to the game, the query to the game's rules and player_parameters().
Result<Json> choose_move(AnalysisCache& analyses, const play::Game& game, const play::State& state,
                         const Query& query);

}  // namespace noughts::serve
