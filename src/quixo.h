// Quixo: rules and notation, and tables that the program made.
//
//     const auto rules = noughts::quixo::Rules::make(4).value();
//     const auto values = noughts::quixo::open_tables("tables/4x4", rules).value();
//     const auto outcome = values->at(board).value();     // win, loss or draw for X
//
// Link noughts::quixo.
#pragma once

#include "noughts/quixo/notation.h"
#include "noughts/quixo/publish/open.h"
#include "noughts/quixo/rules.h"
#include "noughts/quixo/value.h"
#include "noughts/version.h"
