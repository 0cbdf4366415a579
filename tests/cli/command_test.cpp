// What holds for every command the program knows.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "cli/process.h"

namespace cli_test {
namespace {

using Words = std::vector<std::string>;

// The commands that can be run, found from help to help: below a command those that its help
// lists, and where it lists none the one that it is about.
void find_commands(const Words& at, std::vector<Words>& found) {
  Words arguments = at;
  arguments.push_back("--help");
  bool listing = false;
  bool any = false;
  std::string usage;
  for (const std::string& line : lines_of(noughts(arguments).out)) {
    const std::string begin = "Usage: noughts ";
    if (line.starts_with(begin)) usage = line.substr(begin.size());
    if (line == "Subcommands:") {
      listing = true;
    } else if (listing && line.starts_with("  ") && !line.starts_with("   ")) {
      Words below = at;
      below.push_back(line.substr(2, line.find(' ', 2) - 2));
      find_commands(below, found);
      any = true;
    } else if (line.empty()) {
      listing = false;
    }
  }
  if (any) return;
  std::istringstream words(usage.substr(0, usage.find(" [")));
  found.emplace_back(std::istream_iterator<std::string>(words),
                     std::istream_iterator<std::string>());
}

// The verbs and the games of each. They are written here because every test
// starts with them and asking the program takes half a second; that they are all
// of them is a test of its own, so that a new verb is under test from its first day.
const std::vector<std::pair<Words, Words>> kVerbs = {
    {{"play"}, {"quixo", "quantum", "hyper"}},
    {{"show"}, {"quixo", "quantum", "hyper"}},
    {{"analyze"}, {"quixo", "quantum", "hyper"}},
    {{"line"}, {"quixo", "quantum", "hyper"}},
    {{"solve"}, {"quixo", "quantum", "hyper"}},
    {{"verify"}, {"quixo", "hyper"}},
    {{"judge"}, {"quixo", "quantum", "hyper"}},
    {{"serve"}, {}},
    {{"tables", "get"}, {}},
    {{"tables", "info"}, {"quixo"}},
    {{"tables", "pack"}, {"quixo"}},
    {{"tables", "publish"}, {"quixo"}},
    {{"study", "summary"}, {}},
    {{"study", "report"}, {"quixo", "quantum", "hyper"}},
    {{"study", "classify"}, {"hyper"}},
    {{"study", "tree"}, {"hyper"}},
    {{"study", "train"}, {"hyper"}},
    {{"study", "dataset"}, {"quixo", "quantum", "hyper"}},
    {{"study", "puzzles"}, {"quixo", "quantum", "hyper"}},
    {{"bench"}, {}},
    {{"tour"}, {}},
    {{"completion"}, {}},
};

// VERB or VERB GAME.
std::vector<Words> commands() {
  std::vector<Words> all;
  for (const auto& [verb, games] : kVerbs) {
    if (games.empty()) all.push_back(verb);
    for (const std::string& game : games) {
      all.push_back(verb);
      all.back().push_back(game);
    }
  }
  return all;
}

std::string joined(const Words& words, const char* between) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : between) + word;
  return text;
}

class EveryCommand : public ::testing::TestWithParam<Words> {
 protected:
  static Outcome with(const Words& more, const Start& start = {}) {
    Words arguments = GetParam();
    arguments.insert(arguments.end(), more.begin(), more.end());
    return noughts(arguments, start);
  }
  // The example at the end of the help.
  static std::string example() {
    const std::vector<std::string> lines = lines_of(with({"--help"}).out);
    for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
      if (lines[i] == "Example:") return lines[i + 1].substr(2);
    }
    return "";
  }
};

TEST_P(EveryCommand, HasHelpWithAnExample) {
  const Outcome help = with({"--help"});
  EXPECT_EQ(help.exit_code, 0);
  EXPECT_EQ(help.err, "");
  EXPECT_TRUE(example().starts_with("noughts " + joined(GetParam(), " "))) << example();
  for (const char* option : {"--json", "--quiet", "--threads"}) {
    EXPECT_NE(help.out.find(option), std::string::npos) << option;
  }
  EXPECT_EQ(with({"--help"}, {.out_path = "/dev/full"}).exit_code, 3);
}

// What the pages of verbs say of one heading.
std::string reference(const std::string& heading) {
  static const std::string page = read_file(NOUGHTS_SOURCE "/docs/reference/verbs.md") +
                                  read_file(NOUGHTS_SOURCE "/docs/reference/verbs-tables.md");
  const std::size_t begin = page.find("\n## " + heading + "\n");
  if (begin == page.npos) return "";
  return page.substr(begin, page.find("\n## ", begin + 1) - begin);
}

