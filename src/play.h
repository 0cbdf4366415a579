// One face for all games: positions, moves and their ratings as texts and types that are
// the same for every family, players, and games of best play.
//
//     const auto game = noughts::play::make_game(*noughts::quixo::Rules::make(3));
//     auto state = game->initial();
//     const auto analysis = analyst->analyze(*state);     // best moves first
//
// Link noughts::play.
#pragma once

#include "noughts/play/analysis.h"
#include "noughts/play/choice.h"
#include "noughts/play/families.h"
#include "noughts/play/game.h"
#include "noughts/play/hyper_analyst.h"
#include "noughts/play/line.h"
#include "noughts/play/player.h"
#include "noughts/play/quantum_analyst.h"
#include "noughts/play/quixo_analyst.h"
#include "noughts/play/quixo_search.h"
#include "noughts/version.h"
