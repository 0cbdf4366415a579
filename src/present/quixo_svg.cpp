#include "noughts/present/quixo_svg.h"

#include <fmt/format.h>

namespace noughts::present {
namespace {

constexpr int kCell = 48;
constexpr int kMargin = 28;
constexpr int kCaption = 34;

template <class W>
int board_side(const quixo::BasicRules<W>& rules) {
  return rules.size() * kCell;
}

template <class W>
std::string frame_start(const quixo::BasicRules<W>& rules) {
  const int side = board_side(rules) + 2 * kMargin;
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
      "height=\"{1}\" font-family=\"sans-serif\">\n<rect width=\"{0}\" height=\"{1}\" "
      "fill=\"#ffffff\"/>\n",
      side, side + kCaption);
}

// The names of files and ranks, which do not change.
template <class W>
std::string coordinates(const quixo::BasicRules<W>& rules) {
  std::string svg = "<g font-size=\"13\" fill=\"#777\" text-anchor=\"middle\">\n";
  for (int i = 0; i < rules.size(); ++i) {
    const int middle = kMargin + i * kCell + kCell / 2;
    svg += fmt::format("<text x=\"{}\" y=\"{}\">{}</text>", middle,
                       kMargin + board_side(rules) + 18, static_cast<char>('a' + i));
    svg += fmt::format("<text x=\"{}\" y=\"{}\">{}</text>\n", kMargin / 2, middle + 5,
                       rules.size() - i);
  }
  return svg + "</g>\n";
}

std::string sign(int x, int y, bool is_x) {
  constexpr int kArm = 12;
  if (!is_x) {
    return fmt::format(
        "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"none\" stroke=\"#c47f00\" "
        "stroke-width=\"5\"/>",
        x, y, kArm);
  }
  return fmt::format(
      "<path d=\"M{} {}l{} {}m0 -{}l-{} {}\" fill=\"none\" stroke=\"#1f5fbf\" "
      "stroke-width=\"5\"/>",
      x - kArm, y - kArm, 2 * kArm, 2 * kArm, 2 * kArm, 2 * kArm, 2 * kArm);
}

template <class W>
std::string tiles(const quixo::BasicRules<W>& rules,
                  const quixo::BasicPosition<typename W::Board>& position) {
  std::string svg;
  for (int cell = 0; cell < rules.cells(); ++cell) {
    const int left = kMargin + cell % rules.size() * kCell;
    const int top = kMargin + cell / rules.size() * kCell;
    svg += fmt::format(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"5\" fill=\"#f1ece2\" "
        "stroke=\"#8a7f6d\"/>",
        left + 1, top + 1, kCell - 2, kCell - 2);
    const bool x = quixo::cells_of(position.board, quixo::Player::kX) >> cell & 1;
    const bool o = quixo::cells_of(position.board, quixo::Player::kO) >> cell & 1;
    if (x || o) svg += sign(left + kCell / 2, top + kCell / 2, x);
    svg += '\n';
  }
  return svg;
}

template <class W>
std::string caption_text(const quixo::BasicRules<W>& rules, const std::string& caption) {
  return fmt::format("<text x=\"{}\" y=\"{}\" font-size=\"15\" text-anchor=\"middle\">{}</text>\n",
                     kMargin + board_side(rules) / 2, board_side(rules) + 2 * kMargin + 14,
                     caption);
}

}  // namespace

template <class W>
std::string to_svg(const quixo::BasicRules<W>& rules,
                   const quixo::BasicPosition<typename W::Board>& position,
                   const std::string& caption) {
  return frame_start(rules) + coordinates(rules) + tiles(rules, position) +
         caption_text(rules, caption) + "</svg>\n";
}

template <class W>
std::string to_animated_svg(const quixo::BasicRules<W>& rules,
                            const std::vector<quixo::BasicPosition<typename W::Board>>& positions,
                            const std::vector<std::string>& captions, double seconds_per_position) {
  std::string svg = frame_start(rules) + coordinates(rules);
  const double total = seconds_per_position * static_cast<double>(positions.size());
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const bool last = i + 1 == positions.size();
    const double begin = static_cast<double>(i) / static_cast<double>(positions.size());
    const double end = static_cast<double>(i + 1) / static_cast<double>(positions.size());
    svg += fmt::format("<g visibility=\"{}\">\n", last ? "visible" : "hidden");
    svg += fmt::format(
        "<animate attributeName=\"visibility\" dur=\"{:.2f}s\" repeatCount=\"indefinite\" "
        "calcMode=\"discrete\" values=\"hidden;visible;hidden\" keyTimes=\"0;{:.5f};{:.5f}\"/>\n",
        total, begin, end);
    svg += tiles(rules, positions[i]) + caption_text(rules, captions[i]) + "</g>\n";
  }
  return svg + "</svg>\n";
}

template std::string to_svg(const quixo::Rules&, const quixo::Position&, const std::string&);
template std::string to_svg(const quixo::LargeRules&, const quixo::LargePosition&,
                            const std::string&);
template std::string to_animated_svg(const quixo::Rules&, const std::vector<quixo::Position>&,
                                     const std::vector<std::string>&, double);
template std::string to_animated_svg(const quixo::LargeRules&,
                                     const std::vector<quixo::LargePosition>&,
                                     const std::vector<std::string>&, double);

}  // namespace noughts::present
