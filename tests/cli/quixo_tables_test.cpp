// Solves that are killed, tables that are damaged, disks that are full.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <random>
#include <set>
#include <sstream>
#include <thread>

#include "temporary_folder.h"

namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

#ifdef NOUGHTS_SANITIZED
const char* const kSize = "3";
constexpr int kKills = 5;
#else
const char* const kSize = "4";
constexpr int kKills = 20;
#endif

class TablesFromOutside : public ::testing::Test {
 protected:
  struct Ended {
    int code;
    std::string out, err;
  };

  pid_t start(const std::vector<std::string>& arguments, rlim_t file_limit = RLIM_INFINITY) const {
    const pid_t child = ::fork();
    if (child != 0) return child;
    if (file_limit != RLIM_INFINITY) {
      const rlimit limit{file_limit, file_limit};
      ::setrlimit(RLIMIT_FSIZE, &limit);
    }
    redirect(STDOUT_FILENO, "out");
    redirect(STDERR_FILENO, "err");
    std::vector<char*> argv = {const_cast<char*>(NOUGHTS_BINARY)};
    for (const std::string& argument : arguments) {
      argv.push_back(const_cast<char*>(argument.c_str()));
    }
    argv.push_back(nullptr);
    ::execv(NOUGHTS_BINARY, argv.data());
    ::_exit(127);
  }

  Ended wait(pid_t child) const {
    int status = 0;
    ::waitpid(child, &status, 0);
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status), read("out"), read("err")};
  }

  Ended run(const std::vector<std::string>& arguments, rlim_t file_limit = RLIM_INFINITY) const {
    return wait(start(arguments, file_limit));
  }

  std::string tables() const { return (folder_ / "tables").string(); }
  std::vector<std::string> solve() const {
    return {"solve", "quixo", "--size", kSize, "--threads", "1", "--tables", tables()};
  }
  std::vector<std::string> verify() const {
    return {"verify", "quixo", "--size", kSize, "--tables", tables(), "--sample", "50"};
  }

  // "digest 0123..., 1 s"
  static std::string digest(const std::string& out) {
    const std::size_t at = out.find("digest ");
    return at == std::string::npos ? "" : out.substr(at + 7, 16);
  }
  std::string undisturbed_digest() const {
    return digest(run({"solve", "quixo", "--size", kSize}).out);
  }

  std::string read(const std::string& name) const {
    std::ifstream file(folder_ / name, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
  }
  void write(const std::string& name, const std::string& bytes) const {
    std::ofstream(folder_ / name, std::ios::binary | std::ios::trunc) << bytes;
  }

  const noughts::TemporaryFolder temporary_;
  const fs::path folder_ = temporary_.path();

 private:
  void redirect(int fd, const char* name) const {
    const int file =
        ::open((folder_ / name).c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    ::dup2(file, fd);
  }
};

TEST_F(TablesFromOutside, KilledAtAnyMomentItResumesToTheSameDigest) {
  std::mt19937 random(20);
  int survived = 0;  // kills that came while the solve was running
  for (int i = 0; i < kKills; ++i) {
    const pid_t child = start(solve());
    std::this_thread::sleep_for(std::chrono::milliseconds(random() % 150));
    ::kill(child, SIGKILL);
    survived += wait(child).code == -SIGKILL;
  }
  EXPECT_GT(survived, 0);
  const Ended last = run(solve());
  EXPECT_EQ(last.code, 0) << last.err;
  EXPECT_EQ(digest(last.out), undisturbed_digest());
  const Ended check = run(verify());
  EXPECT_EQ(check.code, 0) << check.err;
}

TEST_F(TablesFromOutside, AFullDiskIsAFaultAndCanBeResumed) {
  const Ended full = run(solve(), 3000);
  EXPECT_EQ(full.code, 3);
  EXPECT_NE(full.err.find("no space left"), std::string::npos) << full.err;
  const Ended again = run(solve());
  EXPECT_EQ(again.code, 0) << again.err;
  EXPECT_EQ(digest(again.out), undisturbed_digest());
}

TEST_F(TablesFromOutside, FourFaultsFourAnswers) {
  ASSERT_EQ(run(solve()).code, 0);
  const std::string name = "tables/x02o03.table";
  const std::string good = read(name);
  std::set<std::string> answers;
  const auto expect_fault = [&](const std::string& part, int code) {
    const Ended ended = run(verify());
    EXPECT_EQ(ended.code, code) << part;
    EXPECT_NE(ended.err.find(part), std::string::npos) << ended.err;
    answers.insert(part);
  };
  std::string bad = good;
  bad[bad.size() / 3] = static_cast<char>(bad[bad.size() / 3] ^ 16);
  write(name, bad);
  expect_fault("damaged", 3);
  write(name, good.substr(0, good.size() - 10));
  expect_fault("cut short", 3);
  bad = good;
  bad[8] = 77;
  write(name, bad);
  expect_fault("format version", 3);
  fs::remove(folder_ / name);
  expect_fault("missing", 3);
  // The same command makes what is missing, and nothing else.
  const Ended again = run(solve());
  EXPECT_EQ(again.code, 0) << again.err;
  EXPECT_EQ(read(name), good);
  const Ended other =
      run({"verify", "quixo", "--size", kSize, "--both-lines", "win", "--tables", tables()});
  EXPECT_EQ(other.code, 3);
  EXPECT_NE(other.err.find("are about"), std::string::npos) << other.err;
}

TEST_F(TablesFromOutside, KeepNeededKeepsOnlyTheLastTiers) {
  auto arguments = solve();
  arguments.insert(arguments.end(),
                   {"--keep", "needed", "--tiers", std::string(kSize) == "3" ? "9..5" : "16..12"});
  ASSERT_EQ(run(arguments).code, 0);
  std::size_t files = 0;
  for (const auto& entry : fs::directory_iterator(folder_ / "tables")) {
    files += entry.path().extension() == ".table";
  }
  EXPECT_EQ(files, std::string(kSize) == "3" ? 6u : 13u);
  EXPECT_EQ(run(arguments).code, 0);  // nothing to do
}

TEST_F(TablesFromOutside, ThreadsAndAlgorithmsAgree) {
  const auto of = [&](std::vector<std::string> more) {
    std::vector<std::string> arguments = {"solve", "quixo", "--size", "3"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return digest(run(arguments).out);
  };
  for (const char* both : {"lose", "win"}) {
    const std::string one = of({"--both-lines", both, "--threads", "1"});
    EXPECT_EQ(one.size(), 16u);
    EXPECT_EQ(of({"--both-lines", both, "--threads", "2"}), one);
    EXPECT_EQ(of({"--both-lines", both, "--algorithm", "reference"}), one);
    EXPECT_EQ(of({"--both-lines", both, "--tables", tables() + both}), one);
    const std::string steps = of({"--both-lines", both, "--steps"});
    EXPECT_EQ(of({"--both-lines", both, "--steps", "--algorithm", "reference"}), steps);
  }
}

}  // namespace
