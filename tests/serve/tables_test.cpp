// A server with tables of some tiers: exact there, with plies, and as without tables elsewhere.
#include <gtest/gtest.h>

#include "noughts/core/json.h"
#include "noughts/play/families.h"
#include "noughts/present/documents.h"
#include "noughts/quixo/solve/solve.h"
#include "noughts/serve/analysis_cache.h"
#include "temporary_folder.h"

namespace noughts::serve {
namespace {

TEST(ServeTables, OfTheFullBoardShowPliesAndNothingIsLostElsewhere) {
#ifdef NOUGHTS_SANITIZED
  GTEST_SKIP() << "takes minutes under a sanitizer";
#endif
  const TemporaryFolder folder;
  const auto rules = *quixo::Rules::make(5);
  Workers workers(1);
  quixo::solve::Options options;
  options.steps = true;
  options.last_tier = 25;
  options.tables = folder.path();
  ASSERT_TRUE(quixo::solve::run(rules, options, workers));
  const auto cache = AnalysisCache::open({.tables = folder.path().string()});
  ASSERT_TRUE(cache) << cache.error().message;
  const auto game = play::make_game(rules);
  const auto analysis = [&](const char* position) {
    const auto state = *game->parse(position);
    auto answer = (*cache)->ask(rules, [&](play::Analyst& analyst) -> Result<Json> {
      auto found = analyst.analyze(*state);
      if (!found) return found.error();
      return present::analysis_document(*game, *state, *found);
    });
    EXPECT_TRUE(answer) << position;
    return answer ? *answer : Json();
  };
  // The longest game of the full board.
  const Json full = analysis("XOXOO/OXOXO/XXXOX/OOXOO/OXXOX X");
  EXPECT_EQ(full.at("value"), "loss");
  EXPECT_EQ(full.at("plies"), 70);
  EXPECT_EQ(full.at("source"), "table");
  // Openings come with the program; in between there are guesses.
  EXPECT_EQ(analysis("...../...../...../...../..... X").at("value"), "draw");
  const Json between = analysis("XOXOO/OXOXO/..X../...../..... X");
  EXPECT_EQ(between.at("source"), "guess");
}

}  // namespace
}  // namespace noughts::serve
