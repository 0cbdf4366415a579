#include "noughts/judge/examine.h"

#include <algorithm>
#include <map>

#include "noughts/core/stopwatch.h"
#include "noughts/play/quixo_search.h"

namespace noughts::judge {
namespace {

using play::Analysis;
using play::Game;
using play::RatedMove;
using play::State;

constexpr int kLongestGame = 200;  // plies; then it is a draw
constexpr int kRepetitions = 3;    // of one position: the same

// The rated move that the agent's line names; null if it is no legal move. Notation may
// allow other spellings than ours, so that is also looked at by where it leads.
const RatedMove* named(const State& state, const Analysis& analysis, const std::string& line) {
  const auto position_after = [&](const std::string& move) {
    auto next = state.clone();
    return next->play(move) ? next->text() : std::string();
  };
  const auto& moves = analysis.moves;
  auto found = std::find_if(moves.begin(), moves.end(),
                            [&](const RatedMove& move) { return move.move == line; });
  if (found != moves.end()) return &*found;
  const std::string leads_to = position_after(line);
  if (leads_to.empty()) return nullptr;
  found = std::find_if(moves.begin(), moves.end(), [&](const RatedMove& move) {
    return position_after(move.move) == leads_to;
  });
  return found == moves.end() ? nullptr : &*found;
}

class Examination {
 public:
  Examination(const Game& game, std::shared_ptr<play::Analyst> analyst, Agent& agent,
              play::Player* system, const ExamineOptions& options)
      : game_(game),
        analyst_(std::move(analyst)),
        agent_(agent),
        system_(system),
        options_(options),
        perfect_(make_perfect_player(analyst_, options.seed)),
        progress_(options.budget.progress, "asking the agent",
                  options.positions + static_cast<std::uint64_t>(options.games)) {}

  Result<Judgement> run() {
    const Stopwatch watch;
    if (auto asked = ask_positions(); !asked) return asked.error();
    progress_.set_stage("games against the perfect player");
    if (auto played = play_games(); !played) return played.error();
    judgement_.seconds = watch.seconds();
    return std::move(judgement_);
  }

 private:
  // What the agent does here: a move, or null where it named none. Counts all but the move.
  Result<const RatedMove*> ask(const State& state, const Analysis& analysis) {
    const Result<Answer> answer = agent_.ask(state);
    if (!answer) return answer.error();
    judgement_.agent_seconds += answer->seconds;
    const RatedMove* move = nullptr;
    switch (answer->reply) {
      case Reply::kLine:
        move = named(state, analysis, answer->line);
        if (move == nullptr) ++judgement_.illegal;
        break;
      case Reply::kTimeout:
        ++judgement_.timeouts;
        break;
      case Reply::kCrash:
        ++judgement_.crashes;
        break;
      case Reply::kGone:
        judgement_.gave_up = true;
        break;
    }
    return move;
  }

  Result<void> ask_positions() {
    Sampler sampler(game_, *analyst_, options_.seed, options_.budget);
    while (judgement_.all.asked < options_.positions) {
      Result<std::optional<Sample>> sample = sampler.next();
      if (!sample) return sample.error();
      if (!*sample) break;
      const Result<const RatedMove*> move = ask(*(*sample)->state, (*sample)->analysis);
      if (!move) return move.error();
      if (judgement_.gave_up) break;
      score(**sample, *move);
      progress_.advance(1);
    }
    return {};
  }

  void score(const Sample& sample, const RatedMove* move) {
    const Analysis& analysis = sample.analysis;
    const auto keeps = [&](const RatedMove& m) { return analysis.keeps(m); };
    const auto keeping = std::count_if(analysis.moves.begin(), analysis.moves.end(), keeps);
    const auto moves = static_cast<std::ptrdiff_t>(analysis.moves.size());
    const bool kept = move != nullptr && keeps(*move);
    const bool critical = keeping < moves;
    TierScore& tier = judgement_.tiers[sample.tier];
    judgement_.all.add(kept);
    judgement_.by_value[analysis.rating.verdict].add(kept);
    judgement_.origins[sample.origin].add(kept);
    tier.all.add(kept);
    if (critical) {
      judgement_.critical.add(kept);
      tier.critical.add(kept);
    }
    const double by_chance = static_cast<double>(keeping) / static_cast<double>(moves);
    judgement_.expected_kept += by_chance;
    tier.expected_kept += by_chance;
    judgement_.source = analysis.source;
    if (!analysis.how.empty()) judgement_.how.insert(analysis.how);
    if (move == nullptr) return;
    if (static_cast<std::size_t>(move - analysis.moves.data()) < analysis.best) ++judgement_.best;
    if (!kept) remember(sample, *move);
  }

