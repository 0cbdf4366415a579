#include <fmt/format.h>

#include "noughts/present/judgement.h"

namespace noughts::present {
namespace {

using judge::GameEnd;
using judge::Paired;

std::string agent_line(const JudgedAgent& agent) {
  const judge::Share& share = agent.judgement.critical;
  const judge::Interval interval = share.interval();
  return fmt::format(
      "{}\n  keeps the value in {:.1f} % ({:.1f} to {:.1f}) of {} critical "
      "positions; games: {} won, {} drawn, {} lost\n",
      agent.name, 100 * share.value(), 100 * interval.low, 100 * interval.high, share.asked,
      agent.judgement.count(GameEnd::kWon), agent.judgement.count(GameEnd::kDrawn),
      agent.judgement.count(GameEnd::kLost) + agent.judgement.count(GameEnd::kForfeited));
}

std::string chance(double p) {
  return p < 0.0001 ? "less than 1 in 10,000" : fmt::format("{:.2g}", p);
}

std::string verdict_text(const Paired& paired, const std::string& first,
                         const std::string& second) {
  if (!paired.is_decided()) {
    return fmt::format(
        "These {} positions do not show which is better: equal agents differ this much with "
        "probability {}. Ask about more positions.",
        paired.positions, chance(paired.p));
  }
  const bool first_leads = paired.only_first > paired.only_second;
  return fmt::format("{} plays better than {}: equal agents differ this much with probability {}.",
                     first_leads ? first : second, first_leads ? second : first, chance(paired.p));
}

Json agent_json(const play::Game& game, const JudgedAgent& agent) {
  Json json = judgement_document(game, agent.judgement);
  json["agent"] = agent.name;
  return json;
}

}  // namespace

Json comparison_document(const play::Game& game, const JudgedAgent& first,
                         const JudgedAgent& second) {
  const Paired paired = judge::compare(first.judgement, second.judgement);
  return {{"agents", {agent_json(game, first), agent_json(game, second)}},
          {"positions", paired.positions},
          {"both", paired.both},
          {"neither", paired.neither},
          {"only_first", paired.only_first},
          {"only_second", paired.only_second},
          {"p", paired.p},
          {"better", !paired.is_decided()                     ? Json(nullptr)
                     : paired.only_first > paired.only_second ? Json(first.name)
                                                              : Json(second.name)},
          {"verdict", verdict_text(paired, first.name, second.name)}};
}

std::string comparison_text(const JudgedAgent& first, const JudgedAgent& second) {
  const Paired paired = judge::compare(first.judgement, second.judgement);
  return agent_line(first) + agent_line(second) +
         fmt::format(
             "of {} positions that both were asked, {} kept by the first alone and {} by "
             "the second alone\n",
             paired.positions, paired.only_first, paired.only_second) +
         verdict_text(paired, first.name, second.name) + "\n";
}

}  // namespace noughts::present
