#include "noughts/present/position_svg.h"

#include <fmt/format.h>

#include "noughts/play/families.h"
#include "noughts/present/hyper_board.h"
#include "noughts/present/quixo_svg.h"

namespace noughts::present {
namespace {

// The players' colours, first to eighth, distinguishable also without colour vision.
constexpr const char* kSignColours[] = {"#1f5fbf", "#c47f00", "#009e73", "#cc79a7",
                                        "#56b4e9", "#d55e00", "#000000", "#7f7f7f"};
constexpr int kMargin = 12;
constexpr int kCaption = 26;

// A picture as it grows; it ends with a caption.
class Picture {
 public:
  Picture(int width, int height)
      : width_(width + 2 * kMargin), height_(height + 2 * kMargin + kCaption) {}

  void cell(int x, int y, int side) {
    body_ += fmt::format(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"#f7f4ee\" "
        "stroke=\"#8a7f6d\"/>\n",
        kMargin + x, kMargin + y, side, side);
  }
  void text(int x, int y, int size, const char* colour, const std::string& words) {
    body_ += fmt::format(
        "<text x=\"{}\" y=\"{}\" font-size=\"{}\" fill=\"{}\" text-anchor=\"middle\" "
        "dominant-baseline=\"central\">{}</text>\n",
        kMargin + x, kMargin + y, size, colour, words);
  }
  std::string done(const std::string& caption) {
    text(width_ / 2 - kMargin, height_ - kMargin - kCaption / 2, 14, "#333", caption);
    return fmt::format(
               "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
               "height=\"{1}\" font-family=\"sans-serif\">\n<rect width=\"{0}\" height=\"{1}\" "
               "fill=\"#ffffff\"/>\n",
               width_, height_) +
           body_ + "</svg>\n";
  }

 private:
  int width_;
  int height_;
  std::string body_;
};

template <class W>
std::string draw(const quixo::BasicRules<W>& rules,
                 const quixo::BasicPosition<typename W::Board>& p, const std::string& caption) {
  return to_svg(rules, p, caption);
}

// Each ply has its place in a square while it is spooky, and all of it once it has settled.
std::string draw(const quantum::Rules&, const quantum::Position& p, const std::string& caption) {
  constexpr int kSide = 3;
  constexpr int kCell = 84;
  constexpr int kPlace = kCell / kSide;
  Picture picture(kSide * kCell, kSide * kCell);
  for (int square = 0; square < quantum::kSquares; ++square) {
    const int x = square % kSide * kCell;
    const int y = square / kSide * kCell;
    picture.cell(x, y, kCell);
    for (int ply = 0; ply < p.plies; ++ply) {
      const quantum::Mark& mark = p.marks[ply];
      const char* colour = kSignColours[ply % 2];
      if (mark.square == square) {
        picture.text(x + kCell / 2, y + kCell / 2, 34, colour, quantum::mark_name(ply));
      } else if (!mark.settled() && (mark.pair.squares() >> square & 1)) {
        picture.text(x + ply % kSide * kPlace + kPlace / 2, y + ply / kSide * kPlace + kPlace / 2,
                     14, colour, quantum::mark_name(ply));
      }
    }
  }
  return picture.done(caption);
}

// Where a cell of an n^k board lies: the last coordinate goes right, the one before it
// down; then, a board apart, right again, and down again, and so on.
struct Layout {
  Layout(const hyper::Board& board, int cell) : extents(hyper_frame(board)) {
    int step[2] = {cell, cell};  // to the right, down
    const int dims = static_cast<int>(extents.size());
    steps.resize(static_cast<std::size_t>(dims));
    for (int i = 0; i < dims; ++i) {
      const int axis = i % 2;
      steps[static_cast<std::size_t>(dims - 1 - i)] = {axis == 0 ? step[0] : 0,
                                                       axis == 1 ? step[1] : 0};
      extent[axis] = step[axis] * (extents[static_cast<std::size_t>(dims - 1 - i)] - 1) +
                     (i < 2 ? cell : extent[axis]);
      step[axis] = extent[axis] + cell / 2;
    }
    if (dims == 1) extent[1] = cell;
  }
  struct Step {
    int x;
    int y;
  };
  std::vector<int> extents;
  std::vector<Step> steps;  // of each coordinate
  int extent[2] = {0, 0};
};

std::string draw(const hyper::Rules& rules, const hyper::Position& p, const std::string& caption) {
  const int size = rules.cells() <= 125 ? 30 : 14;
  const Layout layout(rules.board(), size);
  Picture picture(layout.extent[0], layout.extent[1]);
  for (hyper::Cell cell = 0; cell < rules.cells(); ++cell) {
    int x = 0;
    int y = 0;
    hyper::Cell rest = cell;
    for (std::size_t i = layout.extents.size(); i-- > 0;) {
      const auto extent = static_cast<hyper::Cell>(layout.extents[i]);
      x += static_cast<int>(rest % extent) * layout.steps[i].x;
      y += static_cast<int>(rest % extent) * layout.steps[i].y;
      rest /= extent;
    }
    picture.cell(x, y, size);
    if (p.marks[cell] == 0) continue;
    const int player = p.marks[cell] - 1;
    picture.text(x + size / 2, y + size / 2, 2 * size / 3, kSignColours[player],
                 std::to_string(player + 1));
  }
  return picture.done(caption);
}

}  // namespace

std::string position_svg(const play::Game& game, const play::State& state) {
  const std::string caption = state.result() ? *state.result() : state.to_move() + " to move";
  return visit(game, state, [&](const auto& rules, const auto& position) {
    return draw(rules, position, caption);
  });
}

}  // namespace noughts::present
