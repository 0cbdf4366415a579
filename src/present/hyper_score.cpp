#include "noughts/present/hyper_score.h"

#include <fmt/format.h>

#include "noughts/hyper/notation.h"

namespace noughts::present {
namespace {

std::string line_text(const hyper::Board& board, hyper::Line line) {
  std::string text;
  for (const hyper::Cell cell : board.cells_of(line)) {
    text += (text.empty() ? "" : "-") + cell_text(board, cell);
  }
  return text;
}

}  // namespace

Json score_document(const hyper::Rules& rules, const hyper::Position& position,
                    hyper::study::Penalty penalty) {
  const hyper::Marks marks = rules.marks_of(position);
  Json scores = Json::array();
  Json document = {{"position", to_text(rules, position)},
                   {"penalty", penalty == hyper::study::Penalty::kShared ? "shared" : "full"}};
  for (int player = 0; player < rules.players(); ++player) {
    const hyper::study::ScoreSheet sheet = score_sheet(marks, player, penalty);
    Json terms = Json::array();
    for (const hyper::study::ScoreTerm& term : sheet.terms) {
      terms.push_back({{"line", line_text(rules.board(), term.line)},
                       {"owner", term.owner + 1},
                       {"empty", term.empty},
                       {"value", to_text(term.value)}});
    }
    Json one = {{"player", player + 1}, {"terms", std::move(terms)}};
    if (sheet.complete) {
      document["complete"] = *sheet.complete + 1;
      one["score"] = nullptr;
    } else {
      one["score"] = {{"exact", to_text(sheet.sum)}, {"decimal", to_double(sheet.sum)}};
    }
    scores.push_back(std::move(one));
  }
  document["scores"] = std::move(scores);
  return document;
}

std::string score_text(const hyper::Rules& rules, const hyper::Position& position,
                       hyper::study::Penalty penalty) {
  const hyper::Marks marks = rules.marks_of(position);
  std::string text;
  for (int player = 0; player < rules.players(); ++player) {
    const hyper::study::ScoreSheet sheet = score_sheet(marks, player, penalty);
    if (sheet.complete) {
      text +=
          fmt::format("player {}: {} outweighs every sum\n", player + 1,
                      *sheet.complete == player ? "a line of its own" : "a line of another player");
      continue;
    }
    text += fmt::format("player {}: {}\n", player + 1, to_text(sheet.sum));
    for (const hyper::study::ScoreTerm& term : sheet.terms) {
      text += fmt::format("  {:>5}  {}  {}'s, {} empty\n", to_text(term.value),
                          line_text(rules.board(), term.line), term.owner + 1, term.empty);
    }
  }
  return text;
}

}  // namespace noughts::present
