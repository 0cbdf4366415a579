#include "noughts/hyper/proof/claim.h"

#include <fmt/format.h>

#include "noughts/hyper/marks.h"

namespace noughts::hyper::proof {
namespace {

constexpr Provable kTable[] = {
    // kind                        claim           players          or more  of one player
    {CertificateKind::kThreats, Claim::kWin, 2, 2, false, true},
    {CertificateKind::kStrategy, Claim::kNoWin, 2, kMaxPlayers, false, true},
    {CertificateKind::kStrategy, Claim::kLoses, 3, kMaxPlayers, false, true},
    {CertificateKind::kPairing, Claim::kNoWin, 2, kMaxPlayers, false, false},
    {CertificateKind::kReplies, Claim::kNoWin, 2, kMaxPlayers, false, true},
    {CertificateKind::kPotential, Claim::kNoWin, 2, kMaxPlayers, true, false},
    {CertificateKind::kFilling, Claim::kDrawn, 2, kMaxPlayers, false, false},
};

}  // namespace

std::optional<Provable> provable(const Certificate& c) {
  for (const Provable& row : kTable) {
    if (row.kind != c.kind || row.claim != c.claim) continue;
    const bool players = c.players >= row.least_players && c.players <= row.most_players;
    const bool player = c.player >= 0 && c.player < (row.of_one_player ? c.players : 1);
    if (players && player && (row.or_more || !c.or_more)) return row;
  }
  return std::nullopt;
}

std::string claim_text(const Certificate& c) {
  const bool one = c.kind == CertificateKind::kStrategy || c.kind == CertificateKind::kThreats ||
                   c.kind == CertificateKind::kReplies;
  const std::string who = one ? fmt::format("player {}", c.player + 1) : "nobody";
  const std::string board =
      c.board != nullptr ? c.board->name() : fmt::format("{}^{}", c.side, c.dims);
  const std::string where =
      fmt::format("on {} with {}{} players", board, c.players, c.or_more ? " or more" : "");
  switch (c.claim) {
    case Claim::kWin:
      return fmt::format("{} can force a win {}", who, where);
    case Claim::kNoWin:
      return fmt::format("{} {} force a win {}", who, one ? "cannot" : "can", where);
    case Claim::kLoses:
      return fmt::format("{} cannot avoid losing {}", who, where);
    case Claim::kDrawn:
      break;
  }
  return "a full board without a line " + where;
}

}  // namespace noughts::hyper::proof
