// noughts play GAME: people and players at one board, on a terminal or in a pipe.
//
// A person types a move in the game's notation, or one of: moves (or hint),
// undo, resign, quit. Everything the board needs to say goes to standard output; in a pipe
// the same lines come without colour.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <map>

#include "noughts/cli/games.h"
#include "noughts/cli/players.h"
#include "noughts/cli/verbs.h"
#include "noughts/core/text.h"
#include "noughts/play/player.h"
#include "noughts/present/render.h"

namespace noughts::cli {
namespace {

struct PlayArguments {
  std::string position;
  std::string first = "human";
  std::string second = "human";
  std::vector<std::string> others = {"human"};
  std::uint64_t seed = 1;
};

// One game at the board.
class Table {
 public:
  Table(Context& context, const play::Game& game, std::unique_ptr<play::State> state)
      : context_(context), game_(game) {
    history_.push_back(std::move(state));
  }

  // Empty pointer: a person.
  void seat(std::unique_ptr<play::Player> player) { players_.push_back(std::move(player)); }

  void run() {
    draw();
    while (true) {
      const play::State& now = *history_.back();
      if (const auto result = now.result()) return finish(*result);
      if (context_.cancel.cancelled()) return context_.fail(cancelled_error());
      if (context_.output_lost()) return;
      if (goes_round()) return finish("the players go round in circles: no result");
      play::Player* player = player_of(now);
      const bool goes_on = player != nullptr ? computer_moves(*player) : person_moves();
      if (!goes_on) return;
    }
  }

 private:
  play::Player* player_of(const play::State& state) const {
    const auto seat = static_cast<std::size_t>(state.seat());
    return seat < players_.size() ? players_[seat].get() : nullptr;
  }

  // Whether players who never tire stand in the same position for the third
  // time (Quixo knows no rule against it).
  bool goes_round() {
    const bool person = std::count(players_.begin(), players_.end(), nullptr) > 0;
    return !person && ++visits_[history_.back()->text()] == 3;
  }

  void draw() {
    const play::State& now = *history_.back();
    context_.print("\n" + present::render(game_, now, context_.style()));
  }

  void finish(const std::string& result) { context_.print(result + "\n"); }

  bool computer_moves(play::Player& player) {
    auto move = player.choose(*history_.back());
    if (!move) {
      context_.fail(move.error());
      return false;
    }
    if (const std::string remark = player.remark(); !remark.empty()) {
      context_.print(remark + "\n");
    }
    context_.print(fmt::format("{} plays {}\n", history_.back()->to_move(), *move));
    push(*move);
    return true;
  }

  bool person_moves() {
    const play::State& now = *history_.back();
    context_.print(fmt::format("{} to move> ", now.to_move()));
    std::string line;
    if (!std::getline(std::cin, line)) {
      context_.print("\n");
      if (context_.cancel.cancelled()) context_.fail(cancelled_error());
      return false;
    }
    if (isatty(STDIN_FILENO) != 1) context_.print(std::string(trim(line)) + "\n");
    return obey(std::string(trim(line)));
  }

  // What a person typed. Returns whether the game goes on.
  bool obey(const std::string& line) {
    if (line.empty()) return true;
    if (line == "quit") return false;
    if (line == "resign") {
      finish(history_.back()->to_move() + " resigns");
      return false;
    }
    if (line == "moves" || line == "hint") {
      context_.print(fmt::format("{}\n", fmt::join(history_.back()->moves(), " ")));
    } else if (line == "help") {
      context_.print("type a move, or: moves (or hint), undo, resign, quit\n");
    } else if (line == "undo") {
      undo();
    } else {
      push(line);
    }
    return true;
  }

  // Takes back to the last position where a person was to move.
  void undo() {
    std::size_t keep = history_.size();
    while (keep > 1 && player_of(*history_[keep - 2]) != nullptr) --keep;
    if (keep <= 1) {
      context_.print("nothing to take back\n");
      return;
    }
    history_.resize(keep - 1);
    draw();
  }

  void push(const std::string& move) {
    auto next = history_.back()->clone();
    const Result<void> played = next->play(move);
    if (!played) {
      context_.print(fmt::format("{}; type moves to see what is legal\n", played.error().message));
      return;
    }
    history_.push_back(std::move(next));
    draw();
  }

  Context& context_;
  const play::Game& game_;
  std::vector<std::unique_ptr<play::State>> history_;
  std::vector<std::unique_ptr<play::Player>> players_;
  std::map<std::string, int> visits_;
};

// Who has the seat; the last of `others` has all that are left.
const std::string& kind_of(const PlayArguments& arguments, std::size_t seat) {
  if (seat == 0) return arguments.first;
  if (seat == 1) return arguments.second;
  return arguments.others[std::min(seat - 2, arguments.others.size() - 1)];
}

void run_play(Context& context, const GameCommand& command, const play::Game& game,
              const PlayArguments& arguments) {
  if (context.json) return context.fail(bad_input("play talks with a person and has no --json"));
  auto state = read_state(game, arguments.position);
  if (!state) return context.fail(state.error());
  Table table(context, game, std::move(*state));
  for (std::size_t seat = 0; seat < game.seats().size(); ++seat) {
    const std::string& kind = kind_of(arguments, seat);
    auto player = kind == "human" ? std::unique_ptr<play::Player>()
                                  : make_player(context, command, kind, arguments.seed + seat);
    if (!player) return context.fail(player.error());
    table.seat(std::move(*player));
  }
  if (command.make_system) {
    auto system = command.make_system(arguments.seed + game.seats().size());
    if (!system) return context.fail(system.error());
    table.seat(std::move(*system));
  }
  table.run();
}

}  // namespace

void add_play(const Command& program, Context& context) {
  const Command verb = program.sub("play", "Play a game in the terminal");
  add_games(verb, context, "noughts play {} --o random", [&context](const GameCommand& command) {
    auto arguments = std::make_shared<PlayArguments>();
    const Command& sub = command.sub;
    sub.option("--position", arguments->position, "Position to start from");
    sub.option("--x,--first", arguments->first,
               command.make_player
                   ? "First player: human, random, perfect, perfect:SHARE of random moves, "
                     "greedy, or learned:FILE of noughts train"
                   : "First player: human, random, perfect or perfect:SHARE of random moves")
        .show_default();
    sub.option("--o,--second", arguments->second, "Second player").show_default();
    if (command.family == "hyper") {
      sub.option("--others", arguments->others,
                 "Players after the second, one by one with commas; the last has the rest")
          .list(1, 8)
          .show_default();
    }
    sub.option("--seed", arguments->seed, "Seed of the players' choices").show_default();
    command.add_knowledge();
    sub.on_run([&context, arguments, command] {
      auto game = command.make_game();
      if (!game) return context.fail(game.error());
      run_play(context, command, **game, *arguments);
    });
  });
}

}  // namespace noughts::cli
