// Quixo: rules and notation, solving, tables and what they say.
//
//     const auto rules = noughts::quixo::Rules::make(4);
//     const auto values = noughts::quixo::open_tables("tables/4x4", *rules);
//     const auto outcome = (*values)->at(board);          // win, loss or draw for X
//
// Link noughts::quixo. A program that only reads tables includes
// noughts/quixo/publish/open.h and links noughts::quixo_publish, without the engine.
#pragma once

#include "noughts/quixo/notation.h"
#include "noughts/quixo/publish/open.h"
#include "noughts/quixo/rules.h"
#include "noughts/quixo/solve/in_memory.h"
#include "noughts/quixo/solve/solve.h"
#include "noughts/quixo/tables/verify.h"
#include "noughts/quixo/value.h"
#include "noughts/version.h"
