// Tables fetched from a web host are those of the host, whatever the host and the machine do:
// killed runs go on, and what is not right gets a sentence and is never kept.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <csignal>
#include <map>

#include "file_host.h"
#include "noughts/core/random.h"
#include "noughts/fetch/address.h"
#include "noughts/fetch/get.h"
#include "noughts/quixo/publish/open.h"
#include "noughts/quixo/publish/publish.h"
#include "temporary_folder.h"

namespace noughts::fetch {
namespace {

namespace fs = std::filesystem;
using quixo::ClassId;

constexpr std::uint64_t kPiece = quixo::publish::kMostPiece;

std::map<std::string, std::string> files_of(const fs::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::directory_iterator(folder)) {
    std::ifstream file(entry.path(), std::ios::binary);
    files[entry.path().filename().string()] = {std::istreambuf_iterator<char>(file), {}};
  }
  files.erase("lock");
  return files;
}

void write_all(const fs::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

// Some classes of 5x5 laid out once, from tables that come with the source.
class Fetch : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    laid_out_ = new TemporaryFolder;
    Workers workers(2);
    const auto made = quixo::publish::publish_tables(
        NOUGHTS_SOURCE "/data/quixo-5x5-opening-plies", *quixo::Rules::make(5), public_path(),
        {{4, 3}, {3, 4}, {3, 3}, {2, 2}}, {.most_file = 3 * kPiece}, workers);
    if (!made) FAIL() << made.error().message;
  }
  static void TearDownTestSuite() { delete laid_out_; }
  static fs::path public_path() { return laid_out_->path() / "public"; }

  Result<GetSummary> get(const std::string& address, std::vector<ClassId> classes = {}) {
    CancelToken cancel;
    auto origin = open_origin(address, cancel);
    if (!origin) return origin.error();
    auto lists = read_lists(**origin);
    if (!lists) return lists.error();
    auto chosen = lists->choose(std::move(classes));
    if (!chosen) return chosen.error();
    return get_tables(**origin, *lists, *chosen, out_, Budget{.cancel = &cancel});
  }
  // The sentence with which it fails.
  std::string complaint(const std::string& address) {
    const auto got = get(address);
    if (got) return "it did not fail";
    EXPECT_EQ(got.error().message.find('\n'), std::string::npos);
    return got.error().message;
  }
  void expect_all() const {
    auto there = files_of(out_);
    EXPECT_EQ(there, files_of(public_path()));
  }

  // What is there of a file is what the host has, as far as it goes.
  static void expect_begin_of(std::string name, const std::string& text) {
    static const auto right = files_of(public_path());
    if (name.ends_with(".partial")) name.resize(name.size() - std::string(".partial").size());
    if (name.ends_with(".json")) return;  // of the classes that are there
    ASSERT_TRUE(right.contains(name)) << name;
    EXPECT_EQ(text, right.at(name).substr(0, text.size())) << name;
  }
  std::uint64_t bytes_there() const {
    std::uint64_t bytes = 0;
    std::error_code fault;
    for (const auto& entry : fs::directory_iterator(out_, fault)) {
      const std::string name = entry.path().filename().string();
      const bool block = name.find(".0") != std::string::npos;
      if (block) bytes += fs::file_size(entry.path(), fault);
    }
    return bytes;
  }

  static inline TemporaryFolder* laid_out_ = nullptr;
  const TemporaryFolder temporary_;
  const store::Path out_ = temporary_.path() / "got";
};

TEST_F(Fetch, GetsTheSameBytesAndNothingTwice) {
  FileHost host(public_path());
  const auto got = get(host.address());
  ASSERT_TRUE(got) << got.error().message;
  expect_all();
  EXPECT_EQ(got->classes, 4u);
  EXPECT_EQ(got->fetched_classes, 4u);
  EXPECT_EQ(got->fetched_bytes, got->bytes);
  const auto again = get(host.address() + "/");
  ASSERT_TRUE(again);
  EXPECT_EQ(again->fetched_bytes, 0u);
  EXPECT_EQ(again->fetched_classes, 0u);
}

