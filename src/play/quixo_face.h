// How a Quixo position is shown.
#pragma once

#include "play/game.h"
#include "quixo/notation.h"
#include "quixo/rules.h"

namespace noughts::play {

Face<quixo::Rules> quixo_face();

}  // namespace noughts::play
