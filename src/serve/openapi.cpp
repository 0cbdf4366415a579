#include "noughts/serve/api.h"

namespace noughts::serve {
namespace {

Json schema_of(const Parameter& p) {
  Json schema;
  switch (p.kind) {
    case Kind::kText:
      schema["type"] = "string";
      if (!p.choices.empty()) schema["enum"] = p.choices;
      break;
    case Kind::kFlag:
      schema["type"] = "boolean";
      break;
    case Kind::kInteger:
    case Kind::kNumber:
      schema["type"] = p.kind == Kind::kInteger ? "integer" : "number";
      schema["minimum"] = p.least;
      schema["maximum"] = p.most;
      break;
  }
  if (p.fallback.empty()) return schema;
  if (p.kind == Kind::kText) {
    schema["default"] = p.fallback;
  } else {
    schema["default"] = Json::parse(p.fallback);
  }
  return schema;
}

Json response(const char* about, const char* schema) {
  return {{"description", about},
          {"content",
           {{"application/json",
             {{"schema", {{"$ref", std::string("#/components/schemas/") + schema}}}}}}}};
}

Json operation_of(const Route& route) {
  Json parameters = Json::array();
  for (const Parameter& p : route.parameters) {
    parameters.push_back({{"name", p.name},
                          {"in", "query"},
                          {"required", false},
                          {"description", p.about},
                          {"schema", schema_of(p)}});
  }
  return {{"summary", route.summary},
          {"parameters", parameters},
          {"responses",
           {{"200", response("The answer; docs/api.md describes its fields", "Answer")},
            {"400", response("What is wrong with the request", "Error")},
            {"404", response("What is not there, such as tables", "Error")},
            {"503", response("Busy, or not decided in the time given", "Error")}}}};
}

}  // namespace

Json openapi_document(const std::vector<Route>& routes, const std::string& version) {
  Json paths = Json::object();
  for (const Route& route : routes) paths[route.path] = {{"get", operation_of(route)}};
  return {{"openapi", "3.0.3"},
          {"info",
           {{"title", "noughts"},
            {"description", "Exact values for the tic-tac-toe family"},
            {"version", version}}},
          {"paths", paths},
          {"components",
           {{"schemas",
             {{"Answer", {{"type", "object"}}},
              {"Error",
               {{"type", "object"},
                {"required", {"error"}},
                {"properties", {{"error", {{"type", "string"}}}}}}}}}}}};
}

}  // namespace noughts::serve
