// What came of an examination (judge/score.h) as text, JSON, CSV and a chart.
#pragma once

#include <string>

#include "noughts/core/json.h"
#include "noughts/judge/score.h"
#include "noughts/play/game.h"
#include "noughts/present/chart.h"

namespace noughts::present {

Json judgement_document(const play::Game& game, const judge::Judgement& judgement);
std::string judgement_text(const play::Game& game, const judge::Judgement& judgement);
// A row for each tier.
std::string judgement_csv(const judge::Judgement& judgement);
// The share of mistakes by tier, of the agent and of any move.
Chart judgement_chart(const play::Game& game, const judge::Judgement& judgement);

}  // namespace noughts::present
