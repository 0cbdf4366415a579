#include "noughts/cli/games.h"

#include <fmt/format.h>

#include "noughts/core/text.h"
#include "noughts/play/hyper_analyst.h"
#include "noughts/play/quantum_analyst.h"
#include "noughts/play/quixo_analyst.h"
#include "noughts/quixo/solve/in_memory.h"

namespace noughts::cli {
namespace {

// Empty for a family without an analyst.
template <class Options, class Analyse>
AnalystFactory analyst_factory(const std::shared_ptr<Options>& options, Analyse analyse) {
  if constexpr (std::is_same_v<Analyse, std::nullptr_t>) {
    return {};
  } else {
    return [options, analyse](Context& context) { return analyse(*options, context); };
  }
}

// The System of quantum tic-tac-toe: draws by its seed, or throws dice.
Result<std::unique_ptr<play::Player>> make_quantum_system(const QuantumOptions& options,
                                                          std::uint64_t seed) {
  Result<quantum::Rules> rules = options.parse();
  if (!rules) return rules.error();
  if (options.dice.empty()) return play::make_quantum_system(*rules, seed);
  return play::make_quantum_dice(*rules, *options.parse_dice(), seed);
}

template <class Options>
SystemFactory system_factory(const std::shared_ptr<Options>&) {
  return {};
}
SystemFactory system_factory(const std::shared_ptr<QuantumOptions>& options) {
  return [options](std::uint64_t seed) { return make_quantum_system(*options, seed); };
}

// greedy, or learned:FILE; learned alone is the file that `train` writes unasked.
Result<std::unique_ptr<play::Player>> make_hyper_player(const HyperOptions& options,
                                                        const std::string& kind) {
  Result<hyper::Rules> rules = options.parse();
  if (!rules) return rules.error();
  constexpr std::string_view kLearned = "learned";
  if (kind == "greedy") {
    return play::make_hyper_greedy_player(*rules, {.penalty = hyper::Penalty::kFull});
  }
  if (kind == kLearned) return play::make_hyper_learned_player(*rules, "learned.player");
  if (kind.starts_with("learned:")) {
    return play::make_hyper_learned_player(*rules, kind.substr(kLearned.size() + 1));
  }
  return bad_input(fmt::format(
      "{} is no player: human, random, perfect, perfect:SHARE, greedy, learned or learned:FILE",
      quote(kind)));
}

template <class Options>
PlayerFactory player_factory(const std::shared_ptr<Options>&) {
  return {};
}
PlayerFactory player_factory(const std::shared_ptr<HyperOptions>& options) {
  return [options](const std::string& kind) { return make_hyper_player(*options, kind); };
}

// Makes the subcommand of one family; its options live as long as its action.
template <class Options, class Analyse>
void add_family(const Command& verb, Context& context, const std::string& family,
                const std::string& about, const std::string& example, const GameSetup& setup,
                Analyse analyse) {
  const Command sub = verb.sub(family, about);
  auto options = std::make_shared<Options>();
  options->add_to(sub);
  context.add_common(sub, example);
  setup({sub, family, [options] { return play::make_game(*options); },
         analyst_factory(options, analyse),
         [options, sub] {
           if constexpr (requires { options->add_knowledge_to(sub); }) {
             options->add_knowledge_to(sub);
           }
         },
         system_factory(options), player_factory(options)});
}

using AnalystResult = Result<std::shared_ptr<play::Analyst>>;

AnalystResult analyse_hyper(const HyperOptions& options, Context& context) {
  Result<hyper::Rules> rules = options.parse();
  if (!rules) return rules.error();
  return play::make_hyper_analyst(*rules, {.cancel = &context.cancel});
}

// From tables, or for 3x3 and 4x4 by solving first.
AnalystResult analyse_quixo(const QuixoOptions& options, Context& context) {
  Result<quixo::Rules> rules = options.parse();
  if (!rules) return rules.error();
  Workers workers(context.threads, {.cancel = &context.cancel, .progress = context.progress()});
  auto values = options.tables.empty() ? quixo::solve_in_memory(*rules, workers)
                                       : quixo::open_tables(options.tables, *rules);
  if (!values) return values.error();
  return play::make_quixo_analyst(std::move(*values));
}

AnalystResult analyse_quantum(const QuantumOptions& options, Context& context) {
  Result<quantum::Rules> rules = options.parse();
  if (!rules) return rules.error();
  return play::make_quantum_analyst(*rules, {.cancel = &context.cancel});
}

}  // namespace

void QuixoOptions::add_knowledge_to(const Command& command) {
  command.option("--tables", tables,
                 "Folder of solved tables (without it 3x3 and 4x4 are solved first)");
}

void QuixoOptions::add_to(const Command& command) {
  command.option("--size", size, "Side of the board, 3 to 5").show_default();
  command.option("--line", line, "Tiles in a winning line (default: the size)");
  command.option("--both-lines", both_lines, "A move that makes lines of both signs: lose or win")
      .one_of({"lose", "win"})
      .show_default();
}

void QuantumOptions::add_to(const Command& command) {
  command
      .option("--collapse", collapse,
              "Who selects at a collapse: opponent (default), mover or chance")
      .one_of({"opponent", "mover", "chance"});
  command.option("--q", q, "Probability that chance favours O, such as 3/4 or 0.75 (default 1/2)");
  command.option("--dice", dice,
                 "Dice instead of q: 2:7 throws two dice, and X is favoured up to a sum of 7");
  add_scoring_to(command);
}

void QuantumOptions::add_scoring_to(const Command& command) {
  command.option("--draw", draw, "What a draw is worth to X").show_default();
  command.flag("--double-win", double_win, "Two rows of one player score 40");
}

void HyperOptions::add_to(const Command& command) {
  command.option("--side", side, "Cells along a side, n of n^k").show_default();
  command.option("--dims", dims, "Dimensions, k of n^k").show_default();
  command.option("--players", players, "Players, 2 to 8").show_default();
}

void add_games(const Command& verb, Context& context, const std::string& example,
               const GameSetup& setup) {
  verb.require_sub();
  add_family<QuixoOptions>(verb, context, "quixo", "Quixo on 3x3, 4x4 or 5x5",
                           fmt::format(fmt::runtime(example), "quixo --size 4"), setup,
                           analyse_quixo);
  add_family<QuantumOptions>(verb, context, "quantum", "Quantum tic-tac-toe",
                             fmt::format(fmt::runtime(example), "quantum --collapse mover"), setup,
                             analyse_quantum);
  add_family<HyperOptions>(verb, context, "hyper", "Tic-tac-toe on n^k boards with 2 to 8 players",
                           fmt::format(fmt::runtime(example), "hyper --side 4 --dims 3"), setup,
                           analyse_hyper);
}

Result<std::unique_ptr<play::State>> read_state(const play::Game& game,
                                                const std::string& position) {
  if (position.empty()) return game.initial();
  Result<std::string> text = read_position(position);
  if (!text) return text.error();
  return game.parse(*text);
}

}  // namespace noughts::cli
