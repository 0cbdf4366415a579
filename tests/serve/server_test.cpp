// The server from outside, over a real connection.
#include "noughts/serve/server.h"

#include <gtest/gtest.h>
#include <httplib.h>

#include <chrono>
#include <fstream>
#include <future>
#include <set>
#include <sstream>

#include "noughts/play/choice.h"
#include "noughts/play/families.h"
#include "noughts/play/quantum_analyst.h"
#include "noughts/present/documents.h"
#include "noughts/serve/api.h"

namespace noughts::serve {
namespace {

class Server : public ::testing::Test {
 protected:
  void SetUp() override {
    KnowledgeOptions options;
    options.hyper_seconds = 0.3;
    start(options);
  }
  void TearDown() override { stop(); }

  void start(const KnowledgeOptions& options) {
    auto opened = Knowledge::open(options);
    ASSERT_TRUE(opened);
    knowledge_ = std::move(*opened);
    std::promise<int> port;
    auto started = port.get_future();
    thread_ = std::thread([this, &port] {
      const Result<void> served = run_server(*knowledge_, {.port = 0, .version = "test"}, cancel_,
                                             [&](int p) { port.set_value(p); });
      EXPECT_TRUE(served);
    });
    port_ = started.get();
  }
  void stop() {
    if (!thread_.joinable()) return;
    cancel_.cancel();
    thread_.join();
  }

  httplib::Result get(const std::string& path, const httplib::Headers& headers = {}) const {
    httplib::Client client("127.0.0.1", port_);
    client.set_read_timeout(60);
    return client.Get(path, headers);
  }
  Json json(const std::string& path, int status = 200) const {
    const auto response = get(path);
    EXPECT_TRUE(response) << path;
    if (!response) return {};
    EXPECT_EQ(response->status, status) << path << " " << response->body;
    EXPECT_EQ(response->get_header_value("Content-Type"), "application/json; charset=utf-8");
    return Json::parse(response->body, nullptr, false);
  }
  std::string complaint(const std::string& path, int status) const {
    return json(path, status).value("error", "no error");
  }

