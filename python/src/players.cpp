#include "players.h"

#include <fmt/format.h>

#include "noughts/core/text.h"
#include "noughts/play/guess.h"
#include "noughts/play/player.h"

namespace noughts::python {
namespace {

struct BuiltInPlayer {
  std::shared_ptr<Game> game;
  std::string kind;
  std::unique_ptr<play::Player> player;
};

BuiltInPlayer make_player(const std::shared_ptr<Game>& game, const std::string& kind,
                          std::uint64_t seed) {
  const std::optional<double> blunder = unwrap(play::parse_blunder(kind));
  if (!blunder) {
    raise(
        bad_input(fmt::format("{} is not a player; choose {}", quote(kind), play::level_names())));
  }
  auto analyst = *blunder == 1 ? nullptr : game->analyst(py::none());
  return {game, kind, play::make_level_player(game->game(), std::move(analyst), seed, *blunder)};
}

std::string choose(const BuiltInPlayer& player, const Position& position) {
  if (position.game->game().family() != player.game->game().family()) {
    raise(bad_input("this player plays another game; make one for the game of the position"));
  }
  if (position.state->result()) raise(bad_input("the game is over; there is no move to play"));
  return player.game->with_analyst(py::none(), [&](play::Analyst&, const Budget&) {
    return player.player->choose(*position.state);
  });
}

}  // namespace

void add_players(py::module_& module, py::class_<Game, std::shared_ptr<Game>>& game) {
  py::class_<BuiltInPlayer>(module, "Player", "A built-in player: call it with a position.")
      .def_property_readonly(
          "kind", [](const BuiltInPlayer& p) { return p.kind; }, "The strength as it was given.")
      .def("__call__", choose, py::arg("position"), "The move that it plays.")
      .def("__repr__", [](const BuiltInPlayer& p) { return fmt::format("<player {}>", p.kind); });
  game.def("player", make_player, py::arg("kind") = "perfect", py::arg("seed") = 1,
           "A built-in player: random, easy, medium, hard, perfect, or perfect:SHARE, which plays "
           "that share of its moves at random. On boards without values it searches or guesses.");
}

}  // namespace noughts::python
