// n^k tic-tac-toe for two to eight players: rules and notation, who can win and who can
// hold, certificates and their checker.
//
//     const auto report = noughts::hyper::search::solve(rules, {}).value();
//     report.players[0].can_force_win                     // yes, no or not decided
//
// Link noughts::hyper. A program that only checks certificates includes
// noughts/hyper/proof/verify.h and links noughts::hyper_proof, without the search.
#pragma once

#include "noughts/hyper/notation.h"
#include "noughts/hyper/proof/certificate.h"
#include "noughts/hyper/proof/claim.h"
#include "noughts/hyper/proof/verify.h"
#include "noughts/hyper/rules.h"
#include "noughts/hyper/search/solve.h"
#include "noughts/version.h"
