// noughts tables info: what a folder holds, whoever made it; and tables of the game in which a
// fortress wins, which every verb about tables can be asked about.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/process.h"

namespace cli_test {
namespace {

using nlohmann::json;

class TablesInfo : public ::testing::Test {
 protected:
  // The answer to a command that must end well.
  json answer(const std::string& command) {
    const Outcome outcome = shell("noughts " + command + " --json", {.folder = folder_.path()});
    EXPECT_EQ(outcome.exit_code, 0) << command << outcome.err;
    return json::parse(outcome.out, nullptr, false);
  }
  Outcome run(const std::string& command) {
    return shell("noughts " + command, {.folder = folder_.path()});
  }

  TemporaryFolder folder_;
};

TEST_F(TablesInfo, IsWhatTheSolverSaid) {
  for (const std::string rules : {"--size 3", "--size 3 --both-lines win", "--size 4 --line 3"}) {
    for (const std::string more : {"", " --steps", " --no-ranks", " --tiers 9..5"}) {
      SCOPED_TRACE(rules + more);
      if (more != "" && rules != "--size 3") continue;
      const json solved = answer("solve quixo " + rules + more + " --tables t");
      const json info = answer("tables info --tables t");
      for (const char* key :
           {"size", "line", "both_lines", "states", "win", "loss", "draw", "digest"}) {
        EXPECT_EQ(info.at(key), solved.at(key)) << key;
      }
      EXPECT_EQ(info.at("classes"), solved.at("classes").size());
      EXPECT_EQ(info.at("complete"), more != " --tiers 9..5");
      EXPECT_EQ(info.at("knows"), more == " --steps"      ? "plies"
                                  : more == " --no-ranks" ? "values"
                                                          : "ranks");
      EXPECT_EQ(info.at("layout"), "tables");
      std::uintmax_t bytes = 0;
      for (const auto& file : std::filesystem::directory_iterator(folder_.path() / "t")) {
        if (file.path().extension() == ".table") bytes += file.file_size();
      }
      EXPECT_EQ(info.at("bytes"), bytes);
      std::filesystem::remove_all(folder_.path() / "t");
    }
  }
}

TEST_F(TablesInfo, SaysWhetherTablesWerePublishedByTheirContent) {
  for (const std::string rules : {"--size 3", "--size 3 --both-lines win --steps"}) {
    SCOPED_TRACE(rules);
    const json solved = answer("solve quixo " + rules + " --tables t");
    const json info = answer("tables info quixo --read --tables t");
    EXPECT_EQ(info["values"]["published"], "sha256");
    EXPECT_EQ(info["values"]["checksum"], solved.at("digest"));
    EXPECT_EQ(info.at("counts_as_listed"), true);
    EXPECT_EQ(info.value("ranks", json{{"published", "sha256"}})["published"], "sha256");
    for (const char* key : {"win", "loss", "draw"}) EXPECT_EQ(info.at(key), solved.at(key));
    std::filesystem::remove_all(folder_.path() / "t");
  }
  const std::string data = std::string(NOUGHTS_SOURCE) + "/data/";
  EXPECT_EQ(answer("tables info quixo --read --tables " + data +
                   "quixo-5x5-opening-plies")["values"]["published"],
            "sha256");
  // Some classes of a board are no tables of the list.
  answer("solve quixo --size 3 --tiers 9..5 --tables t");
  const Outcome part = run("tables info quixo --read --tables t");
  EXPECT_EQ(part.exit_code, 1);
  EXPECT_NE(part.out.find("not on the list"), std::string::npos);
}

TEST_F(TablesInfo, TellsPublishedTablesAndParts) {
  const std::string opening = std::string(NOUGHTS_SOURCE) + "/data/quixo-5x5-opening";
  const json info = answer("tables info --tables " + opening);
  EXPECT_EQ(info.at("tiers"), json({9, 0}));
  EXPECT_EQ(info.at("complete"), false);
  answer("solve quixo --size 3 --tables t");
  const json published = answer("tables publish quixo --size 3 --tables t --out web");
  const json web = answer("tables info --tables web");
  EXPECT_EQ(web.at("layout"), "published");
  EXPECT_EQ(web.at("digest"), published.at("digest"));
  EXPECT_EQ(web.at("tiers"), json({9, 0}));
  // The lists alone say whose tables these are: a SHA-256 binds what they list.
  EXPECT_EQ(web.at("read"), json({"manifest.json", "published.json"}));
  EXPECT_EQ(web.at("published"), true);
  EXPECT_EQ(info.at("read"), json({"manifest.json"}));
  EXPECT_FALSE(info.contains("published"));
  EXPECT_NE(run("tables info --tables web").out.find("published by this project"),
            std::string::npos);
  EXPECT_NE(run("tables info --tables t").out.find("add --read"), std::string::npos);
  answer("tables publish quixo --size 3 --tables t --tiers 9..5 --out part");
  EXPECT_EQ(answer("tables info --tables part").at("published"), false);
  EXPECT_NE(run("tables info --tables part").out.find("unverified"), std::string::npos);
}

TEST_F(TablesInfo, SaysWhatIsWrongWithAFolder) {
  for (const std::string folder : {"missing", "."}) {
    const Outcome none = run("tables info --tables " + folder);
    EXPECT_EQ(none.exit_code, 3);
    EXPECT_EQ(none.err,
              "noughts: there are no tables in " + folder + "; make them with solve quixo\n");
  }
  const Outcome strange =
      run("solve quixo --size 3 --tables t >/dev/null && "
          "sed -i s/1/2/ t/manifest.json && noughts tables info --tables t");
  EXPECT_EQ(strange.exit_code, 3);
  EXPECT_NE(strange.err.find("is damaged"), std::string::npos) << strange.err;
  EXPECT_EQ(lines_of(strange.err).size(), 1u);
}

// What solve makes, the other verbs can be asked about.
TEST_F(TablesInfo, WhereAFortressWinsTablesAreVerifiedAndPacked) {
  const std::string rules = "quixo --size 5 --fortress-wins ";
  const json solved = answer("solve " + rules + "--pair 11,14 --no-ranks --tables t");
  EXPECT_EQ(answer("tables info --tables t").at("fortress"), "wins");
  const json verified = answer("verify " + rules + "--sample 2000 --tables t");
  EXPECT_EQ(verified.at("checked"), 4000);
  EXPECT_EQ(verified.at("wrong"), 0);
  EXPECT_EQ(answer("tables pack " + rules + "--tables t --out u").at("digest"),
            solved.at("digest"));
  EXPECT_EQ(run("verify quixo --size 5 --tables t").exit_code, 3) << "another game";
  const Outcome all = run("verify " + rules + "--all --tables t");
  EXPECT_EQ(all.exit_code, 2);
  EXPECT_NE(all.err.find("leave out --all"), std::string::npos) << all.err;
}

}  // namespace
}  // namespace cli_test