  void remember(const Sample& sample, const RatedMove& move) {
    const RatedMove& better = sample.analysis.moves.front();
    std::vector<Mistake>& worst = judgement_.worst;
    Mistake mistake{
        sample.state->text(),   sample.tier, sample.analysis.seat, move.move, better.move,
        sample.analysis.rating, move.rating, better.rating};
    worst.insert(std::upper_bound(worst.begin(), worst.end(), mistake, is_worse),
                 std::move(mistake));
    if (worst.size() > options_.worst) worst.pop_back();
  }

  Result<void> play_games() {
    const auto seats = static_cast<int>(game_.seats().size());
    for (int number = 0; number < options_.games && !judgement_.gave_up; ++number) {
      Result<PlayedGame> game = play_game(number % seats);
      if (!game) return game.error();
      if (judgement_.gave_up) break;
      judgement_.games.push_back(std::move(*game));
      progress_.advance(1);
    }
    return {};
  }

  Result<PlayedGame> play_game(int seat) {
    PlayedGame played{.seat = seat};
    std::map<std::string, int> visits;
    auto state = game_.initial();
    while (!state->result()) {
      if (const auto stopped = options_.budget.exhausted()) return *stopped;
      if (++visits[state->text()] == kRepetitions || played.moves.size() >= kLongestGame) {
        played.end = GameEnd::kDrawn;
        played.result = played.moves.size() >= kLongestGame ? "not over after so many moves: draw"
                                                            : "the same position again: draw";
        return played;
      }
      const auto move = state->seat() == seat ? agent_moves(*state, played) : other_moves(*state);
      if (!move) return move.error();
      if (!*move) return played;
      if (auto done = state->play(**move); !done) return done.error();
      played.moves.push_back(**move);
    }
    played.result = *state->result();
    played.end = !state->winner()           ? GameEnd::kDrawn
                 : *state->winner() == seat ? GameEnd::kWon
                                            : GameEnd::kLost;
    return played;
  }

  using Chosen = Result<std::optional<std::string>>;

  // Nothing where the game ends here; `played` then says how.
  Chosen agent_moves(const State& state, PlayedGame& played) {
    const Result<Analysis> analysis = analyst_->known(state);
    if (!analysis && !is_unknown(analysis.error())) return analysis.error();
    if (!analysis || !is_decided(state, *analysis)) return std::optional<std::string>();
    if (!played.start) played.start = analysis->rating;
    const Result<const RatedMove*> move = ask(state, *analysis);
    if (!move) return move.error();
    const bool kept = *move != nullptr && analysis->keeps(**move);
    if (!kept && !played.first_mistake) {
      played.first_mistake = static_cast<int>(played.moves.size()) + 1;
    }
    if (*move == nullptr) {
      played.end = GameEnd::kForfeited;
      played.result = "lost by an answer that was no legal move";
      return std::optional<std::string>();
    }
    return std::optional<std::string>((*move)->move);
  }

  Chosen other_moves(const State& state) {
    const bool chance = state.seat() >= static_cast<int>(game_.seats().size());
    play::Player& player = chance ? *system_ : *perfect_;
    Result<std::string> move = player.choose(state);
    const bool guessed = move && player.source() == play::Source::kGuess;
    if (guessed) return std::optional<std::string>();
    if (move) return std::optional<std::string>(std::move(*move));
    if (is_unknown(move.error())) return std::optional<std::string>();
    return move.error();
  }

  // There is no table, or no best move.
  static bool is_unknown(const Error& error) {
    return error.code == ErrorCode::kMissing || error.code == ErrorCode::kBadInput;
  }

  const Game& game_;
  std::shared_ptr<play::Analyst> analyst_;
  Agent& agent_;
  play::Player* system_;
  const ExamineOptions& options_;
  std::unique_ptr<play::Player> perfect_;
  Progress progress_;
  Judgement judgement_;
};

}  // namespace

Result<Judgement> examine(const Game& game, std::shared_ptr<play::Analyst> analyst, Agent& agent,
                          play::Player* system, const ExamineOptions& options) {
  const auto start = analyst->known(*game.initial());
  if (!start && start.error().code == ErrorCode::kMissing) {
    return bad_input(
        "there are no exact values of this board to judge by; make tables first and give their "
        "folder here");
  }
  return Examination(game, std::move(analyst), agent, system, options).run();
}

}  // namespace noughts::judge
