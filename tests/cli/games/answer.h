// What the program answers with --json.
#pragma once

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/process.h"

namespace cli_test {

using Json = nlohmann::ordered_json;

inline Json answer(std::vector<std::string> arguments,
                   const Start& start = {.give_up_after = 600}) {
  arguments.push_back("--json");
  const Outcome outcome = noughts(arguments, start);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  return Json::parse(outcome.out);
}

}  // namespace cli_test
