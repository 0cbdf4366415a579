#include "noughts/judge/sample.h"

#include <algorithm>
#include <bit>

#include "noughts/play/families.h"
#include "noughts/quixo/tables/late.h"

namespace noughts::judge {
namespace {

using play::Analysis;
using play::Game;
using play::State;

constexpr int kTries = 200;            // for a position of a tier that goes on and is new
constexpr int kTriesOfSearch = 15;     // the same where each try is a search
constexpr int kTurnsOfSearch = 6;      // one in so many is from a game then, else every other
constexpr std::size_t kLateTurns = 8;  // of a tier with many tiles then
constexpr int kPatience = 100;         // positions that are not critical, one after the other
constexpr std::size_t kMostWaiting = 20'000;  // of them; more are forgotten
constexpr int kFromOneGame = 6;               // positions of a game that are asked about
constexpr int kLongestSampled = 60;           // plies
constexpr std::uint64_t kCare = 3;            // one move in so many is any move

template <class W>
int last_tier(const quixo::BasicRules<W>& rules) {
  return rules.cells();
}
int last_tier(const quantum::Rules&) { return quantum::kPlies - 1; }
int last_tier(const hyper::Rules& rules) { return static_cast<int>(rules.cells()) - 1; }

template <class B>
int tier_of(const quixo::BasicPosition<B>& p) {
  return std::popcount(cells_of(p.board, quixo::Player::kX)) +
         std::popcount(cells_of(p.board, quixo::Player::kO));
}
int tier_of(const quantum::Position& p) { return p.plies; }
int tier_of(const hyper::Position& p) { return static_cast<int>(p.played.size()); }

// What tells positions apart: not by which way they came about.
template <class W>
std::string key_of(const quixo::BasicRules<W>& rules,
                   const quixo::BasicPosition<typename W::Board>& p) {
  return to_text(rules, p);
}
std::string key_of(const quantum::Rules&, const quantum::Position& p) {
  return std::to_string(quantum::state_key(p));
}
std::string key_of(const hyper::Rules&, const hyper::Position& p) {
  return {p.marks.begin(), p.marks.end()};
}
std::string key_of(const Game& game, const State& state) {
  return visit(game, state,
               [](const auto& rules, const auto& position) { return key_of(rules, position); });
}

template <class T>
void shuffle(std::deque<T>& list, Random& random) {
  for (std::size_t i = list.size(); i > 1; --i) std::swap(list[i - 1], list[random.below(i)]);
}

// So many tiles on cells that are sampled one after the other.
template <class W>
quixo::BasicPosition<typename W::Board> random_position(const quixo::BasicRules<W>& rules, int tier,
                                                        Random& random) {
  quixo::BasicPosition<typename W::Board> position;
  for (int placed = 0; placed < tier;) {
    const auto cell = typename W::Cells{1} << random.below(rules.cells());
    if ((position.board & W::make(cell, cell)) != typename W::Board{}) continue;
    const auto sign = random.below(2) == 0 ? quixo::Player::kX : quixo::Player::kO;
    position.board |= quixo::BasicRules<W>::tile(cell, sign);
    ++placed;
  }
  position.to_move = random.below(2) == 0 ? quixo::Player::kX : quixo::Player::kO;
  return position;
}

// So many plies, each any move; and on until a player is to move, not the System.
template <class Rules>
typename Rules::Position random_position(const Rules& rules, int tier, Random& random) {
  auto position = rules.initial();
  const auto seats = static_cast<int>(play::FamilyTraits<Rules>::seats(rules).size());
  while (!rules.is_over(position) &&
         (tier_of(position) < tier || rules.to_move(position) >= seats)) {
    const auto moves = rules.moves(position);
    position = rules.apply(position, moves.begin()[random.below(moves.size())]);
  }
  return position;
}

// Nothing if it is over, or not of this tier.
std::unique_ptr<State> random_board(const Game& game, int tier, Random& random) {
  return visit(game, [&](const auto& rules) -> std::unique_ptr<State> {
    const auto position = random_position(rules, tier, random);
    if (rules.is_over(position) || tier_of(position) != tier) return nullptr;
    auto state = game.parse(to_text(rules, position));
    return state ? std::move(*state) : nullptr;
  });
}

// Whether the analyst has no values of all of 5x5, and searches.
bool searches(const Game& game, play::Analyst& analyst) {
  constexpr const char* kBetween = "XOX.O/.OXO./X.O.X/OX.X./O.XO. X";  // neither early nor late
  const auto state = game.parse(kBetween);
  if (game.family() != play::Family::kQuixo || !state) return false;
  const auto known = analyst.known(**state);
  return known && known->source != play::Source::kTable;
}

bool is_players_turn(const Game& game, const State& state) {
  return state.seat() < static_cast<int>(game.seats().size());
}

}  // namespace

int tier_of(const Game& game, const State& state) {
  return visit(game, state, [](const auto&, const auto& position) { return tier_of(position); });
}

std::string tier_unit(const Game& game) {
  constexpr const char* kUnits[] = {"tiles", "plies", "marks", "tiles"};
  return kUnits[static_cast<int>(game.family())];
}

bool is_decided(const State& state, const Analysis& analysis) {
  const auto open = [](const play::RatedMove& move) {
    return move.rating.verdict == play::Verdict::kUnknown;
  };
  return analysis.source != play::Source::kGuess &&
         analysis.rating.verdict != play::Verdict::kUnknown && !analysis.moves.empty() &&
         analysis.moves.size() == state.moves().size() &&
         std::none_of(analysis.moves.begin(), analysis.moves.end(), open);
}

bool is_critical(const Analysis& analysis) {
  return !std::all_of(analysis.moves.begin(), analysis.moves.end(),
                      [&](const play::RatedMove& move) { return analysis.keeps(move); });
}

Sampler::Sampler(const Game& game, play::Analyst& analyst, std::uint64_t seed, double critical,
                 const Budget& budget)
    : game_(game),
      analyst_(analyst),
      budget_(budget),
      random_(seed),
      critical_(critical),
      tries_(kTries) {
  const int last = visit(game, [](const auto& rules) { return last_tier(rules); });
  for (int tier = 0; tier <= last; ++tier) tiers_.push_back(tier);
  if (searches(game, analyst)) expect_search();
}

Result<std::optional<Sample>> Sampler::next() {
  for (int tries = 0;; ++tries) {
    const double owed = critical_ * static_cast<double>(given_ + 1);
    const bool must_be_critical = static_cast<double>(given_critical_) + 1 <= owed;
    if (!waiting_.empty() && (!must_be_critical || tries >= kPatience)) return put_off();
    Found found = any();
    if (!found) return found;
    if (!*found) return put_off();
    const bool critical = is_critical((*found)->analysis);
    if (must_be_critical && !critical) {
      if (waiting_.size() < kMostWaiting) waiting_.push_back(std::move(**found));
      continue;
    }
    ++given_;
    if (critical) ++given_critical_;
    return found;
  }
}

// One of those that were not critical, if there is one.
std::optional<Sample> Sampler::put_off() {
  if (waiting_.empty()) return std::nullopt;
  Sample sample = std::move(waiting_.front());
  waiting_.pop_front();
  ++given_;
  return sample;
}

Sampler::Found Sampler::any() {
  while (!tiers_.empty() || games_go_on_) {
    if (const auto stopped = budget_.exhausted()) return *stopped;
    turn_ = (turn_ + 1) % turns_;
    const bool is_board = turn_ != 0;
    if (is_board ? tiers_.empty() : !games_go_on_) continue;
    Found found = is_board ? from_board() : from_game();
    if (!found || *found) return found;
  }
  if (seen_.empty() && why_unknown_) return *why_unknown_;
  return std::optional<Sample>();
}

Result<std::optional<Analysis>> Sampler::look(const State& state) {
  Result<Analysis> analysis = analyst_.known(state);
  missing_ = false;
  if (analysis) return std::optional<Analysis>(std::move(*analysis));
  const ErrorCode code = analysis.error().code;
  if (code != ErrorCode::kMissing && code != ErrorCode::kNoTime) return analysis.error();
  missing_ = true;
  why_unknown_ = analysis.error();
  return std::optional<Analysis>();
}

// A search decides most where there are many tiles, and there it matters most.
void Sampler::expect_search() {
  const int last = tiers_.back();
  for (int tier = (4 * last + 4) / 5; tier <= last; ++tier) {
    tiers_.insert(tiers_.end(), kLateTurns - 1, tier);
  }
  shuffle(tiers_, random_);
  turns_ = kTurnsOfSearch;
  tries_ = kTriesOfSearch;
  const auto& rules = play::rules_of<quixo::Rules>(game_);
  for (const quixo::Position& position : quixo::tables::late_positions(rules)) {
    late_[tier_of(position)].push_back(*game_.parse(to_text(rules, position)));
  }
  for (auto& [tier, states] : late_) shuffle(states, random_);
}

// Nothing once all are asked.
Sampler::Found Sampler::from_late(int tier) {
  std::deque<std::unique_ptr<State>>& states = late_.at(tier);
  while (!states.empty()) {
    auto state = std::move(states.front());
    states.pop_front();
    if (!seen_.insert(key_of(game_, *state)).second) continue;
    auto analysis = look(*state);
    if (!analysis) return analysis.error();
    if (!*analysis || !is_decided(*state, **analysis)) continue;
    tiers_.push_back(tier);
    return std::optional<Sample>(
        Sample{std::move(state), std::move(**analysis), tier, Origin::kBoard});
  }
  return std::optional<Sample>();
}

// From the next tier; one that gives nothing new for long is left out from then on.
Sampler::Found Sampler::from_board() {
  const int tier = tiers_.front();
  tiers_.pop_front();
  if (late_.contains(tier)) return from_late(tier);
  for (int tries = 0; tries < tries_; ++tries) {
    auto state = random_board(game_, tier, random_);
    if (state == nullptr || seen_.contains(key_of(game_, *state))) continue;
    if (const auto stopped = budget_.exhausted()) return *stopped;
    auto analysis = look(*state);
    if (!analysis) return analysis.error();
    if (missing_) break;  // there is no table of this tier
    if (!*analysis || !is_decided(*state, **analysis)) continue;
    seen_.insert(key_of(game_, *state));
    tiers_.push_back(tier);
    return std::optional<Sample>(
        Sample{std::move(state), std::move(**analysis), tier, Origin::kBoard});
  }
  return std::optional<Sample>();
}

Sampler::Found Sampler::from_game() {
  for (int tries = 0; played_.empty() && tries < kTries; ++tries) {
    if (const auto stopped = budget_.exhausted()) return *stopped;
    if (auto done = play_game(); !done) return done.error();
    if (missing_ && played_.empty()) break;
  }
  if (played_.empty()) {
    games_go_on_ = false;
    return std::optional<Sample>();
  }
  Sample sample = std::move(played_.front());
  played_.pop_front();
  return std::optional<Sample>(std::move(sample));
}

// One that leads by what is known; where nothing leads, and once in so many, any move.
std::string Sampler::move_of(const State& state, const std::optional<Analysis>& analysis) {
  const bool leads = analysis && !analysis->moves.empty();
  const std::size_t leaders = leads ? count_leaders(*analysis) : 0;
  if (leaders > 0 && random_.below(kCare) != 0) {
    return analysis->moves[random_.below(leaders)].move;
  }
  const std::vector<std::string> moves = state.moves();
  return moves[random_.below(moves.size())];
}

// Puts some positions of one more game into played_.
Result<void> Sampler::play_game() {
  auto state = game_.initial();
  for (int ply = 0; ply < kLongestSampled && !state->result(); ++ply) {
    if (const auto stopped = budget_.exhausted()) return *stopped;
    auto analysis = look(*state);
    if (!analysis) return analysis.error();
    const bool decided = *analysis && is_decided(*state, **analysis);
    const std::string move = move_of(*state, *analysis);
    if (decided && is_players_turn(game_, *state) && !seen_.contains(key_of(game_, *state))) {
      played_.push_back(
          {state->clone(), std::move(**analysis), tier_of(game_, *state), Origin::kGame});
    }
    if (auto played = state->play(move); !played) return played.error();
  }
  shuffle(played_, random_);
  while (played_.size() > kFromOneGame) played_.pop_back();
  // One game may stand in the same position twice.
  std::erase_if(played_,
                [&](const Sample& s) { return !seen_.insert(key_of(game_, *s.state)).second; });
  return {};
}

}  // namespace noughts::judge
