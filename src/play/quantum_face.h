// How a position of quantum tic-tac-toe is shown.
#pragma once

#include "play/game.h"
#include "quantum/notation.h"
#include "quantum/rules.h"

namespace noughts::play {

Face<quantum::Rules> quantum_face();

}  // namespace noughts::play
