// Replays tests/cli/transcripts/*.txt: commands, what they print, how they end.
//
//     # What this one is about.
//     $ noughts show quixo --size 3
//     3 | . . .
//     ...
//     2> noughts: what came on standard error
//     [exit 2]
//
// A command runs in a shell and in an empty folder; its transcript ends at the
// next line that begins with "$ " or "# ". <...> stands for any text within a
// line. To take over what the program says now, run this test with NOUGHTS_UPDATE=1
// in the environment, and read the difference.
#include <gtest/gtest.h>

#include <cctype>
#include <cstdlib>
#include <fstream>

#include "cli/process.h"

namespace cli_test {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> transcripts() {
  std::vector<fs::path> files;
  for (const auto& entry :
       fs::directory_iterator(fs::path(NOUGHTS_SOURCE) / "tests/cli/transcripts")) {
    if (entry.path().extension() == ".txt") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::vector<std::string> perform(const std::string& command) {
  const TemporaryFolder folder;
  const Outcome outcome = shell(command, {.folder = folder.path()});
  std::vector<std::string> said = lines_of(outcome.out);
  for (const std::string& line : lines_of(outcome.err)) said.push_back("2> " + line);
  if (outcome.exit_code != 0) said.push_back("[exit " + std::to_string(outcome.exit_code) + "]");
  return said;
}

bool starts_anew(const std::string& line) {
  return line.starts_with("$ ") || line.starts_with("# ");
}

class Transcript : public ::testing::TestWithParam<fs::path> {};

TEST_P(Transcript, IsWhatTheProgramSays) {
  const std::vector<std::string> lines = lines_of(read_file(GetParam()));
  std::vector<std::string> now;
  int commands = 0;
  for (std::size_t i = 0; i < lines.size();) {
    now.push_back(lines[i]);
    const std::string& line = lines[i++];
    if (!line.starts_with("$ ")) continue;
    ++commands;
    SCOPED_TRACE(GetParam().filename().string() + ":" + std::to_string(i) + " " + line);
    const std::vector<std::string> said = perform(line.substr(2));
    std::size_t same = 0;
    while (i < lines.size() && !starts_anew(lines[i])) {
      const bool equal = same < said.size() && matches(said[same], lines[i]);
      EXPECT_TRUE(equal) << "expected: " << lines[i]
                         << "\n  actual: " << (same < said.size() ? said[same] : "nothing more");
      now.push_back(equal ? lines[i] : same < said.size() ? said[same] : "");
      if (same >= said.size()) now.pop_back();
      ++same;
      ++i;
    }
    for (; same < said.size(); ++same) {
      ADD_FAILURE() << "not expected: " << said[same];
      now.push_back(said[same]);
    }
  }
  EXPECT_GT(commands, 0);
  if (std::getenv("NOUGHTS_UPDATE") != nullptr) {
    std::ofstream file(GetParam());
    for (const std::string& line : now) file << line << '\n';
  }
}

INSTANTIATE_TEST_SUITE_P(Cli, Transcript, ::testing::ValuesIn(transcripts()),
                         [](const auto& named) {
                           std::string name = named.param.stem().string();
                           for (char& c : name) {
                             if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
                           }
                           return name;
                         });

}  // namespace
}  // namespace cli_test
