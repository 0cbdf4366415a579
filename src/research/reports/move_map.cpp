#include "noughts/research/reports/move_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <optional>

#include "noughts/play/families.h"

namespace noughts::research::reports {
namespace {

constexpr int kMapSide = 3;

struct Frame {
  double x;
  double y;
  double size;
};

// 'X', 'O' or '.', row by row.
std::string marks_of(const play::Game& game, const play::State& state) {
  if (game.family() == play::Family::kQuixo) {
    std::string marks;
    for (const char c : state.text()) {
      if ((c == 'X' || c == 'O' || c == '.') && marks.size() < kMapSide * kMapSide) marks += c;
    }
    return marks;
  }
  std::string marks;
  for (const std::uint8_t mark : play::position_of<hyper::Rules>(state).marks) {
    marks += ".XO"[mark];
  }
  return marks;
}

class Drawing {
 public:
  Drawing(const play::Game& game, play::Analyst& analyst, int seat, const Budget& budget)
      : game_(game),
        analyst_(analyst),
        seat_(seat),
        budget_(budget),
        quixo_(game.family() == play::Family::kQuixo) {}

  MoveMap run(const std::string& title) {
    constexpr double kPage = 2592;  // 6^4 * 2: whole numbers down to the smallest boards
    constexpr double kTitle = 60;
    const auto start = game_.initial();
    const Frame page{20, kTitle, kPage};
    if (start->seat() == seat_) {
      guided(*start, page, 0);
    } else {
      board(*start, page, "", std::nullopt);
      replies(*start, page, 0);
    }
    map_.svg = fmt::format(
                   "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" "
                   "font-family=\"sans-serif\">\n<style>path{{fill:none;stroke:#333}}"
                   ".n{{stroke:#c00}}.g{{stroke:#999}}</style>\n<rect width=\"{0}\" "
                   "height=\"{1}\" fill=\"white\"/>\n<text x=\"20\" y=\"44\" "
                   "font-size=\"36\">{2}</text>\n",
                   kPage + 40, kPage + kTitle + 20, title) +
               map_.svg + "</svg>\n";
    return map_;
  }

 private:
  Frame cell_frame(const Frame& f, int cell) const {
    const double third = f.size / kMapSide;
    const int row = cell / kMapSide;
    return {f.x + cell % kMapSide * third, f.y + row * third, third};
  }

  // T and R above, L and B below.
  static Frame quarter(const Frame& f, int which) {
    const double half = f.size / 2;
    const int row = which / 2;
    return {f.x + which % 2 * half, f.y + row * half, half};
  }

  // The cell of a move, and in Quixo the quarter.
  int cell_of(const std::string& move) const {
    if (quixo_) return ('0' + kMapSide - move[1]) * kMapSide + (move[0] - 'a');
    return (move[0] - '1') * kMapSide + (move[1] - '1');
  }
  static int quarter_of(const std::string& move) {
    return static_cast<int>(std::string_view("TRLB").find(move[2]));
  }

  void mark(const Frame& f, char sign, bool fresh) {
    const double pad = f.size * 0.18;
    const double low_x = f.x + pad;
    const double low_y = f.y + pad;
    const double inner = f.size - 2 * pad;
    const std::string look = fmt::format("{}stroke-width=\"{:.3g}\"", fresh ? "class=\"n\" " : "",
                                         f.size * (fresh ? 0.12 : 0.07));
    if (sign == 'X') {
      map_.svg +=
          fmt::format("<path {} d=\"M{:.5g} {:.5g}l{:.4g} {:.4g}m0 {:.4g}l{:.4g} {:.4g}\"/>\n",
                      look, low_x, low_y, inner, inner, -inner, -inner, inner);
    } else {
      map_.svg += fmt::format("<path {} d=\"M{:.5g} {:.5g}a{:.4g} {:.4g} 0 1 0 0.01 0z\"/>\n", look,
                              low_x + inner / 2, low_y, inner / 2, inner / 2);
    }
  }

