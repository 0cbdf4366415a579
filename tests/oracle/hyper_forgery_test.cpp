// Two checkers of certificates, and 20,000 forgeries.
//
// Every kind of certificate that the project makes is given to the checker and to
// tools/check_certificate.py, which shares no code with it. Then their texts are
// changed in all ways that a forger or a fault might, with the checksum mended each
// time. Whatever is still accepted must be true: by a search of the game where that
// can be done, and by the word of the other checker.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <set>

#include "noughts/core/random.h"
#include "noughts/core/text.h"
#include "noughts/hyper/proof/claim.h"
#include "noughts/hyper/proof/verify.h"
#include "noughts/hyper/search/beat.h"
#include "noughts/hyper/search/filling.h"
#include "noughts/hyper/search/hold.h"
#include "noughts/hyper/search/pairing.h"
#include "noughts/hyper/search/replies.h"
#include "noughts/hyper/search/solve.h"
#include "noughts/hyper/search/threat_proof.h"
#include "oracle/hyper_oracle.h"
#include "temporary_folder.h"

namespace noughts::hyper::proof {
namespace {

// --- certificates ------------------------------------------------------------------

void add_seats(std::vector<Certificate>& all, const Rules& rules) {
  const Budget budget{.nodes = 50'000};
  for (int player = 0; player < rules.players(); ++player) {
    for (const auto& prove : {search::hold_player, search::beat_player}) {
      if (rules.players() == 2 && prove == search::beat_player) continue;
      Meter meter(budget, "proving");
      auto proof = prove(rules, player, meter);
      if (proof && *proof) all.push_back(std::move(**proof));
    }
  }
}

// Three lines too many for pairs on nine cells until a reply has cut some.
std::shared_ptr<const Board> crossing_lines() {
  return *Board::make(
      LineList{{{0, 1, 2, 3}, {0, 4, 5, 6}, {0, 7, 8, 1}, {0, 3, 6, 8}, {2, 5, 7, 4}},
               std::vector<std::string>(9)});
}

// Small ones of every row of the table.
std::vector<Certificate> small_certificates() {
  std::vector<Certificate> all;
  // The second one searches so little for threats that it needs many entries.
  for (const search::ThreatTuning& tuning :
       {search::ThreatTuning{},
        search::ThreatTuning{.threat_nodes = 1, .pass_nodes = 1, .patient_nodes = 1}}) {
    all.push_back(*search::prove_first_player_win(*Rules::make(3, 3, 2), {}, tuning)->certificate);
  }
  for (const auto& [n, k, q] :
       {std::tuple{3, 2, 2}, {4, 2, 2}, {3, 2, 3}, {4, 2, 3}, {3, 2, 5}, {3, 3, 3}, {3, 3, 4}}) {
    add_seats(all, *Rules::make(n, k, q));
  }
  for (const auto& [rows, cols, line, q] :
       {std::tuple{3, 4, 3, 2}, {3, 4, 3, 3}, {3, 4, 3, 4}, {4, 4, 3, 3}, {2, 3, 2, 3}}) {
    add_seats(all, *Rules::make(*Board::make(Grid{{rows, cols}, line}), q));
  }
  all.push_back(*search::prove_first_player_win(*Rules::make(*Board::make(Grid{{3, 4}, 3})), {})
                     ->certificate);
  const auto sticks = *Board::make(
      LineList{{{0, 1, 2}, {2, 3}, {4, 5, 6, 7}, {5, 8}}, std::vector<std::string>(9)});
  all.push_back(search::pairing_certificate(*sticks, 2, *search::find_pairing(*sticks)));
  all.push_back(search::potential_certificate(**Board::make(Grid{{2, 5}, 4}), 3));
  for (const auto& [board, q, player] : {std::tuple{*Board::make(5, 2), 2, 0},
                                         {*Board::make(7, 3), 2, 0},
                                         {*Board::make(Grid{{2, 4}, 4}), 2, 1},
                                         {*Board::make(Grid{{3, 3, 5}, 5}), 3, 2},
                                         {crossing_lines(), 2, 0}}) {
    Meter meter({}, "replying");
    all.push_back(**search::hold_by_replies(*board, q, player, meter));
  }
  for (const auto& [n, k, q] : {std::tuple{5, 2, 2}, {6, 2, 3}, {4, 1, 2}}) {
    const auto board = *Board::make(n, k);
    all.push_back(search::pairing_certificate(*board, q, *search::find_pairing(*board)));
  }
  for (const auto& [n, k, q] : {std::tuple{4, 2, 2}, {3, 2, 3}, {4, 3, 4}, {3, 3, 5}}) {
    all.push_back(search::potential_certificate(**Board::make(n, k), q));
  }
  for (const auto& [n, k, q] : {std::tuple{3, 2, 2}, {4, 2, 3}, {3, 3, 3}, {4, 3, 2}}) {
    const auto answer = search::find_filling(n, k, q, {});
    all.push_back(search::filling_certificate(**Board::make(n, k), q, answer->filling));
  }
  return all;
}

std::string row_of(const Certificate& c) {
  return fmt::format("{} {}", name_of(c.kind), name_of(c.claim));
}

// --- the second checker ---------------------------------------------------------------

// Whether it accepts each text, all in one run.
std::vector<bool> second_opinions(const std::vector<std::string>& texts) {
  const TemporaryFolder folder;
  const auto path = [&](const std::string& name) { return (folder.path() / name).string(); };
  std::ofstream list(path("list"));
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const std::string name = path(fmt::format("{:06}", i));
    std::ofstream(name, std::ios::binary) << texts[i];
    list << name << '\n';
  }
  list.close();
  const std::string command =
      fmt::format("python3 '{}/tools/check_certificate.py' --list < '{}' > '{}'", NOUGHTS_SOURCE,
                  path("list"), path("answers"));
  const int status = std::system(command.c_str());
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) <= 1) << command;
  std::vector<bool> accepted;
  std::ifstream answers(path("answers"));
  for (std::string line; std::getline(answers, line);) {
    const bool holds = line.find(": holds: ") != std::string::npos;
    EXPECT_TRUE(holds || line.find(": refused: ") != std::string::npos) << line;
    accepted.push_back(holds);
  }
  EXPECT_EQ(accepted.size(), texts.size());
  accepted.resize(texts.size());
  return accepted;
}

