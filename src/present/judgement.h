// What came of an examination (judge/score.h) as text, JSON, CSV and a chart.
#pragma once

#include <string>

#include "noughts/core/json.h"
#include "noughts/judge/compare.h"
#include "noughts/judge/score.h"
#include "noughts/play/game.h"
#include "noughts/present/chart.h"

namespace noughts::present {

Json judgement_document(const play::Game& game, const judge::Judgement& judgement);
std::string judgement_text(const play::Game& game, const judge::Judgement& judgement);
// A JSON object a line, for every position that was asked.
std::string answers_jsonl(const play::Game& game, const judge::Judgement& judgement);
// A row for each tier.
std::string judgement_csv(const judge::Judgement& judgement);
// The share of mistakes by tier, of the agent and of any move.
Chart judgement_chart(const play::Game& game, const judge::Judgement& judgement);

// Two agents by their names, and what each did.
struct JudgedAgent {
  std::string name;
  const judge::Judgement& judgement;
};
Json comparison_document(const play::Game& game, const JudgedAgent& first,
                         const JudgedAgent& second);
// With a verdict in words.
std::string comparison_text(const JudgedAgent& first, const JudgedAgent& second);

}  // namespace noughts::present
