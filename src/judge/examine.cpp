#include "noughts/judge/examine.h"

#include <algorithm>
#include <map>

#include "noughts/core/stopwatch.h"
#include "noughts/judge/answer.h"
#include "noughts/play/guess.h"

namespace noughts::judge {
namespace {

using play::Analysis;
using play::Game;
using play::RatedMove;
using play::State;

constexpr int kLongestGame = 200;     // plies; then it is a draw
constexpr int kRepetitions = 3;       // of one position: the same
constexpr std::size_t kTroubles = 5;  // that are told in detail

// What an agent said, and the move that it names.
struct Heard {
  std::string line;
  std::optional<std::string> move = {};
  double seconds = 0;
};

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
  // What the agent does here, as a move of ours; nothing if it names none. Counts troubles alone.
  Result<Heard> ask(const State& state) {
    Heard heard;
    for (int tries = 0; tries <= options_.retries; ++tries) {
      Result<Answer> answer = agent_.ask(state);
      if (!answer) return answer.error();
      judgement_.agent_seconds += answer->seconds;
      heard.seconds += answer->seconds;
      heard.line = std::move(answer->line);
      if (tries > 0) ++judgement_.retries;
      if (answer->reply == Reply::kGone) {
        judgement_.gave_up = true;
        return heard;
      }
      if (answer->reply == Reply::kLine) {
        Result<std::string> move = read_answer(state, heard.line);
        if (move) {
          heard.move = std::move(*move);
          return heard;
        }
        answer->reason = move.error().message;
      }
      count(answer->reply);
      tell_trouble({state.text(), heard.line, std::move(answer->reason)});
    }
    return heard;
  }

  // The first ones; what an agent repeats when it is asked again is told once.
  void tell_trouble(Trouble trouble) {
    std::vector<Trouble>& told = judgement_.troubles;
    const bool repeats = !told.empty() && told.back().position == trouble.position &&
                         told.back().answer == trouble.answer;
    if (!repeats && told.size() < kTroubles) told.push_back(std::move(trouble));
  }

  void count(Reply reply) {
    if (reply == Reply::kLine) ++judgement_.illegal;
    if (reply == Reply::kTimeout) ++judgement_.timeouts;
    if (reply == Reply::kCrash) ++judgement_.crashes;
  }

  Result<void> ask_positions() {
    Sampler sampler(game_, *analyst_, options_.seed, options_.critical, options_.budget);
    while (judgement_.all.asked < options_.positions) {
      Result<std::optional<Sample>> sample = sampler.next();
      if (!sample) return sample.error();
      if (!*sample) break;
      Result<Heard> heard = ask(*(*sample)->state);
      if (!heard) return heard.error();
      if (judgement_.gave_up) break;
      score(**sample, std::move(*heard));
      progress_.advance(1);
    }
    return {};
  }

  void score(const Sample& sample, Heard heard) {
    const Analysis& analysis = sample.analysis;
    const auto keeps = [&](const RatedMove& m) { return analysis.keeps(m); };
    const auto keeping = std::count_if(analysis.moves.begin(), analysis.moves.end(), keeps);
    const auto moves = static_cast<std::ptrdiff_t>(analysis.moves.size());
    const RatedMove* move = rated(analysis, heard);
    const bool kept = move != nullptr && keeps(*move);
    const bool critical = keeping < moves;
    const double by_chance = static_cast<double>(keeping) / static_cast<double>(moves);
    TierScore& tier = judgement_.tiers[sample.tier];
    judgement_.all.add(kept);
    judgement_.by_value[analysis.rating.verdict].add(kept);
    judgement_.origins[sample.origin].add(kept);
    tier.all.add(kept);
    judgement_.expected_kept += by_chance;
    tier.expected_kept += by_chance;
    if (critical) {
      judgement_.critical.add(kept);
      tier.critical.add(kept);
      judgement_.expected_critical += by_chance;
      tier.expected_critical += by_chance;
    }
    judgement_.sources.insert(analysis.source);
    if (!analysis.how.empty()) judgement_.how.insert(analysis.how);
    if (move != nullptr) {
      if (static_cast<std::size_t>(move - analysis.moves.data()) < analysis.best) {
        ++judgement_.best;
      }
      if (!kept) remember(sample, *move);
    }
    judgement_.answers.push_back({sample.state->text(), sample.tier, analysis.seat, sample.origin,
                                  analysis.rating, critical, kept, std::move(heard.line),
                                  std::move(heard.move), analysis.moves.front().move,
                                  heard.seconds});
  }

