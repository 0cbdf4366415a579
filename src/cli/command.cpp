#include "noughts/cli/command.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <limits>

namespace noughts::cli {
namespace {

// "depth" of "--depth", "x" of "--x,--first".
std::string name_of(const std::string& names) { return names.substr(2, names.find(',') - 2); }

// What follows the option in the help: lose|win, 3..5, N.
std::string placeholder(const play::Parameter& p) {
  if (!p.choices.empty()) return fmt::format("{}", fmt::join(p.choices, "|"));
  const bool bounded = p.least > -play::kUnbounded && p.most < std::numeric_limits<int>::max();
  if (bounded) return fmt::format("{:.10g}..{:.10g}", p.least, p.most);
  return p.kind == play::Kind::kText ? "TEXT" : "N";
}

std::string help_of(const play::Parameter& p) {
  return p.fallback.empty() ? p.help : fmt::format("{} (default {})", p.help, p.fallback);
}

// The library names the parameter; here it gets its dashes.
void require(const Result<void>& stored) {
  if (!stored) throw CLI::ValidationError("--" + stored.error().message);
}

}  // namespace

void Option::write_help() const { option_->type_name(placeholder(*parameter_)); }

Option Option::required() const {
  option_->required();
  return *this;
}

Option Option::show_default() const {
  option_->description(help_of(*parameter_));
  return *this;
}

Option Option::between(double low, double high) const {
  parameter_->least = low;
  parameter_->most = high;
  write_help();
  return *this;
}

Option Option::one_of(const std::vector<std::string>& words) const {
  parameter_->choices = words;
  write_help();
  return *this;
}

Option Option::list(int fewest, int most) const {
  option_->delimiter(',')->expected(fewest, most);
  return *this;
}

Option Option::words(int count) const {
  option_->expected(count);
  return *this;
}

Command Command::sub(const std::string& name, const std::string& about) const {
  return Command(*app_->add_subcommand(name, about));
}

void Command::remove(const Command& sub) const { app_->remove_subcommand(sub.app_); }

void Command::require_sub() const { app_->require_subcommand(1); }

CLI::Option& Command::add(const std::string& names, const std::string& about, Store store) const {
  const auto callback = [store = std::move(store)](const CLI::results_t& texts) {
    require(store(texts));
    return true;
  };
  return *app_->add_option(names, callback, about);
}

template <class Variable>
Option Command::add(const std::string& names, play::Kind kind, Variable& variable,
                    const std::string& about) const {
  auto parameter = std::make_shared<play::Parameter>();
  parameter->name = name_of(names);
  parameter->kind = kind;
  parameter->help = about;
  parameter->fallback = fmt::format("{}", variable);
  if (std::is_unsigned_v<Variable>) parameter->least = 0;
  const auto store = [parameter, &variable](const std::vector<std::string>& texts) -> Result<void> {
    const Result<play::Value> value = play::read_value(*parameter, texts.front());
    if (!value) return value.error();
    using Read = std::conditional_t<std::is_integral_v<Variable>, std::int64_t, Variable>;
    variable = static_cast<Variable>(std::get<Read>(*value));
    return {};
  };
  return {add(names, about, store), parameter};
}

Option Command::option(const std::string& names, int& variable, const std::string& about) const {
  return add(names, play::Kind::kInteger, variable, about)
      .between(std::numeric_limits<int>::min(), std::numeric_limits<int>::max());
}

Option Command::option(const std::string& names, double& variable, const std::string& about) const {
  return add(names, play::Kind::kNumber, variable, about);
}

Option Command::option(const std::string& names, std::uint64_t& variable,
                       const std::string& about) const {
  return add(names, play::Kind::kInteger, variable, about);
}

Option Command::option(const std::string& names, std::string& variable,
                       const std::string& about) const {
  return add(names, play::Kind::kText, variable, about);
}

Option Command::option(const std::string& names, std::vector<std::string>& variable,
                       const std::string& about) const {
  auto parameter = std::make_shared<play::Parameter>();
  parameter->help = about;
  parameter->fallback = fmt::format("{}", fmt::join(variable, ","));
  const auto store = [&variable](const std::vector<std::string>& texts) -> Result<void> {
    variable = texts;
    return {};
  };
  return {add(names, about, store), parameter};
}

void Command::argument(const std::string& name, std::string& variable,
                       const std::string& about) const {
  const auto store = [&variable](const std::vector<std::string>& texts) -> Result<void> {
    variable = texts.front();
    return {};
  };
  add(name, about, store).required()->type_name(" ");
}

void Command::parameters(const play::Parameters& table, play::Values& values) const {
  for (const play::Parameter& p : table) {
    if (p.kind == play::Kind::kFlag) {
      const auto set = [&values, name = p.name] { require(values.set(name, "true")); };
      app_->add_flag_callback("--" + p.name, set, p.help)->disable_flag_override();
    } else {
      const auto store = [&values, name = p.name](const std::vector<std::string>& texts) {
        return values.set(name, texts.front());
      };
      add("--" + p.name, help_of(p), store).type_name(placeholder(p));
    }
  }
}

void Command::flag(const std::string& name, bool& variable, const std::string& about) const {
  app_->add_flag(name, variable, about)->disable_flag_override();
}

void Command::footer(const std::string& text) const { app_->footer(text); }

void Command::on_run(std::function<void()> action) const { app_->callback(std::move(action)); }

}  // namespace noughts::cli
