#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <thread>

#include "noughts/core/json.h"
#include "noughts/core/random.h"
#include "noughts/store/folder_lock.h"
#include "noughts/store/sha256.h"
#include "noughts/store/table_file.h"
#include "temporary_folder.h"

namespace noughts::store {
namespace {

using Content = std::vector<std::vector<std::uint8_t>>;

class StoreTest : public ::testing::Test {
 protected:
  Path path() const { return folder_ / "table"; }

  // A chunk that compresses, one that does not, an empty one.
  static Content content() {
    Random random(3);
    Content chunks = {std::vector<std::uint8_t>(200, 7), {}, {}};
    for (int i = 0; i < 50; ++i) chunks[1].push_back(static_cast<std::uint8_t>(random.next()));
    return chunks;
  }

  static Result<void> write(const Path& path, const Content& chunks) {
    auto writer = TableWriter::create(path, "test", {{"size", 4}}, chunks.size());
    if (!writer) return writer.error();
    for (const auto& chunk : chunks) {
      if (auto done = writer->append(pack_chunk(chunk, 3)); !done) return done;
    }
    return writer->finish();
  }

  std::string raw_file() const { return *read_file(path()); }
  void overwrite(const std::string& bytes) const {
    std::ofstream(path(), std::ios::binary | std::ios::trunc) << bytes;
  }

  // The error of opening and reading everything, or the content.
  Result<Content> read_all(std::string_view kind = "test") const {
    auto reader = TableReader::open(path(), kind);
    if (!reader) return reader.error();
    Content chunks;
    for (std::uint64_t i = 0; i < reader->chunk_count(); ++i) {
      auto chunk = reader->read(i);
      if (!chunk) return chunk.error();
      chunks.push_back(*chunk);
    }
    return chunks;
  }