bool first_accepts(const std::string& text) {
  const auto certificate = parse_certificate(text);
  if (!certificate) return false;
  const auto report = verify(*certificate);
  return report && report->wrong == 0;
}

// --- the truth ------------------------------------------------------------------------

// What a search finds about a claim; nothing: too large. Up to nine cells by the oracle's
// minimax over whole boards, up to 27 by the solver.
class Truth {
 public:
  std::optional<bool> of(const Certificate& c) {
    // The claim names a board of listed lines by their number only.
    std::string claim = claim_text(c);
    if (c.board != nullptr) {
      for (Line line = 0; line < c.board->lines(); ++line) {
        for (const Cell cell : c.board->cells_of(line)) claim += fmt::format(" {}", cell);
        claim += ',';
      }
    }
    const auto known = known_.find(claim);
    if (known != known_.end()) return known->second;
    return known_[claim] = decide(c);
  }

 private:
  static std::optional<bool> decide(const Certificate& c) {
    if (c.claim == Claim::kDrawn) {
      const auto answer = search::find_filling(**board_of(c), c.players, Budget{}.within(1));
      return answer ? std::optional(answer->exists) : std::nullopt;
    }
    const search::Goal goal =
        c.claim == Claim::kLoses ? search::Goal::kNotLose : search::Goal::kWin;
    const bool wanted = c.claim == Claim::kWin;
    const bool one = provable(c)->of_one_player;
    for (int player = one ? c.player : 0; player < (one ? c.player + 1 : c.players); ++player) {
      const std::optional<bool> can = reaches(c, player, goal);
      if (can != wanted) return can ? std::optional(false) : std::nullopt;
    }
    return true;
  }

