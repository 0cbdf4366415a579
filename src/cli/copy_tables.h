// What the verbs share that take tables from one folder to another: rules, folders, and which
// classes.
#pragma once

#include "noughts/cli/table_rules.h"
#include "noughts/quixo/value.h"

namespace noughts::cli {

// The classes that tiers ("9..0") or a pair ("3,4") name. None: all that are there.
Result<std::vector<quixo::ClassId>> chosen_classes(const std::string& tiers,
                                                   const std::string& pair,
                                                   const quixo::Rules& rules);

struct CopyOptions {
  TableRules rules;
  std::string tables;
  std::string out;
  std::string tiers;
  std::string pair;

  void add_to(const Command& sub, Context& context, const std::string& example);
  Result<void> check_out() const;  // a folder must be named
  // None: all that are there.
  Result<std::vector<quixo::ClassId>> classes(const quixo::Rules& rules) const;
};

}  // namespace noughts::cli
