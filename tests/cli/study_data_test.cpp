// noughts study dataset and noughts study puzzles from outside.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "cli/process.h"

namespace cli_test {
namespace {

using Labels = std::vector<nlohmann::json>;

Labels labels_of(const std::filesystem::path& file) {
  Labels labels;
  for (const std::string& line : lines_of(read_file(file))) {
    labels.push_back(nlohmann::json::parse(line));
  }
  return labels;
}

nlohmann::json analysis_of(const nlohmann::json& label) {
  return nlohmann::json::parse(noughts({"analyze", "quixo", "--size", "3", "--position",
                                        label["position"].get<std::string>(), "--json"})
                                   .out);
}

// The eight images of a board of three rows, as text: by turning and mirroring letters, after X and
// O are exchanged if O moves.
std::string least_image(std::string rows) {
  if (rows.back() == 'O') {
    for (char& c : rows) c = c == 'X' ? 'O' : c == 'O' ? 'X' : c;
  }
  const std::string tail = rows.substr(11);
  std::string least;
  for (int turn = 0; turn < 8; ++turn) {
    std::string turned = rows;
    for (std::size_t y = 0; y < 3; ++y) {
      for (std::size_t x = 0; x < 3; ++x) turned[4 * x + 2 - y] = rows[4 * y + x];
    }
    rows = turned;
    if (turn == 3) {
      for (std::size_t y = 0; y < 3; ++y) std::swap(rows[4 * y], rows[4 * y + 2]);
    }
    least = least.empty() ? rows : std::min(least, rows);
  }
  return least.substr(0, 11) + tail;
}

TEST(StudyDataset, LabelsWhatAnalyzeSaysAndSplitsWithoutImages) {
  const TemporaryFolder folder;
  const Outcome made = shell(
      "noughts study dataset quixo --size 3 --positions 400 --prompts --out d && cd d && "
      "sha256sum --check --quiet SHA256SUMS",
      {.folder = folder.path()});
  ASSERT_EQ(made.exit_code, 0) << made.err;
  std::set<std::string> images;
  std::map<int, int> tiers;
  std::size_t count = 0;
  for (const char* part : {"train", "validation", "test"}) {
    const Labels labels = labels_of(folder.path() / "d" / (std::string(part) + ".jsonl"));
    EXPECT_GT(labels.size(), 15u) << part;
    for (const auto& label : labels) {
      images.insert(least_image(label["position"]));
      ++tiers[label["tier"]];
      EXPECT_NE(label["prompt"].get<std::string>().find("Legal moves: "), std::string::npos);
    }
    count += labels.size();
    for (std::size_t i = 0; i < labels.size(); i += labels.size() / 5) {
      const auto analysis = analysis_of(labels[i]);
      EXPECT_EQ(labels[i]["value"], analysis["value"]);
      EXPECT_EQ(labels[i]["best"], analysis["best"]);
      for (const auto& move : analysis["moves"]) {
        const auto& ours = labels[i]["moves"][move["move"].get<std::string>()];
        EXPECT_EQ(ours["value"], move["value"]);
        EXPECT_EQ(ours.value("plies", -1), move.value("plies", -1));
      }
    }
  }
  EXPECT_EQ(count, 400u);
  EXPECT_EQ(images.size(), 400u);
  const std::string card = read_file(folder.path() / "d/README.md");
  EXPECT_NE(card.find("License"), std::string::npos);
  for (const auto& [tiles, positions] : tiers) {
    const std::string row = "| " + std::to_string(tiles) + " | " + std::to_string(positions) + " |";
    EXPECT_NE(card.find(row), std::string::npos) << row << "\n" << card;
  }
}

// Who has marked each of the nine cells, by whichever order of moves; the least of eight images.
std::string least_marks(const std::string& moves) {
  std::string marks(9, '.');
  std::istringstream words(moves);
  std::string cell;
  for (int ply = 0; words >> cell; ++ply) {
    marks[static_cast<std::size_t>(3 * (cell[0] - '1') + cell[1] - '1')] = ply % 2 == 0 ? 'X' : 'O';
  }
  std::string least = marks;
  for (int turn = 0; turn < 8; ++turn) {
    std::string turned = marks;
    for (std::size_t i = 0; i < 9; ++i)
      turned[turn == 4 ? i / 3 * 3 + 2 - i % 3 : i % 3 * 3 + 2 - i / 3] = marks[i];
    marks = turned;
    least = std::min(least, marks);
  }
  return least;
}

TEST(StudyDataset, CountsAPositionOnceByWhicheverMovesItCameAbout) {
  const TemporaryFolder folder;
  const Outcome made =
      shell("noughts study dataset hyper --side 3 --dims 2 --positions 100000 --out d",
            {.folder = folder.path()});
  ASSERT_EQ(made.exit_code, 0) << made.err;
  std::set<std::string> seen;
  for (const char* part : {"train", "validation", "test"}) {
    for (const auto& label : labels_of(folder.path() / "d" / (std::string(part) + ".jsonl"))) {
      EXPECT_TRUE(seen.insert(least_marks(label["position"])).second) << label["position"];
    }
  }
  // Of the 765 boards of tic-tac-toe up to symmetry, 138 are at an end.
  EXPECT_EQ(seen.size(), 627u);
}

// Answers as a model may word them: a right move, none, a wrong one after a right one.
struct Answers {
  std::string lines;
  int asked = 0, illegal = 0, kept = 0, critical = 0, critical_kept = 0;

