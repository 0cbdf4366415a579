#include "noughts/present/render.h"

#include "noughts/play/families.h"
#include "noughts/present/hyper_board.h"
#include "noughts/present/quantum_board.h"
#include "noughts/present/quixo_board.h"

namespace noughts::present {

std::string render(const play::Game& game, const play::State& state, const RenderStyle& style) {
  return visit(game, state, [&](const auto& rules, const auto& position) {
    return render(rules, position, style);
  });
}

Json board_json(const play::Game& game, const play::State& state) {
  return visit(game, state,
               [](const auto& rules, const auto& position) { return board_json(rules, position); });
}

Json rules_json(const play::Game& game) {
  return visit(game, [](const auto& rules) { return rules_json(rules); });
}

Json structure_json(const play::Game& game) {
  if (game.family() != play::Family::kHyper) return Json::object();
  return structure_json(play::rules_of<hyper::Rules>(game));
}

}  // namespace noughts::present
