// How a position on an n^k board is shown: as slices.
#pragma once

#include "noughts/hyper/notation.h"
#include "noughts/hyper/rules.h"
#include "noughts/play/game.h"

namespace noughts::play {

Face<hyper::Rules> hyper_face();

}  // namespace noughts::play
