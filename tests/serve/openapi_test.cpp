// What the description of the API promises: its defaults and examples are taken, and answers are as
// their schemas say.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "fixture.h"
#include "noughts/core/random.h"

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

// A value that the schema of a parameter allows.
std::string allowed_by(const Json& schema, Random& random) {
  if (schema.contains("enum")) {
    return schema["enum"][random.below(schema["enum"].size())].get<std::string>();
  }
  if (schema.at("type") == "boolean") return random.below(2) == 0 ? "false" : "true";
  if (schema.at("type") == "number") return schema.at("minimum").dump();
  if (schema.at("type") != "integer") return "";
  const auto least = schema.at("minimum").get<std::int64_t>();
  const auto most = schema.at("maximum").get<std::int64_t>();
  const auto range = static_cast<std::uint64_t>(most - least);
  switch (random.below(4)) {
    case 0:
      return std::to_string(least);
    case 1:
      return std::to_string(most);
    default:
      return std::to_string(least +
                            static_cast<std::int64_t>(random.below(range) + random.below(2)));
  }
}

// What its schemas allow and no limit restricts is answered. Curves and the like take a minute.
TEST_F(Description, AllowsNothingThatIsRefusedButByALimit) {
  const Json description = json("/api/v1/openapi.json");
  Random random(35);
  int asked = 0;
  for (const auto& [path, operations_there] : description.at("paths").items()) {
    const Json& operation = operations_there.at("get");
    if (operation.at("x-lane") == "long") continue;
    for (int i = 0; i < 6; ++i) {
      std::string target = path + "?";
      for (const Json& p : operation.at("parameters")) {
        const Json& schema = p.at("schema");
        const std::string name = p.at("name");
        if (p.at("required") == true)
          target += name + "=" + p.at("example").get<std::string>() + "&";
        const bool free = !p.contains("x-limit") && p.at("required") == false;
        EXPECT_TRUE(!free || schema.at("type") != "string" || schema.contains("enum"))
            << path << " " << name << ": a text has a limit";
        if (free && random.below(2) == 0) target += name + "=" + allowed_by(schema, random) + "&";
      }
      const auto response = get(target);
      ASSERT_TRUE(response) << target;
      EXPECT_TRUE(response->status == 200 || response->status == 503 || response->status == 404)
          << target << " " << response->body;
      ++asked;
    }
  }
  EXPECT_GT(asked, 100);
}

// The pattern of a fraction is what the server reads.
TEST_F(Description, GivesFractionsTheirPattern) {
  const Json description = json("/api/v1/openapi.json");
  const Json& parameters = description["paths"]["/api/v1/quantum/show"]["get"]["parameters"];
  for (const Json& p : parameters) {
    if (p.at("name") != "q") continue;
    const std::regex pattern(p.at("schema").at("pattern").get<std::string>());
    for (const char* text :
         {"1/2", "0.5",  ".5", " 1/2 ", "0",     "1", "0/1", "1.0", "5.", "/2",
          "1/",  "1e-1", "+1", "0x1",   "1/2/3", "",  " ",   "1,2", "a",  "1 /2"}) {
      std::string target = std::string("/api/v1/quantum/show?q=");
      for (const char* c = text; *c != '\0'; ++c) {
        target += fmt::format("%{:02X}", static_cast<unsigned>(static_cast<unsigned char>(*c)));
      }
      const auto response = get(target);
      ASSERT_TRUE(response);
      EXPECT_EQ(response->status == 200, std::regex_match(text, pattern)) << text;
    }
  }
}

}  // namespace
}  // namespace noughts::serve
