// How a Quixo position is shown.
#pragma once

#include "noughts/play/game.h"
#include "noughts/quixo/notation.h"
#include "noughts/quixo/rules.h"

namespace noughts::play {

Face<quixo::Rules> quixo_face();

}  // namespace noughts::play
