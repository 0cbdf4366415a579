// What is done to the words of a command line before they are parsed.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace noughts::cli {

using Words = std::vector<std::string>;

// Verbs that had another name before version 0.3 still have it for one release: the old words are
// replaced by the new ones, with the same options and answers. Help and completion do not
// list them. Returns the sentence that says where the verb went; empty if nothing was replaced.
std::string renew(Words& words);

// Where a command knows a single game, its name may be left out: it is put in.
//
//     noughts tables info --tables DIR   means   noughts tables info quixo --tables DIR
void name_the_only_game(const CLI::App& program, Words& words);

}  // namespace noughts::cli
