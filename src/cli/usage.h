// What a mistyped command line is told.
//
// CLI11 finds the mistake and throws a type for it; its sentences are for programmers.
// Here each type becomes one sentence for the person who typed it: what was not
// understood, what would be, and where the help is.
//
//     noughts shwo quixo      'shwo' is not a verb; did you mean show? (see noughts --help)
//     noughts show --json     say which game: noughts show quixo (see noughts show --help)
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace noughts::cli {

// The sentence for an error that parsing `words` with `app` threw. Sentences about a value
// come from command.cpp, in the error.
std::string usage_sentence(const CLI::App& app, const CLI::ParseError& error,
                           const std::vector<std::string>& words);

// What the program says when it is started without a word.
std::string front_page();

// Those of `names` that the fewest typing slips turn into `word`; none if that takes many.
std::vector<std::string> closest(std::string_view word, const std::vector<std::string>& names);

}  // namespace noughts::cli
