// The way into the library: a game, an analyst, and what it says of every move.
//
//     using namespace noughts;
//     const auto game = play::make_game(quixo::Rules::make(4).value());
//     const auto analyst = play::make_analyst(*game).value();
//     const auto position = game->parse("XO.O/.X../O.../..X. X").value();
//     const auto analysis = analyst->analyze(*position).value();   // best moves first
//
// The rules of the families, quixo::Rules, quantum::Rules and hyper::Rules, are fast enough for
// random play as they are (quixo/rules.h). Needs C++20. Link noughts::play.
#pragma once

#include "noughts/core/random.h"
#include "noughts/play/analysis.h"
#include "noughts/play/families.h"
#include "noughts/play/game.h"
#include "noughts/play/knowledge.h"
#include "noughts/play/line.h"
#include "noughts/play/player.h"
#include "noughts/version.h"
