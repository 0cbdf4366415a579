// Beating one player: the others together complete a line by threats.
//
// Against one player the others have several threats in a round, and only one
// is answered:
//
//     their round     A makes a line of n-1, B makes another
//     her turn        two cells complete a line; she takes one of them
//     their round     the other is taken: she has lost
//
// So a few heavy cells per move and more and more rounds are tried; all her
// replies follow where she is not forced. Positions are remembered up to symmetry
// at her turn and at theirs; without two lines that can come to miss one cell in
// time nothing is tried. On 4^3 this shows that with three to eight players nobody
// can avoid losing: 5,000 to 160,000 positions for each seat.
#pragma once

#include <array>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "noughts/core/budget.h"
#include "noughts/hyper/proof/certificate.h"
#include "noughts/hyper/rules.h"
#include "noughts/hyper/search/small_board.h"

namespace noughts::hyper::search {

// That the player (from 0) cannot avoid losing, if this simple way shows it. The
// board has at most 64 cells, the game more than two players. What is visited is
// counted by the meter.
Result<std::optional<proof::Certificate>> beat_player(const Rules& rules, int player, Meter& meter);

// The search behind it, from any position; it remembers what it found for the next one.
class BeatSearch {
 public:
  // The player is from 0. The board must outlive this.
  BeatSearch(const SmallBoard& board, int player) : board_(&board), player_(player), p_(board) {}

  // What the others do up to the player's turn, and the plies from here by which one of
  // them has a line, at most.
  struct Plan {
    std::vector<Cell> moves;
    int plies = 0;
  };
  // How the others beat her from here, if it is shown: nothing proves nothing. Require: the game is
  // not over.
  std::optional<Plan> beats(const Position& from, Meter& meter);
  // The others' moves in every position that the proof comes to, from the start of the
  // game. Require: the last question was about the start, and it was shown.
  std::vector<proof::CertificateEntry> entries();
  // What is remembered.
  std::uint64_t bytes() const {
    return kEntryBytes * (beaten_.size() + held_.size() + 2 * chosen_.size() + changes_.size());
  }
  void forget();
  // From settle() on, rewind() takes back what was remembered since: the answer to a question then
  // does not depend on other questions in between.
  void settle();
  void rewind();
  bool settled() const { return settled_; }  // and not forgotten since

 private:
  // What a memory held for a key before it was changed.
  struct Change {
    std::unordered_map<PositionKey, int>* memory;  // null: chosen_
    PositionKey key;
    std::optional<int> rounds;
    std::optional<std::vector<Cell>> moves;
  };
  void set(std::unordered_map<PositionKey, int>& memory, const PositionKey& key, int rounds);
  void choose(const PositionKey& key, std::vector<Cell> moves);

  CellSet completing(int later) const;
  bool one_completes() const;
  bool can_make_two(int rounds, int moved) const;
  int owner_of(CellSet marked) const;
  bool beats_all_replies(int rounds);
  bool beats_in_round(int rounds);
  std::optional<bool> known_of(const PositionKey& key, int rounds) const;
  void remember(const PositionKey& key, int rounds, bool beaten);
  bool try_moves(int rounds, std::vector<Cell>& moves);
  std::vector<Cell> chosen_moves() const;
  std::vector<Cell> heaviest(CellSet among, std::size_t most) const;
  void collect_replies();
  void collect_round();

  const SmallBoard* board_;
  int player_;
  Meter* meter_ = nullptr;  // of the question that is asked
  SmallPosition p_;
  std::array<Cell, kMaxSmallCells + 1> refutations_{};  // by plies: what saved her last
  std::array<Cell, kMaxSmallCells + 1> settled_refutations_{};
  bool settled_ = false;
  std::vector<Change> changes_;                                // since settle()
  std::unordered_map<PositionKey, int> beaten_;                // in so many rounds
  std::unordered_map<PositionKey, int> held_;                  // for so many rounds
  std::unordered_map<PositionKey, std::vector<Cell>> chosen_;  // on the canonical image
  std::unordered_set<PositionKey> reached_;
  std::vector<proof::CertificateEntry> entries_;
};

}  // namespace noughts::hyper::search
