// The games as the command line names them: `noughts VERB quixo --size 4 ...`.
//
// A verb that works for every game calls add_games: under the verb it makes one
// subcommand per family with the options of that family's rules, and hands the
// chosen game to the verb's action.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "cli/context.h"
#include "hyper/rules.h"
#include "play/game.h"
#include "play/player.h"
#include "play/quantum_analyst.h"
#include "quantum/rules.h"
#include "quixo/rules.h"

namespace noughts::cli {

// The options that choose the rules of each family. parse() fails with a
// sentence when they do not fit together.
struct QuixoOptions {
  int size = 5;
  int line = 0;
  std::string both_lines = "lose";
  std::string tables;

  void add_to(CLI::App& app);
  void add_knowledge_to(CLI::App& app);  // --tables
  Result<quixo::Rules> parse() const;
};

struct QuantumOptions {
  std::string collapse;  // empty: chance if q is given, else opponent
  std::string q;
  std::string dice;  // such as 1:2, see play::DiceOdds; instead of q
  std::string draw = "0";
  bool double_win = false;

  void add_to(CLI::App& app);
  void add_scoring_to(CLI::App& app);  // --draw and --double-win only
  Result<quantum::Rules> parse() const;
  Result<play::DiceOdds> parse_dice() const;
};

struct HyperOptions {
  int side = 3;
  int dims = 2;
  int players = 2;

  void add_to(CLI::App& app);
  Result<hyper::Rules> parse() const;
};

using GameFactory = std::function<Result<std::unique_ptr<play::Game>>()>;
// The analyst lives no longer than the context.
using AnalystFactory = std::function<Result<std::shared_ptr<play::Analyst>>(Context&)>;

// Who plays the seat after the last player, where the rules have one: the System.
using SystemFactory = std::function<Result<std::unique_ptr<play::Player>>(std::uint64_t seed)>;

// Players that only this family has, by name.
using PlayerFactory = std::function<Result<std::unique_ptr<play::Player>>(const std::string& kind)>;

struct GameCommand {
  CLI::App* app;  // the subcommand `VERB FAMILY`
  std::string family;
  GameFactory make_game;
  AnalystFactory make_analyst;  // empty where there is none
  // Adds the options that say where the analyst's knowledge comes from.
  std::function<void()> add_knowledge;
  SystemFactory make_system;  // empty where no chance is involved
  PlayerFactory make_player;  // empty where there are no further players
};

// What a verb does to each of the subcommands: add options, set the callback.
using GameSetup = std::function<void(const GameCommand&)>;

// `example` is a pattern in which {} stands for the family and an example of its options.
void add_games(CLI::App& verb, Context& context, const std::string& example,
               const GameSetup& setup);

// The position named by --position, or the initial one.
Result<std::unique_ptr<play::State>> read_state(const play::Game& game,
                                                const std::string& position);

}  // namespace noughts::cli