TEST_F(Fetch, TakesSomeClassesAndLaterTheOthers) {
  FileHost host(public_path());
  const auto some = get(host.address(), {{2, 2}});
  ASSERT_TRUE(some) << some.error().message;
  EXPECT_EQ(some->fetched_classes, 1u);
  const auto rules = *quixo::Rules::make(5);
  const auto part = quixo::open_tables(out_, rules);
  const auto whole = quixo::open_tables(public_path(), rules);
  ASSERT_TRUE(part && whole);
  const quixo::Board board = quixo::make_board(0b11, 0b1100);
  EXPECT_EQ(*(*part)->at(board), *(*whole)->at(board));
  EXPECT_EQ((*part)->at(quixo::make_board(0b111, 0b111000)).error().code, ErrorCode::kMissing);
  const auto rest = get(host.address());
  ASSERT_TRUE(rest) << rest.error().message;
  EXPECT_EQ(rest->fetched_classes, 3u);
  expect_all();
  EXPECT_NE(get(host.address(), {{9, 9}}).error().message.find("9 X and 9 O"), std::string::npos);
}

TEST_F(Fetch, CopiesAFolderOfThisMachineAndAsksHostsWithoutRanges) {
  ASSERT_TRUE(get(public_path().string()));
  expect_all();
  for (const auto& [name, text] : files_of(out_)) {
    if (name.ends_with(".000")) fs::resize_file(out_ / name, text.size() / 2);
  }
  FileHost host(public_path());
  host.set_ranges(false);
  const auto got = get(host.address());
  ASSERT_TRUE(got) << got.error().message;
  EXPECT_GT(got->resumed_bytes, 0u);
  expect_all();
}

// The run is killed when the host has sent so many bytes, again and again.
TEST_F(Fetch, SurvivesKillsAndLosesAPieceEachTime) {
  FileHost host(public_path());
  Random random(5);
  std::uint64_t kept = 0;  // bytes of the files so far
  int kills = 0;
  for (bool done = false; !done;) {
    ASSERT_LT(++kills, 500);
    host.stall_after(20'000 + random.below(300'000));
    const pid_t child = ::fork();
    if (child == 0) ::_exit(get(host.address()) ? 0 : 1);
    int status = 0;
    pid_t ended = 0;
    while ((ended = ::waitpid(child, &status, WNOHANG)) == 0 && !host.stalled()) ::usleep(1000);
    if (ended == 0) {
      // Of what was sent, the last pieces may still be on their way: wait until nothing changes.
      for (std::uint64_t before = UINT64_MAX, now = bytes_there(); now != before;
           now = bytes_there()) {
        before = now;
        ::usleep(50'000);
      }
      ::kill(child, SIGKILL);
      ::waitpid(child, &status, 0);
    } else {
      ASSERT_EQ(status, 0);
      done = true;
    }
    const std::uint64_t now = bytes_there();
    EXPECT_GE(now + kPiece, kept) << "more than a piece was lost";
    kept = now;
    for (const auto& [name, text] : files_of(out_)) expect_begin_of(name, text);
  }
  EXPECT_GT(kills, 3);
  expect_all();
}

TEST_F(Fetch, KeepsNoPieceThatIsNotRight) {
  const TemporaryFolder bad;
  fs::copy(public_path(), bad.path(), fs::copy_options::recursive);
  Random random(6);
  for (const std::string name : {"x04o03.000", "x04o03.index", "x03o04.000"}) {
    const std::string right = files_of(public_path()).at(name);
    for (int i = 0; i < 5; ++i) {
      std::string wrong = right;
      const std::size_t at = random.below(wrong.size() - 8);
      for (std::size_t j = 0; j < 8; ++j) wrong[at + j] = static_cast<char>(random.next());
      write_all(bad.path() / name, wrong);
      fs::remove_all(out_);
      FileHost host(bad.path());
      const auto got = get(host.address());
      ASSERT_FALSE(got) << name;
      EXPECT_EQ(got.error().code, ErrorCode::kCorrupt) << got.error().message;
      for (const auto& [there, text] : files_of(out_)) expect_begin_of(there, text);
    }
    write_all(bad.path() / name, right);
  }
  FileHost host(public_path());
  ASSERT_TRUE(get(host.address()));
  expect_all();
}

