// The heuristic score of Kutner's draft (hyper/study/score.h), told term by term.
#pragma once

#include <string>

#include "noughts/core/json.h"
#include "noughts/hyper/rules.h"
#include "noughts/hyper/study/score.h"

namespace noughts::present {

// {"penalty", "scores": [{"player", "score": {exact, decimal}, "terms": [{"line", "owner",
//  "empty", "value"}]}]}; "complete": who has a completed line, where somebody has.
Json score_document(const hyper::Rules& rules, const hyper::Position& position,
                    hyper::study::Penalty penalty);
std::string score_text(const hyper::Rules& rules, const hyper::Position& position,
                       hyper::study::Penalty penalty);

}  // namespace noughts::present
