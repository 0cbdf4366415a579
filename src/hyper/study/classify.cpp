#include "noughts/hyper/study/classify.h"

#include "noughts/hyper/search/duel.h"
#include "noughts/hyper/search/filling.h"
#include "noughts/hyper/search/pairing.h"
#include "noughts/hyper/search/potential.h"
#include "noughts/hyper/search/replies.h"
#include "noughts/hyper/search/solve.h"
#include "noughts/hyper/search/threat_proof.h"

namespace noughts::hyper::study {
namespace {

// Boards small enough for the plain search.
constexpr Cell kSearchedCells = 27;
constexpr std::uint64_t kReplyNodes = 20'000'000;

Result<bool> decide_by_search(const std::shared_ptr<const Board>& board, const Budget& budget,
                              bool search, Classification& c) {
  if (board->cells() > search::kMaxSmallCells) return false;
  const Result<Rules> rules = Rules::make(board, 2);
  if (!rules) return rules.error();
  if (rules->cells() <= kSearchedCells) {
    const Result<search::SolveReport> report = search::solve(*rules, budget);
    if (!report) return report.error();
    const bool wins = *report->players[0].can_force_win;
    c.first_player = wins ? FirstPlayer::kWins : FirstPlayer::kDraws;
    c.how = "exhaustive";
    return true;
  }
  // Of n^k only 4^3 lies between: its search is the proof by threats.
  if (!search || board->shortest() < 3 || !search::DuelBoard::fits(*rules)) return false;
  const Result<search::ThreatProof> proof = search::prove_first_player_win(*rules, budget);
  if (!proof) return proof.error();
  if (!proof->certificate) return false;
  c.first_player = FirstPlayer::kWins;
  c.how = "exhaustive";
  return true;
}

// The second player holds by a few replies and a pairing.
Result<bool> decide_by_replies(const Board& board, const Budget& budget, Classification& c) {
  Budget limited = budget;
  limited.nodes = kReplyNodes;
  Meter meter(limited, "replying");
  const auto held = search::hold_by_replies(board, 2, 0, meter);
  if (!held && held.error().code == ErrorCode::kNoSpace) return false;
  if (!held) return held.error();
  if (!*held) return false;
  c.first_player = FirstPlayer::kDraws;
  c.how = "replies, then a pairing";
  return true;
}

void cite(const Board& board, Classification& c) {
  if (board.is_power() && board.side() == 4 && board.dims() == 3) {
    c.first_player = FirstPlayer::kWins;
    c.how = "known";
    c.source = "O. Patashnik, Qubic: 4x4x4 tic-tac-toe, Mathematics Magazine 53 (1980)";
  }
}

}  // namespace

Result<Classification> classify(int side, int dims, const Budget& budget,
                                const ClassifyOptions& options) {
  const Result<std::shared_ptr<const Board>> board = Board::make(side, dims);
  if (!board) return board.error();
  return classify(*board, budget, options);
}

Result<Classification> classify(const std::shared_ptr<const Board>& board, const Budget& budget,
                                const ClassifyOptions& options) {
  Classification c;
  c.pairing = search::find_pairing(*board).has_value();
  if (c.pairing) {
    c.category = 5;
    c.first_player = FirstPlayer::kDraws;
    c.drawn_filling = true;
    c.how = "pairing";
    return c;
  }
  if (board->is_power() && board->side() == 2) {
    c.category = 1;
    c.first_player = FirstPlayer::kWins;
    c.drawn_filling = false;
    c.how = "any two cells are a line";
    return c;
  }
  const Result<search::FillingAnswer> filling =
      search::find_filling(*board, 2, budget.within(options.filling_seconds));
  if (!filling && filling.error().code != ErrorCode::kNoTime) return filling.error();
  if (filling) c.drawn_filling = filling->exists;
  if (filling && !filling->exists) {
    // Nobody can draw, and the second player cannot win (strategy stealing).
    c.category = 2;
    c.first_player = FirstPlayer::kWins;
    c.how = "no drawn filling: " + filling->how;
    return c;
  }
  if (search::holds_by_potential_at_start(*board, 2)) {
    c.first_player = FirstPlayer::kDraws;
    c.how = "potential";
  } else {
    const bool large = board->cells() > search::kMaxSmallCells;
    const Result<bool> decided = large ? decide_by_replies(*board, budget, c)
                                       : decide_by_search(board, budget, options.search, c);
    if (!decided) return decided.error();
    if (!*decided) cite(*board, c);
  }
  if (c.first_player == FirstPlayer::kDraws) c.category = 4;
  if (c.first_player == FirstPlayer::kWins) c.category = 3;
  if (!c.category) c.how = "open";
  return c;
}

}  // namespace noughts::hyper::study
