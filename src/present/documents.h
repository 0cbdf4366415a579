// The JSON documents that are the same for every game: what `show`, `moves`,
// `analyze` and `line` answer, on the command line and over HTTP. docs/reference/json.md
// names every key.
#pragma once

#include "noughts/core/json.h"
#include "noughts/play/analysis.h"
#include "noughts/play/game.h"
#include "noughts/play/line.h"

namespace noughts::present {

// What a position or a move is worth: `value`, `exact`, `plies`, `rank`, as far as they are
// known. The rating is that of `seat`; a score is published for X, whoever moves.
void put_rating(Json& to, const play::Rating& rating, int seat);
// The same in words: "win in 3", "5/2".
std::string rating_text(const play::Rating& rating, int seat,
                        const std::optional<double>& estimate = std::nullopt);

Json show_document(const play::Game& game, const play::State& state);
Json moves_document(const play::Game& game, const play::State& state);
Json analysis_document(const play::Game& game, const play::State& state,
                       const play::Analysis& analysis);
// The same for people, below a picture of the position. Moves that are images of one another are
// one line with their number, unless all are wanted.
std::string analysis_text(const play::State& state, const play::Analysis& analysis,
                          bool all_moves = false);
// The best moves with their values, for somebody who is playing. Require: the game goes on.
std::string hint_text(const play::State& state, const play::Analysis& analysis);
Json line_document(const play::Game& game, const play::Line& line);

// What a player does in a position.
struct ChosenMove {
  std::string player;  // as asked, or "system"
  std::string move;
  std::string remark;
  std::optional<play::Source> source = std::nullopt;  // nothing: it was left to chance
};
// Require: the move is legal.
Json move_document(const play::Game& game, const play::State& state, const ChosenMove& chosen);

}  // namespace noughts::present
