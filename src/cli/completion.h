// What a shell offers when Tab is pressed: scripts for bash and zsh, made from the
// commands and options that the parser knows, so that they cannot tell another story.
//
// After a command its subcommands and options are offered; after an option with a list of
// values those values; after any other option with a value, files.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace noughts::cli {

std::string bash_completion(const CLI::App& program);
std::string zsh_completion(const CLI::App& program);

}  // namespace noughts::cli
