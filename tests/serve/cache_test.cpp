// What waits for what, and what makes room for what, in the server's knowledge.
#include <gtest/gtest.h>

#include <future>
#include <thread>

#include "noughts/quixo/solve/solve.h"
#include "noughts/serve/api.h"
#include "temporary_folder.h"

namespace noughts::serve {
namespace {

const Json kNothing = Json::object();

// Tables of 5x5 weighed a terabyte, and evicted whatever was solved.
TEST(AnalysisCache, KeepsSolvedBoardsBesideTablesOf5x5) {
  const TemporaryFolder folder;
  const auto large = *quixo::Rules::make(5);
  Workers workers(1);
  quixo::solve::Options options;
  options.last_tier = 25;
  options.tables = folder.path();
  ASSERT_TRUE(quixo::solve::run(large, options, workers));
  const auto cache = AnalysisCache::open({.tables = folder.path().string()});
  ASSERT_TRUE(cache) << cache.error().message;
  const auto ask = [&](const quixo::Rules& rules) {
    return (*cache)->ask(rules, [](play::Analyst&) -> Result<Json> { return kNothing; });
  };
  const auto small = *quixo::Rules::make(4);
  ASSERT_TRUE(ask(small));
  ASSERT_TRUE((*cache)->knows(small));
  ASSERT_TRUE(ask(large));
  EXPECT_TRUE((*cache)->knows(small));
  const auto values = (*cache)->values(small);
  ASSERT_TRUE(ask(large));
  EXPECT_EQ(*(*cache)->values(small), *values);
}

// The System's draw needs no search of others, and does not wait for one that is running.
TEST(AnalysisCache, ACoinIsTossedWhileASearchRuns) {
  const auto cache = AnalysisCache::open({});
  ASSERT_TRUE(cache);
  const auto rules = *quantum::Rules::make({.collapse = quantum::Collapse::kChance});
  std::promise<void> begun;
  std::promise<void> tossed;
  std::thread search([&] {
    const auto answer = (*cache)->ask(rules, [&](play::Analyst&) -> Result<Json> {
      begun.set_value();
      tossed.get_future().wait();
      return kNothing;
    });
    EXPECT_TRUE(answer);
  });
  begun.get_future().wait();
  for (const Route& route : make_routes(**cache, "test")) {
    if (route.path != "/api/v1/quantum/move") continue;
    const auto query =
        parse_query(route.parameters, "/?collapse=chance&position=X1.1-2%20O2.1-2&seed=1");
    EXPECT_TRUE(query);
    if (!query) break;
    const auto answer = route.answer(*query);
    EXPECT_EQ(answer ? answer->value("player", "") : answer.error().message, "system");
  }
  tossed.set_value();
  search.join();
}

// A route that asks an analyst is never in the lane of look-ups unless it says so.
TEST(AnalysisCache, EachRouteHasItsLane) {
  const auto cache = AnalysisCache::open({});
  for (const Route& route : make_routes(**cache, "test")) {
    const auto ends = [&](std::string_view verb) { return route.path.ends_with(verb); };
    const bool computes = ends("/analyze") || ends("/line") || ends("/move") || ends("/classes");
    const bool takes_long = ends("/curve") || ends("/sweep") || ends("/classify");
    EXPECT_EQ(route.lane, computes     ? Lane::kSearch
                          : takes_long ? Lane::kLong
                                       : Lane::kQuick)
        << route.path;
  }
}

}  // namespace
}  // namespace noughts::serve
