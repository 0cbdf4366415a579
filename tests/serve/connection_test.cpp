// Clients that are slow, gone, many, or send what is no request: each has an answer, and
// none of them keeps others from theirs.
#include <fmt/format.h>

#include "fixture.h"

namespace noughts::serve {
namespace {

using Connections = Server;

const std::string kHealth = "/api/v1/health";

std::string curve(int draw) {
  return request_text(fmt::format("/api/v1/quantum/curve?draw={}", draw));
}

TEST_F(Connections, AnswerRequestsInTheOrderTheyCame) {
  Client client(port_);
  ASSERT_TRUE(client.send(request_text("/api/v1/quixo/analyze?size=3") + request_text("/nowhere") +
                          request_text(kHealth, "Connection: close\r\n")));
  EXPECT_EQ(Json::parse(client.receive()->body).at("plies"), 7);
  EXPECT_EQ(client.receive()->status, 404);
  EXPECT_EQ(Json::parse(client.receive()->body).at("status"), "ok");
  EXPECT_TRUE(client.ends());
}

TEST_F(Connections, KeepToTheStandard) {
  EXPECT_EQ(status_of("POST /api/v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n"), 405);
  EXPECT_EQ(status_of("POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
                      "5\r\nhello\r\n0\r\n\r\n"),
            405);
  EXPECT_EQ(status_of("GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n"
                      "Content-Length: 4\r\n\r\nabc"),
            400);
  EXPECT_EQ(status_of("GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n"
                      "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
            400);
  EXPECT_EQ(
      status_of("GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\nabc"),
      200);
  EXPECT_EQ(status_of("OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n"), 405);
  EXPECT_EQ(status_of("GET / HTTP/3.0\r\nHost: localhost\r\n\r\n"), 505);
  EXPECT_EQ(status_of("complete nonsense\r\n\r\n"), 400);
  EXPECT_EQ(status_of("GET / nonsense\r\n\r\n"), 400);
  EXPECT_EQ(status_of("GET /api/v1/health HTTP/1.0\r\n\r\n"), 400);
  EXPECT_EQ(status_of("GET /api/v1/health HTTP/1.0\r\nHost: localhost\r\n\r\n"), 200);
  EXPECT_EQ(status_of("GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n"
                      "Content-Length: 3\r\n\r\nabc"),
            400);
  const auto head = send("HEAD /api/v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n", true);
  ASSERT_TRUE(head);
  EXPECT_EQ(head->status, 200);
  EXPECT_GT(std::stoi(head->header("Content-Length")), 0);
  EXPECT_NE(head->header("Date").find(" GMT"), std::string::npos);
}

// A body whose end is not understood must not be answered as the next request.
TEST_F(Connections, EndWithARequestWhoseBodyHasAnUnknownCoding) {
  for (const char* codings : {"Transfer-Encoding: gzip\r\n", "Transfer-Encoding: gzip, chunked\r\n",
                              "Transfer-Encoding: identity\r\nTransfer-Encoding: chunked\r\n",
                              "Transfer-Encoding: \r\n", "Transfer-Encoding: xchunked\r\n"}) {
    Client client(port_);
    ASSERT_TRUE(client.send(request_text(kHealth, codings) + request_text("/api/v1/games")));
    const auto first = client.receive();
    ASSERT_TRUE(first) << codings;
    EXPECT_EQ(first->status, 501) << codings;
    EXPECT_EQ(first->header("Connection"), "close");
    EXPECT_TRUE(client.ends()) << codings;
  }
}

TEST_F(Connections, SayThatABodyMayCome) {
  Client client(port_);
  const std::string expecting = "Content-Length: 3\r\nExpect: 100-continue\r\n";
  ASSERT_TRUE(client.send(request_text(kHealth, expecting)));
  const auto go_on = client.receive(true);
  ASSERT_TRUE(go_on);
  EXPECT_EQ(go_on->status, 100);
  ASSERT_TRUE(client.send("abc"));
  EXPECT_EQ(client.receive()->status, 200);
  ASSERT_TRUE(client.send(request_text(kHealth)));
  EXPECT_EQ(client.receive()->status, 200);
  EXPECT_EQ(status_of(request_text(kHealth, "Expect: miracles\r\n")), 417);
  EXPECT_EQ(status_of(request_text(kHealth, "Expect: 100-continue\r\n")), 200);
}

TEST_F(Connections, AreAnsweredOnlyUnderTheServersNames) {
  const auto named = [&](const std::string& host) {
    return status_of("GET /api/v1/health HTTP/1.1\r\n" + host + "\r\n");
  };
  EXPECT_EQ(named("Host: evil.example\r\n"), 421);
  EXPECT_EQ(named("Host: \r\n"), 421);
  EXPECT_EQ(named(""), 400);
  EXPECT_EQ(named("Host: localhost\r\nHost: evil.example\r\n"), 400);
  EXPECT_EQ(named("Host: games.example:1234\r\n"), 200);
  EXPECT_EQ(named(fmt::format("Host: [::1]:{}\r\n", port_)), 200);
  EXPECT_EQ(status_of("GET http://evil.example/api/v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n"),
            421);
  EXPECT_EQ(status_of("GET http://localhost/api/v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n"),
            200);
}

TEST_F(Connections, HaveALimitOnEverySizeWithItsOwnAnswer) {
  EXPECT_EQ(status_of(request_text("/" + std::string(20'000, 'a'))), 414);
  EXPECT_EQ(status_of(request_text("/", "X: " + std::string(20'000, 'a') + "\r\n")), 431);
  EXPECT_EQ(status_of(request_text("/", "Content-Length: 1000000\r\n") + std::string(30'000, 'a')),
            413);
  const Json document = json(kHealth);
  EXPECT_EQ(document.at("status"), "ok");
}

TEST_F(Connections, HaveSoMuchTimeForARequestHoweverItDrips) {
  start_again({.request_seconds = 0.3});
  Client client(port_);
  ASSERT_TRUE(client.send("GET /api/v1/health HTTP/1.1\r\nHost: local"));
  std::atomic<bool> over = false;
  std::thread drip([&] {  // no pause is long
    while (!over && client.send("x")) std::this_thread::sleep_for(std::chrono::milliseconds(20));
  });
  const auto late = client.receive();
  over = true;
  drip.join();
  ASSERT_TRUE(late);
  EXPECT_EQ(late->status, 408);
  EXPECT_EQ(late->header("Connection"), "close");
  Client body(port_);
  ASSERT_TRUE(body.send(request_text(kHealth, "Content-Length: 10\r\n") + "abc"));
  EXPECT_EQ(body.receive()->status, 408);
}

TEST_F(Connections, ThatAreIdleMakeRoomAndThoseThatAreNotAreTooMany) {
  start_again({.connections = 4});
  std::vector<Client> idle;
  for (int i = 0; i < 10; ++i) {
    idle.emplace_back(port_);
    ASSERT_TRUE(idle.back().send(request_text(kHealth)));
    EXPECT_EQ(idle.back().receive()->status, 200) << "after " << i << " others";
  }
  EXPECT_TRUE(idle.front().ends());
  std::vector<Client> busy;
  for (int i = 0; i < 4; ++i) {
    busy.emplace_back(port_);
    ASSERT_TRUE(busy.back().send("GET "));
  }
  // The server may not have seen their first bytes yet: they would count as idle.
  std::optional<Response> refused;
  do {
    refused = get(kHealth);
    ASSERT_TRUE(refused);
  } while (refused->status == 200);
  EXPECT_EQ(refused->status, 503);
  EXPECT_EQ(refused->header("Retry-After"), "1");
  EXPECT_NE(refused->body.find("4 connections"), std::string::npos);
}

TEST_F(Connections, ByTheHundredThatSendNothingOrSlowlyDisturbNobody) {
  std::vector<Client> slow;
  for (int i = 0; i < 400; ++i) {
    slow.emplace_back(port_);
    ASSERT_TRUE(i % 2 == 0 || slow.back().send("GET /api"));
  }
  EXPECT_EQ(json(kHealth).at("status"), "ok");
  EXPECT_EQ(json("/api/v1/quixo/analyze?size=3").at("plies"), 7);
}

// The long questions that run and wait, as the server tells.
class LongQuestions : public Server {
 protected:
  int here(const char* what) const { return json(kHealth).at("long_requests").at(what); }
  void wait_until(int running, int waiting) const {
    while (here("running") != running || here("waiting") != waiting) std::this_thread::yield();
  }
};

TEST_F(LongQuestions, AreGivenUpWhenTheirAskersAreGone) {
  std::vector<Client> askers;
  for (int i = 0; i < 7; ++i) {
    askers.emplace_back(port_);
    ASSERT_TRUE(askers.back().send(curve(i + 1)));
  }
  wait_until(1, 6);
  EXPECT_EQ(json("/api/v1/hyper/analyze?side=3&dims=2").at("value"), "draw") << "not behind them";
  askers.clear();
  wait_until(0, 0);
}

TEST_F(LongQuestions, HaveAQueueThatCanBeFull) {
  std::vector<Client> askers;
  const int most = here("most_waiting");
  for (int i = 0; i <= most; ++i) {
    askers.emplace_back(port_);
    ASSERT_TRUE(askers.back().send(curve(i + 1)));
    if (i == 0) wait_until(1, 0);
  }
  wait_until(1, most);
  const auto refused = send(curve(most + 2));
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->status, 503);
  EXPECT_EQ(refused->header("Retry-After"), "1");
  EXPECT_NE(refused->body.find("busy"), std::string::npos);
}

TEST_F(LongQuestions, AreAnsweredShortlyWhenTheServerEnds) {
  Client running(port_), waiting(port_), idle(port_), half(port_);
  ASSERT_TRUE(running.send(curve(1)));
  wait_until(1, 0);
  ASSERT_TRUE(waiting.send(curve(2)));
  wait_until(1, 1);
  ASSERT_TRUE(half.send("GET "));
  const auto begun = std::chrono::steady_clock::now();
  stop();
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begun;
  EXPECT_LT(took.count(), 10) << "two seconds on a machine with nothing else to do";
  EXPECT_EQ(running.receive()->status, 503);
  EXPECT_TRUE(idle.ends());
  EXPECT_FALSE(get(kHealth));
}

}  // namespace
}  // namespace noughts::serve
