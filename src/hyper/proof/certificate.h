// Proofs as files.
//
// A certificate is a claim about a board and what is needed to check it with
// the rules alone (verify.h). It is text:
//
//     noughts-certificate hyper 1
//     kind strategy                 or threats, pairing, replies, potential, filling
//     board 4 3                     side and dimensions
//     players 2                     "4 or-more" for every number from 4 up
//     player 1                      whom the claim is about; 1 if about nobody alone
//     claim loses                   or win, no-win; drawn for a filling
//     entries 3812
//     1..2...(64 signs) 31 4 12     a position, and moves as numbers of cells
//     ...
//     end 9f3c...                   checksum of all before this line
//
// With kind threats an entry is words of cells, a sign each: the moves, then sequences
// of threats; the positions are those that the play comes to (threat_walk.h).
//
// A board that is not n^k is named by its lines, and by what generates the symmetries that
// the proof uses:
//
//     board lines 25 28             cells and lines
//     0 1 2 3                       the cells of each line
//     ...
//     symmetries 2                  permutations of the cells, each the images of all cells
//     4 3 2 1 0 9 8 ...
//     ...
//
// There is one way to write a certificate: a text that is not exactly what to_text
// makes of its contents is refused. What an entry means, and what each kind can
// prove and why, is told in docs/reference/certificates.md.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "noughts/core/result.h"
#include "noughts/hyper/board.h"
#include "noughts/hyper/symmetry.h"

namespace noughts::hyper::proof {

// What a certificate holds, and what it says; docs/reference/certificates.md tells which go
// together.
enum class CertificateKind { kStrategy, kThreats, kPairing, kReplies, kPotential, kFilling };
enum class Claim { kWin, kNoWin, kLoses, kDrawn };

// As they stand in the file: "strategy", "no-win".
std::string_view name_of(CertificateKind kind);
std::string_view name_of(Claim claim);

// A position and the moves to make in it; two cells of a line in a pairing.
struct CertificateEntry {
  // '.' or the player's digit, cell by cell; none for pairings and threats; "pairs" or nothing in
  // replies.
  std::string marks;
  std::vector<Cell> moves;
  std::vector<std::vector<Cell>> sequences = {};  // threats: those that win against most replies
};

// A claim about a board and what is needed to check it.
struct Certificate {
  CertificateKind kind = CertificateKind::kStrategy;
  int side = 0;  // of n^k; 0: the board is given by its lines
  int dims = 0;
  std::shared_ptr<const Board> board = {};  // given by its lines; nothing for n^k
  std::vector<Permutation> generators = {};
  int players = 2;
  bool or_more = false;
  int player = 0;  // from 0
  Claim claim = Claim::kWin;
  std::vector<CertificateEntry> entries;
};

// The board that it is about. Fails where n^k is too big.
Result<std::shared_ptr<const Board>> board_of(const Certificate& certificate);
// Whether it is about this board: the same lines in the same order.
bool is_about(const Certificate& certificate, const Board& board);
// Its symmetries: those of n^k, or what its generators generate.
Symmetries symmetries_of(const Certificate& certificate, const Board& board);

// One without entries yet.
Certificate certificate_for(const Board& board, int players, CertificateKind kind, Claim claim);

// The whole file.
std::string to_text(const Certificate& certificate);
// kCorrupt when the text is damaged, kWrongVersion for another version.
Result<Certificate> parse_certificate(const std::string& text);

// The same with files; a file is written whole or not at all.
Result<void> write_certificate(const Certificate& certificate, const std::string& path);
Result<Certificate> read_certificate(const std::string& path);

// The entry for a position and moves in it, both as they are on the canonical image.
CertificateEntry canonical_entry(const Symmetries& symmetries, const std::string& marks,
                                 std::vector<Cell> moves);

}  // namespace noughts::hyper::proof
