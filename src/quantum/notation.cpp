#include "noughts/quantum/notation.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <vector>

#include "noughts/core/text.h"

namespace noughts::quantum {
namespace {

char sign_of(Player player) { return player == Player::kX ? 'X' : 'O'; }

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string ply_text(int ply, Pair pair) {
  return fmt::format("{}.{}-{}", mark_name(ply), pair.first + 1, pair.second + 1);
}

// A move that could be meant, for error messages.
std::string example_of(const Rules& rules, const Position& position) {
  return to_text(rules, position, rules.moves(position)[0]);
}

Result<Move> parse_selection(const Rules& rules, const Position& position, std::string_view text) {
  if (!position.pending) {
    return bad_input(
        fmt::format("{} selects, but no collapse is waiting; give a move", quote(text)));
  }
  return rules.moves(position)[text == "selA" ? 0 : 1];
}

// Strips "O4." from the front and checks it against who is to move.
Result<std::string_view> strip_ply(const Position& position, std::string_view text) {
  const int ply = position.plies;
  const std::size_t dot = text.find('.');
  if (dot == std::string_view::npos) return text;
  const std::string_view head = text.substr(0, dot);
  const bool shaped = head.size() == 2 && (head[0] == 'X' || head[0] == 'O') && is_digit(head[1]);
  if (!shaped) {
    return bad_input(fmt::format("{} begins with {}, not with the player and the ply such as {}",
                                 quote(text), quote(head), mark_name(ply)));
  }
  if (head[0] != sign_of(player_of(ply))) {
    return bad_input(fmt::format("{} is a move of {}, but {} is to move at ply {}", quote(text),
                                 head[0], sign_of(player_of(ply)), ply + 1));
  }
  if (head[1] - '0' != ply + 1) {
    return bad_input(
        fmt::format("{} says ply {}, but ply {} comes next", quote(text), head[1], ply + 1));
  }
  return text.substr(dot + 1);
}

// The two squares of "5-7".
Result<Pair> parse_pair(std::string_view text, std::string_view squares) {
  if (squares.size() != 3 || squares[1] != '-' || !is_digit(squares[0]) || !is_digit(squares[2])) {
    return bad_input(
        fmt::format("{} needs two squares such as 1-9, not {}", quote(text), quote(squares)));
  }
  for (const char c : {squares[0], squares[2]}) {
    if (c == '0') return bad_input(fmt::format("{} has square 0; squares are 1 to 9", quote(text)));
  }
  if (squares[0] > squares[2]) {
    return bad_input(fmt::format("{} must name its squares in ascending order, {}-{}", quote(text),
                                 squares[2], squares[0]));
  }
  return make_pair_of(squares[0] - '1', squares[2] - '1');
}

Result<Move> parse_ply(const Position& position, std::string_view text) {
  Result<std::string_view> squares = strip_ply(position, text);
  if (!squares) return squares.error();
  Result<Pair> pair = parse_pair(text, *squares);
  if (!pair) return pair.error();
  for (const int square : {int{pair->first}, int{pair->second}}) {
    if (position.settled >> square & 1) {
      return bad_input(
          fmt::format("{} marks square {}, which is settled", quote(text), square + 1));
    }
  }
  const bool last_square = std::popcount(position.settled) == kSquares - 1;
  if (pair->single() && !last_square) {
    return bad_input(fmt::format(
        "{} marks one square twice, which is only for the last single square", quote(text)));
  }
  return Move{*pair, false};
}

}  // namespace

std::string mark_name(int ply) { return fmt::format("{}{}", sign_of(player_of(ply)), ply + 1); }

std::string to_text(const Rules& rules, const Position& position) {
  std::string text;
  Position so_far = rules.initial();
  const auto add = [&](const Move& move) {
    if (!text.empty()) text += ' ';
    text += to_text(rules, so_far, move);
    so_far = rules.apply(so_far, move);
  };
  for (int ply = 0; ply < position.plies; ++ply) {
    const Mark& mark = position.marks[ply];
    add({mark.pair, false});
    if (so_far.pending && mark.settled()) add({make_pair_of(mark.square, mark.square), true});
  }
  return text;
}

std::string to_text(const Rules&, const Position& position, const Move& move) {
  if (!move.selects) return ply_text(position.plies, move.pair);
  return move.pair.first == position.marks[position.plies - 1].pair.first ? "selA" : "selB";
}

Result<Position> parse_position(const Rules& rules, std::string_view text) {
  Position position = rules.initial();
  int number = 0;
  for (const std::string_view word : split_words(text)) {
    ++number;
    Result<Move> move = parse_move(rules, position, word);
    if (!move) return bad_input(fmt::format("move {}: {}", number, move.error().message));
    position = rules.apply(position, *move);
  }
  return position;
}

Result<Move> parse_move(const Rules& rules, const Position& position, std::string_view text) {
  text = trim(text);
  if (rules.is_over(position)) {
    return bad_input(fmt::format("{} comes after the end of the game", quote(text)));
  }
  if (text == "selA" || text == "selB") return parse_selection(rules, position, text);
  if (position.pending) {
    return bad_input(
        fmt::format("{} comes where a collapse waits; give selA or selB", quote(text)));
  }
  if (text.empty()) {
    return bad_input(fmt::format("a move such as {} is missing", example_of(rules, position)));
  }
  return parse_ply(position, text);
}

Result<Scores> parse_scores(std::string_view text) {
  if (trim(text) == "original") return kOriginalScores;
  if (trim(text) == "zero-sum") return kZeroSumScores;
  std::vector<Rational> numbers;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const Result<Rational> number = parse_rational(text.substr(begin, end - begin));
    if (!number) return number.error();
    numbers.push_back(*number);
    begin = end + 1;
  }
  if (numbers.size() != 3) {
    return bad_input(
        fmt::format("{} is not a scoring; give a complete win, a narrow win and a draw, such as "
                    "20,10,0, or a name: original or zero-sum",
                    quote(text)));
  }
  return Scores{numbers[0], numbers[1], numbers[2]};
}

}  // namespace noughts::quantum
