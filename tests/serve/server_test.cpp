// The server from outside, over a real connection.
#include "noughts/serve/server.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <future>
#include <map>
#include <set>
#include <sstream>

#include "fixture.h"
#include "noughts/core/random.h"
#include "noughts/play/choice.h"
#include "noughts/play/families.h"
#include "noughts/play/quantum_analyst.h"
#include "noughts/present/documents.h"
#include "noughts/serve/api.h"

namespace noughts::serve {
namespace {

TEST_F(Server, DescribesEveryRouteAndHasEveryRouteItDescribes) {
  std::set<std::string> described;
  const Json description = json("/api/v1/openapi.json");
  for (const auto& [path, _] : description.at("paths").items()) {
    described.insert(path);
  }
  std::set<std::string> routes;
  for (const Route& route : make_routes(*analyses_, "test")) routes.insert(route.path);
  EXPECT_EQ(described, routes);
  EXPECT_GE(routes.size(), 20u);
  for (const std::string& path : described) {
    const auto response = get(path + "?no-such-parameter=1");
    ASSERT_TRUE(response);
    EXPECT_EQ(response->status, 400) << path << " is not there";
  }
}

TEST_F(Server, IsDescribedForPeople) {
  std::stringstream text;
  text << std::ifstream(NOUGHTS_SOURCE "/docs/reference/http.md").rdbuf();
  for (const Route& route : make_routes(*analyses_, "test")) {
    const std::string name = route.path.substr(std::string("/api/v1/").size());
    const std::string verb = name.substr(name.find('/') + 1);
    EXPECT_NE(text.str().find(verb), std::string::npos) << route.path;
    for (const play::Parameter& p : route.parameters) {
      EXPECT_NE(text.str().find("`" + p.name + "`"), std::string::npos) << route.path << p.name;
    }
  }
}

// The page makes its forms from this, so it must be what the requests are checked against.
TEST_F(Server, ListsTheRulesThatItsRequestsTake) {
  const Json description = json("/api/v1/openapi.json");
  const Json games = json("/api/v1/games");
  for (const Json& game : games.at("games")) {
    const std::string path = "/api/v1/" + game.at("game").get<std::string>() + "/moves";
    std::map<std::string, Json> schemas;
    for (const Json& p : description.at("paths").at(path).at("get").at("parameters")) {
      schemas[p.at("name")] = p.at("schema");
    }
    std::string all = path + "?";
    for (const Json& p : game.at("rules")) {
      const Json schema = schemas.at(p.at("name"));
      EXPECT_EQ(p.value("choices", Json()), schema.value("enum", Json())) << p;
      if (p.at("type") == "integer") {
        EXPECT_EQ(p.at("least"), schema.at("minimum"));
        EXPECT_EQ(p.at("most"), schema.at("maximum"));
        EXPECT_EQ(p.at("default"), schema.at("default").dump());
      }
      if (!p.contains("needs")) {
        all += p.at("name").get<std::string>() + "=" + p.at("default").get<std::string>() + "&";
      }
    }
    EXPECT_EQ(json(all), json(path)) << "the defaults are not what holds without them";
  }
}

TEST_F(Server, AnswersWithTheDocumentsOfTheCommandLine) {
  play::Values values(play::quantum_parameters());
  ASSERT_TRUE(values.set("q", "3/4"));
  const quantum::Rules rules = *play::quantum_rules(values);
  const auto game = play::make_game(rules);
  const auto state = *game->parse("X1.1-9 O2.1-3 X3.1-3");
  const auto analyst = play::make_quantum_analyst(rules);
  EXPECT_EQ(json("/api/v1/quantum/analyze?collapse=chance&q=3/4&position=X1.1-9%20O2.1-3%20X3.1-3"),
            present::analysis_document(*game, *state, *analyst->analyze(*state)));
}

TEST_F(Server, KnowsThePublishedValues) {
  const Json start = json("/api/v1/quixo/analyze?size=4");
  EXPECT_EQ(start.at("value"), "win");
  EXPECT_EQ(start.at("plies"), 21);
  EXPECT_EQ(json("/api/v1/quixo/line?size=4").at("moves").size(), 21u);
  const Json classes = json("/api/v1/quixo/classes?size=4");
  EXPECT_EQ(classes.at("win"), 26'434'489);
  EXPECT_EQ(classes.at("loss"), 15'003'736);
  EXPECT_EQ(json("/api/v1/quantum/analyze").at("exact"), "10");
  EXPECT_EQ(json("/api/v1/hyper/classify?side=3&dims=3").at("category"), 2);
  const Json points = json("/api/v1/quantum/sweep?from=1/2&to=3/4&step=1/4").at("points");
  EXPECT_EQ(points.at(0).at("value").at("exact"), "10");
  EXPECT_EQ(points.at(1).at("value").at("exact"), "5/2");
}

TEST_F(Server, PlaysMovesForPlayersAndTheSystem) {
  const Json perfect = json("/api/v1/quixo/move?size=3&seed=1");
  const Json start = json("/api/v1/quixo/analyze?size=3");
  EXPECT_NE(std::find(start["best"].begin(), start["best"].end(), perfect["move"]),
            start["best"].end());
  const Json after = json("/api/v1/quixo/moves?size=3&move=" + perfect["move"].get<std::string>());
  EXPECT_EQ(after["position"], perfect["leads_to"]);
  const Json drawn =
      json("/api/v1/quantum/move?collapse=chance&q=1&position=X1.1-9%20O2.1-3%20X3.1-3");
  EXPECT_EQ(drawn["player"], "system");
  EXPECT_NE(drawn["remark"].get<std::string>().find("drawn for O"), std::string::npos);
  EXPECT_FALSE(drawn.contains("selects"));
}

// The paper's section 5: the dice name who selects, one throw for each question.
TEST_F(Server, DiceNameWhoSelects) {
  const std::string rules = "collapse=chance&dice=1:3&position=X1.1-9%20O2.1-3%20X3.1-3";
  std::map<std::string, std::string> favours;
  const Json analysis = json("/api/v1/quantum/analyze?" + rules);
  for (const Json& rated : analysis["moves"]) favours[rated["move"]] = rated["favours"];
  std::set<std::string> named;
  for (int seed = 0; seed < 20; ++seed) {
    const Json thrown = json("/api/v1/quantum/move?" + rules + "&seed=" + std::to_string(seed));
    EXPECT_EQ(thrown["player"], "system");
    EXPECT_EQ(thrown["selects"], favours[thrown["move"]]) << thrown;
    const std::string shown = thrown["thrown"], remark = thrown["remark"];
    EXPECT_TRUE(shown.starts_with("the dice show ")) << shown;
    EXPECT_NE(remark.find(shown), std::string::npos) << remark;
    named.insert(thrown["selects"]);
  }
  EXPECT_EQ(named.size(), 2u);
}

// Every game, every board: with values by them, without by a guess, and it says which.
TEST_F(Server, APlayerAlwaysMoves) {
  EXPECT_EQ(json("/api/v1/quixo/move?size=3")["source"], "table");
  EXPECT_EQ(json("/api/v1/quantum/move")["source"], "search");
  EXPECT_EQ(json("/api/v1/quixo/move?size=3&player=random")["source"], "chance");
  for (const char* path : {"/api/v1/quixo/move?size=5", "/api/v1/hyper/move?side=4&dims=3",
                           "/api/v1/hyper/move?side=4&dims=4", "/api/v1/hyper/move?side=12",
                           "/api/v1/hyper/move?dims=4&players=8"}) {
    for (const char* level : {"random", "easy", "medium", "hard", "perfect", "perfect:0.5"}) {
      const Json moved = json(fmt::format("{}&seed=1&player={}", path, level));
      EXPECT_EQ(moved["player"], level) << path;
      EXPECT_FALSE(moved["move"].get<std::string>().empty()) << path;
      EXPECT_FALSE(moved["leads_to"].get<std::string>().empty()) << path;
    }
  }
  // Kutner's greedy player begins in the middle of a board with one.
  const Json middle = json("/api/v1/hyper/move?side=5&dims=3");
  EXPECT_EQ(middle["source"], "guess");
  EXPECT_EQ(middle["move"], "333");
  std::vector<std::string> levels;
  const Json games = json("/api/v1/games");
  for (const Json& player : games["games"][0]["players"]) {
    levels.push_back(player["player"]);
  }
  EXPECT_EQ(levels, (std::vector<std::string>{"random", "easy", "medium", "hard", "perfect"}));
}

// The corner of a board of tic-tac-toe leaves one reply that holds, the middle four.
TEST_F(Server, SetsTraps) {
  const Json start = json("/api/v1/hyper/analyze");
  EXPECT_EQ(start["moves"].front()["replies"], Json({{"hold", 1}, {"lose", 7}}));
  EXPECT_EQ(start["moves"].back()["replies"], Json({{"hold", 4}, {"lose", 4}}));
  EXPECT_EQ(start["best"].size(), 9u);
  for (int seed = 0; seed < 20; ++seed) {
    const std::string move = json(fmt::format("/api/v1/hyper/move?seed={}", seed))["move"];
    EXPECT_TRUE(move == "11" || move == "13" || move == "31" || move == "33") << move;
  }
}

TEST_F(Server, TellsTheLinesThroughACell) {
  const Json corner = json("/api/v1/hyper/lines?side=4&dims=3&cell=111");
  EXPECT_EQ(corner["lines"].size(), 7u);
  for (const Json& line : corner["lines"]) {
    EXPECT_EQ(line.size(), 4u);
    EXPECT_NE(std::find(line.begin(), line.end(), "111"), line.end());
  }
  EXPECT_EQ(json("/api/v1/hyper/lines?side=4&dims=3&cell=112")["lines"].size(), 4u);
  EXPECT_EQ(json("/api/v1/hyper/lines?side=3&dims=4&cell=2222")["lines"].size(), 40u);
  EXPECT_NE(complaint("/api/v1/hyper/lines?cell=77", 400), "no error");
  EXPECT_NE(complaint("/api/v1/hyper/lines", 400), "no error");
  EXPECT_NE(complaint("/api/v1/hyper/lines?side=16&dims=5&cell=11111", 400), "no error");
}

TEST_F(Server, SearchesBoardsWithoutValues) {
  const Json guess = json("/api/v1/quixo/analyze?size=6");
  EXPECT_EQ(guess["source"], "guess");
  EXPECT_EQ(guess["moves"].size(), 56u);
  EXPECT_EQ(guess["cannot_lose"], Json::parse("[\"X\"]"));
  for (const std::string size : {"3", "5", "8"}) {
    const Json chosen = json("/api/v1/quixo/move?seed=1&size=" + size);
    EXPECT_EQ(chosen["source"], size == "8" ? "guess" : "table");
    EXPECT_EQ(chosen.contains("remark"), size == "8");  // how far it looked
    const Json next =
        json("/api/v1/quixo/moves?size=" + size + "&move=" + chosen["move"].get<std::string>());
    EXPECT_EQ(next["position"], chosen["leads_to"]);
  }
  // The openings of 5x5 are known, with the traps in them; beyond nine tiles it searches.
  const Json opening = json("/api/v1/quixo/analyze?size=5");
  EXPECT_EQ(opening["source"], "table");
  EXPECT_EQ(opening["value"], "draw");
  EXPECT_TRUE(opening["moves"][0].contains("replies"));
  const Json later = json("/api/v1/quixo/analyze?size=5&position=XO.../OX.../XO.../OX.../XO...+X");
  EXPECT_NE(later["source"], "table");
  EXPECT_NE(complaint("/api/v1/quixo/classes?size=6", 400).find("no tables above 5x5"),
            std::string::npos);
}

TEST_F(Server, RefusesBadRequestsWithASentence) {
  EXPECT_EQ(complaint("/api/v1/quixo/analyze?size=9", 400),
            "size takes a whole number from 3 to 8, not '9'");
  EXPECT_EQ(complaint("/api/v1/quixo/moves?size=9=4", 400),
            "size takes a whole number from 3 to 8, not '9=4'");
  EXPECT_EQ(complaint("/api/v1/quixo/moves?size=3&size=3", 400),
            "size is given twice; give it once");
  EXPECT_TRUE(complaint("/api/v1/quantum/moves?draw=abc", 400).starts_with("draw takes a number"));
  EXPECT_EQ(complaint("/api/v1/quantum/moves?collapse=mover&q=1/3", 400),
            "q needs collapse chance, not collapse mover; leave one of them out");
  EXPECT_NE(complaint("/api/v1/quixo/moves?size=4&position=XXX", 400), "no error");
  EXPECT_NE(complaint("/api/v1/quixo/moves?size=4&move=b2L", 400), "no error");
  EXPECT_NE(complaint("/api/v1/hyper/moves?side=16&dims=8", 400), "no error");
  EXPECT_NE(complaint("/api/v1/quantum/analyze?collapse=chance&q=2", 400), "no error");
  EXPECT_NE(complaint("/api/v1/quantum/sweep?step=1/1000", 400).find("at most"), std::string::npos);
  EXPECT_NE(complaint("/api/v1/hyper/analyze?side=5&dims=3", 400).find("64 cells"),
            std::string::npos);
  EXPECT_NE(complaint("/api/v1/quixo/classes?size=5", 404).find("no 5x5 tables"),
            std::string::npos);
  EXPECT_NE(complaint("/api/v1/quixo/move?player=lucky&size=3", 400).find("perfect:SHARE"),
            std::string::npos);
  EXPECT_NE(complaint("/api/v1/quixo/move?player=perfect:2&size=3", 400).find("share"),
            std::string::npos);
  EXPECT_NE(complaint("/api/v1/quixo/move?size=3&position=XXX/.../...%20O", 400).find("over"),
            std::string::npos);
  const auto long_address = get("/api/v1/quixo/moves?position=" + std::string(20'000, 'X'));
  ASSERT_TRUE(long_address);
  EXPECT_EQ(long_address->status, 414);
  const auto posted =
      send("POST /api/v1/health HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 2\r\n\r\n{}");
  ASSERT_TRUE(posted);
  EXPECT_EQ(posted->status, 405);
  EXPECT_EQ(posted->header("Allow"), "GET, HEAD");
  EXPECT_EQ(Json::parse(posted->body).at("error"), "this server answers GET and HEAD only");
}

// Every number that any route takes, against all that reads as a number and is none.
TEST_F(Server, TakesNoNumberThatIsNone) {
  int numbers = 0;
  for (const Route& route : make_routes(*analyses_, "test")) {
    for (const play::Parameter& p : route.parameters) {
      if (p.kind == play::Kind::kText || p.kind == play::Kind::kFlag) continue;
      ++numbers;
      for (const char* none :
           {"nan", "NaN", "-nan", "nan(1)", "inf", "-inf", "INFINITY", "1e999"}) {
        const auto query = parse_query(route.parameters, "?" + p.name + "=" + none);
        ASSERT_FALSE(query) << route.path << " " << p.name << " " << none;
        EXPECT_TRUE(query.error().message.starts_with(p.name + " takes a "))
            << query.error().message;
      }
    }
  }
  EXPECT_GT(numbers, 50);
}

// What a move leads to is the position and the move; it once was written out for each.
TEST_F(Server, BoundsItsAnswersOnLargeBoards) {
  std::vector<std::string> cells;
  for (int i = 0; i < 4096; ++i) {
    cells.push_back(fmt::format("{}{}{}{}", 1 + i / 512, 1 + i / 64 % 8, 1 + i / 8 % 8, 1 + i % 8));
  }
  Random random(1);
  std::string position;
  for (std::size_t i = 0; i < 1600; ++i) {  // 8 kB; nobody has a line of 8
    std::swap(cells[i], cells[i + random.below(cells.size() - i)]);
    position += cells[i] + "+";
  }
  position.pop_back();
  const std::string rules = "?side=8&dims=4&position=" + position;
  EXPECT_EQ(json("/api/v1/hyper/moves" + rules).at("moves").size(), 4096u - 1600u);
  for (const Route& route : make_routes(*analyses_, "test")) {
    if (!route.path.starts_with("/api/v1/hyper/")) continue;
    const auto answer = get(route.path + rules);
    ASSERT_TRUE(answer) << route.path;
    EXPECT_LT(answer->body.size(), 300'000u) << route.path;
  }
}

TEST_F(Server, GivesUpOnPositionsThatTakeTooLong) {
  EXPECT_NE(complaint("/api/v1/hyper/analyze?side=5&dims=2&players=3", 503).find("0.3 seconds"),
            std::string::npos);
}

TEST_F(Server, ReadsNothingButItsOwnFiles) {
  for (const char* path :
       {"/../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/assets/../../etc/passwd", "//etc/passwd",
        "/index.html/..", "/api/v1/", "/assets/"}) {
    const auto response = get(path);
    ASSERT_TRUE(response) << path;
    EXPECT_EQ(response->status, 404) << path;
  }
}

TEST_F(Server, GamesMayBeTypedInAnyCase) {
  for (const char* path : {"/quixo", "/Quixo", "/quixo/", "/HYPER/?dims=3"}) {
    const auto response = get(path);
    ASSERT_TRUE(response) << path;
    EXPECT_EQ(response->status, 200) << path;
  }
}

// The page shows a value for all of them where one is known.
TEST_F(Server, MovesTellWhichAreAlike) {
  const Json square = json("/api/v1/hyper/moves");
  EXPECT_EQ(square.at("images"), Json({0, 1, 0, 1, 4, 1, 0, 1, 0}));
  EXPECT_FALSE(json("/api/v1/hyper/moves?position=11+12").contains("images"));
  const Json qubic = json("/api/v1/hyper/moves?side=4&dims=3");
  const auto kinds = qubic.at("images").get<std::set<int>>();
  EXPECT_EQ(kinds.size(), 2U);
}

// For a person who mistyped an address; programs get a sentence.
TEST_F(Server, UnknownPathsAreAPage) {
  for (const char* path : {"/nonsense", "/quixo/extra", "/favicon.ico"}) {
    const auto response = get(path);
    ASSERT_TRUE(response) << path;
    EXPECT_EQ(response->status, 404) << path;
    EXPECT_EQ(response->header("Content-Type"), "text/html; charset=utf-8") << path;
    EXPECT_NE(response->body.find("<title>noughts"), std::string::npos) << path;
    EXPECT_NE(response->header("Content-Security-Policy"), "") << path;
  }
  for (const char* path : {"/api/v1/nonsense", "/api/nonsense", "/assets/nonsense"}) {
    EXPECT_NE(complaint(path, 404).find("nothing at"), std::string::npos) << path;
  }
}

TEST_F(Server, SendsThePageOnceAndPacked) {
  const auto page = get("/quixo?size=4", "Accept-Encoding: identity\r\n");
  ASSERT_TRUE(page);
  EXPECT_EQ(page->status, 200);
  EXPECT_EQ(page->header("Content-Type"), "text/html; charset=utf-8");
  EXPECT_NE(page->body.find("<title>noughts"), std::string::npos);
  const auto again = get("/", "If-None-Match: " + page->header("ETag") + "\r\n");
  ASSERT_TRUE(again);
  EXPECT_EQ(again->status, 304);
  EXPECT_EQ(again->body, "");
  const auto packed = get("/", "Accept-Encoding: gzip\r\n");
  ASSERT_TRUE(packed);
  EXPECT_EQ(packed->header("Content-Encoding"), "gzip");
  EXPECT_TRUE(packed->body.starts_with("\x1f\x8b"));
}

TEST_F(Server, SetsSecurityHeadersOnEverything) {
  for (const char* path : {"/", "/api/v1/health", "/nowhere", "/api/v1/quixo/analyze?size=9"}) {
    const auto response = get(path);
    ASSERT_TRUE(response);
    EXPECT_NE(response->header("Content-Security-Policy").find("default-src 'self'"),
              std::string::npos);
    EXPECT_EQ(response->header("X-Content-Type-Options"), "nosniff");
    EXPECT_EQ(response->header("Referrer-Policy"), "no-referrer");
  }
}

TEST_F(Server, LetsOtherPagesFrameTheBoardAndNothingElse) {
  const auto board = get("/embed?game=quixo&size=3&values");
  ASSERT_TRUE(board);
  EXPECT_EQ(board->status, 200);
  EXPECT_TRUE(board->header("Content-Security-Policy").ends_with("frame-ancestors *"));
  EXPECT_EQ(board->header("X-Frame-Options"), "");
  for (const char* path : {"/", "/quixo", "/embedded", "/api/v1/health", "/index.html"}) {
    const auto response = get(path);
    ASSERT_TRUE(response) << path;
    EXPECT_TRUE(response->header("Content-Security-Policy").ends_with("frame-ancestors 'none'"))
        << path;
    EXPECT_EQ(response->header("X-Frame-Options"), "DENY") << path;
  }
}

TEST(ServerStart, FailsOnAPortThatIsTaken) {
  auto analyses = *AnalysisCache::open({});
  ServerOptions options;
  options.port = 0;
  CancelToken cancel;
  std::promise<int> port;
  std::thread first([&] {
    EXPECT_TRUE(run_server(*analyses, options, cancel, [&](int p) { port.set_value(p); }));
  });
  ServerOptions same = options;
  same.port = port.get_future().get();
  const Result<void> second = run_server(*analyses, same, cancel, [](int) {});
  ASSERT_FALSE(second);
  EXPECT_NE(second.error().message.find("cannot listen"), std::string::npos);
  cancel.cancel();
  first.join();
  AnalysisCacheOptions nowhere;
  nowhere.tables = "/no/such/folder";
  EXPECT_FALSE(AnalysisCache::open(nowhere));
}

}  // namespace
}  // namespace noughts::serve
