#include "noughts/present/judgement.h"

#include <fmt/format.h>

#include <algorithm>

#include "noughts/present/documents.h"
#include "noughts/present/render.h"

namespace noughts::present {
namespace {

using judge::GameEnd;
using judge::Interval;
using judge::Judgement;
using judge::Mistake;
using judge::Origin;
using judge::PlayedGame;
using judge::Share;
using judge::TierScore;
using play::Game;
using play::Verdict;

// "hold" and "exposed" only where there are more than two players.
std::vector<Verdict> verdicts(const Game& game) {
  if (game.seats().size() > 2) return {Verdict::kWin, Verdict::kHold, Verdict::kExposed};
  return {Verdict::kWin, Verdict::kDraw, Verdict::kLoss};
}

template <class Key>
Share share_of(const std::map<Key, Share>& shares, Key key) {
  const auto found = shares.find(key);
  return found == shares.end() ? Share{} : found->second;
}

Json share_json(const Share& share) {
  const Interval interval = share.interval();
  return {{"asked", share.asked},
          {"kept", share.kept},
          {"share", share.value()},
          {"interval", {interval.low, interval.high}}};
}

Json mistake_json(const Game& game, const Mistake& mistake) {
  Json json = {{"position", mistake.position},
               {"tier", mistake.tier},
               {"to_move", game.seats()[static_cast<std::size_t>(mistake.seat)]}};
  put_rating(json, mistake.before, mistake.seat);
  json["move"] = mistake.move;
  json["leaves"] = Json::object();
  put_rating(json["leaves"], mistake.after, mistake.seat);
  json["better"] = mistake.better;
  return json;
}

std::string_view end_name(GameEnd end) {
  constexpr std::string_view kNames[] = {"won", "drawn", "lost", "forfeited"};
  return kNames[static_cast<int>(end)];
}

Json game_json(const Game& game, const PlayedGame& played) {
  Json json = {{"agent", game.seats()[static_cast<std::size_t>(played.seat)]},
               {"end", end_name(played.end)},
               {"plies", played.moves.size()}};
  json["first_mistake"] = played.first_mistake ? Json(*played.first_mistake) : Json(nullptr);
  json["beyond"] = played.beyond ? Json(*played.beyond) : Json(nullptr);
  if (played.start) {
    json["start"] = Json::object();
    put_rating(json["start"], *played.start, played.seat);
  }
  json["moves"] = played.moves;
  json["result"] = played.result;
  return json;
}

std::uint64_t lost_games(const Judgement& judgement) {
  return judgement.count(GameEnd::kLost) + judgement.count(GameEnd::kForfeited);
}

std::uint64_t games_beyond(const Judgement& judgement) {
  return static_cast<std::uint64_t>(
      std::count_if(judgement.games.begin(), judgement.games.end(),
                    [](const PlayedGame& game) { return game.beyond.has_value(); }));
}

std::string sources_of(const Judgement& judgement) {
  std::vector<std::string_view> names;
  for (const play::Source source : judgement.sources) names.push_back(source_name(source));
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string source_text(const Judgement& judgement) {
  const std::string source = sources_of(judgement);
  return judgement.how.empty() ? source
                               : fmt::format("{} ({})", source, fmt::join(judgement.how, "; "));
}

std::string percent(double share) { return fmt::format("{:.1f} %", 100 * share); }

std::string share_text(const Share& share) {
  const Interval interval = share.interval();
  return fmt::format("{} ({:.1f} to {:.1f})", percent(share.value()), 100 * interval.low,
                     100 * interval.high);
}

double expected_share(double kept, const Share& share) {
  return share.asked == 0 ? 0 : kept / static_cast<double>(share.asked);
}

Json critical_json(const Share& share, double expected) {
  Json json = share_json(share);
  json["any_move"] = expected_share(expected, share);
  return json;
}

std::string tiers_text(const Game& game, const Judgement& judgement) {
  std::string text =
      fmt::format("{:>5}  asked  kept   share    95 %            random\n", judge::tier_unit(game));
  for (const auto& [tier, score] : judgement.tiers) {
    const Interval interval = score.all.interval();
    text +=
        fmt::format("{:>5}  {:>5}  {:>4}  {:>7}  {:>5.1f} to {:>5.1f}  {:>7}\n", tier,
                    score.all.asked, score.all.kept, percent(score.all.value()), 100 * interval.low,
                    100 * interval.high, percent(expected_share(score.expected_kept, score.all)));
  }
  return text;
}

std::string mistakes_text(const Judgement& judgement) {
  std::string text = "the worst mistakes:\n";
  for (const Mistake& m : judgement.worst) {
    text += fmt::format("  {}  {} turns {} into {}; better {}, {}\n", m.position, m.move,
                        rating_text(m.before, m.seat), rating_text(m.after, m.seat), m.better,
                        rating_text(m.best, m.seat));
  }
  return text;
}

std::string games_text(const Game& game, const Judgement& judgement) {
  std::string text = fmt::format("games against the best play known: {} won, {} drawn, {} lost\n",
                                 judgement.count(GameEnd::kWon), judgement.count(GameEnd::kDrawn),
                                 lost_games(judgement));
  if (const auto beyond = games_beyond(judgement); beyond > 0) {
    text +=
        fmt::format("  {} went beyond the known values, against the strongest player\n", beyond);
  }
  for (std::size_t seat = 0; seat < game.seats().size(); ++seat) {
    std::string plies;
    std::uint64_t games = 0;
    for (const PlayedGame& played : judgement.games) {
      if (static_cast<std::size_t>(played.seat) != seat) continue;
      ++games;
      if (played.first_mistake) plies += fmt::format(" {}", *played.first_mistake);
    }
    if (games == 0) continue;
    text += fmt::format("  as {}: {} games, first mistake{}\n", game.seats()[seat], games,
                        plies.empty() ? ": none" : " at move" + plies);
  }
  return text;
}

std::string troubles_text(const Judgement& judgement) {
  std::string text = fmt::format("illegal answers {}, timeouts {}, crashes {}\n", judgement.illegal,
                                 judgement.timeouts, judgement.crashes);
  for (const judge::Trouble& trouble : judgement.troubles) {
    text += fmt::format("  {}  {}\n", trouble.position, trouble.reason);
  }
  if (judgement.gave_up) text += "the agent failed too often: the rest was not asked\n";
  return text;
}

}  // namespace

Json judgement_document(const Game& game, const Judgement& judgement) {
  const Interval interval = judgement.all.interval();
  Json by_value = Json::object();
  for (const Verdict verdict : verdicts(game)) {
    by_value[verdict_name(verdict)] = share_json(share_of(judgement.by_value, verdict));
  }
  Json tiers = Json::array();
  for (const auto& [tier, score] : judgement.tiers) {
    Json json = {{"tier", tier}};
    json.update(share_json(score.all));
    json["critical"] = critical_json(score.critical, score.expected_critical);
    json["any_move"] = expected_share(score.expected_kept, score.all);
    tiers.push_back(std::move(json));
  }
  Json worst = Json::array();
  for (const Mistake& mistake : judgement.worst) worst.push_back(mistake_json(game, mistake));
  Json troubles = Json::array();
  for (const judge::Trouble& t : judgement.troubles) {
    troubles.push_back({{"position", t.position}, {"answer", t.answer}, {"reason", t.reason}});
  }
  Json played = Json::array();
  for (const PlayedGame& one : judgement.games) played.push_back(game_json(game, one));
  return {{"game", family_name(game.family())},
          {"rules", rules_json(game)},
          {"positions", judgement.all.asked},
          {"kept", judgement.all.kept},
          {"share", judgement.all.value()},
          {"interval", {interval.low, interval.high}},
          {"any_move", expected_share(judgement.expected_kept, judgement.all)},
          {"best", judgement.best},
          {"critical", critical_json(judgement.critical, judgement.expected_critical)},
          {"by_value", by_value},
          {"by_origin",
           {{"boards", share_json(share_of(judgement.origins, Origin::kBoard))},
            {"games", share_json(share_of(judgement.origins, Origin::kGame))}}},
          {"tier_unit", judge::tier_unit(game)},
          {"tiers", tiers},
          {"illegal", judgement.illegal},
          {"timeouts", judgement.timeouts},
          {"crashes", judgement.crashes},
          {"gave_up", judgement.gave_up},
          {"retries", judgement.retries},
          {"troubles", troubles},
          {"worst", worst},
          {"games",
           {{"won", judgement.count(GameEnd::kWon)},
            {"drawn", judgement.count(GameEnd::kDrawn)},
            {"lost", lost_games(judgement)},
            {"forfeited", judgement.count(GameEnd::kForfeited)},
            {"beyond", games_beyond(judgement)},
            {"played", played}}},
          {"source", sources_of(judgement)},
          {"how", judgement.how},
          {"agent_seconds", judgement.agent_seconds},
          {"seconds", judgement.seconds}};
}

namespace {

// Of what was asked, without the games.
std::string positions_text(const Game& game, const Judgement& judgement) {
  const Share boards = share_of(judgement.origins, Origin::kBoard);
  const Share games = share_of(judgement.origins, Origin::kGame);
  std::string text = fmt::format(
      "{} positions, {} of random boards and {} from games; exact values by {}\n"
      "keeps the value in {}; random moves in {}\n"
      "of the {} critical ones in {}; random moves in {}\n",
      format_count(judgement.all.asked), format_count(boards.asked), format_count(games.asked),
      source_text(judgement), share_text(judgement.all),
      percent(expected_share(judgement.expected_kept, judgement.all)),
      format_count(judgement.critical.asked), share_text(judgement.critical),
      percent(expected_share(judgement.expected_critical, judgement.critical)));
  for (const Verdict verdict : verdicts(game)) {
    const Share share = share_of(judgement.by_value, verdict);
    text += fmt::format("  {:<8}{} of {}\n", verdict_name(verdict), format_count(share.kept),
                        format_count(share.asked));
  }
  text += tiers_text(game, judgement);
  if (!judgement.worst.empty()) text += mistakes_text(judgement);
  return text;
}

}  // namespace

std::string judgement_text(const Game& game, const Judgement& judgement) {
  std::string text =
      judgement.all.asked == 0 ? "no positions asked\n" : positions_text(game, judgement);
  if (!judgement.games.empty()) text += games_text(game, judgement);
  return text + troubles_text(judgement);
}

std::string judgement_csv(const Judgement& judgement) {
  std::string csv =
      "tier,asked,kept,share,low,high,critical_asked,critical_kept,any_move,critical_any_move\n";
  for (const auto& [tier, score] : judgement.tiers) {
    const Interval interval = score.all.interval();
    csv += fmt::format("{},{},{},{:.6f},{:.6f},{:.6f},{},{},{:.6f},{:.6f}\n", tier, score.all.asked,
                       score.all.kept, score.all.value(), interval.low, interval.high,
                       score.critical.asked, score.critical.kept,
                       expected_share(score.expected_kept, score.all),
                       expected_share(score.expected_critical, score.critical));
  }
  return csv;
}

Chart judgement_chart(const Game& game, const Judgement& judgement) {
  Series mistakes{"mistakes", {}};
  Series low{"95 %, from", {}};
  Series high{"95 %, to", {}};
  Series any{"any move", {}};
  for (const auto& [tier, score] : judgement.tiers) {
    const Interval interval = score.all.interval();
    mistakes.points.emplace_back(tier, 100 * (1 - score.all.value()));
    low.points.emplace_back(tier, 100 * (1 - interval.high));
    high.points.emplace_back(tier, 100 * (1 - interval.low));
    any.points.emplace_back(tier, 100 * (1 - expected_share(score.expected_kept, score.all)));
  }
  return {.title = "Moves that give the value away, by tier",
          .x_label = judge::tier_unit(game),
          .y_label = "percent of positions",
          .series = {mistakes, low, high, any}};
}

std::string answers_jsonl(const Game& game, const Judgement& judgement) {
  std::string lines;
  for (const judge::Answered& a : judgement.answers) {
    Json json = {{"game", family_name(game.family())},
                 {"rules", rules_json(game)},
                 {"position", a.position},
                 {"tier", a.tier},
                 {"from", a.origin == Origin::kBoard ? "boards" : "games"}};
    put_rating(json, a.value, a.seat);
    json["critical"] = a.critical;
    json["answer"] = a.answer;
    json["move"] = a.move ? Json(*a.move) : Json(nullptr);
    json["kept"] = a.kept;
    json["better"] = a.better;
    json["seconds"] = a.seconds;
    lines += json.dump() + "\n";
  }
  return lines;
}

}  // namespace noughts::present
