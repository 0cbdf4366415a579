#include "noughts/present/family_documents.h"

#include <fmt/format.h>

#include "noughts/hyper/notation.h"
#include "noughts/present/hyper_board.h"
#include "noughts/quixo/tables/class_table.h"

namespace noughts::present {

Json quixo_document(const quixo::Rules& rules, const quixo::tables::Solution& solution) {
  const quixo::Counts totals = solution.totals();
  Json document = quixo::tables::describe_rules(rules);
  document.update({{"states", totals.total()},
                   {"win", totals.win},
                   {"loss", totals.loss},
                   {"draw", totals.draw}});
  if (solution.initial) {
    Json initial = {{"value", quixo::value_name(solution.initial->value)}};
    if (solution.initial->plies) initial["plies"] = *solution.initial->plies;
    document["initial"] = initial;
  }
  Json classes = Json::array();
  for (const auto& [id, entry] : solution.classes) {
    classes.push_back({{"x", id.x},
                       {"o", id.o},
                       {"win", entry.counts.win},
                       {"loss", entry.counts.loss},
                       {"draw", entry.counts.draw}});
  }
  document["classes"] = classes;
  if (!solution.plies.empty()) {
    Json plies = Json::array();
    for (std::size_t i = 0; i < solution.plies.size(); ++i) {
      plies.push_back(
          {{"plies", i}, {"win", solution.plies[i].win}, {"loss", solution.plies[i].loss}});
    }
    document["plies"] = plies;
  }
  return document;
}

using quantum::Collapse;

std::string pair_text(quantum::Pair pair) {
  return fmt::format("{}-{}", pair.first + 1, pair.second + 1);
}

Json value_json(const quantum::search::Value& value) {
  return {{"exact", to_text(value)}, {"decimal", to_double(value)}};
}

Json variant_json(const quantum::Variant& variant) {
  Json json;
  switch (variant.collapse) {
    case Collapse::kOpponent:
      json["collapse"] = "opponent";
      break;
    case Collapse::kMover:
      json["collapse"] = "mover";
      break;
    case Collapse::kChance:
      json["collapse"] = "chance";
      break;
  }
  json["q"] = variant.collapse == Collapse::kChance ? Json(to_text(variant.q)) : Json(nullptr);
  json.update(scoring_json(variant));
  return json;
}

Json scoring_json(const quantum::Variant& variant) {
  return {{"complete", to_text(variant.complete)},
          {"narrow", to_text(variant.narrow)},
          {"draw", to_text(variant.draw)},
          {"double_win", variant.double_win}};
}

Json first_moves_json(const quantum::search::Solution& solution) {
  Json moves = Json::array();
  for (const quantum::search::OpeningValue& opening : solution.openings) {
    moves.push_back({{"move", pair_text(opening.opening)}, {"value", value_json(opening.value)}});
  }
  return moves;
}

Json sweep_document(const quantum::Variant& variant,
                    const std::vector<quantum::search::SweepPoint>& points) {
  Json list = Json::array();
  for (const quantum::search::SweepPoint& point : points) {
    list.push_back({{"q", to_text(point.q)},
                    {"value", value_json(point.solution.value)},
                    {"first_moves", first_moves_json(point.solution)}});
  }
  Json document = scoring_json(variant);
  document["points"] = std::move(list);
  return document;
}

namespace {

using quantum::curve::GameCurves;
using quantum::curve::Root;
using quantum::curve::ValuePiece;
using quantum::curve::ValuePieces;

Json coefficients(const quantum::curve::Polynomial& p) { return Json(p); }

// An interval with end points of 40 binary digits that holds the root.
Json interval_of(const Root& root) {
  constexpr int kBits = 40;
  if (quantum::curve::is_rational(root)) {
    const std::string exact = to_text(quantum::curve::rational_of(root));
    return Json::array({exact, exact});
  }
  const auto low = static_cast<std::int64_t>(root.digits >> (quantum::curve::kRootBits - kBits));
  const auto fraction = [](std::int64_t numerator) {
    return to_text(Rational(numerator, Wide{1} << kBits));
  };
  return Json::array({fraction(low), fraction(low + 1)});
}

Json root_json(const Root& root) {
  Json json = {{"polynomial", coefficients(root.minimal)},
               {"interval", interval_of(root)},
               {"decimal", to_double(root)}};
  if (quantum::curve::is_rational(root)) json["exact"] = to_text(quantum::curve::rational_of(root));
  return json;
}

// A rational breakpoint as text, an algebraic one with polynomial and interval.
Json point_json(const Root& root) {
  if (quantum::curve::is_rational(root)) return to_text(quantum::curve::rational_of(root));
  return root_json(root);
}

Json best_json(const ValuePiece& piece) {
  Json best = Json::array();
  for (const int i : piece.best) best.push_back(pair_text(quantum::search::openings()[i]));
  return best;
}

Json pieces_json(const ValuePieces& pieces, bool with_best) {
  Json list = Json::array();
  for (const ValuePiece& piece : pieces) {
    Json json = {{"from", point_json(piece.from)},
                 {"to", point_json(piece.to)},
                 {"from_decimal", to_double(piece.from)},
                 {"to_decimal", to_double(piece.to)},
                 {"polynomial", coefficients(piece.polynomial)}};
    if (with_best) json["best"] = best_json(piece);
    list.push_back(std::move(json));
  }
  return list;
}

}  // namespace

Json curve_document(const quantum::Variant& variant, const GameCurves& curve, double seconds) {
  Json openings = Json::array();
  for (std::size_t i = 0; i < curve.openings.size(); ++i) {
    openings.push_back({{"move", pair_text(quantum::search::openings()[i])},
                        {"pieces", pieces_json(curve.openings[i], false)}});
  }
  Json fair = Json::array();
  for (const Root& root : curve.fair) fair.push_back(root_json(root));
  Json document = scoring_json(variant);
  document.update({{"denominator", curve.denominator},
                   {"pieces", pieces_json(curve.game, true)},
                   {"openings", openings},
                   {"fair", fair},
                   {"nodes", curve.nodes},
                   {"seconds", seconds}});
  return document;
}

Json lines_document(const hyper::Board& board, hyper::Cell cell) {
  Json lines = Json::array();
  for (const hyper::Line line : board.lines_through(cell)) {
    Json names = Json::array();
    for (const hyper::Cell on : board.cells_of(line)) names.push_back(cell_text(board, on));
    lines.push_back(std::move(names));
  }
  Json document = {{"game", "hyper"}};
  document.update(board_fields(board));
  document.update({{"cell", cell_text(board, cell)}, {"lines", std::move(lines)}});
  return document;
}

Json classify_document(const hyper::Board& board, const hyper::study::Classification& c) {
  constexpr std::string_view kFirst[] = {"win", "draw", "open"};
  Json document = board_fields(board);
  document.update({{"category", c.category ? Json(*c.category) : Json(nullptr)},
                   {"open", !c.category},
                   {"first_player", kFirst[static_cast<std::size_t>(c.first_player)]},
                   {"pairing", c.pairing},
                   {"drawn_filling", c.drawn_filling ? Json(*c.drawn_filling) : Json(nullptr)},
                   {"how", c.how}});
  if (!c.source.empty()) document["source"] = c.source;
  return document;
}

}  // namespace noughts::present
