#include "noughts/cli/command.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <limits>

namespace noughts::cli {

Option Option::required() const {
  option_->required();
  return *this;
}

Option Option::show_default() const {
  option_->capture_default_str();
  return *this;
}

Option Option::between(int low, int high) const {
  option_->check(CLI::Range(low, high));
  return *this;
}

Option Option::between(double low, double high) const {
  option_->check(CLI::Range(low, high));
  return *this;
}

Option Option::one_of(const std::vector<std::string>& words) const {
  option_->check(CLI::IsMember(words));
  return *this;
}

Option Option::list(int fewest, int most) const {
  option_->delimiter(',')->expected(fewest, most);
  return *this;
}

Command Command::sub(const std::string& name, const std::string& about) const {
  return Command(*app_->add_subcommand(name, about));
}

void Command::remove(const Command& sub) const { app_->remove_subcommand(sub.app_); }

void Command::require_sub() const { app_->require_subcommand(1); }

Option Command::option(const std::string& names, int& variable, const std::string& about) const {
  return Option(*app_->add_option(names, variable, about));
}

Option Command::option(const std::string& names, double& variable, const std::string& about) const {
  return Option(*app_->add_option(names, variable, about));
}

Option Command::option(const std::string& names, std::uint64_t& variable,
                       const std::string& about) const {
  // CLI11 takes -1 for the largest number there is.
  const auto refuse_sign = [](const std::string& value) {
    if (!value.starts_with('-')) return std::string();
    return fmt::format("Value {} not in range 0 to {}", value,
                       std::numeric_limits<std::uint64_t>::max());
  };
  return Option(*app_->add_option(names, variable, about)->check(refuse_sign));
}

Option Command::option(const std::string& names, std::string& variable,
                       const std::string& about) const {
  return Option(*app_->add_option(names, variable, about));
}

Option Command::option(const std::string& names, std::vector<std::string>& variable,
                       const std::string& about) const {
  return Option(*app_->add_option(names, variable, about));
}

void Command::flag(const std::string& name, bool& variable, const std::string& about) const {
  app_->add_flag(name, variable, about);
}

void Command::footer(const std::string& text) const { app_->footer(text); }

void Command::on_run(std::function<void()> action) const { app_->callback(std::move(action)); }

}  // namespace noughts::cli
