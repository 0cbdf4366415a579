#include "noughts/cli/words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>

namespace noughts::cli {
namespace {

struct Renamed {
  const char* was;
  Words now;
  const char* flag;  // which the verb needs to do what the old one did; comes after the game
};

const std::vector<Renamed>& renamed_verbs() {
  static const std::vector<Renamed> all = {
      {"moves", {"show"}, "--moves"},          {"perft", {"show"}, "--perft"},
      {"curve", {"solve"}, "--curve"},         {"sweep", {"solve"}, "--sweep"},
      {"agent", {"play"}, "--agent"},          {"repack", {"tables", "pack"}, ""},
      {"publish", {"tables", "publish"}, ""},  {"report", {"study", "report"}, ""},
      {"tree", {"study", "tree"}, ""},         {"train", {"study", "train"}, ""},
      {"classify", {"study", "classify"}, ""}, {"filling", {"study", "classify"}, "--filling"},
  };
  return all;
}

bool is_option(const std::string& word) { return word.starts_with("-"); }

}  // namespace

std::string renew(Words& words) {
  const std::vector<Renamed>& all = renamed_verbs();
  const auto renamed = std::find_if(all.begin(), all.end(), [&](const Renamed& verb) {
    return !words.empty() && words.front() == verb.was;
  });
  if (renamed == all.end()) return "";
  const std::string was = words.front();
  const bool with_game = words.size() > 1 && !is_option(words[1]);
  const std::string game = with_game ? words[1] : "GAME";
  words.erase(words.begin(), words.begin() + (with_game ? 2 : 1));
  Words now = renamed->now;
  now.push_back(game);
  if (*renamed->flag != '\0') now.push_back(renamed->flag);
  const std::string name = fmt::format("{}", fmt::join(now, " "));
  if (!with_game) now = renamed->now;
  words.insert(words.begin(), now.begin(), now.end());
  return fmt::format("{} is now called noughts {}; the old name works until the next release", was,
                     name);
}

void name_the_only_game(const CLI::App& program, Words& words) {
  const CLI::App* at = &program;
  for (std::size_t i = 0;; ++i) {
    const auto below = at->get_subcommands([](const CLI::App*) { return true; });
    if (below.empty()) return;
    const bool named = i < words.size() && !is_option(words[i]);
    if (!named && below.size() > 1) return;
    if (!named) words.insert(words.begin() + static_cast<std::ptrdiff_t>(i), below[0]->get_name());
    const auto next = std::find_if(below.begin(), below.end(), [&](const CLI::App* app) {
      return app->get_name() == words[i];
    });
    if (next == below.end()) return;
    at = *next;
  }
}

}  // namespace noughts::cli