  const TemporaryFolder temporary_;
  const Path folder_ = temporary_.path();
};

TEST_F(StoreTest, ReaderUndoesWriter) {
  ASSERT_TRUE(write(path(), content()));
  const auto read = read_all();
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(*read, content());
  EXPECT_EQ(TableReader::open(path(), "test")->metadata(), (Json{{"size", 4}}));
  EXPECT_FALSE(std::filesystem::exists(path().string() + ".part"));
}

TEST_F(StoreTest, DigestIsOfTheContent) {
  auto chunks = content();
  ASSERT_TRUE(write(path(), chunks));
  const auto before = TableReader::open(path(), "test")->digest();
  ASSERT_TRUE(write(path(), chunks));
  EXPECT_EQ(TableReader::open(path(), "test")->digest(), before);
  chunks[0][100] ^= 1;
  ASSERT_TRUE(write(path(), chunks));
  EXPECT_NE(TableReader::open(path(), "test")->digest(), before);
}

TEST_F(StoreTest, EveryChangedByteIsNoticedOrHarmless) {
  ASSERT_TRUE(write(path(), content()));
  const std::string good = raw_file();
  for (std::size_t at = 0; at < good.size(); ++at) {
    for (const char flip : {'\x01', '\xff'}) {
      std::string bad = good;
      bad[at] = static_cast<char>(bad[at] ^ flip);
      overwrite(bad);
      const auto read = read_all();
      if (read) {
        EXPECT_EQ(*read, content()) << "byte " << at;
      }
    }
  }
}

TEST_F(StoreTest, EveryTruncationIsNoticed) {
  ASSERT_TRUE(write(path(), content()));
  const std::string good = raw_file();
  for (std::size_t size = 0; size < good.size(); ++size) {
    overwrite(good.substr(0, size));
    const auto read = read_all();
    ASSERT_FALSE(read) << size;
    EXPECT_EQ(read.error().code, ErrorCode::kUnfinished) << size;
  }
  overwrite(good + "x");
  EXPECT_FALSE(read_all());
}

TEST_F(StoreTest, FourDifferentAnswers) {
  EXPECT_EQ(read_all().error().code, ErrorCode::kMissing);
  ASSERT_TRUE(write(path(), content()));
  EXPECT_EQ(read_all("other").error().code, ErrorCode::kWrongVersion);
  const std::string good = raw_file();
  std::string bad = good;
  bad[8] = 9;  // the version
  overwrite(bad);
  EXPECT_EQ(read_all().error().code, ErrorCode::kWrongVersion);
  bad = good;
  bad[64 + 10 + 5] ^= 4;  // inside the first chunk
  overwrite(bad);
  EXPECT_EQ(read_all().error().code, ErrorCode::kCorrupt);
  overwrite(good.substr(0, good.size() / 2));
  EXPECT_EQ(read_all().error().code, ErrorCode::kUnfinished);
}

TEST_F(StoreTest, AFileThatWasNotFinishedDoesNotExist) {
  {
    auto writer = TableWriter::create(path(), "test", {}, 2);
    ASSERT_TRUE(writer->append(pack_chunk(content()[0], 1)));
  }
  EXPECT_EQ(read_all().error().code, ErrorCode::kMissing);
}

// In a child process, so that the limit does not reach other tests.
TEST_F(StoreTest, AFullDiskIsAnErrorAndKeepsTheOldFile) {
  ASSERT_TRUE(write(path(), content()));
  const pid_t child = ::fork();
  if (child == 0) {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{1024, 1024};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    Random random(5);
    std::vector<std::uint8_t> noise(100'000);
    for (auto& byte : noise) byte = static_cast<std::uint8_t>(random.next());
    const auto wrote = write(path(), {noise});
    ::_exit(!wrote && wrote.error().code == ErrorCode::kNoSpace ? 0 : 1);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(WEXITSTATUS(status), 0);
  EXPECT_EQ(*read_all(), content());
}

TEST_F(StoreTest, OneWriterPerFolder) {
  auto first = FolderLock::take(folder_);
  ASSERT_TRUE(first);
  EXPECT_FALSE(FolderLock::take(folder_));
}

// `--csv /dev/stdout` must not put a file in the place of the link.
TEST_F(StoreTest, LinksAreFollowed) {
  const Path target = path().string() + ".target";
  std::filesystem::create_symlink(target.filename(), path());
  ASSERT_TRUE(write_file(path(), "the first")) << "through a link that leads nowhere yet";
  EXPECT_EQ(*read_file(target), "the first");
  ASSERT_TRUE(write_file(path(), "new"));
  EXPECT_TRUE(std::filesystem::is_symlink(path()));
  EXPECT_EQ(*read_file(target), "new");
  ASSERT_TRUE(write(path(), content()));
  EXPECT_TRUE(std::filesystem::is_symlink(path())) << "a table too";
  std::filesystem::remove(path());
  std::filesystem::create_symlink(path(), path());
  EXPECT_NE(write_file(path(), "x").error().message.find("symbolic links"), std::string::npos);
}

// Through a link, so that a fault would replace the link and not the machine's device.
TEST_F(StoreTest, DevicesAreWrittenToAndStay) {
  std::filesystem::create_symlink("/dev/full", path());
  const auto full = write_file(path(), "x");
  ASSERT_FALSE(full);
  EXPECT_EQ(full.error().code, ErrorCode::kNoSpace);
  EXPECT_NE(full.error().message.find("No space left on device"), std::string::npos);
  EXPECT_TRUE(std::filesystem::is_character_file(path()));
  EXPECT_EQ(write(path(), content()).error().code, ErrorCode::kNoSpace);
  EXPECT_TRUE(std::filesystem::is_character_file(path()));
  EXPECT_TRUE(write_file("/dev/null", "x"));
}

TEST_F(StoreTest, PipesAreWrittenToAndReadToTheirEnd) {
  ASSERT_EQ(::mkfifo(path().c_str(), 0600), 0);
  const std::string text(300'000, 'x');  // more than a pipe holds
  std::thread writer([&] { EXPECT_TRUE(write_file(path(), text)); });
  const auto read = read_file(path());
  writer.join();
  ASSERT_TRUE(read);
  EXPECT_EQ(*read, text);
  EXPECT_TRUE(std::filesystem::is_fifo(path()));
}

TEST_F(StoreTest, AFileCutShortWhileItIsOpenIsAnError) {
  ASSERT_TRUE(write(path(), Content(3, std::vector<std::uint8_t>(5000, 7))));
  const auto reader = TableReader::open(path(), "test");
  ASSERT_TRUE(reader);
  ASSERT_TRUE(reader->read(2));
  std::filesystem::resize_file(path(), 64);  // nothing but the header
  for (std::uint64_t chunk = 0; chunk < 3; ++chunk) {
    const auto read = reader->read(chunk);
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().code, ErrorCode::kUnfinished);
    EXPECT_NE(read.error().message.find("was cut short"), std::string::npos);
  }
}

// A pipe that nobody writes to: whoever looks for a table or a list is not held up.
TEST_F(StoreTest, WhatIsNoPlainFileIsNoTable) {
  ASSERT_EQ(::mkfifo(path().c_str(), 0600), 0);
  const auto reader = TableReader::open(path(), "test");
  ASSERT_FALSE(reader);
  EXPECT_NE(reader.error().message.find("is not a plain file"), std::string::npos);
  EXPECT_FALSE(read_plain_file(path()));
  EXPECT_FALSE(TableReader::open(folder_, "test"));
  EXPECT_FALSE(TableReader::open("/dev/zero", "test"));
}

TEST_F(StoreTest, Sha256IsThatOfTheStandard) {
  const auto of = [](const std::string& text) {
    return to_hex(Sha256::of({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}));
  };
  EXPECT_EQ(of(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(of("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(of(std::string(1'000'000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  // In pieces as at once, whatever their sizes.
  std::string text;
  for (int i = 0; i < 1000; ++i) text += static_cast<char>(i);
  for (const std::size_t piece : {1u, 7u, 55u, 56u, 63u, 64u, 65u, 200u}) {
    Sha256 sha;
    for (std::size_t at = 0; at < text.size(); at += piece) {
      const std::string part = text.substr(at, piece);
      sha.add({reinterpret_cast<const std::uint8_t*>(part.data()), part.size()});
    }
    EXPECT_EQ(to_hex(sha.finish()), of(text)) << piece;
  }
}

TEST_F(StoreTest, ErrorsGiveTheReasonOfTheSystem) {
  const auto no_folder = write_file(folder_ / "no" / "file", "x");
  ASSERT_FALSE(no_folder);
  EXPECT_NE(no_folder.error().message.find("No such file or directory"), std::string::npos);
  const auto a_folder = write_file(folder_, "x");
  ASSERT_FALSE(a_folder);
  EXPECT_NE(a_folder.error().message.find("Is a directory"), std::string::npos);
  ASSERT_TRUE(write_file(path(), "x"));
  const auto below_a_file = write_file(path() / "file", "x");
  ASSERT_FALSE(below_a_file);
  EXPECT_NE(below_a_file.error().message.find("Not a directory"), std::string::npos);
}

// Two on their way to one name: each has its own file, the last to finish wins. What a
// killed process left goes with the next one; what somebody still writes does not.
TEST_F(StoreTest, UnfinishedFilesDoNotMeet) {
  const auto parts = [&] {
    int count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
      count += entry.path().extension() == ".part";
    }
    return count;
  };
  const auto bytes = [](std::string_view text) {
    return Bytes(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
  };
  std::ofstream(path().string() + ".zzzzzz.part") << "left over";
  std::ofstream(path().string() + ".mine.part") << "no name of ours";
  auto first = NewFile::create(path());
  ASSERT_TRUE(first);
  EXPECT_EQ(parts(), 2);
  auto second = NewFile::create(path());
  ASSERT_TRUE(second);
  EXPECT_EQ(parts(), 3);
  ASSERT_TRUE(second->append(bytes("second")));
  ASSERT_TRUE(first->append(bytes("first")));
  ASSERT_TRUE(second->commit());
  EXPECT_EQ(*read_file(path()), "second");
  ASSERT_TRUE(first->commit());
  EXPECT_EQ(*read_file(path()), "first");
  EXPECT_EQ(parts(), 1);
  // Where locks do not reach, a file may vanish: its writer is told.
  auto third = NewFile::create(path());
  ASSERT_TRUE(third);
  for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
    if (entry.path().extension() == ".part") std::filesystem::remove(entry.path());
  }
  const auto lost = third->commit();
  ASSERT_FALSE(lost);
  EXPECT_NE(lost.error().message.find("was removed while it was written"), std::string::npos);
  EXPECT_EQ(*read_file(path()), "first");
}

TEST_F(StoreTest, SeveralHoldAFolderTogetherOrOneAlone) {
  auto first = FolderLock::take(folder_, Holder::kTogether);
  ASSERT_TRUE(first);
  {
    EXPECT_TRUE(FolderLock::take(folder_, Holder::kTogether));
    const auto alone = FolderLock::take(folder_);
    ASSERT_FALSE(alone);
    EXPECT_NE(alone.error().message.find(std::to_string(::getpid())), std::string::npos);
  }
}

// Somebody's link under the name of our unfinished file leads nowhere we write.
TEST_F(StoreTest, TheUnfinishedFileIsOurOwn) {
  const Path precious = folder_ / "precious";
  ASSERT_TRUE(write_file(precious, "precious"));
  std::filesystem::create_symlink(precious, path().string() + ".part");
  ASSERT_TRUE(write_file(path(), "x"));
  EXPECT_EQ(*read_file(precious), "precious");
  EXPECT_FALSE(std::filesystem::is_symlink(path()));
  std::filesystem::permissions(path(), std::filesystem::perms::owner_read);
  ASSERT_TRUE(write_file(path(), "y"));
  EXPECT_EQ(std::filesystem::status(path()).permissions(), std::filesystem::perms::owner_read);
}

}  // namespace
}  // namespace noughts::store