TEST_P(EveryCommand, HasItsOptionsInTheReference) {
  static const std::regex option("^  (?:-h,)?(--[a-z0-9-]+)(?:,(--[a-z0-9-]+))?");
  const std::string verb = reference(GetParam().front());
  ASSERT_NE(verb, "") << "the pages of verbs in docs/reference have no such verb";
  const std::string text =
      verb + reference("Every command") + reference("Rules of a game") + reference("Knowledge");
  for (const std::string& line : lines_of(with({"--help"}).out)) {
    std::smatch found;
    if (!std::regex_search(line, found, option)) continue;
    for (const std::string& name : {found[1].str(), found[2].str()}) {
      const bool known = name.empty() || text.find("`" + name + "`") != text.npos ||
                         text.find("`" + name + " ") != text.npos;
      EXPECT_TRUE(known) << "the pages of verbs in docs/reference do not say what " << name
                         << " does";
    }
  }
}

TEST_P(EveryCommand, AnswersBadUsageWithOneSentence) {
  const std::vector<Words> mistakes = {{"--no-such-option"}, {"--threads", "many"},
                                       {"--threads"},        {"stray"},
                                       {"--json", "--jsno"}, {"--threads", "-1"}};
  for (const Words& mistake : mistakes) {
    const Outcome outcome = with(mistake);
    SCOPED_TRACE(joined(mistake, " "));
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_EQ(outcome.out, "");
    EXPECT_EQ(lines_of(outcome.err).size(), 1u) << outcome.err;
    EXPECT_TRUE(outcome.err.starts_with("noughts: "));
    EXPECT_TRUE(outcome.err.ends_with("--help)\n")) << outcome.err;
  }
}

// What a help says of its options, one text an option, without "(default 4)".
Words option_texts(const std::string& help) {
  constexpr std::size_t kColumn = 30;  // where the texts begin
  Words texts;
  for (const std::string& line : lines_of(help)) {
    const bool wide = line.starts_with(std::string(kColumn, ' '));  // below a long name
    if (!wide && !line.starts_with("  -")) continue;
    if (line.size() > kColumn && (wide || line[kColumn - 1] == ' ')) {
      texts.push_back(line.substr(kColumn, line.find(" (default ") - kColumn));
    }
  }
  return texts;
}

// On a terminal of 80 columns and 40 rows.
TEST_P(EveryCommand, HelpFitsAScreen) {
  const std::string help = with({"--help"}).out;
  std::size_t rows = 0;
  for (const std::string& line : lines_of(help))
    rows += 1 + (line.empty() ? 0 : line.size() - 1) / 80;
  EXPECT_LE(rows, 40u) << help;
}

TEST_P(EveryCommand, ExplainsEachOptionInTwelveWords) {
  const std::string help = with({"--help"}).out;
  std::size_t options = 0;
  for (const std::string& line : lines_of(help)) options += line.starts_with("  -") ? 1u : 0u;
  const Words texts = option_texts(help);
  EXPECT_EQ(texts.size(), options) << help;
  for (const std::string& text : texts) {
    std::istringstream words(text);
    const auto count = std::distance(std::istream_iterator<std::string>(words), {});
    EXPECT_LE(count, 12) << text;
    EXPECT_GE(count, 2) << text;
  }
}

// The help of `noughts analyze quixo` begins with what the help of noughts says of analyze.
TEST_P(EveryCommand, HelpBeginsWithWhatTheVerbDoes) {
  Words verb = GetParam();
  const std::string first = lines_of(with({"--help"}).out).front();
  if (verb.size() > 1) verb.pop_back();
  const std::string name = verb.back();
  verb.pop_back();
  verb.push_back("--help");
  EXPECT_LE(first.size(), 80u);
  const Words list = lines_of(noughts(verb).out);
  EXPECT_TRUE(std::any_of(list.begin(), list.end(), [&](const std::string& line) {
    return line.starts_with("  " + name + " ") && line.ends_with(" " + first);
  })) << first;
}

// The options in a help text that take numbers: "--size 3..5", "--games N".
Words numeric_options(const std::string& help) {
  Words names;
  for (const std::string& line : lines_of(help)) {
    std::istringstream words(line);
    std::string name, takes;
    words >> name >> takes;
    const bool range = takes.find("..") != std::string::npos;
    if (name.starts_with("--") && (range || takes == "N"))
      names.push_back(name.substr(0, name.find(',')));
  }
  return names;
}

// std::from_chars reads both; NaN is in every range that is checked with < and >.
TEST_P(EveryCommand, RefusesWhatIsNoNumber) {
  const Words options = numeric_options(with({"--help"}).out);
  EXPECT_FALSE(options.empty()) << "--threads at least";
  for (const std::string& option : options) {
    for (const std::string none : {"nan", "-inf"}) {
      const Outcome outcome = with({option, none});
      EXPECT_EQ(outcome.exit_code, 2) << option << " " << none;
      EXPECT_TRUE(outcome.err.starts_with("noughts: " + option + " takes a ")) << outcome.err;
      EXPECT_EQ(lines_of(outcome.err).size(), 1u) << outcome.err;
    }
  }
}

