// What a mistyped command line is told.
//
// CLI11 finds the mistake; its sentences are for programmers. Here each becomes
// one sentence for the person who typed it: what was not understood, what would
// be, and where the help is.
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

// The sentence for an error that parsing `app` threw.
std::string usage_sentence(const CLI::App& app, const CLI::ParseError& error);

// Those of `names` that the fewest typing slips turn into `word`; none if that takes many.
std::vector<std::string> closest(std::string_view word, const std::vector<std::string>& names);

}  // namespace noughts::cli