TEST_F(Fetch, LooksAgainAtWhatAnEarlierRunHasLeft) {
  FileHost host(public_path());
  ASSERT_TRUE(get(host.address(), {{2, 2}}));
  const std::string right = files_of(public_path()).at("x04o03.000");
  std::string wrong = right;
  wrong[10] ^= 1;
  write_all(out_ / "x04o03.000.partial", wrong);
  ASSERT_TRUE(get(host.address()));
  expect_all();
  // A file that is gone is fetched again.
  fs::remove(out_ / "x03o03.000");
  ASSERT_TRUE(get(host.address()));
  expect_all();
}

TEST_F(Fetch, GoesNotIntoAFolderOfOtherTables) {
  fs::copy(NOUGHTS_SOURCE "/data/quixo-5x5-opening", out_, fs::copy_options::recursive);
  const auto before = files_of(out_);
  FileHost host(public_path());
  const auto got = get(host.address());
  ASSERT_FALSE(got);
  EXPECT_EQ(got.error().code, ErrorCode::kBadInput);
  EXPECT_NE(got.error().message.find("holds other tables"), std::string::npos);
  EXPECT_EQ(files_of(out_), before);
}

TEST_F(Fetch, AnswersEachHostileHostWithASentence) {
  FileHost host(public_path());
  const auto says = [&](const std::string& name, const std::string& answer) {
    host.set_answer([=](const FileHost::Request& request) -> std::optional<std::string> {
      if (!request.path.ends_with(name)) return std::nullopt;
      return answer;
    });
    return complaint(host.address());
  };
  const std::string ok = "HTTP/1.1 200 OK\r\n";
  const std::string list = "published.json", block = "x04o03.000";
  EXPECT_NE(says(list, "HTTP/1.1 404 No\r\n\r\n").find("does not exist"), std::string::npos);
  EXPECT_NE(says(list, "HTTP/1.1 503 No\r\n\r\n").find("answers 503"), std::string::npos);
  EXPECT_NE(says(list, "SSH-2.0-OpenSSH\r\n\r\n").find("does not speak HTTP"), std::string::npos);
  EXPECT_NE(says(list, "").find("is lost"), std::string::npos);
  EXPECT_NE(says(list, ok + "X: " + std::string(100'000, 'x')).find("header without an end"),
            std::string::npos);
  EXPECT_NE(says(list, ok + "Content-Length: 99999999999\r\n\r\n").find("more than any list"),
            std::string::npos);
  EXPECT_NE(says(list, ok + "\r\n" + std::string(17 << 20, '{')).find("does not end"),
            std::string::npos);
  EXPECT_NE(says(list, ok + "Content-Length: 100\r\n\r\n{").find("is lost"), std::string::npos);
  EXPECT_NE(says(list, ok + "Content-Length: 2\r\n\r\n{}").find("cut short"), std::string::npos);
  const std::string to = "HTTP/1.1 302 There\r\nContent-Length: 0\r\nLocation: ";
  EXPECT_NE(says(list, to + "/tables/published.json\r\n\r\n").find("5 redirects"),
            std::string::npos);
  EXPECT_NE(says(list, to + "https://example.org/\r\n\r\n").find("https is not spoken"),
            std::string::npos);
  EXPECT_NE(says(list, to + "file:///etc/passwd\r\n\r\n").find("leads elsewhere"),
            std::string::npos);
  EXPECT_NE(says(block, ok + "Content-Length: 5\r\n\r\n12345").find("has 5 bytes, not"),
            std::string::npos);
  EXPECT_NE(says(block, ok + "\r\n12345").find("ends after 5 of"), std::string::npos);
  EXPECT_NE(says(block, ok + "\r\n" + std::string(1 << 20, 'x')).find("is not what its list says"),
            std::string::npos);
  EXPECT_NE(says(block, "HTTP/1.1 206 Part\r\nContent-Range: bytes 7-8/9\r\n\r\n12")
                .find("another place"),
            std::string::npos);
  // A redirect that leads to the file is followed.
  host.set_answer([&](const FileHost::Request& request) -> std::optional<std::string> {
    if (request.path != "/tables/" + block) return std::nullopt;
    return to + "/elsewhere/" + block + "\r\n\r\n";
  });
  const auto got = get(host.address());
  ASSERT_TRUE(got) << got.error().message;
  expect_all();
}

// Lists with right checksums that say what no tables can be like.
TEST_F(Fetch, BelievesNoListThatIsAbsurd) {
  const TemporaryFolder bad;
  fs::copy(public_path(), bad.path(), fs::copy_options::recursive);
  const auto rules = *quixo::Rules::make(5);
  const auto right = *quixo::publish::Published::read(public_path(), rules);
  const auto says = [&](const std::function<void(quixo::publish::PublishedClass&)>& change) {
    auto wrong = right;
    change(wrong.classes.at({4, 3}));
    write_all(bad.path() / "published.json", wrong.text(rules));
    return complaint(bad.path().string());
  };
  EXPECT_NE(says([](auto& c) { c.blocks = 2'000'000'000; }).find("more blocks than boards"),
            std::string::npos);
  EXPECT_NE(says([](auto& c) { c.blocks = 0; }).find("or none"), std::string::npos);
  EXPECT_NE(says([](auto& c) { c.directory_bytes = 1ull << 60; }).find("directory"),
            std::string::npos);
  EXPECT_NE(says([](auto& c) {
              c.files = {1ull << 63, 1ull << 63};
            }).find("too large"),
            std::string::npos);
  EXPECT_NE(says([](auto& c) { c.files.resize(1'000'000); }).find("too many files"),
            std::string::npos);
  EXPECT_NE(says([](auto& c) { c.checksum += 1; }).find("checksum"), std::string::npos);
  EXPECT_NE(says([](auto& c) { c.sha256 = std::string(64, '0'); }).find("SHA-256"),
            std::string::npos);
  // Names of files follow from the classes; a list has none that could lead out of the folder.
  auto foreign = right.text(rules);
  foreign.replace(foreign.find("\"x\":"), 4, "\"../../x\":");
  write_all(bad.path() / "published.json", foreign);
  EXPECT_NE(complaint(bad.path().string()).find("damaged"), std::string::npos);
  EXPECT_EQ(std::distance(fs::directory_iterator(temporary_.path()), {}), fs::exists(out_) ? 1 : 0);
}

TEST(FetchAddress, IsReadOrRefused) {
  const auto address = parse_address("http://example.org:8000/a/b");
  ASSERT_TRUE(address);
  EXPECT_EQ(*address, (Address{"example.org", "8000", "/a/b"}));
  EXPECT_EQ(address->file("manifest.json").text(), "http://example.org:8000/a/b/manifest.json");
  EXPECT_EQ(parse_address("http://[::1]:81")->text(), "http://[::1]:81/");
  EXPECT_EQ(parse_address("http://example.org")->authority(), "example.org");
  for (const char* wrong :
       {"https://example.org/", "ftp://example.org/", "http://", "http:///a", "http://a:0/",
        "http://a:99999/", "http://a:x/", "http://[::1/", "http://a/b?c", "http://u@a/",
        "http://a b/", "http://a/\xc3\xa4", "http://a/\r\nHost: b"}) {
    const auto refused = parse_address(wrong);
    ASSERT_FALSE(refused) << wrong;
    EXPECT_EQ(refused.error().code, ErrorCode::kBadInput);
  }
  EXPECT_EQ(follow(*address, "/c/d")->text(), "http://example.org:8000/c/d");
  EXPECT_EQ(follow(*address, "http://b/c")->text(), "http://b/c");
  EXPECT_FALSE(follow(*address, "//b/c"));
  EXPECT_FALSE(follow(*address, ""));
}

}  // namespace
}  // namespace noughts::fetch