  void add(const nlohmann::json& label) {
    const auto& keep = label["keep"];
    std::string wrong;
    for (const auto& [move, rating] : label["moves"].items()) {
      if (std::find(keep.begin(), keep.end(), move) == keep.end()) wrong = move;
    }
    const std::string right = keep[0];
    const bool names_none = asked % 3 == 1;
    const bool is_wrong = asked % 3 == 2 && !wrong.empty();
    const nlohmann::json answer = {
        {"position", label["position"]},
        {"answer", names_none ? "I do not know."
                   : is_wrong ? "Not " + right + ", but **" + wrong + "**."
                              : "The best move is `" + right + "`."}};
    lines += answer.dump() + "\n";
    ++asked;
    illegal += names_none ? 1 : 0;
    const bool keeps = !names_none && !is_wrong;
    kept += keeps ? 1 : 0;
    critical += wrong.empty() ? 0 : 1;
    critical_kept += keeps && !wrong.empty() ? 1 : 0;
  }
};

class ScoreAnswers : public testing::TestWithParam<const char*> {
 protected:
  Outcome score(const std::string& answers) const {
    std::ofstream(folder_.path() / "answers.jsonl") << answers;
    return shell("python3 '" + std::string(NOUGHTS_SOURCE) +
                     "/examples/score_answers.py' d/test.jsonl answers.jsonl",
                 {.folder = folder_.path()});
  }
  const TemporaryFolder folder_;
};

TEST_P(ScoreAnswers, CountsWhatAnswersKeep) {
  ASSERT_EQ(shell("noughts study dataset " + std::string(GetParam()) +
                      " --positions 300 --prompts --out d",
                  {.folder = folder_.path()})
                .exit_code,
            0);
  Answers answers;
  for (const auto& label : labels_of(folder_.path() / "d/test.jsonl")) {
    for (const auto& [move, rating] : label["moves"].items()) {
      EXPECT_NE(label["prompt"].get<std::string>().find(" " + move), std::string::npos);
    }
    answers.add(label);
  }
  const Outcome scored = score(answers.lines);
  EXPECT_EQ(scored.exit_code, 0) << scored.err;
  std::istringstream words(scored.out);
  std::vector<int> numbers;
  for (std::string word; words >> word;) {
    const bool is_count = word.find_first_not_of("0123456789,") == std::string::npos;
    if (is_count) numbers.push_back(std::stoi(word));
  }
  const auto& a = answers;
  EXPECT_EQ(numbers,
            (std::vector{a.asked, a.asked, a.illegal, a.kept, a.critical, a.critical_kept}))
      << scored.out;
  EXPECT_GT(a.critical, a.critical_kept);
  for (const char* bad : {"{\"position\": \"?\", \"answer\": \"a1T\"}\n", "no JSON\n"}) {
    const Outcome wrong = score(bad);
    EXPECT_EQ(wrong.exit_code, 2);
    EXPECT_EQ(lines_of(wrong.err).size(), 1u) << wrong.err;
  }
}
INSTANTIATE_TEST_SUITE_P(Games, ScoreAnswers, testing::Values("quixo --size 3", "quantum"));

TEST(StudyPuzzles, HaveOneAnswer) {
  const Outcome made = noughts({"study", "puzzles", "quixo", "--size", "3", "--puzzles", "25"});
  ASSERT_EQ(made.exit_code, 0) << made.err;
  const auto lines = lines_of(made.out);
  ASSERT_EQ(lines.size(), 25u);
  int last = 1;
  for (const std::string& line : lines) {
    const auto puzzle = nlohmann::json::parse(line);
    const auto analysis = analysis_of(puzzle);
    int keeping = 0;
    for (const auto& move : analysis["moves"]) {
      if (move["value"] != analysis["value"]) continue;
      ++keeping;
      EXPECT_EQ(move["move"], puzzle["answer"]) << line;
    }
    EXPECT_EQ(keeping, 1) << line;
    EXPECT_EQ(puzzle["value"], analysis["value"]);
    EXPECT_EQ(puzzle["difficulty"] == 1, puzzle["plausible"] == 0) << line;
    EXPECT_GE(puzzle["difficulty"], last);  // the easy ones first
    last = puzzle["difficulty"];
    EXPECT_LE(last, 5);
  }
}

}  // namespace
}  // namespace cli_test
