// What the description of the API promises: its defaults and examples are taken, and answers are as
// their schemas say.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "fixture.h"

namespace noughts::serve {
namespace {

using Description = Server;

// What is wrong with an answer by its schema, or nothing.
std::string complaint_of(const Json& schema, const Json& answer) {
  if (answer.is_null() && schema.value("nullable", false)) return "";
  if (schema.contains("oneOf")) {
    int fit = 0;
    for (const Json& one : schema.at("oneOf")) fit += complaint_of(one, answer).empty() ? 1 : 0;
    return fit == 1 ? "" : answer.dump() + " is none of " + schema.dump();
  }
  const std::string type = schema.at("type");
  const bool fits = type == "object"    ? answer.is_object()
                    : type == "array"   ? answer.is_array()
                    : type == "string"  ? answer.is_string()
                    : type == "integer" ? answer.is_number_integer()
                    : type == "boolean" ? answer.is_boolean()
                                        : answer.is_number();
  if (!fits) return answer.dump() + " is no " + type;
  const Json properties = schema.value("properties", Json::object());
  for (const auto& [key, _] : properties.items()) {
    if (!answer.contains(key)) continue;
    const std::string wrong = complaint_of(properties.at(key), answer.at(key));
    if (!wrong.empty()) return key + ": " + wrong;
  }
  for (const Json& key : schema.value("required", Json::array())) {
    if (!answer.contains(key.get<std::string>())) return "there is no " + key.dump();
  }
  for (const Json& item : type == "array" ? answer : Json::array()) {
    const std::string wrong = complaint_of(schema.at("items"), item);
    if (!wrong.empty()) return wrong;
  }
  return "";
}

// Each default and each example alone, all defaults together; the answers are as described. A curve
// takes a minute and is asked for elsewhere.
TEST_F(Description, TakesEveryDefaultAndExampleThatItDescribes) {
  const Json description = json("/api/v1/openapi.json");
  std::set<std::string> operations;
  for (const auto& [path, operations_there] : description.at("paths").items()) {
    const Json& operation = operations_there.at("get");
    EXPECT_TRUE(operations.insert(operation.at("operationId")).second) << path;
    if (path.ends_with("/curve")) continue;
    const std::string reference =
        operation["responses"]["200"]["content"]["application/json"]["schema"]["$ref"];
    const Json schema =
        description["components"]["schemas"][reference.substr(reference.rfind('/') + 1)];
    std::string needed = "?";
    std::string together = "?";
    std::vector<std::string> queries;
    for (const Json& p : operation.at("parameters")) {
      const std::string name = p.at("name");
      const auto given = [&](const Json& value) {
        return name + "=" + (value.is_string() ? value.get<std::string>() : value.dump()) + "&";
      };
      if (p.at("required") == true) needed += given(p.at("example"));
      if (p.at("schema").contains("default")) {
        queries.push_back(given(p.at("schema").at("default")));
        together += queries.back();
      }
      if (p.contains("example") && p.at("required") == false)
        queries.push_back(given(p["example"]));
    }
    queries.push_back(together.substr(1));
    queries.push_back("");
    for (const std::string& query : queries) {
      const std::string target = path + needed + query;
      SCOPED_TRACE(target);
      const Json answer = json(target.substr(0, target.size() - 1));
      EXPECT_EQ(complaint_of(schema, answer), "");
    }
    if (needed != "?") {
      EXPECT_NE(complaint(path, 400), "no error");
    }
  }
}

}  // namespace
}  // namespace noughts::serve
