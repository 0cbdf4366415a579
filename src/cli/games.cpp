#include "noughts/cli/games.h"

#include <fmt/format.h>

#include "noughts/core/text.h"
#include "noughts/play/families.h"
#include "noughts/play/hyper_analyst.h"
#include "noughts/play/quantum_analyst.h"
#include "noughts/play/quixo_search.h"

namespace noughts::cli {
namespace {

void add_knowledge(QuixoOptions& options, const Command& sub, Context&) {
  options.add_knowledge_to(sub);
}
void add_knowledge(QuantumOptions&, const Command&, Context&) {}
void add_knowledge(HyperOptions& options, const Command& sub, Context& context) {
  context.add_memory(sub);
  sub.option("--proofs", options.proofs, "Folder of certificates, to use their proved wins");
}

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
    return play::make_hyper_greedy_player(*rules, {.penalty = hyper::study::Penalty::kFull});
  }
  if (kind == kLearned) return play::make_hyper_learned_player(*rules, "learned.player");
  if (kind.starts_with("learned:")) {
    return play::make_hyper_learned_player(*rules, kind.substr(kLearned.size() + 1));
  }
  return bad_input(
      fmt::format("{} is not a player; choose human, {}, greedy, learned or learned:FILE",
                  quote(kind), play::level_names()));
}

// search: looks ahead, whether there are values or not.
Result<std::unique_ptr<play::Player>> make_quixo_player(const QuixoOptions& options,
                                                        const std::string& kind, std::uint64_t seed,
                                                        Context& context) {
  const auto any = options.parse_any();
  if (!any) return any.error();
  if (kind != "search") {
    return bad_input(fmt::format("{} is not a player; choose human, {} or search", quote(kind),
                                 play::level_names()));
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
          "search"};
}
MorePlayers more_players(const std::shared_ptr<QuantumOptions>&) { return {}; }
MorePlayers more_players(const std::shared_ptr<HyperOptions>& options) {
  return {[options](const std::string& kind, std::uint64_t, Context&) {
            return make_hyper_player(*options, kind);
          },
          "greedy, learned:FILE"};
}

template <class Options>
Result<std::unique_ptr<play::Game>> game_of(const Options& options) {
  const auto rules = options.parse();
  if (!rules) return rules.error();
  return play::make_game(*rules);
}

Result<std::unique_ptr<play::Game>> game_of(const QuixoOptions& options) {
  const auto any = options.parse_any();
  if (!any) return any.error();
  return std::visit([](const auto& rules) { return play::make_game(rules); }, *any);
}

// Where the analyst's knowledge comes from.
void put_sources(const QuixoOptions& options, play::Sources& sources) {
  sources.tables = options.tables;
}
void put_sources(const QuantumOptions&, play::Sources&) {}
void put_sources(const HyperOptions& options, play::Sources& sources) {
  sources.proofs = options.proofs;
}

// Makes the subcommand of one family; its options live as long as its action.
template <class Options>
void add_family(const Command& verb, Context& context, const play::FamilyTable& family,
                const std::string& example, const GameSetup& setup) {
  const Command sub = verb.sub(family.name, family.about);
  auto options = std::make_shared<Options>();
  options->add_to(sub);
  context.add_common(sub, example);
  const MorePlayers more = more_players(options);
  setup({sub, family.name, [options] { return game_of(*options); },
         [options](Context& with, play::Sources sources) -> AnalystResult {
           const auto game = game_of(*options);
           if (!game) return game.error();
           sources.budget = with.budget();
           sources.threads = with.threads;
           put_sources(*options, sources);
           return play::make_analyst(**game, sources);
         },
         [options, sub, &context] { add_knowledge(*options, sub, context); },
         system_factory(options), more.make, more.names});
}

}  // namespace

void QuixoOptions::add_knowledge_to(const Command& command) {
  command.option("--tables", tables, "Folder of solved tables; most 5x5 boards need it");
}

Result<hyper::Rules> HyperOptions::parse_normal() const {
  if (values.flag("misere")) {
    return bad_input("this works for the normal game only; leave out --misere");
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
  add_family<QuixoOptions>(verb, context, families[0], with("quixo --size 4"), setup);
  add_family<QuantumOptions>(verb, context, families[1], with("quantum --collapse mover"), setup);
  add_family<HyperOptions>(verb, context, families[2], with("hyper --side 4 --dims 3"), setup);
}

Result<std::unique_ptr<play::State>> read_state(const play::Game& game,
                                                const std::string& position) {
  if (position.empty()) return game.initial();
  Result<std::string> text = read_position(position);
  if (!text) return text.error();
  return game.parse(*text);
}

}  // namespace noughts::cli
