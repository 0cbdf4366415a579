// A server in this process, and questions to it.
#pragma once

#include <gtest/gtest.h>

#include <future>
#include <memory>
#include <thread>

#include "client.h"
#include "noughts/core/json.h"
#include "noughts/serve/server.h"

namespace noughts::serve {

class Server : public ::testing::Test {
 protected:
  void SetUp() override { start({}); }
  void TearDown() override { stop(); }

  void start(const ServerLimits& limits) {
    AnalysisCacheOptions options;
    options.hyper_seconds = 0.3;
    auto opened = AnalysisCache::open(options);
    ASSERT_TRUE(opened);
    analyses_ = std::move(*opened);
    cancel_.rearm();
    std::promise<int> port;
    auto started = port.get_future();
    thread_ = std::thread([this, &port, limits] {
      const Result<void> served = run_server(
          *analyses_,
          {.port = 0, .allowed_hosts = {"games.example"}, .version = "test", .limits = limits},
          cancel_, [&](int p) { port.set_value(p); });
      EXPECT_TRUE(served);
    });
    port_ = started.get();
  }
  void start_again(const ServerLimits& limits) {
    stop();
    start(limits);
  }
  void stop() {
    if (!thread_.joinable()) return;
    cancel_.cancel();
    thread_.join();
  }

  // One request, as it is, on a connection of its own.
  std::optional<Response> send(const std::string& text, bool head_only = false) const {
    Client client(port_);
    if (!client.send(text)) return std::nullopt;
    return client.receive(head_only);
  }
  std::optional<Response> get(const std::string& path, const std::string& headers = "") const {
    return send(request_text(path, headers));
  }
  Json json(const std::string& path, int status = 200) const {
    const auto response = get(path);
    EXPECT_TRUE(response) << path;
    if (!response) return {};
    EXPECT_EQ(response->status, status) << path << " " << response->body;
    EXPECT_EQ(response->header("Content-Type"), "application/json; charset=utf-8");
    return Json::parse(response->body, nullptr, false);
  }
  std::string complaint(const std::string& path, int status) const {
    return json(path, status).value("error", "no error");
  }
  int status_of(const std::string& text) const {
    const auto response = send(text);
    return response ? response->status : 0;
  }

  std::unique_ptr<AnalysisCache> analyses_;
  CancelToken cancel_;
  std::thread thread_;
  int port_ = 0;
};

}  // namespace noughts::serve
