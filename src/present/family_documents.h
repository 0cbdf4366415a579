// The JSON documents that belong to one family: the class statistics of Quixo,
// curves and sweeps of quantum tic-tac-toe, the categories of n^k boards. The
// command line and the server answer with the same ones.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "noughts/core/json.h"
#include "noughts/hyper/board.h"
#include "noughts/hyper/study/classify.h"
#include "noughts/quantum/curve/curve.h"
#include "noughts/quantum/search/sweep.h"
#include "noughts/quixo/tables/manifest.h"

namespace noughts::present {

// What a solved Quixo board comes to: totals, the empty board, each class, and
// how many boards end after how many plies, where that is known.
Json quixo_document(const quixo::Rules& rules, const quixo::tables::Solution& solution);

std::string pair_text(quantum::Pair pair);             // "1-9"
Json value_json(const quantum::search::Value& value);  // {"exact": "5/2", "decimal": 2.5}
Json variant_json(const quantum::Variant& variant);    // {"collapse", "q"} and the scoring
Json scoring_json(const quantum::Variant& variant);  // {"complete", "narrow", "draw", "double_win"}
Json first_moves_json(const quantum::search::Solution& solution);

Json sweep_document(const quantum::Variant& variant,
                    const std::vector<quantum::search::SweepPoint>& points);
Json curve_document(const quantum::Variant& variant, const quantum::curve::GameCurves& curve,
                    double seconds);

// {"side", "dims", "cell", "lines": [["111", "112", ...], ...]}: the lines through a cell.
Json lines_document(const hyper::Board& board, hyper::Cell cell);
Json classify_document(const hyper::Board& board,
                       const hyper::study::Classification& classification);

}  // namespace noughts::present
