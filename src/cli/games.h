// The games as the command line names them: `noughts VERB quixo --size 4 ...`.
//
// A verb that works for every game calls add_games: under the verb it makes one
// subcommand per family with the options of that family's rules, and hands the
// chosen game to the verb's action.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "noughts/cli/context.h"
#include "noughts/play/choice.h"
#include "noughts/play/game.h"
#include "noughts/play/knowledge.h"
#include "noughts/play/player.h"

namespace noughts::cli {

// The options that choose the rules of each family: the tables of play/choice.h on the
// command line.
struct QuixoOptions {
  play::Values values{play::quixo_parameters()};
  std::string tables;

  void add_to(const Command& command) { command.parameters(play::quixo_parameters(), values); }
  void add_knowledge_to(const Command& command);                            // --tables
  Result<quixo::Rules> parse() const { return play::quixo_rules(values); }  // up to 5x5
  Result<play::AnyQuixoRules> parse_any() const { return play::any_quixo_rules(values); }
};

struct QuantumOptions {
  play::Values values{play::quantum_parameters()};

  void add_to(const Command& command) { command.parameters(play::quantum_parameters(), values); }
  Result<quantum::Rules> parse() const { return play::quantum_rules(values); }
};

struct HyperOptions {
  play::Values values{play::hyper_parameters()};
  std::string proofs;

  void add_to(const Command& command) { command.parameters(play::hyper_parameters(), values); }
  Result<hyper::Rules> parse() const { return play::hyper_rules(values); }
  // For what knows the normal game only.
  Result<hyper::Rules> parse_normal() const;
};

using GameFactory = std::function<Result<std::unique_ptr<play::Game>>()>;
using AnalystResult = Result<std::shared_ptr<play::Analyst>>;
// Tables, proofs, budget and threads come from the options; the rest of the sources from the verb.
// The analyst lives no longer than the context.
using AnalystFactory = std::function<AnalystResult(Context&, play::Sources)>;

// Who plays the seat after the last player, where the rules have one: the System.
using SystemFactory = std::function<Result<std::unique_ptr<play::Player>>(std::uint64_t seed)>;

// Players that only this family has, by name.
using PlayerFactory = std::function<Result<std::unique_ptr<play::Player>>(
    const std::string& kind, std::uint64_t seed, Context& context)>;

struct GameCommand {
  Command sub;  // the subcommand `VERB FAMILY`
  std::string family;
  GameFactory make_game;
  AnalystFactory make_analyst;
  // Adds the options that say where the analyst's knowledge comes from.
  std::function<void()> add_knowledge;
  SystemFactory make_system;  // empty where no chance is involved
  PlayerFactory make_player;  // empty where there are no further players
  std::string more_players;   // what these are called, as the help lists them
};

// What a verb does to each of the subcommands: add options, set the callback.
using GameSetup = std::function<void(const GameCommand&)>;

// `example` is a pattern in which {} stands for the family and an example of its options.
void add_games(const Command& verb, Context& context, const std::string& example,
               const GameSetup& setup);

// The position named by --position, or the initial one.
Result<std::unique_ptr<play::State>> read_state(const play::Game& game,
                                                const std::string& position);

}  // namespace noughts::cli
