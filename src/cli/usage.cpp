#include "noughts/cli/usage.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <numeric>

#include "noughts/core/text.h"
#include "noughts/play/choice.h"

namespace noughts::cli {
namespace {

using play::either;

// Letters to insert, delete, replace, or swap with a neighbour.
int typing_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<int>> d(a.size() + 1, std::vector<int>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = static_cast<int>(i);
  std::iota(d[0].begin(), d[0].end(), 0);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const int replace = d[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, replace});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  }
  return d[a.size()][b.size()];
}

std::vector<std::string> subcommand_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* sub : app.get_subcommands([](const CLI::App*) { return true; })) {
    names.push_back(sub->get_name());
  }
  return names;
}

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

// How far the command line was understood: "noughts show quixo" and its app.
struct Understood {
  const CLI::App* app;
  std::string words;
};

std::string did_you_mean(const std::string& word, const std::vector<std::string>& names) {
  const std::vector<std::string> near = closest(word, names);
  return near.empty() ? "" : fmt::format("; did you mean {}?", either(near));
}

// A word that is no option of this command.
std::string unknown_option(const Understood& at, const std::string& word) {
  for (const CLI::App* sub : at.app->get_subcommands([](const CLI::App*) { return true; })) {
    const std::vector<std::string> names = option_names(*sub);
    if (std::find(names.begin(), names.end(), word) == names.end()) continue;
    return fmt::format("{} comes after {}, as in {} {} {}", word,
                       at.app->get_parent() == nullptr ? "the verb" : "the game", at.words,
                       sub->get_name(), word);
  }
  return fmt::format("{} has no option {}{}", at.words, quote(word),
                     did_you_mean(word, option_names(*at.app)));
}

bool is_game(const std::string& word) {
  const std::vector<play::FamilyTable>& games = play::family_tables();
  return std::any_of(games.begin(), games.end(),
                     [&](const play::FamilyTable& game) { return game.name == word; });
}

// What a command is followed by: "verb", "game", or what else the command does.
std::string due_after(const CLI::App& app) {
  if (app.get_parent() == nullptr) return "verb";
  const std::vector<std::string> names = subcommand_names(app);
  const bool games = std::all_of(names.begin(), names.end(), is_game);
  return games ? "game" : "command of noughts " + app.get_name();
}

std::string unknown_word(const Understood& at, const std::string& word) {
  if (word.starts_with("-")) return unknown_option(at, word);
  const std::vector<std::string> names = subcommand_names(*at.app);
  if (names.empty() && at.app->get_option_no_throw("--position") != nullptr) {
    return fmt::format("{} follows no option; name the option first, as in --position {}",
                       quote(word), quote(word));
  }
  if (names.empty())
    return fmt::format("{} takes nothing more; leave out {}", at.words, quote(word));
  const std::string due = due_after(*at.app);
  if (due == "verb" && is_game(word)) {
    return fmt::format("{} is a game; a verb comes first, as in noughts play {}", quote(word),
                       word);
  }
  const std::vector<std::string> near = closest(word, names);
  if (!near.empty()) {
    return fmt::format("{} is not a {}; did you mean {}?", quote(word), due, either(near));
  }
  return fmt::format("{} is not a {}; choose {}", quote(word), due, either(names));
}

std::string missing_word(const Understood& at) {
  const std::vector<std::string> names = subcommand_names(*at.app);
  if (at.app->get_parent() == nullptr) {
    return fmt::format("say what to do, as in noughts tour; the verbs are {}", either(names));
  }
  const bool games = due_after(*at.app) == "game";
  return fmt::format("say which{}: {} {}", games ? " game" : "", at.words, either(names));
}

// Values are too few or too many. CLI11 names the option in its sentence only; but too few there
// are only where the command line ends, and too many can be counted.
std::string about_count(const Understood& at, const std::vector<std::string>& words) {
  for (const CLI::Option* option : at.app->get_options()) {
    const auto most = static_cast<std::size_t>(option->get_items_expected_max());
    const std::string name = option->get_name();
    if (most == 0) {  // a flag
      for (const std::string& word : words) {
        if (word.starts_with(name + "="))
          return name + " takes no value; leave out what follows it";
      }
    } else if (option->count() > most) {
      return most == 1
                 ? fmt::format("{} is given {} times; give it once", name, option->count())
                 : fmt::format("{} takes at most {} values, not {}", name, most, option->count());
    }
  }
  return words.back() + " needs a value after it";
}

std::string missing_option(const Understood& at) {
  for (const CLI::Option* option : at.app->get_options()) {
    if (option->get_required() && option->count() == 0) {
      return option->get_name() + " must be given";
    }
  }
  return missing_word(at);
}

}  // namespace

std::vector<std::string> closest(std::string_view word, const std::vector<std::string>& names) {
  std::vector<std::string> near;
  int nearest = 3;  // more slips than that are another word
  for (const std::string& name : names) {
    // A beginning of the name counts as one slip: "an" for "analyze".
    const bool begins = word.find_first_not_of('-') != word.npos && name.starts_with(word);
    const int distance = begins ? 1 : typing_distance(word, name);
    if (distance > (name.size() <= 4 ? 1 : 2) || distance > nearest) continue;
    if (distance < nearest) near.clear();
    nearest = distance;
    near.push_back(name);
  }
  return near;
}

std::string usage_sentence(const CLI::App& app, const CLI::ParseError& error,
                           const std::vector<std::string>& words) {
  // A word that was not understood stays with the command at which it stood.
  Understood stray{nullptr, ""};
  Understood at{&app, app.get_name()};
  while (true) {
    if (stray.app == nullptr && !at.app->remaining().empty()) stray = at;
    const std::vector<CLI::App*> inner = at.app->get_subcommands();
    if (inner.empty()) break;
    at = {inner.front(), at.words + " " + inner.front()->get_name()};
  }
  std::string sentence = error.what();  // command.cpp wrote it, if it is about a value
  if (stray.app != nullptr) {
    const std::string word = stray.app->remaining().front();
    sentence = unknown_word(word.starts_with("-") ? stray : at, word);
  } else if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr) {
    sentence = missing_option(at);
  } else if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr) {
    sentence = about_count(at, words);
  }
  std::replace(sentence.begin(), sentence.end(), '\n', ' ');
  return fmt::format("{} (see {} --help)", sentence, at.words);
}

std::string front_page() {
  return R"(noughts solves the tic-tac-toe family exactly: Quixo, quantum tic-tac-toe, and
tic-tac-toe on n^k boards. It gives the value of every move, plays perfectly,
and proves what it says.

Try first:
  noughts play quixo --size 3 --o random       a game in the terminal
  noughts analyze quixo --size 4               the value of every move
  noughts line quantum --collapse mover        one game of best play
  noughts solve hyper --side 3 --dims 3        who can win on a cube
  noughts serve                                all of it in a browser

Help: noughts --help lists the verbs; each has its own, with an example that
runs, as in noughts analyze quixo --help.
)";
}

}  // namespace noughts::cli
