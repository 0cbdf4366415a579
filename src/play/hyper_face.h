// How a position on an n^k board is shown: as slices.
#pragma once

#include "hyper/notation.h"
#include "hyper/rules.h"
#include "play/game.h"

namespace noughts::play {

Face<hyper::Rules> hyper_face();

}  // namespace noughts::play