  static std::optional<bool> reaches(const Certificate& c, int player, search::Goal goal) {
    const auto rules = Rules::make(*board_of(c), c.players);
    if (!rules || rules->cells() > 27) return std::nullopt;
    if (rules->cells() <= 9) {
      std::vector<std::set<int>> lines;
      for (Line line = 0; line < rules->board().lines(); ++line) {
        const auto cells = rules->board().cells_of(line);
        lines.emplace_back(cells.begin(), cells.end());
      }
      const oracle::HyperBoard board(static_cast<int>(rules->cells()), std::move(lines));
      return oracle::HyperSolver(board, c.players, player, goal == search::Goal::kWin).solve();
    }
    const search::SmallBoard board(*rules);
    const auto answer =
        search::Solver(board, {.nodes = 50'000}).reaches(player, goal, rules->initial());
    return answer ? std::optional(*answer) : std::nullopt;
  }

  std::map<std::string, std::optional<bool>> known_;
};

// --- forgeries -------------------------------------------------------------------------

class Forger {
 public:
  Forger(const std::vector<Certificate>& genuine, std::uint64_t seed)
      : genuine_(genuine), random_(seed) {}

  std::string forge() {
    Certificate c = genuine_[random_.below(genuine_.size())];
    for (std::uint64_t changes = 1 + random_.below(3); changes > 0; --changes) change(c);
    std::string text = to_text(c);
    if (random_.below(5) == 0) text = with_new_checksum(change_text(text));
    return text;
  }

  static std::string with_new_checksum(std::string text) {
    const std::size_t end = text.rfind("end ");
    text.resize(end == std::string::npos ? text.size() : end);
    return text + fmt::format("end {:016x}\n", text_checksum(text));
  }

 private:
  template <class T>
  T& one_of(std::vector<T>& list) {
    return list[random_.below(list.size())];
  }
  int number(int least, int most) {
    return least + static_cast<int>(random_.below(static_cast<std::uint64_t>(most - least + 1)));
  }
  // Mostly among the certificates' own numbers, sometimes far away.
  int odd_number(int most) { return random_.below(20) == 0 ? number(0, 300) : number(1, most); }

  void change(Certificate& c) {
    switch (random_.below(12)) {
      case 0:
        c.claim = static_cast<Claim>(random_.below(4));
        break;
      case 1:
        c.kind = static_cast<CertificateKind>(random_.below(6));
        break;
      case 2:
        c.players = odd_number(8);
        break;
      case 3:
        c.player = number(0, 3);
        break;
      case 4:
        c.side = odd_number(8);
        break;
      case 5:
        c.dims = number(1, 4);
        break;
      case 6:
        c.or_more = !c.or_more;
        break;
      case 7:
        if (c.board != nullptr) {
          change_board(c);
          break;
        }
        [[fallthrough]];
      default:
        change_entries(c);
    }
  }

  // Another line, a line less, or other symmetries.
  void change_board(Certificate& c) {
    if (!c.generators.empty() && random_.below(2) == 0) {
      Permutation& images = one_of(c.generators);
      std::swap(one_of(images), one_of(images));
      return;
    }
    LineList list{{}, std::vector<std::string>(c.board->cells())};
    for (Line line = 0; line < c.board->lines(); ++line) {
      const auto cells = c.board->cells_of(line);
      list.lines.emplace_back(cells.begin(), cells.end());
    }
    if (random_.below(2) == 0) {
      list.lines.erase(list.lines.begin() + number(0, static_cast<int>(list.lines.size()) - 1));
    } else {
      one_of(one_of(list.lines)) = static_cast<Cell>(number(0, static_cast<int>(c.board->cells())));
    }
    if (auto board = Board::make(std::move(list))) c.board = *board;
  }

  void change_entries(Certificate& c) {
    if (c.entries.empty()) {
      c.entries.push_back(genuine_[random_.below(genuine_.size())].entries.size() > 0
                              ? one_of_another()
                              : CertificateEntry{"", {0, 1}});
      return;
    }
    CertificateEntry& entry = one_of(c.entries);
    if (!entry.sequences.empty() && random_.below(2) == 0) return change_sequences(c, entry);
    switch (random_.below(8)) {
      case 0:
        std::swap(entry, c.entries.back());
        c.entries.pop_back();
        break;
      case 1:
        c.entries.push_back(CertificateEntry(entry));
        break;
      case 2:
        std::swap(entry.moves, one_of(c.entries).moves);
        break;
      case 3:
        if (entry.moves.size() > 1) std::swap(entry.moves[0], one_of(entry.moves));
        break;
      case 4:
        if (!entry.moves.empty()) one_of(entry.moves) = static_cast<Cell>(number(0, 70));
        break;
      case 5:
        if (random_.below(2) == 0 && !entry.moves.empty()) {
          entry.moves.pop_back();
        } else {
          entry.moves.push_back(static_cast<Cell>(number(0, 30)));
        }
        break;
      case 6:
        if (!entry.marks.empty()) {
          entry.marks[random_.below(entry.marks.size())] = ".123450"[random_.below(7)];
        }
        break;
      default:
        if (!entry.marks.empty()) {
          std::swap(entry.marks[random_.below(entry.marks.size())],
                    entry.marks[random_.below(entry.marks.size())]);
        }
    }
  }

  void change_sequences(Certificate& c, CertificateEntry& entry) {
    std::vector<Cell>& sequence = one_of(entry.sequences);
    switch (random_.below(5)) {
      case 0:
        std::swap(sequence, entry.sequences.back());
        entry.sequences.pop_back();
        break;
      case 1:
        std::swap(entry.sequences, one_of(c.entries).sequences);
        break;
      case 2:
        one_of(sequence) = static_cast<Cell>(number(0, 30));
        break;
      case 3:
        sequence.push_back(static_cast<Cell>(number(0, 30)));
        break;
      default:
        std::swap(sequence.front(), one_of(sequence));
    }
  }

  CertificateEntry one_of_another() {
    while (true) {
      const Certificate& other = genuine_[random_.below(genuine_.size())];
      if (!other.entries.empty()) return other.entries[random_.below(other.entries.size())];
    }
  }

  // Counts, spaces, words and single signs.
  std::string change_text(std::string text) {
    const std::size_t at = random_.below(text.size());
    switch (random_.below(5)) {
      case 0: {
        const std::size_t count = text.find("entries ") + 8;
        text.insert(count, 1, static_cast<char>('0' + random_.below(10)));
        break;
      }
      case 1:
        text.insert(at, 1, " \n0.1\r\t-"[random_.below(8)]);
        break;
      case 2:
        text.erase(at, 1 + random_.below(3));
        break;
      case 3:
        text.insert(text.find('\n', at) + 1, "end 0\n");
        break;
      default:
        text[at] = static_cast<char>(random_.below(256));
    }
    return text;
  }

  const std::vector<Certificate>& genuine_;
  Random random_;
};

// --- tests ----------------------------------------------------------------------------

void both_accept(const std::vector<Certificate>& all) {
  std::vector<std::string> texts;
  for (const Certificate& c : all) {
    texts.push_back(to_text(c));
    EXPECT_TRUE(first_accepts(texts.back())) << claim_text(c) << ": " << verify(c)->complaint;
  }
  const std::vector<bool> second = second_opinions(texts);
  for (std::size_t i = 0; i < all.size(); ++i) EXPECT_TRUE(second[i]) << claim_text(all[i]);
}

TEST(HyperCheckers, BothAcceptWhatTheProjectMakes) {
  std::vector<Certificate> all = small_certificates();
  for (const int q : {3, 4}) add_seats(all, *Rules::make(4, 3, q));
  const auto large = *Board::make(8, 3);
  all.push_back(search::pairing_certificate(*large, 2, *search::find_pairing(*large)));
  std::set<std::string> rows;
  for (const Certificate& c : all) rows.insert(row_of(c));
  EXPECT_EQ(rows.size(), 7u) << "every row of the table";
  both_accept(all);
}

#ifndef NOUGHTS_SANITIZED
// Those that Rocq computes with (proofs/certificates).
TEST(HyperCheckers, BothAcceptTheCertificatesOfTheProofs) {
  std::vector<Certificate> all;
  for (const auto& file :
       std::filesystem::directory_iterator(NOUGHTS_SOURCE "/proofs/certificates")) {
    if (file.path().extension() != ".cert") continue;
    const auto certificate = read_certificate(file.path());
    ASSERT_TRUE(certificate) << file.path() << ": " << certificate.error().message;
    all.push_back(*certificate);
  }
  EXPECT_GE(all.size(), 38u);
  both_accept(all);
}

TEST(HyperCheckers, ThoroughBothAcceptTheWinOfQubic) {
  const auto qubic = read_certificate(NOUGHTS_SOURCE "/data/qubic.cert");
  ASSERT_TRUE(qubic) << qubic.error().message;
  both_accept({*qubic});
}
#endif

// The two that were accepted once, and their like.
TEST(HyperCheckers, KnownForgeriesAreRefused) {
  const auto cube = *Board::make(4, 3);
  Certificate filling =
      search::filling_certificate(*cube, 2, search::find_filling(4, 3, 2, {})->filling);
  filling.claim = Claim::kNoWin;
  Certificate crowd =
      certificate_for(**Board::make(8, 3), 300, CertificateKind::kStrategy, Claim::kLoses);
  std::vector<std::string> texts = {to_text(filling), to_text(crowd)};
  for (const int players : {2, 3, 8, 9, 255, 256}) {
    crowd.players = players;
    texts.push_back(to_text(crowd));
  }
  for (const Certificate& c : {filling, crowd}) EXPECT_EQ(verify(c)->wrong, 1u);
  const std::vector<bool> second = second_opinions(texts);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    EXPECT_FALSE(first_accepts(texts[i])) << texts[i];
    EXPECT_FALSE(second[i]) << texts[i];
  }
}

void forge(std::size_t forgeries) {
  const std::size_t most_refused_asked_again = forgeries / 32;
  const std::vector<Certificate> genuine = small_certificates();
  std::set<std::string> seen;
  for (const Certificate& c : genuine) seen.insert(to_text(c));
  Forger forger(genuine, 2026);
  Truth truth;
  std::vector<std::string> texts;  // for the second checker
  std::vector<bool> first;
  std::size_t accepted = 0;
  std::size_t decided = 0;
  std::size_t refused = 0;
  const std::size_t all = seen.size() + forgeries;
  while (seen.size() < all) {
    std::string text = forger.forge();
    if (!seen.insert(text).second) continue;
    const bool accepts = first_accepts(text);
    if (accepts) {
      ++accepted;
      const Certificate c = *parse_certificate(text);
      const std::optional<bool> is_true = truth.of(c);
      decided += is_true.has_value();
      EXPECT_NE(is_true, false) << claim_text(c) << "\n" << text;
    } else if (refused++ % 10 != 0 || refused / 10 > most_refused_asked_again) {
      continue;
    }
    texts.push_back(std::move(text));
    first.push_back(accepts);
  }
  fmt::print("{} accepted, {} of them decided by search; {} refused, {} of all asked again\n",
             accepted, decided, refused, texts.size());
  EXPECT_GT(accepted, forgeries / 400);
  EXPECT_GT(decided, accepted / 3);
  const std::vector<bool> second = second_opinions(texts);
  for (std::size_t i = 0; i < texts.size(); ++i) EXPECT_EQ(first[i], second[i]) << texts[i];
}

TEST(HyperCheckers, NoForgeryOfAFalseClaimIsAccepted) { forge(1'000); }
#ifndef NOUGHTS_SANITIZED
TEST(HyperCheckers, ThoroughNoForgeryOfAFalseClaimIsAccepted) { forge(20'000); }
#endif

}  // namespace
}  // namespace noughts::hyper::proof
