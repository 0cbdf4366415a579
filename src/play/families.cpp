#include "noughts/play/families.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace noughts::play {

std::string_view family_name(Family family) {
  constexpr std::string_view kNames[] = {"quixo", "quantum", "hyper", "quixo"};
  return kNames[static_cast<int>(family)];
}

namespace {

std::string_view words_of(const quantum::Rules& rules, quantum::Outcome outcome) {
  using quantum::Outcome;
  switch (outcome) {
    case Outcome::kXDouble:
      if (rules.variant().double_win) return "X wins, double";
      [[fallthrough]];
    case Outcome::kXComplete:
      return "X wins, complete";
    case Outcome::kXNarrow:
      return "X wins, narrow";
    case Outcome::kOComplete:
      return "O wins, complete";
    case Outcome::kONarrow:
      return "O wins, narrow";
    case Outcome::kDraw:
    case Outcome::kGoesOn:
      break;
  }
  return "draw";
}

}  // namespace

std::vector<std::string> FamilyTraits<quantum::Rules>::seats(const quantum::Rules&) {
  return {"X", "O"};
}

std::optional<std::string> FamilyTraits<quantum::Rules>::result(const quantum::Rules& rules,
                                                                const quantum::Position& p) {
  const quantum::Outcome outcome = quantum::Rules::outcome(p);
  if (outcome == quantum::Outcome::kGoesOn) return std::nullopt;
  return fmt::format("{} ({} for X)", words_of(rules, outcome), to_text(rules.score(outcome)));
}

std::optional<int> FamilyTraits<quantum::Rules>::winner(const quantum::Rules&,
                                                        const quantum::Position& p) {
  using quantum::Outcome;
  const Outcome outcome = quantum::Rules::outcome(p);
  if (outcome == Outcome::kGoesOn || outcome == Outcome::kDraw) return std::nullopt;
  return outcome == Outcome::kOComplete || outcome == Outcome::kONarrow ? 1 : 0;
}

std::vector<std::string> FamilyTraits<hyper::Rules>::seats(const hyper::Rules& rules) {
  std::vector<std::string> names;
  for (int player = 1; player <= rules.players(); ++player) names.push_back(std::to_string(player));
  return names;
}

std::optional<std::string> FamilyTraits<hyper::Rules>::result(const hyper::Rules& rules,
                                                              const hyper::Position& p) {
  if (!rules.is_over(p)) return std::nullopt;
  if (const auto winner = rules.winner(p)) return fmt::format("{} wins", *winner + 1);
  if (p.out == 0) return "draw";
  // Misère: those who are still in share the draw.
  std::vector<int> in;
  for (int player = 0; player < rules.players(); ++player) {
    if (!(p.out >> player & 1)) in.push_back(player + 1);
  }
  return fmt::format("draw between {}", fmt::join(in, " and "));
}

std::optional<int> FamilyTraits<hyper::Rules>::winner(const hyper::Rules& rules,
                                                      const hyper::Position& p) {
  return rules.winner(p);
}

}  // namespace noughts::play
