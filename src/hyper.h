// n^k tic-tac-toe for two to eight players: rules and notation, who can win and who can
// hold, certificates and their checker, learning and other studies.
//
// Link noughts::hyper; a program that only checks certificates needs noughts/hyper/proof/verify.h.
#pragma once

#include "noughts/hyper/notation.h"
#include "noughts/hyper/proof/certificate.h"
#include "noughts/hyper/proof/strategy.h"
#include "noughts/hyper/proof/verify.h"
#include "noughts/hyper/rules.h"
#include "noughts/hyper/search/filling.h"
#include "noughts/hyper/search/solve.h"
#include "noughts/hyper/study/classify.h"
#include "noughts/hyper/study/guided_tree.h"
#include "noughts/hyper/study/kingmaking.h"
#include "noughts/hyper/study/learn.h"
#include "noughts/version.h"
