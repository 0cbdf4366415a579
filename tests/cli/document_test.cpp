// The examples in docs/ and in the texts beside the README are what the program
// says now. An example is an indented block:
//
//     $ noughts show quixo --size 3
//     3 | . . .           a remark, after two spaces
//     ...                 stands for any number of lines
//
// A command that takes long is interrupted and its output not compared.
#include <gtest/gtest.h>

#include "cli/process.h"

namespace cli_test {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kIndent = "    ";
constexpr double kPatience = 10;  // seconds

struct Example {
  std::string where;
  std::string command;
  std::vector<std::string> output;
};

std::vector<Example> examples_of(const fs::path& path) {
  std::vector<Example> examples;
  bool inside = false;
  int number = 0;
  for (const std::string& line : lines_of(read_file(path))) {
    ++number;
    const bool indented = line.starts_with(kIndent);
    if (indented && line.substr(kIndent.size()).starts_with("$ noughts ")) {
      inside = true;
      examples.push_back({path.filename().string() + ":" + std::to_string(number),
                          line.substr(kIndent.size() + 2),
                          {}});
    } else if (indented && inside) {
      examples.back().output.push_back(line.substr(kIndent.size()));
    } else {
      inside = false;
    }
  }
  return examples;
}

bool same(const std::string& said, const std::string& written) {
  return matches(said, written) || written.starts_with(said + "  ");
}

void compare(const std::vector<std::string>& said, const std::vector<std::string>& written) {
  std::size_t at = 0;
  bool any = false;
  for (const std::string& line : written) {
    if (line == "...") {
      any = true;
      continue;
    }
    while (any && at < said.size() && !same(said[at], line)) ++at;
    ASSERT_LT(at, said.size()) << "the program does not say: " << line;
    ASSERT_TRUE(same(said[at], line)) << "written: " << line << "\nsaid:    " << said[at];
    ++at;
    any = false;
  }
  EXPECT_TRUE(any || at == said.size()) << "the program goes on: " << said[at];
}

TEST(Documents, ExamplesAreWhatTheProgramSays) {
  const fs::path source = NOUGHTS_SOURCE;
  std::vector<fs::path> documents = {source / "README.md", source / "HACKING.md"};
  for (const auto& entry : fs::directory_iterator(source / "docs")) documents.push_back(entry);
  int compared = 0;
  for (const fs::path& document : documents) {
    for (const Example& example : examples_of(document)) {
      SCOPED_TRACE(example.where + " $ " + example.command);
      const TemporaryFolder folder;
      const Outcome outcome = shell("exec " + example.command + " 2>&1",
                                    {.folder = folder.path(), .interrupt_after = kPatience});
      EXPECT_NE(outcome.exit_code, 2) << outcome.out;
      if (outcome.exit_code == 130 || example.output.empty()) continue;
      compare(lines_of(outcome.out), example.output);
      ++compared;
    }
  }
  EXPECT_GE(compared, 10);
}

}  // namespace
}  // namespace cli_test
