// A command of the program and its options: `noughts show quixo --size 4` is the
// command quixo of the command show of the program, with the option --size.
//
// CLI11 parses the words and writes the help. It is a header of many thousand
// lines, and each file that calls it compiles it anew; verbs are declared with
// these few functions instead, and command.cpp alone hands them on.
//
//     const Command verb = program.sub("serve", "Explore the games in a browser");
//     verb.option("--port", port, "Port to listen on").between(0, 65535).show_default();
//     verb.on_run([&] { ... });
//
// A value is read by play/parameters.h, as those of the API are; its sentences name the
// parameter, and the dashes are put before them in command.cpp.
//
// Both classes are names for parts of the CLI::App that dispatch() makes: copied freely, valid
// until it returns. Variables that options write to must live as long.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "noughts/play/parameters.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace noughts::cli {

class Option {
 public:
  Option(CLI::Option& option, std::shared_ptr<play::Parameter> parameter)
      : option_(&option), parameter_(std::move(parameter)) {
    write_help();
  }

  Option required() const;
  Option show_default() const;  // the value that the variable has now, in the help
  Option between(double low, double high) const;
  Option one_of(const std::vector<std::string>& words) const;
  Option list(int fewest, int most) const;  // values with commas between them
  Option words(int count) const;            // so many words, one after the other

 private:
  void write_help() const;

  CLI::Option* option_;
  std::shared_ptr<play::Parameter> parameter_;  // what the option takes; read when it is parsed
};

class Command {
 public:
  explicit Command(CLI::App& app) : app_(&app) {}

  Command sub(const std::string& name, const std::string& about) const;
  void remove(const Command& sub) const;
  void require_sub() const;  // one of those below must be named

  // An option for each parameter of a table; what is given is set in `values`.
  void parameters(const play::Parameters& table, play::Values& values) const;

  // `names` with commas between them, such as "--x,--first". The value is written to `variable`.
  Option option(const std::string& names, int& variable, const std::string& about) const;
  Option option(const std::string& names, double& variable, const std::string& about) const;
  Option option(const std::string& names, std::uint64_t& variable, const std::string& about) const;
  Option option(const std::string& names, std::string& variable, const std::string& about) const;
  Option option(const std::string& names, std::vector<std::string>& variable,
                const std::string& about) const;
  // A word without an option, in the order in which they are declared; it must be given.
  void argument(const std::string& name, std::string& variable, const std::string& about) const;
  void flag(const std::string& name, bool& variable, const std::string& about) const;

  void footer(const std::string& text) const;  // the end of the help
  void on_run(std::function<void()> action) const;

 private:
  // `store` is given each text and says what is wrong with it.
  using Store = std::function<Result<void>(const std::vector<std::string>&)>;
  CLI::Option& add(const std::string& names, const std::string& about, Store store) const;
  template <class Variable>
  Option add(const std::string& names, play::Kind kind, Variable& variable,
             const std::string& about) const;

  CLI::App* app_;
};

}  // namespace noughts::cli
