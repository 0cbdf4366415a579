#include "noughts/serve/api.h"

namespace noughts::serve {
namespace {

Json schema_of(const play::Parameter& p) {
  // A fraction is sent as text: 3/4 is no number of JSON.
  constexpr const char* kTypes[] = {"string", "integer", "number", "string", "boolean"};
  Json schema = {{"type", kTypes[static_cast<int>(p.kind)]}};
  const bool is_text = p.kind == play::Kind::kText || p.kind == play::Kind::kFraction;
  if (!p.choices.empty()) schema["enum"] = p.choices;
  const Json listed = parameter_json(p);
  if (!is_text && listed.contains("least")) schema["minimum"] = listed["least"];
  if (!is_text && listed.contains("most")) schema["maximum"] = listed["most"];
  if (!p.fallback.empty())
    schema["default"] = is_text ? Json(p.fallback) : *parse_document(p.fallback);
  return schema;
}

// What it means, what it takes, and what it belongs to.
std::string description_of(const play::Parameter& p) {
  std::string text = p.help;
  if (p.kind == play::Kind::kFraction) text += ": " + wanted(p);
  if (!p.needs.first.empty()) text += "; with " + p.needs.first + "=" + p.needs.second;
  return text;
}

Json response(const char* about, const char* schema) {
  return {{"description", about},
          {"content",
           {{"application/json",
             {{"schema", {{"$ref", std::string("#/components/schemas/") + schema}}}}}}}};
}

Json operation_of(const Route& route) {
  Json parameters = Json::array();
  for (const play::Parameter& p : route.parameters) {
    parameters.push_back({{"name", p.name},
                          {"in", "query"},
                          {"required", false},
                          {"description", description_of(p)},
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
