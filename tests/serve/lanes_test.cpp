#include "noughts/serve/lanes.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>

#include "noughts/serve/hosts.h"
#include "noughts/serve/stop.h"

namespace noughts::serve {
namespace {

TEST(Queue, TakesSoManyAndTellsTheRestToComeAgain) {
  Queue queue(1, 1);
  std::promise<void> begun, go, last;
  ASSERT_TRUE(queue.offer([&] {
    begun.set_value();
    go.get_future().wait();
  }));
  begun.get_future().wait();
  ASSERT_TRUE(queue.offer([&] { last.set_value(); }));
  EXPECT_FALSE(queue.offer([] {}));
  const Load load = queue.load();
  EXPECT_EQ(load.running, 1);
  EXPECT_EQ(load.waiting, 1);
  EXPECT_EQ(load.most_running, 1);
  EXPECT_EQ(load.most_waiting, 1);
  go.set_value();
  last.get_future().wait();
}

TEST(Queue, DropsWhatWaitsWhenItEnds) {
  std::atomic<bool> ran = false;
  {
    std::promise<void> begun, go;
    Queue queue(1, 10);
    queue.offer([&] {
      begun.set_value();
      go.get_future().wait();
      while (queue.load().waiting > 0) std::this_thread::yield();  // until it is dropped
    });
    begun.get_future().wait();
    queue.offer([&] { ran = true; });
    go.set_value();
  }
  EXPECT_FALSE(ran);
}

// The memory of a server is divided among these; it must not grow with the machine.
TEST(Lanes, SearchAsManyAtOnceAsThereIsMemoryFor) {
  EXPECT_EQ(Lanes(1).load(Lane::kSearch).most_running, 2);
  EXPECT_EQ(Lanes(128).load(Lane::kSearch).most_running, kMostSearching);
}

TEST(Stop, ReachesWhatIsTiedToIt) {
  Stop stop;
  CancelToken before, after, outside;
  { const Tied nobody_answers(outside); }
  const Answering answering(stop);
  const Tied tied(before);
  EXPECT_FALSE(before.cancelled());
  std::thread([&] { stop.cancel(); }).join();
  EXPECT_TRUE(before.cancelled());
  EXPECT_TRUE(stop.cancelled());
  const Tied late(after);
  EXPECT_TRUE(after.cancelled());
  EXPECT_FALSE(outside.cancelled());
}

TEST(Stop, LeavesAloneWhatIsNoLongerTied) {
  Stop stop;
  CancelToken token;
  {
    const Answering answering(stop);
    const Tied tied(token);
  }
  stop.cancel();
  EXPECT_FALSE(token.cancelled());
}

TEST(Deadline, CancelsOnlyWhatTakesTooLong) {
  CancelToken quick;
  { const Deadline deadline(quick, 60); }
  EXPECT_FALSE(quick.cancelled());
  CancelToken slow;
  const Deadline deadline(slow, 0.01);
  while (!slow.cancelled()) std::this_thread::yield();
}

TEST(Hosts, AreThoseItWasStartedFor) {
  const Hosts hosts("192.168.1.7", {"games.example", "Other.Example."});
  for (const char* name :
       {"localhost", "LOCALHOST:8080", "127.0.0.1", "127.0.0.1:1", "[::1]", "[::1]:8080",
        "192.168.1.7:80", "games.example", "games.example.:443", "other.example"}) {
    EXPECT_TRUE(hosts.answers_to(name)) << name;
  }
  for (const char* name :
       {"", ":8080", "evil.example", "localhost.evil.example", "127.0.0.1.evil", "[::2]", "[", "[]",
        "127.0.0.2", "localhost:80:80", "games.example..", "xlocalhost"}) {
    EXPECT_FALSE(hosts.answers_to(name)) << name;
  }
}

TEST(Hosts, MayBeInTheTarget) {
  EXPECT_EQ(split_target("/a?b=http://c/").path, "/a?b=http://c/");
  EXPECT_EQ(split_target("http://evil.example/a?b").host, "evil.example");
  EXPECT_EQ(split_target("http://evil.example/a?b").path, "/a?b");
  EXPECT_EQ(split_target("http://evil.example").path, "/");
}

}  // namespace
}  // namespace noughts::serve
