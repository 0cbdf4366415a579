// A command of the program and its options: `noughts show quixo --size 4` is the
// command quixo of the command show of the program, with the option --size.
//
// CLI11 parses the words and writes the help. It is a header of many thousand
// lines, and each file that calls it compiles it anew; verbs are declared with
// these few functions instead, and command.cpp alone hands them on.
//
//     const Command verb = program.sub("perft", "Count the ways to play, by depth");
//     verb.option("--depth", depth, "Moves ahead").between(1, 64).show_default();
//     verb.on_run([&] { ... });
//
// Both classes are names for what the CLI::App of main() owns: copied freely,
// valid as long as that. Variables that options write to must live as long.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace noughts::cli {

class Option {
 public:
  explicit Option(CLI::Option& option) : option_(&option) {}

  Option required() const;
  Option show_default() const;  // the value that the variable has now, in the help
  Option between(int low, int high) const;
  Option between(double low, double high) const;
  Option one_of(const std::vector<std::string>& words) const;
  Option list(int fewest, int most) const;  // values with commas between them

 private:
  CLI::Option* option_;
};

class Command {
 public:
  explicit Command(CLI::App& app) : app_(&app) {}

  Command sub(const std::string& name, const std::string& about) const;
  void remove(const Command& sub) const;
  void require_sub() const;  // one of those below must be named

  // `names` with commas between them, such as "--x,--first". The value is written to `variable`.
  Option option(const std::string& names, int& variable, const std::string& about) const;
  Option option(const std::string& names, double& variable, const std::string& about) const;
  Option option(const std::string& names, std::uint64_t& variable, const std::string& about) const;
  Option option(const std::string& names, std::string& variable, const std::string& about) const;
  Option option(const std::string& names, std::vector<std::string>& variable,
                const std::string& about) const;
  void flag(const std::string& name, bool& variable, const std::string& about) const;

  void footer(const std::string& text) const;  // the end of the help
  void on_run(std::function<void()> action) const;

 private:
  CLI::App* app_;
};

}  // namespace noughts::cli
