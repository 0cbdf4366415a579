// What Tab offers in bash, asked as bash asks; that zsh's script tells the same; and what
// --version says.
#include <gtest/gtest.h>

#include <regex>
#include <set>

#include "cli/process.h"

namespace cli_test {
namespace {

// The offers after the words, the last of which is being typed.
std::set<std::string> offered(const TemporaryFolder& folder, const std::string& words) {
  const Outcome outcome = shell(
      "noughts completion --shell bash >script && bash -c '. ./script; "
      "COMP_WORDS=(noughts " +
          words +
          "); COMP_CWORD=$((${#COMP_WORDS[@]}-1)); "
          "_noughts; printf \"%s\\n\" \"${COMPREPLY[@]}\"'",
      {.folder = folder.path()});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  const std::vector<std::string> lines = lines_of(outcome.out);
  std::set<std::string> words_offered(lines.begin(), lines.end());
  words_offered.erase("");
  return words_offered;
}

// Everything that looks like an option in the help.
std::set<std::string> options_in(const std::string& help) {
  std::set<std::string> options;
  const std::regex option("^  (?:-\\w,)?(--[a-z-]+)");
  for (const std::string& line : lines_of(help)) {
    std::smatch match;
    if (std::regex_search(line, match, option)) options.insert(match[1]);
  }
  return options;
}

TEST(Completion, OffersWhatTheHelpLists) {
  const TemporaryFolder folder;
  const std::set<std::string> verbs = offered(folder, "\"\"");
  for (const char* verb : {"solve", "analyze", "serve", "completion", "--help", "--version"}) {
    EXPECT_TRUE(verbs.contains(verb)) << verb;
  }
  EXPECT_EQ(offered(folder, "sol"), (std::set<std::string>{"solve"}));
  EXPECT_EQ(offered(folder, "verify qui"), (std::set<std::string>{"quixo"}));
  for (const char* command : {"solve quixo", "solve hyper", "serve", "tables publish quixo"}) {
    const std::string help = shell("noughts " + std::string(command) + " --help").out;
    const std::set<std::string> options = options_in(help);
    EXPECT_GE(options.size(), 5u) << help;
    for (const std::string& option : offered(folder, std::string(command) + " --")) {
      EXPECT_TRUE(options.contains(option)) << command << " " << option;
    }
    EXPECT_EQ(offered(folder, std::string(command) + " --").size(), options.size()) << command;
  }
}

TEST(Completion, OffersTheValuesOfAnOption) {
  const TemporaryFolder folder;
  EXPECT_EQ(offered(folder, "solve quixo --size 4 --both-lines \"\""),
            (std::set<std::string>{"lose", "win"}));
  EXPECT_EQ(offered(folder, "solve quixo --algorithm e"), (std::set<std::string>{"engine"}));
  // A folder: bash offers files by itself.
  EXPECT_EQ(offered(folder, "solve quixo --tables \"\""), std::set<std::string>());
}

TEST(Completion, OfZshTellsTheSame) {
  const std::string zsh = noughts({"completion", "--shell", "zsh"}).out;
  EXPECT_TRUE(zsh.starts_with("#compdef noughts\n"));
  EXPECT_NE(zsh.find("'/solve/quixo:--both-lines') compadd -- lose win; return ;;"),
            std::string::npos);
  EXPECT_NE(zsh.find("'/solve/quixo:--tables') _files; return ;;"), std::string::npos);
  // Where there is a zsh, it can read it.
  EXPECT_EQ(shell("command -v zsh >/dev/null || exit 0; noughts completion --shell zsh | zsh -n")
                .exit_code,
            0);
}

TEST(Version, SaysVersionCompilerAndInstructions) {
  const auto said = [](const std::string& before) {
    return lines_of(shell(before + " noughts --version").out);
  };
  const std::vector<std::string> lines = said("");
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_TRUE(std::regex_match(lines[0], std::regex("noughts \\d+\\.\\d+\\.\\d+"))) << lines[0];
  EXPECT_TRUE(std::regex_match(lines[1], std::regex("compiler +(g\\+\\+|clang) \\d+.*")))
      << lines[1];
  EXPECT_TRUE(lines[2].starts_with("instructions ")) << lines[2];
  const std::string least = said("NOUGHTS_ISA=baseline").at(2);
  EXPECT_EQ(least.find("AVX"), std::string::npos) << least;
}

}  // namespace
}  // namespace cli_test