// verify and tables read what another command made; in an empty folder they have to say that there
// is nothing, in one line.
bool misses_its_file(const Words& command, const Outcome& outcome) {
  const bool reads = command.front() == "verify" || command.front() == "tables";
  return reads && outcome.exit_code == 3 && outcome.out.empty() &&
         outcome.err.starts_with("noughts: ") && lines_of(outcome.err).size() == 1;
}

// Runs the example of the help, and after a while presses Ctrl-C.
TEST_P(EveryCommand, RunsItsExampleAndCanBeInterrupted) {
  const TemporaryFolder folder;
  const Outcome outcome =
      shell("exec " + example(), {.folder = folder.path(), .interrupt_after = 1});
  EXPECT_FALSE(outcome.timed_out);
  if (misses_its_file(GetParam(), outcome)) return;
  EXPECT_TRUE(outcome.exit_code == 0 || outcome.exit_code == 130)
      << outcome.exit_code << " " << outcome.err;
  if (outcome.exit_code == 130) {
    EXPECT_EQ(outcome.err, "noughts: interrupted\n");
  } else {
    EXPECT_EQ(outcome.err, "");
    EXPECT_NE(outcome.out, "");
  }
}

// The same with --json: one document, nothing else.
TEST_P(EveryCommand, WritesOneJsonDocument) {
  const std::string& verb = GetParam().front();
  if (verb == "play" || verb == "serve") {
    EXPECT_EQ(with({"--json"}).exit_code, 2) << "it talks, and has no one answer";
    return;
  }
  const TemporaryFolder folder;
  const Outcome outcome =
      shell("exec " + example() + " --json", {.folder = folder.path(), .interrupt_after = 2});
  if (misses_its_file(GetParam(), outcome)) return;
  if (outcome.exit_code == 130) {
    EXPECT_EQ(outcome.out, "");
    return;
  }
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  const auto document = nlohmann::json::parse(outcome.out, nullptr, false);
  EXPECT_TRUE(document.is_object()) << outcome.out;
}

INSTANTIATE_TEST_SUITE_P(Cli, EveryCommand, ::testing::ValuesIn(commands()),
                         [](const auto& named) { return joined(named.param, "_"); });

// Started without a word, the program says what it is, and what it proposes runs.
TEST(FrontPage, ProposesCommandsThatRun) {
  const Outcome page = noughts({});
  EXPECT_EQ(page.exit_code, 0);
  EXPECT_EQ(page.err, "");
  int proposed = 0;
  for (const std::string& line : lines_of(page.out)) {
    EXPECT_LE(line.size(), 80u) << line;
    if (!line.starts_with("  noughts ")) continue;
    ++proposed;
    const std::string command = line.substr(2, line.find("  ", 2) - 2);
    const TemporaryFolder folder;
    const Outcome outcome =
        shell("exec " + command, {.folder = folder.path(), .interrupt_after = 1});
    EXPECT_TRUE(outcome.exit_code == 0 || outcome.exit_code == 130) << command << outcome.err;
    if (outcome.exit_code == 0) {
      EXPECT_NE(outcome.out, "") << command;
    }
  }
  EXPECT_EQ(proposed, 5);
  EXPECT_NE(page.out.find("--help"), std::string::npos);
}

TEST(Commands, AreThoseThatTheHelpLists) {
  std::vector<Words> listed;
  find_commands({}, listed);
  EXPECT_EQ(listed, commands());
}

TEST(Verbs, AreThirteenAndEachSaysInALineWhatItDoes) {
  int verbs = 0;
  bool listing = false;
  for (const std::string& line : lines_of(noughts({"--help"}).out)) {
    if (listing && line.starts_with("  ")) {
      EXPECT_LE(line.size(), 100u) << line;
      EXPECT_NE(line.find("   "), std::string::npos) << line;
      ++verbs;
    }
    listing = (listing && !line.empty()) || line == "Subcommands:";
  }
  EXPECT_EQ(verbs, 13);
}

TEST(Game, MayBeLeftOutWhereThereIsOne) {
  EXPECT_EQ(noughts({"study", "tree", "--json", "--side", "2"}).out,
            noughts({"study", "tree", "hyper", "--json", "--side", "2"}).out);
  const std::string opening = std::string(NOUGHTS_SOURCE) + "/data/quixo-5x5-opening";
  EXPECT_EQ(noughts({"tables", "info", "--tables", opening}).out,
            noughts({"tables", "info", "quixo", "--tables", opening}).out);
  EXPECT_EQ(noughts({"show", "--size", "3"}).exit_code, 2) << "there are three";
}

}  // namespace
}  // namespace cli_test
