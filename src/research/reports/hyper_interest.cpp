#include "noughts/research/reports/hyper_interest.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "noughts/hyper/notation.h"
#include "noughts/hyper/proof/claim.h"
#include "noughts/present/hyper_board.h"

namespace noughts::research::reports {
namespace {

std::string game_text(const hyper::Rules& rules, const std::vector<hyper::Cell>& game) {
  std::string text;
  for (const hyper::Cell cell : game) {
    text += (text.empty() ? "" : " ") + cell_text(rules.board(), cell);
  }
  return text;
}

}  // namespace

std::string yes_no_open(const std::optional<bool>& value) {
  return !value ? "open" : *value ? "yes" : "no";
}

Json true_false_null(const std::optional<bool>& value) {
  return value ? Json(*value) : Json(nullptr);
}

// forced_win: the player who can force a win, false for nobody, null where it is open.
Json interest_document(const hyper::Rules& rules, const hyper::research::Interest& found) {
  Json seats = Json::array();
  for (std::size_t i = 0; i < found.seats.size(); ++i) {
    const hyper::research::SeatChances& seat = found.seats[i];
    Json chances = {{"player", i + 1},
                    {"can_win", true_false_null(seat.can_win)},
                    {"can_lose", true_false_null(seat.can_lose)},
                    {"can_draw", true_false_null(found.drawn_filling)}};
    if (!seat.winning_game.empty()) chances["wins"] = game_text(rules, seat.winning_game);
    seats.push_back(std::move(chances));
  }
  const Json forced = !found.is_forced   ? Json(nullptr)
                      : *found.is_forced ? Json(*found.winner + 1)
                                         : Json(false);
  Json document = present::board_fields(rules.board());
  document.update({{"players", rules.players()},
                   {"interesting", true_false_null(found.interesting)},
                   {"forced_win", forced},
                   {"drawn_filling", true_false_null(found.drawn_filling)},
                   {"filling", found.filling},
                   {"seats", std::move(seats)},
                   {"how", found.how},
                   {"reasons",
                    {{"forced_win", found.forced_how},
                     {"drawn_filling", found.filling_how},
                     {"seats", found.seats_how}}}});
  if (rules.misere()) document["misere"] = true;
  return document;
}

std::string interest_text(const hyper::Rules& rules, const hyper::research::Interest& found) {
  const std::string forced = !found.is_forced   ? "open"
                             : *found.is_forced ? fmt::format("player {}", *found.winner + 1)
                                                : "nobody";
  std::string text = fmt::format(
      "{} with {} players{}: interesting: {}; {}\n"
      "forces a win:  {} ({})\ndrawn filling: {} ({})\n",
      rules.board().name(), rules.players(), rules.misere() ? ", misère" : "",
      yes_no_open(found.interesting), found.how, forced, found.forced_how,
      yes_no_open(found.drawn_filling), found.filling_how);
  text += fmt::format("player  can win  can lose  ({})\n", found.seats_how);
  for (std::size_t i = 0; i < found.seats.size(); ++i) {
    const hyper::research::SeatChances& seat = found.seats[i];
    constexpr std::size_t kShown = 30;  // longer games are in the document
    const bool shown = !seat.winning_game.empty() && seat.winning_game.size() <= kShown;
    const std::string loses = yes_no_open(seat.can_lose);
    text += fmt::format("{:>6}  {:<7}  {}", i + 1, yes_no_open(seat.can_win), loses);
    text +=
        shown ? fmt::format("{:{}}{}\n", "", 10 - loses.size(), game_text(rules, seat.winning_game))
              : "\n";
  }
  return text;
}

std::string certificate_file(const hyper::proof::Certificate& c) {
  const auto row = hyper::proof::provable(c);
  const bool one_player = row && row->of_one_player;
  const std::string board =
      c.board == nullptr ? fmt::format("{}to{}", c.side, c.dims)
      : c.board->is_grid()
          ? fmt::format("{}-line{}", fmt::join(c.board->extents(), "x"), c.board->longest())
          : fmt::format("{}cells-{}lines", c.board->cells(), c.board->lines());
  return fmt::format("{}-players{}-{}-{}.cert", board, c.players,
                     c.or_more    ? "or-more"
                     : one_player ? fmt::format("player{}", c.player + 1)
                                  : "all",
                     name_of(c.claim));
}

}  // namespace noughts::research::reports
