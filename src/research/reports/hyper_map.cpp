#include "noughts/research/reports/hyper_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "noughts/research/hyper/interest.h"
#include "noughts/research/reports/hyper_interest.h"
#include "noughts/research/reports/svg_map.h"

namespace noughts::research::reports {
namespace {

struct MapGame {
  int side;
  int dims;
  int players;
  hyper::research::Interest found;
};

enum class Sign { kOpen, kInteresting, kForced, kNoTurns, kNoDraw };
constexpr std::string_view kLetters[] = {"?", "+", "f", "t", "d"};
constexpr std::string_view kInterestColours[] = {"#dddddd", "#1b7837", "#b2182b", "#ef8a62",
                                                 "#fddbc7"};
constexpr std::string_view kInterestMeanings[] = {
    "open", "interesting: all can win, lose or draw, nobody can force a win",
    "somebody can force a win", "somebody can never win: too few turns", "no game can be drawn"};

Sign sign_of(const MapGame& s) {
  if (!s.found.interesting) return Sign::kOpen;
  if (*s.found.interesting) return Sign::kInteresting;
  if (s.found.is_forced == true) return Sign::kForced;
  return s.found.drawn_filling == false ? Sign::kNoDraw : Sign::kNoTurns;
}

std::string interest_map_text(const std::vector<MapGame>& squares, const InterestMapOptions& a) {
  std::string text = "Games worth playing: n across, k down\n";
  for (std::size_t i = 0; i < std::size(kLetters); ++i) {
    text += fmt::format("  {}  {}\n", kLetters[i], kInterestMeanings[i]);
  }
  for (int q = 2; q <= a.max_players; ++q) {
    text += fmt::format("\n{} players\n  n:", q);
    for (int n = 2; n <= a.max_side; ++n) text += fmt::format("{:>3}", n);
    for (int k = 1; k <= a.max_dims; ++k) {
      text += fmt::format("\nk={} ", k);
      for (const MapGame& s : squares) {
        if (s.players == q && s.dims == k) {
          text += fmt::format("{:>3}", kLetters[static_cast<std::size_t>(sign_of(s))]);
        }
      }
    }
    text += "\n";
  }
  return text;
}

std::string interest_map_csv(const std::vector<MapGame>& squares) {
  std::string text =
      "side,dims,players,interesting,forced_win,drawn_filling,who_can_win,how,forced_how,"
      "filling_how,certificates\n";
  for (const MapGame& s : squares) {
    std::string winners;
    for (const hyper::research::SeatChances& seat : s.found.seats) {
      winners += !seat.can_win ? '?' : *seat.can_win ? '1' : '0';
    }
    text += fmt::format("{},{},{},{},{},{},{},\"{}\",\"{}\",\"{}\",{}\n", s.side, s.dims, s.players,
                        yes_no_open(s.found.interesting),
                        s.found.winner ? fmt::format("player {}", *s.found.winner + 1)
                                       : yes_no_open(s.found.is_forced),
                        yes_no_open(s.found.drawn_filling), winners, s.found.how,
                        s.found.forced_how, s.found.filling_how, s.found.certificates.size());
  }
  return text;
}

std::string interest_map_svg(const std::vector<MapGame>& squares, const InterestMapOptions& a) {
  constexpr int kSize = 26;
  constexpr int kColumns = 4;  // panels side by side, one for each q
  const int panel_width = (a.max_side + 1) * kSize;
  const int panel_height = (a.max_dims + 3) * kSize;
  const int panels = a.max_players - 1;
  const int rows = (panels + kColumns - 1) / kColumns;
  const int legend = rows * panel_height + kSize / 2;
  const int width = kColumns * panel_width + kSize;
  const int height = legend + static_cast<int>(std::size(kInterestMeanings)) * kSize;
  std::string svg = map_head(width, height, 12, "Games worth playing on n^k with q players");
  const auto origin = [&](int q) {
    return std::pair((q - 2) % kColumns * panel_width + kSize / 2,
                     (q - 2) / kColumns * panel_height + kSize);
  };
  for (int q = 2; q <= a.max_players; ++q) {
    const auto [x, y] = origin(q);
    svg += fmt::format("<text x=\"{}\" y=\"{}\" font-weight=\"bold\">{} players</text>\n",
                       x + panel_width / 2, y, q);
    for (int n = 2; n <= a.max_side; ++n) {
      svg += map_label(x + (n - 1) * kSize + kSize / 2, y + (a.max_dims + 1) * kSize,
                       n == 2 ? "n=2" : std::to_string(n));
    }
    for (int k = 1; k <= a.max_dims; ++k) {
      svg += map_label(x + kSize / 2, y + k * kSize, fmt::format("k={}", k));
    }
  }
  for (const MapGame& s : squares) {
    const auto [x, y] = origin(s.players);
    const auto sign = static_cast<std::size_t>(sign_of(s));
    const int left = x + (s.side - 1) * kSize;
    const int top = y + (s.dims - 1) * kSize + kSize / 3;
    svg +=
        map_square(left, top, kSize, kInterestColours[sign],
                   fmt::format("{}^{}, {} players: {}", s.side, s.dims, s.players, s.found.how)) +
        map_sign(left + kSize / 2, top + kSize * 2 / 3, sign == 1 || sign == 2, kLetters[sign]);
  }
  for (std::size_t i = 0; i < std::size(kInterestMeanings); ++i) {
    const int y = legend + static_cast<int>(i) * kSize;
    svg += map_legend(kSize, y, kSize + 24, kInterestColours[i],
                      fmt::format("{} {}", kLetters[i], kInterestMeanings[i]));
  }
  return svg + "</svg>\n";
}

// What each seat's winning game is, for the readers of the map.
std::string games_text(const std::vector<MapGame>& squares) {
  std::string text;
  for (const MapGame& s : squares) {
    const auto rules = hyper::Rules::make(s.side, s.dims, s.players);
    if (!rules || s.found.interesting != true) continue;
    text += interest_text(*rules, s.found) + "\n";
  }
  return text;
}

}  // namespace

Report make_interest_map(const InterestMapOptions& a, const Budget& budget) {
  std::vector<MapGame> squares;
  std::map<std::string, std::string> certificates;  // some speak of several cells
  Progress progress(
      budget.progress, "looking for games worth playing",
      static_cast<std::uint64_t>((a.max_players - 1) * a.max_dims * (a.max_side - 1)));
  for (int q = 2; q <= a.max_players; ++q) {
    for (int k = 1; k <= a.max_dims; ++k) {
      for (int n = 2; n <= a.max_side; ++n) {
        const auto rules = hyper::Rules::make(n, k, q).value();
        auto found = hyper::research::interest(rules,
                                               {.memory_bytes = budget.memory_bytes,
                                                .deadline = budget.deadline,
                                                .cancel = budget.cancel},
                                               {.filling_seconds = a.seconds})
                         .value();
        for (const hyper::proof::Certificate& c : found.certificates) {
          certificates["certificates/" + certificate_file(c)] = to_text(c);
        }
        squares.push_back({n, k, q, std::move(found)});
        progress.advance(1);
      }
    }
  }
  Report report;
  report.text = interest_map_text(squares, a);
  report.files = {{"hyper-interesting.txt", report.text},
                  {"hyper-interesting.csv", interest_map_csv(squares)},
                  {"hyper-interesting.svg", interest_map_svg(squares, a)},
                  {"hyper-interesting-games.txt", games_text(squares)}};
  for (auto& [name, text] : certificates) report.files.push_back({name, std::move(text)});
  return report;
}

}  // namespace noughts::research::reports
