#include "noughts/serve/opponent.h"

#include <fmt/format.h>

#include <random>

#include "noughts/core/text.h"
#include "noughts/play/choice.h"
#include "noughts/play/families.h"
#include "noughts/play/guess.h"
#include "noughts/present/documents.h"

namespace noughts::serve {
namespace {

using play::Parameter;

// An analyst that the player does not own.
std::shared_ptr<play::Analyst> borrowed(play::Analyst& analyst) {
  return {std::shared_ptr<play::Analyst>(), &analyst};
}

std::uint64_t seed_of(const Query& query) {
  if (query.given("seed")) return static_cast<std::uint64_t>(query.whole("seed"));
  return std::random_device{}();
}

// Whether a position that was not analysed for this reason may be guessed at: nothing is known
// of it, the board is too large, the time was up. A fault of the machine stays one.
bool may_guess(ErrorCode code) {
  return code == ErrorCode::kMissing || code == ErrorCode::kUnfinished ||
         code == ErrorCode::kBadInput || code == ErrorCode::kCancelled ||
         code == ErrorCode::kNoTime;
}

// One question for a move: who is to make it, and on which board.
struct Question {
  const play::Game& game;
  const play::State& state;
  const Query& query;
  std::uint64_t seed;

  Result<Json> ask(play::Player& player, const std::string& name) const {
    const std::optional<int> selects = player.gives_to(state);
    const std::string thrown = selects ? player.remark() : "";
    const Result<std::string> move =
        selects ? player.select(state, *selects) : player.choose(state);
    if (!move) return move.error();
    Json document = present::move_document(
        game, state,
        {.player = name, .move = *move, .remark = player.remark(), .source = player.source()});
    if (selects) {
      document["selects"] = game.seats()[static_cast<std::size_t>(*selects)];
      document["thrown"] = thrown;
    }
    return document;
  }
};

// Only quantum tic-tac-toe has a System. It works out both outcomes by itself, and waits for
// nobody.
Result<Json> ask_system(const quantum::Rules& rules, const Question& question) {
  return question.ask(*play::make_system(rules, question.query, question.seed), "system");
}
template <class Rules>
Result<Json> ask_system(const Rules&, const Question&) {
  return bad_input("chance decides nothing in this game");
}

// Nobody likes to wait for an opponent: on n^k boards it has less time than an analysis.
constexpr double kHyperSeconds = 0.7;

template <class Rules>
Result<Json> ask_analyst(AnalysisCache& analyses, const Rules& rules,
                         const AnalysisCache::Question& question) {
  return analyses.ask(rules, question);
}
Result<Json> ask_analyst(AnalysisCache& analyses, const hyper::Rules& rules,
                         const AnalysisCache::Question& question) {
  return analyses.ask(rules, question, kHyperSeconds);
}

template <class Rules>
Result<Json> ask_level(AnalysisCache& analyses, const Rules& rules, const Question& question,
                       double blunder) {
  const auto by = [&](std::shared_ptr<play::Analyst> analyst) {
    const auto player =
        play::make_level_player(question.game, std::move(analyst), question.seed, blunder);
    return question.ask(*player, question.query.text("player"));
  };
  if (blunder == 1) return by(nullptr);
  const Result<Json> known =
      ask_analyst(analyses, rules, [&](play::Analyst& analyst) { return by(borrowed(analyst)); });
  if (known || !may_guess(known.error().code)) return known;
  return by(nullptr);
}

}  // namespace

const play::Parameters& player_parameters() {
  static const play::Parameters table = {
      Parameter::text("player", "perfect", play::level_names() + " of random moves"),
      Parameter::whole("seed", "", 0, play::kUnbounded, "For the same choice again"),
  };
  return table;
}

Result<Json> choose_move(AnalysisCache& analyses, const play::Game& game, const play::State& state,
                         const Query& query) {
  if (state.result()) return bad_input("the game is over: " + *state.result());
  const auto blunder = play::parse_blunder(query.text("player"));
  if (!blunder) return blunder.error();
  if (!*blunder) {
    return bad_input(
        fmt::format("player takes {1}, not {0}", quote(query.text("player")), play::level_names()));
  }
  const Question question{game, state, query, seed_of(query)};
  const bool system = static_cast<std::size_t>(state.seat()) >= game.seats().size();
  return play::visit(game, [&](const auto& rules) {
    return system ? ask_system(rules, question) : ask_level(analyses, rules, question, **blunder);
  });
}

}  // namespace noughts::serve
