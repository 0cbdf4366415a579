#include "noughts/cli/usage.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <numeric>
#include <optional>

#include "noughts/core/text.h"

namespace noughts::cli {
namespace {

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

// "quixo", "quixo or hyper", "quixo, quantum or hyper"
std::string either(const std::vector<std::string>& names) {
  if (names.size() < 2) return fmt::format("{}", fmt::join(names, ""));
  return fmt::format("{} or {}", fmt::join(names.begin(), names.end() - 1, ", "), names.back());
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

std::string unknown_word(const Understood& at, const std::string& word) {
  if (word.starts_with("-")) return unknown_option(at, word);
  const std::vector<std::string> names = subcommand_names(*at.app);
  if (names.empty() && at.app->get_option_no_throw("--position") != nullptr) {
    return fmt::format("{} stands alone; a value follows its option, as in --position {}",
                       quote(word), quote(word));
  }
  if (names.empty()) return fmt::format("nothing is due after {}, not {}", at.words, quote(word));
  const bool verb = at.app->get_parent() == nullptr;
  const std::vector<std::string> near = closest(word, names);
  if (!near.empty()) {
    return fmt::format("{} is not a {}; did you mean {}?", quote(word), verb ? "verb" : "game",
                       either(near));
  }
  return fmt::format("{} is not a {}; choose {}", quote(word), verb ? "verb" : "game",
                     either(names));
}

std::string missing_word(const Understood& at) {
  const std::vector<std::string> names = subcommand_names(*at.app);
  if (at.app->get_parent() == nullptr) {
    return fmt::format("say what to do, as in noughts tour; the verbs are {}", either(names));
  }
  return fmt::format("say which game: {} {}", at.words, either(names));
}

std::string kind_of_value(const CLI::App& app, const std::string& option_name) {
  const CLI::Option* option = app.get_option_no_throw(option_name);
  const std::string type = option == nullptr ? "" : option->get_type_name();
  if (type.starts_with("INT") || type.starts_with("UINT")) return "a whole number";
  return type.starts_with("FLOAT") ? "a number" : "another kind of value";
}

std::string listed(std::string names) {
  std::vector<std::string> words;
  for (char& c : names) {
    if (c == ',') c = ' ';
  }
  for (const std::string_view word : split_words(names)) words.emplace_back(word);
  return either(words);
}

// The text before and after the last `mark`, if it is there.
std::optional<std::pair<std::string, std::string>> split_at(const std::string& text,
                                                            std::string_view mark) {
  const std::size_t at = text.rfind(mark);
  if (at == std::string::npos) return std::nullopt;
  return std::pair{text.substr(0, at), text.substr(at + mark.size())};
}

// "0.500000" as one would write it.
std::string plain(std::string number) {
  if (number.find('.') == std::string::npos) return number;
  number.erase(number.find_last_not_of('0') + 1);
  if (number.ends_with('.')) number.pop_back();
  return number;
}

// CLI11's sentences about one option ("--depth: Value 0 not in range 1 to 64"), said again.
std::string about_option(const std::string& option, const std::string& complaint) {
  if (const auto range = split_at(complaint, " not in range ")) {
    const auto [low, high] = split_at(range->second, " to ").value_or(std::pair{"", ""});
    const auto value = split_at(range->first, "Value ");
    return fmt::format("{} takes a number from {} to {}, not {}", option, plain(low), plain(high),
                       quote(value ? value->second : range->first));
  }
  if (const auto members = split_at(complaint, " not in {")) {
    const std::string names = members->second.substr(0, members->second.find('}'));
    return fmt::format("{} takes {}, not {}", option, listed(names), quote(members->first));
  }
  if (split_at(complaint, " required ") && complaint.ends_with(" missing")) {
    return option + " needs a value after it";
  }
  if (const auto times = split_at(complaint, "At Most 1 required but received ")) {
    return fmt::format("{} stands there {} times; once is enough", option, times->second);
  }
  return option + ": " + complaint;
}

std::string about_value(const Understood& at, const std::string& message) {
  constexpr std::string_view kConvert = "Could not convert: ";
  const std::size_t equals = message.find(" = ");
  if (message.starts_with(kConvert) && equals != std::string::npos) {
    const std::string option = message.substr(kConvert.size(), equals - kConvert.size());
    return fmt::format("{} takes {}, not {}", option, kind_of_value(*at.app, option),
                       quote(message.substr(equals + 3)));
  }
  if (message.starts_with("-") && message.ends_with(" is required")) {
    return message.substr(0, message.find(' ')) + " must be given";
  }
  const std::size_t colon = message.find(": ");
  if (message.starts_with("-") && colon != std::string::npos) {
    return about_option(message.substr(0, colon), message.substr(colon + 2));
  }
  return message;
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

std::string usage_sentence(const CLI::App& app, const CLI::ParseError& error) {
  // A word that was not understood stays with the command at which it stood.
  Understood stray{nullptr, ""};
  Understood at{&app, app.get_name()};
  while (true) {
    if (stray.app == nullptr && !at.app->remaining().empty()) stray = at;
    const std::vector<CLI::App*> inner = at.app->get_subcommands();
    if (inner.empty()) break;
    at = {inner.front(), at.words + " " + inner.front()->get_name()};
  }
  std::string sentence;
  if (stray.app != nullptr) {
    const std::string word = stray.app->remaining().front();
    sentence = unknown_word(word.starts_with("-") ? stray : at, word);
  } else if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr &&
             !subcommand_names(*at.app).empty()) {
    sentence = missing_word(at);
  } else {
    sentence = about_value(at, error.what());
  }
  std::replace(sentence.begin(), sentence.end(), '\n', ' ');
  return fmt::format("{} (see {} --help)", sentence, at.words);
}

}  // namespace noughts::cli
