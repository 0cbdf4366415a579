#include <fmt/format.h>

#include "contract/contract.h"
#include "noughts/hyper/notation.h"
#include "noughts/hyper/rules.h"

namespace noughts::contract {
namespace {

struct HyperFamily {
  using Rules = hyper::Rules;

  // Boards of each kind of symmetry group, and 2 to 8 players.
  static std::vector<Variant<Rules>> variants() {
    std::vector<Variant<Rules>> all;
    for (const auto& [side, dims, players] : {std::tuple{3, 2, 2},
                                              {3, 2, 3},
                                              {2, 2, 4},
                                              {4, 1, 2},
                                              {4, 2, 2},
                                              {4, 2, 3},
                                              {3, 3, 2},
                                              {3, 3, 3},
                                              {4, 3, 2},
                                              {4, 3, 3},
                                              {10, 2, 8}}) {
      all.push_back({fmt::format("{}^{} with {} players", side, dims, players),
                     *Rules::make(side, dims, players)});
    }
    for (const auto& [side, dims, players] :
         {std::tuple{3, 2, 2}, {3, 2, 3}, {2, 3, 3}, {4, 2, 3}, {3, 3, 4}}) {
      all.push_back({fmt::format("{}^{} with {} players, misere", side, dims, players),
                     *Rules::make(side, dims, players, true)});
    }
    for (const auto& [rows, cols, line, players, misere] : {std::tuple{3, 4, 3, 2, false},
                                                            {5, 5, 4, 3, false},
                                                            {2, 12, 3, 2, false},
                                                            {3, 4, 3, 3, true}}) {
      const auto board = *hyper::Board::make(hyper::Grid{{rows, cols}, line});
      all.push_back(
          {fmt::format("{} with {} players{}", board->name(), players, misere ? ", misere" : ""),
           *Rules::make(board, players, misere)});
    }
    const auto sticks = *hyper::Board::make(hyper::LineList{
        {{0, 1, 2}, {2, 3}, {3, 4, 5, 0}, {1, 4}}, {"a", "b", "c1", "c2", "d", "e"}});
    all.push_back({sticks->name(), *Rules::make(sticks, 3)});
    return all;
  }
};

INSTANTIATE_TYPED_TEST_SUITE_P(Hyper, Contract, HyperFamily);

}  // namespace
}  // namespace noughts::contract
