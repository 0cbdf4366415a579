#include "noughts/cli/completion.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <functional>
#include <vector>

#include "noughts/cli/context.h"
#include "noughts/cli/verbs.h"

namespace noughts::cli {
namespace {

struct OptionWord {
  std::string name;
  std::string about;
  bool takes_value = false;
  std::vector<std::string> values;  // all that it takes, if that is a list
};

// "noughts solve quixo" is at "/solve/quixo".
struct CommandWords {
  std::string at;
  std::vector<std::pair<std::string, std::string>> subcommands;  // and what they are about
  std::vector<OptionWord> options;
};

// The placeholder of such an option is its values: lose|win (command.cpp).
std::vector<std::string> values_of(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  return type.find('|') == type.npos ? std::vector<std::string>() : CLI::detail::split(type, '|');
}

std::vector<CommandWords> commands_of(const CLI::App& program) {
  std::vector<CommandWords> all;
  const std::function<void(const CLI::App&, const std::string&)> visit =
      [&](const CLI::App& app, const std::string& at) {
        CommandWords command{at, {}, {}};
        const auto subs = app.get_subcommands([](const CLI::App*) { return true; });
        for (const CLI::App* sub : subs) {
          command.subcommands.emplace_back(sub->get_name(), sub->get_description());
        }
        for (const CLI::Option* option : app.get_options()) {
          for (const std::string& name : option->get_lnames()) {
            command.options.push_back({"--" + name, option->get_description(),
                                       option->get_items_expected_max() > 0, values_of(*option)});
          }
        }
        all.push_back(std::move(command));
        for (const CLI::App* sub : subs) visit(*sub, at + "/" + sub->get_name());
      };
  visit(program, "");
  return all;
}

// In single quotes, for both shells.
std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text) {
    if (c == '\'')
      result += "'\\''";
    else
      result += c;
  }
  return result + "'";
}

// The arms that lead from a command to those below it.
std::string step_arms(const std::vector<CommandWords>& commands) {
  std::vector<std::string> below;
  for (const CommandWords& command : commands) {
    if (!command.at.empty()) below.push_back(command.at);
  }
  return fmt::format("      {}) at=\"$at/$word\" ;;\n", fmt::join(below, "|"));
}

// An arm for every option with a value: `act` says what to do with its list.
template <class Act>
std::string value_arms(const std::vector<CommandWords>& commands, const Act& act) {
  std::string arms;
  for (const CommandWords& command : commands) {
    for (const OptionWord& option : command.options) {
      if (!option.takes_value) continue;
      arms += fmt::format("    {}) {}; return ;;\n", quoted(command.at + ":" + option.name),
                          act(option.values));
    }
  }
  return arms;
}

struct CompletionArguments {
  std::string shell = "bash";
};

}  // namespace

std::string bash_completion(const CLI::App& program) {
  const std::vector<CommandWords> commands = commands_of(program);
  std::string words;
  for (const CommandWords& command : commands) {
    std::vector<std::string> offered;
    for (const auto& [name, about] : command.subcommands) offered.push_back(name);
    for (const OptionWord& option : command.options) offered.push_back(option.name);
    words += fmt::format("    {}) words={} ;;\n", quoted(command.at),
                         quoted(fmt::format("{}", fmt::join(offered, " "))));
  }
  const auto reply = [](const std::vector<std::string>& values) {
    if (values.empty()) return std::string("COMPREPLY=()");  // files, by -o default
    return fmt::format("COMPREPLY=($(compgen -W {} -- \"$current\"))",
                       quoted(fmt::format("{}", fmt::join(values, " "))));
  };
  return fmt::format(R"(# bash completion for noughts; written by: noughts completion --shell bash
_noughts() {{
  local at='' word words='' current="${{COMP_WORDS[COMP_CWORD]}}"
  for word in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
    case "$at/$word" in
{}    esac
  done
  case "$at:${{COMP_WORDS[COMP_CWORD-1]}}" in
{}  esac
  case "$at" in
{}  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}}
complete -o default -F _noughts noughts
)",
                     step_arms(commands), value_arms(commands, reply), words);
}

std::string zsh_completion(const CLI::App& program) {
  const std::vector<CommandWords> commands = commands_of(program);
  const auto item = [](const std::string& name, const std::string& about) {
    return quoted(name + ":" + about);
  };
  std::string items;
  for (const CommandWords& command : commands) {
    std::vector<std::string> offered;
    for (const auto& [name, about] : command.subcommands) offered.push_back(item(name, about));
    for (const OptionWord& option : command.options) {
      offered.push_back(item(option.name, option.about));
    }
    items += fmt::format("    {}) items=({}) ;;\n", quoted(command.at), fmt::join(offered, " "));
  }
  const auto reply = [](const std::vector<std::string>& values) {
    if (values.empty()) return std::string("_files");
    return fmt::format("compadd -- {}", fmt::join(values, " "));
  };
  return fmt::format(R"(#compdef noughts
# zsh completion for noughts; written by: noughts completion --shell zsh
_noughts() {{
  local at='' word
  local -a items
  for word in "${{(@)words[2,CURRENT-1]}}"; do
    case "$at/$word" in
{}    esac
  done
  case "$at:${{words[CURRENT-1]}}" in
{}  esac
  case "$at" in
{}  esac
  _describe noughts items
}}
if [[ "$funcstack[1]" = _noughts ]]; then
  _noughts "$@"
else
  compdef _noughts noughts
fi
)",
                     step_arms(commands), value_arms(commands, reply), items);
}

void add_completion(const Command& program, Context& context, const CLI::App& app) {
  const Command verb =
      program.sub("completion", "Print a script that lets Tab complete words in the shell");
  context.add_common(verb, "noughts completion --shell bash");
  auto arguments = std::make_shared<CompletionArguments>();
  verb.option("--shell", arguments->shell, "Shell to write it for")
      .one_of({"bash", "zsh"})
      .show_default();
  verb.on_run([&context, &app, arguments] {
    const std::string script =
        arguments->shell == "zsh" ? zsh_completion(app) : bash_completion(app);
    context.answer({{"shell", arguments->shell}, {"script", script}}, [&] { return script; });
  });
}

}  // namespace noughts::cli