  std::unique_ptr<Knowledge> knowledge_;
  CancelToken cancel_;
  std::thread thread_;
  int port_ = 0;
};

TEST_F(Server, DescribesEveryRouteAndHasEveryRouteItDescribes) {
  std::set<std::string> described;
  const Json description = json("/api/v1/openapi.json");
  for (const auto& [path, _] : description.at("paths").items()) {
    described.insert(path);
  }
  std::set<std::string> routes;
  for (const Route& route : make_routes(*knowledge_, "test")) routes.insert(route.path);
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
  text << std::ifstream(NOUGHTS_SOURCE "/docs/api.md").rdbuf();
  for (const Route& route : make_routes(*knowledge_, "test")) {
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
  for (const Json& game : json("/api/v1/games").at("games")) {
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
}

TEST_F(Server, RefusesBadRequestsWithASentence) {
  EXPECT_EQ(complaint("/api/v1/quixo/analyze?size=7", 400),
            "size takes a whole number from 3 to 5, not '7'");
  EXPECT_EQ(complaint("/api/v1/quixo/moves?size=9=4", 400),
            "size takes a whole number from 3 to 5, not '9=4'");
  EXPECT_EQ(complaint("/api/v1/quixo/moves?size=3&size=3", 400), "size is given twice");
  EXPECT_TRUE(complaint("/api/v1/quantum/moves?draw=abc", 400).starts_with("draw takes a number"));
  EXPECT_EQ(complaint("/api/v1/quantum/moves?collapse=mover&q=1/3", 400),
            "q belongs to collapse chance, not to collapse mover");
  EXPECT_NE(complaint("/api/v1/quixo/moves?size=4&position=XXX", 400), "no error");
  EXPECT_NE(complaint("/api/v1/quixo/moves?size=4&move=b2L", 400), "no error");
  EXPECT_NE(complaint("/api/v1/hyper/moves?side=16&dims=8", 400), "no error");
  EXPECT_NE(complaint("/api/v1/quantum/analyze?collapse=chance&q=2", 400), "no error");
  EXPECT_NE(complaint("/api/v1/quantum/sweep?step=1/1000", 400).find("at most"), std::string::npos);
  EXPECT_NE(complaint("/api/v1/hyper/analyze?side=5&dims=3", 400).find("64 cells"),
            std::string::npos);
  EXPECT_NE(complaint("/api/v1/quixo/analyze?size=5", 404).find("needs tables"), std::string::npos);
  EXPECT_NE(complaint("/api/v1/quixo/move?player=lucky&size=3", 400).find("perfect:SHARE"),
            std::string::npos);
  EXPECT_NE(complaint("/api/v1/quixo/move?player=perfect:2&size=3", 400).find("share"),
            std::string::npos);
  EXPECT_NE(complaint("/api/v1/quixo/move?size=3&position=XXX/.../...%20O", 400).find("over"),
            std::string::npos);
  const auto long_address = get("/api/v1/quixo/moves?position=" + std::string(20'000, 'X'));
  ASSERT_TRUE(long_address);
  EXPECT_EQ(long_address->status, 414);
  httplib::Client client("127.0.0.1", port_);
  const auto posted = client.Post("/api/v1/health", "{}", "application/json");
  ASSERT_TRUE(posted);
  EXPECT_EQ(posted->status, 405);
  EXPECT_EQ(Json::parse(posted->body).at("error"), "only GET and HEAD are answered here");
}

TEST_F(Server, GivesUpOnPositionsThatTakeTooLong) {
  EXPECT_NE(complaint("/api/v1/hyper/analyze?side=4&dims=3&players=2", 503).find("0.3 seconds"),
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

TEST_F(Server, SendsThePageOnceAndPacked) {
  const auto page = get("/quixo?size=4", {{"Accept-Encoding", "identity"}});
  ASSERT_TRUE(page);
  EXPECT_EQ(page->status, 200);
  EXPECT_EQ(page->get_header_value("Content-Type"), "text/html; charset=utf-8");
  EXPECT_NE(page->body.find("<title>noughts"), std::string::npos);
  const auto again = get("/", {{"If-None-Match", page->get_header_value("ETag")}});
  ASSERT_TRUE(again);
  EXPECT_EQ(again->status, 304);
  EXPECT_EQ(again->body, "");
  httplib::Client client("127.0.0.1", port_);
  client.set_decompress(false);
  const auto packed = client.Get("/", {{"Accept-Encoding", "gzip"}});
  ASSERT_TRUE(packed);
  EXPECT_EQ(packed->get_header_value("Content-Encoding"), "gzip");
  EXPECT_TRUE(packed->body.starts_with("\x1f\x8b"));
}

TEST_F(Server, SetsSecurityHeadersOnEverything) {
  for (const char* path : {"/", "/api/v1/health", "/nowhere", "/api/v1/quixo/analyze?size=9"}) {
    const auto response = get(path);
    ASSERT_TRUE(response);
    EXPECT_NE(response->get_header_value("Content-Security-Policy").find("default-src 'self'"),
              std::string::npos);
    EXPECT_EQ(response->get_header_value("X-Content-Type-Options"), "nosniff");
    EXPECT_EQ(response->get_header_value("Referrer-Policy"), "no-referrer");
  }
}

TEST_F(Server, FinishesRunningRequestsWhenItEnds) {
  auto running = std::async(std::launch::async,
                            [&] { return complaint("/api/v1/hyper/analyze?side=4&dims=3", 503); });
  while (knowledge_->gate().load().running == 0) {
    ASSERT_EQ(running.wait_for(std::chrono::milliseconds(1)), std::future_status::timeout);
  }
  stop();
  EXPECT_NE(running.get().find("not decided"), std::string::npos);
  EXPECT_FALSE(get("/api/v1/health"));
}

TEST(ServerStart, FailsOnAPortThatIsTaken) {
  auto knowledge = *Knowledge::open({});
  ServerOptions options;
  options.port = 0;
  CancelToken cancel;
  std::promise<int> port;
  std::thread first([&] {
    EXPECT_TRUE(run_server(*knowledge, options, cancel, [&](int p) { port.set_value(p); }));
  });
  ServerOptions same = options;
  same.port = port.get_future().get();
  const Result<void> second = run_server(*knowledge, same, cancel, [](int) {});
  ASSERT_FALSE(second);
  EXPECT_NE(second.error().message.find("cannot listen"), std::string::npos);
  cancel.cancel();
  first.join();
  KnowledgeOptions nowhere;
  nowhere.tables = "/no/such/folder";
  EXPECT_FALSE(Knowledge::open(nowhere));
}

}  // namespace
}  // namespace noughts::serve
