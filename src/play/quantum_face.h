// How a position of quantum tic-tac-toe is shown.
#pragma once

#include "noughts/play/game.h"
#include "noughts/quantum/notation.h"
#include "noughts/quantum/rules.h"

namespace noughts::play {

Face<quantum::Rules> quantum_face();

}  // namespace noughts::play
