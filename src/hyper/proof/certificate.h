// Proofs as files.
//
// A certificate is a claim about a board and what is needed to check it with
// the rules alone (verify.h). It is text:
//
//     noughts-certificate hyper 1
//     kind strategy                 or pairing, potential, filling
//     board 4 3                     side and dimensions
//     players 2                     "4 or-more" for every number from 4 up
//     player 1                      whom the claim is about
//     claim win                     or no-win, loses; drawn for a filling
//     entries 3812
//     1..2...(64 signs) 31 4 12     a position, and moves as numbers of cells
//     ...
//     end 9f3c...                   checksum of all before this line
//
// strategy, win: for canonical positions in which the player is to move, her
//   move; if she then threatens to complete a line, the reply is forced, and the
//   next number is her move after it, and so on.
// strategy, no-win: for canonical positions in which the others are to move,
//   their next moves. Here 1 stands for the player and 2 for all the others; who
//   of them holds a cell does not matter for what is claimed. A position
//   without an entry must be held by potential.
// strategy, loses: for canonical positions in which the others are to move, their
//   moves up to the player's turn. A position without an entry is one in which
//   one of them completes a line before that turn.
// potential: no entries; the sums hold from the start.
// pairing: for each line in the board's order, two cells of its own.
// filling: one position, full and without a completed line.
//
// A canonical position is the least of its images, read cell by cell.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "noughts/core/result.h"
#include "noughts/hyper/board.h"
#include "noughts/hyper/symmetry.h"

namespace noughts::hyper {

enum class CertificateKind { kStrategy, kPairing, kPotential, kFilling };
enum class Claim { kWin, kNoWin, kLoses, kDrawn };

struct CertificateEntry {
  std::string marks;  // '.' or the player's digit, cell by cell; empty for a pairing
  std::vector<Cell> moves;
};

struct Certificate {
  CertificateKind kind = CertificateKind::kStrategy;
  int side = 0;
  int dims = 0;
  int players = 2;
  bool or_more = false;
  int player = 0;  // from 0
  Claim claim = Claim::kWin;
  std::vector<CertificateEntry> entries;
};

// One without entries yet.
Certificate certificate_for(const Board& board, int players, CertificateKind kind, Claim claim);

std::string to_text(const Certificate& certificate);
// kCorrupt when the text is damaged, kWrongVersion for another version.
Result<Certificate> parse_certificate(const std::string& text);

Result<void> write_certificate(const Certificate& certificate, const std::string& path);
Result<Certificate> read_certificate(const std::string& path);

// The least image of marks read cell by cell, and the symmetry that gives it.
struct CanonicalMarks {
  std::string marks;
  int symmetry;
};
CanonicalMarks canonical_marks(const Symmetries& symmetries, const std::string& marks);

// The entry for a position and moves in it, both as they are on the canonical image.
CertificateEntry canonical_entry(const Symmetries& symmetries, const std::string& marks,
                                 std::vector<Cell> moves);

}  // namespace noughts::hyper