  // Grid and marks; `fresh` is the cell of the best move in red, where it is known. In Quixo
  // whole rows move: the tile stands where it was pushed in.
  void board(const play::State& state, const Frame& f, const std::string& shade,
             std::optional<int> fresh) {
    ++map_.boards;
    if (!shade.empty()) {
      map_.svg += fmt::format(
          "<rect x=\"{:.5g}\" y=\"{:.5g}\" width=\"{:.4g}\" height=\"{:.4g}\" fill=\"{}\"/>", f.x,
          f.y, f.size, f.size, shade);
    }
    const double third = f.size / kMapSide;
    map_.svg += fmt::format("<path class=\"g\" stroke-width=\"{:.3g}\" d=\"", f.size * 0.008);
    for (int i = 1; i < kMapSide; ++i) {
      map_.svg += fmt::format("M{:.5g} {:.5g}v{:.4g}M{:.5g} {:.5g}h{:.4g}", f.x + i * third, f.y,
                              f.size, f.x, f.y + i * third, f.size);
    }
    map_.svg += "\"/>\n";
    const std::string marks = marks_of(game_, state);
    const bool over = state.result().has_value();
    std::array<unsigned, kMapSide * kMapSide> taken{};  // quarters with boards in them
    if (quixo_ && !over) {
      for (const std::string& move : state.moves()) {
        taken[static_cast<std::size_t>(cell_of(move))] |= 1u << quarter_of(move);
      }
    }
    for (int cell = 0; cell < kMapSide * kMapSide; ++cell) {
      const char sign = marks[static_cast<std::size_t>(cell)];
      if (sign == '.') continue;
      Frame at = cell_frame(f, cell);
      const unsigned used = taken[static_cast<std::size_t>(cell)];
      if (used != 0) at = quarter(at, std::countr_one(used));
      mark(at, sign, fresh == cell);
    }
  }

  // Where the mark of a move stands afterwards.
  int landing(const std::string& move) const {
    const int cell = cell_of(move);
    if (!quixo_) return cell;
    const int row = cell / kMapSide;
    const int column = cell % kMapSide;
    switch (move[2]) {
      case 'L':
        return row * kMapSide;
      case 'R':
        return row * kMapSide + kMapSide - 1;
      case 'T':
        return column;
      default:
        return (kMapSide - 1) * kMapSide + column;
    }
  }

  void count_end(const play::State& state, int plies) {
    map_.longest = std::max(map_.longest, plies);
    const std::string result = *state.result();
    const std::string name = game_.seats()[static_cast<std::size_t>(seat_)];
    ++(result == name + " wins" ? map_.won : result == "draw" ? map_.drawn : map_.lost);
  }

  std::string shade_of(const play::State& state) const {
    if (!state.result()) return "";
    const std::string name = game_.seats()[static_cast<std::size_t>(seat_)];
    if (*state.result() == name + " wins") return "#cfe8cf";
    return *state.result() == "draw" ? "#e8e8e8" : "#f2c9c9";
  }

  // The guided player to move.
  void guided(const play::State& state, const Frame& f, int plies) {
    if (const auto stopped = budget_.exhausted()) throw Failure(*stopped);
    const std::string move = analyst_.analyze(state).value().moves.front().move;
    const auto next = state.clone();
    next->play(move).value();
    board(*next, f, shade_of(*next), landing(move));
    if (next->result()) return count_end(*next, plies + 1);
    replies(*next, f, plies + 1);
  }

  // The other to move: a smaller board in the place of every reply.
  void replies(const play::State& state, const Frame& f, int plies) {
    for (const std::string& move : state.moves()) {
      Frame at = cell_frame(f, cell_of(move));
      if (quixo_) at = quarter(at, quarter_of(move));
      const Frame inner{at.x + at.size * 0.04, at.y + at.size * 0.04, at.size * 0.92};
      const auto next = state.clone();
      next->play(move).value();
      if (next->result()) {
        board(*next, inner, shade_of(*next), std::nullopt);
        count_end(*next, plies + 1);
        continue;
      }
      guided(*next, inner, plies + 1);
    }
  }

  const play::Game& game_;
  play::Analyst& analyst_;
  int seat_;
  const Budget& budget_;
  bool quixo_;
  MoveMap map_;
};

}  // namespace

MoveMap make_move_map(const play::Game& game, play::Analyst& analyst, int seat,
                      const std::string& title, const Budget& budget) {
  return Drawing(game, analyst, seat, budget).run(title);
}

}  // namespace noughts::research::reports
