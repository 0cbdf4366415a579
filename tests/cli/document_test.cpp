// The examples in docs/ and in the texts beside the README are what the program
// says now. An example is an indented block:
//
//     $ noughts show quixo --size 3
//     3 | . . .           a remark, after two spaces
//     ...                 stands for any number of lines
//
// The examples of a document run in their order in one folder, so one may read what another wrote.
// A command that takes long is interrupted and its output not compared. Every other
// command in a document, indented or in backquotes, is one that the program
// understands, and every link leads somewhere.
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>

#include "cli/process.h"

namespace cli_test {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kIndent = "    ";
constexpr double kPatience = 10;  // seconds of the processor

struct Example {
  std::string where;
  std::string command;
  std::vector<std::string> output;
};

// The texts beside the README and all below docs/.
std::vector<fs::path> documents() {
  const fs::path source = NOUGHTS_SOURCE;
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(source)) found.push_back(entry);
  for (const auto& entry : fs::recursive_directory_iterator(source / "docs"))
    found.push_back(entry);
  std::erase_if(found, [](const fs::path& path) { return path.extension() != ".md"; });
  std::sort(found.begin(), found.end());
  return found;
}

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
  int compared = 0;
  for (const fs::path& document : documents()) {
    const TemporaryFolder folder;
    for (const Example& example : examples_of(document)) {
      SCOPED_TRACE(example.where + " $ " + example.command);
      const Outcome outcome = shell("exec " + example.command + " 2>&1",
                                    {.folder = folder.path(), .interrupt_after_work = kPatience});
      EXPECT_NE(outcome.exit_code, 2) << outcome.out;
      if (outcome.exit_code == 130 || example.output.empty()) continue;
      compare(lines_of(outcome.out), example.output);
      ++compared;
    }
  }
  EXPECT_GE(compared, 10);
}

std::vector<std::smatch> all_matches(const std::string& text, const std::regex& pattern) {
  return {std::sregex_iterator(text.begin(), text.end(), pattern), std::sregex_iterator()};
}

// Commands that stand in a text without their output. One without options may be just
// a name, one with a word in capitals (--side N) or brackets is a pattern.
std::vector<std::string> commands_in(const std::string& text) {
  static const std::regex quoted("`noughts ([^`\n]+)`");
  static const std::regex indented("\n    (?:build/)?noughts ([^\n#]+)");
  static const std::regex pattern("[A-Z]{2,}|(^| )[A-Z]( |$)|[\\[|<>]|\\.\\.\\.");
  std::vector<std::string> commands;
  for (const std::regex& form : {quoted, indented}) {
    for (const std::smatch& match : all_matches(text, form)) {
      const std::string command = match[1];
      const bool name = command.find("--") == std::string::npos;
      if (name || std::regex_search(command, pattern)) continue;
      commands.push_back(command);
    }
  }
  return commands;
}

TEST(Documents, NameCommandsThatTheProgramUnderstands) {
  std::vector<std::string> tried;
  for (const fs::path& document : documents()) {
    if (document.filename() == "CHANGELOG.md") continue;  // it speaks of what was
    for (const std::string& command : commands_in(read_file(document))) {
      if (std::count(tried.begin(), tried.end(), command)) continue;
      tried.push_back(command);
      const TemporaryFolder folder;
      const Outcome outcome =
          shell("exec noughts " + command + " 2>&1",
                {.folder = folder.path(), .interrupt_after = 0.3, .interrupt_after_work = 0.1});
      EXPECT_NE(outcome.exit_code, 2) << document << ": noughts " << command << "\n" << outcome.out;
    }
  }
  EXPECT_GE(tried.size(), 20u);
}

// The name by which a heading is linked to.
std::string anchor_of(const std::string& heading) {
  std::string anchor;
  for (const char c : heading) {
    if (std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_') {
      anchor += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    } else if (c == ' ') {
      anchor += '-';
    }
  }
  return anchor;
}

bool has_heading(const fs::path& document, const std::string& anchor) {
  for (const std::string& line : lines_of(read_file(document))) {
    if (!line.starts_with("#")) continue;
    if (anchor_of(line.substr(line.find_first_not_of("# "))) == anchor) return true;
  }
  return false;
}

TEST(Documents, LinksLeadSomewhere) {
  static const std::regex link("\\]\\(([^)#: ]*)(#[^) ]*)?\\)");
  int followed = 0;
  for (const fs::path& document : documents()) {
    const std::string text = read_file(document);
    for (const std::smatch& match : all_matches(text, link)) {
      const std::string name = match[1];
      const fs::path target = name.empty() ? document : document.parent_path() / name;
      ASSERT_TRUE(fs::exists(target)) << document << " links to " << target;
      if (match[2].matched) {
        EXPECT_TRUE(has_heading(target, match[2].str().substr(1)))
            << document << " links to " << target << match[2];
      }
      ++followed;
    }
  }
  EXPECT_GE(followed, 10);
}

}  // namespace
}  // namespace cli_test
