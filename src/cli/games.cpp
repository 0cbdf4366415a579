#include "noughts/cli/games.h"

#include <fmt/format.h>

#include "noughts/core/text.h"
#include "noughts/play/families.h"
#include "noughts/play/hyper_analyst.h"
#include "noughts/play/quantum_analyst.h"
#include "noughts/play/quixo_analyst.h"
#include "noughts/play/quixo_search.h"
#include "noughts/play/traps.h"
#include "noughts/quixo/publish/open.h"
#include "noughts/quixo/solve/in_memory.h"

namespace noughts::cli {
namespace {

void add_knowledge(QuixoOptions& options, const Command& sub, Context&) {
  options.add_knowledge_to(sub);
}
void add_knowledge(QuantumOptions&, const Command&, Context&) {}
void add_knowledge(HyperOptions&, const Command& sub, Context& context) { context.add_memory(sub); }

Result<std::unique_ptr<play::Player>> make_quantum_system(const QuantumOptions& options,
                                                          std::uint64_t seed) {
  Result<quantum::Rules> rules = options.parse();
  if (!rules) return rules.error();
  return play::make_system(*rules, options.values, seed);
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
  return bad_input(fmt::format("{} is no player: human, {}, greedy, learned or learned:FILE",
                               quote(kind), play::level_names()));
}

// search: looks ahead, whether there are values or not.
Result<std::unique_ptr<play::Player>> make_quixo_player(const QuixoOptions& options,
                                                        const std::string& kind, std::uint64_t seed,
                                                        Context& context) {
  const auto any = options.parse_any();
  if (!any) return any.error();
  if (kind != "search") {
    return bad_input(
        fmt::format("{} is no player: human, {} or search", quote(kind), play::level_names()));
  }
  const play::QuixoSearchOptions search{.seed = seed, .cancel = &context.cancel};
  return std::visit(
      [&](const auto& rules) { return play::make_quixo_search_player(rules, search); }, *any);
}

struct MorePlayers {
  PlayerFactory make;
  std::string names;
};
MorePlayers more_players(const std::shared_ptr<QuixoOptions>& options) {
  return {[options](const std::string& kind, std::uint64_t seed, Context& context) {
            return make_quixo_player(*options, kind, seed, context);
          },
          "search (looks ahead for half a second)"};
}
MorePlayers more_players(const std::shared_ptr<QuantumOptions>&) { return {}; }
MorePlayers more_players(const std::shared_ptr<HyperOptions>& options) {
  return {[options](const std::string& kind, std::uint64_t, Context&) {
            return make_hyper_player(*options, kind);
          },
          "greedy, or learned:FILE of noughts train"};
}

template <class Options>
Result<std::unique_ptr<play::Game>> game_of(const Options& options) {
  const auto rules = options.parse();
  if (!rules) return rules.error();
  return play::make_game(*rules);
}

using AnalystResult = Result<std::shared_ptr<play::Analyst>>;

AnalystResult with_traps(const AnalystResult& values) {
  if (!values) return values.error();
  return std::shared_ptr<play::Analyst>(std::make_shared<play::TrapFinder>(*values));
}

Result<std::unique_ptr<play::Game>> game_of(const QuixoOptions& options) {
  const auto any = options.parse_any();
  if (!any) return any.error();
  return std::visit([](const auto& rules) { return play::make_game(rules); }, *any);
}

// Makes the subcommand of one family; its options live as long as its action.
template <class Options, class Analyse>
void add_family(const Command& verb, Context& context, const play::FamilyTable& family,
                const std::string& example, const GameSetup& setup, Analyse analyse) {
  const Command sub = verb.sub(family.name, family.about);
  auto options = std::make_shared<Options>();
  options->add_to(sub);
  context.add_common(sub, example);
  const MorePlayers more = more_players(options);
  setup({sub, family.name, [options] { return game_of(*options); },
         [options, analyse](Context& with) { return with_traps(analyse(*options, with)); },
         [options, sub, &context] { add_knowledge(*options, sub, context); },
         system_factory(options), more.make, more.names,
         [options, analyse](Context& with) { return analyse(*options, with); }});
}

AnalystResult analyse_hyper(const HyperOptions& options, Context& context) {
  Result<hyper::Rules> rules = options.parse();
  if (!rules) return rules.error();
  Budget budget = context.budget();
  budget.progress = {};
  return play::make_hyper_analyst(*rules, budget);
}

// From tables, for 3x3 and 4x4 by solving first, else by searching, which guesses.
AnalystResult analyse_quixo(const QuixoOptions& options, Context& context) {
  const auto any = options.parse_any();
  if (!any) return any.error();
  const int size = std::visit([](const auto& made) { return made.size(); }, *any);
  if (options.tables.empty() && size > quixo::kMostSolvedInMemory) {
    return std::visit(
        [&](const auto& made) {
          return play::make_quixo_search_analyst(made, {.cancel = &context.cancel});
        },
        *any);
  }
  const Result<quixo::Rules> rules = options.parse();
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
                 "Folder of solved tables (without it 3x3 and 4x4 are solved first, the openings "
                 "of 5x5 are known, and what lies beyond is searched, which gives a guess)");
}

Result<hyper::Rules> HyperOptions::parse_normal() const {
  if (values.flag("misere")) {
    return bad_input("this knows the normal game only: leave out --misere");
  }
  return parse();
}

void add_games(const Command& verb, Context& context, const std::string& example,
               const GameSetup& setup) {
  verb.require_sub();
  const auto with = [&](const char* options) {
    return fmt::format(fmt::runtime(example), options);
  };
  const std::vector<play::FamilyTable>& families = play::family_tables();
  add_family<QuixoOptions>(verb, context, families[0], with("quixo --size 4"), setup,
                           analyse_quixo);
  add_family<QuantumOptions>(verb, context, families[1], with("quantum --collapse mover"), setup,
                             analyse_quantum);
  add_family<HyperOptions>(verb, context, families[2], with("hyper --side 4 --dims 3"), setup,
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