  // Null where no legal move was named, or where nothing is known of it.
  static const RatedMove* rated(const Analysis& analysis, const Heard& heard) {
    const auto found = std::find_if(analysis.moves.begin(), analysis.moves.end(),
                                    [&](const RatedMove& move) { return heard.move == move.move; });
    return found == analysis.moves.end() ? nullptr : &*found;
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
    guessing_ = make_guessing_player(game_, options_.seed, options_.budget.cancel);
    auto state = game_.initial();
    while (!state->result()) {
      if (const auto stopped = options_.budget.exhausted()) return *stopped;
      if (++visits[state->text()] == kRepetitions || played.moves.size() >= kLongestGame) {
        played.end = GameEnd::kDrawn;
        played.result = played.moves.size() >= kLongestGame ? "not over after so many moves: draw"
                                                            : "the same position again: draw";
        return played;
      }
      const auto move =
          state->seat() == seat ? agent_moves(*state, played) : other_moves(*state, played);
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

  static void note_unknown(PlayedGame& played) {
    if (!played.beyond) played.beyond = static_cast<int>(played.moves.size()) + 1;
  }

  // Nothing where the game ends here; `played` then says how.
  Chosen agent_moves(const State& state, PlayedGame& played) {
    const Result<Analysis> analysis = analyst_->known(state);
    if (!analysis && !is_unknown(analysis.error())) return analysis.error();
    const bool decided = analysis && is_decided(state, *analysis);
    if (!decided) note_unknown(played);
    if (decided && !played.start) played.start = analysis->rating;
    Result<Heard> heard = ask(state);
    if (!heard) return heard.error();
    if (!heard->move) {
      played.end = GameEnd::kForfeited;
      played.result = "lost by an illegal answer";
      return std::optional<std::string>();
    }
    const bool kept = !decided || analysis->keeps(*rated(*analysis, *heard));
    if (!kept && !played.first_mistake) {
      played.first_mistake = static_cast<int>(played.moves.size()) + 1;
    }
    return std::move(heard->move);
  }

  Chosen other_moves(const State& state, PlayedGame& played) {
    const bool chance = state.seat() >= static_cast<int>(game_.seats().size());
    if (chance) return as_chosen(system_->choose(state));
    Result<std::string> move = perfect_->choose(state);
    const bool known = move && perfect_->source() != play::Source::kGuess;
    if (known) return as_chosen(std::move(move));
    if (!move && !is_unknown(move.error())) return move.error();
    note_unknown(played);
    return as_chosen(guessing_->choose(state));
  }

  static Chosen as_chosen(Result<std::string> move) {
    if (!move) return move.error();
    return std::optional<std::string>(std::move(*move));
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
  std::unique_ptr<play::Player> guessing_;  // made for each game: it remembers what it has left
  Progress progress_;
  Judgement judgement_;
};

}  // namespace

Result<Judgement> examine(const Game& game, std::shared_ptr<play::Analyst> analyst, Agent& agent,
                          play::Player* system, const ExamineOptions& options) {
  const auto start = analyst->known(*game.initial());
  if (!start && start.error().code == ErrorCode::kMissing) {
    return bad_input(
        "no exact values of this board are known to judge by; make tables first and give their "
        "folder");
  }
  return Examination(game, std::move(analyst), agent, system, options).run();
}

}  // namespace noughts::judge
