#include <fmt/format.h>

#include <cctype>
#include <cstdint>
#include <limits>
#include <map>

#include "noughts/play/choice.h"
#include "noughts/serve/api.h"

namespace noughts::serve {
namespace {

// As parse_rational (core/rational.h) reads it, but for its size.
constexpr const char* kFraction =
    R"(^[ \t\r\n]*-?([0-9]{1,9}(/[0-9]{1,9}|\.[0-9]{1,9})?|\.[0-9]{1,9})[ \t\r\n]*$)";

Json schema_of(const play::Parameter& p) {
  // A fraction is sent as text: 3/4 is no number of JSON.
  constexpr const char* kTypes[] = {"string", "integer", "number", "string", "boolean"};
  Json schema = {{"type", kTypes[static_cast<int>(p.kind)]}};
  const bool is_text = p.kind == play::Kind::kText || p.kind == play::Kind::kFraction;
  if (!p.choices.empty()) schema["enum"] = p.choices;
  if (p.kind == play::Kind::kFraction) schema["pattern"] = kFraction;
  const Json listed = parameter_json(p);
  if (!is_text && listed.contains("least")) schema["minimum"] = listed["least"];
  if (!is_text && listed.contains("most")) schema["maximum"] = listed["most"];
  if (p.kind == play::Kind::kInteger) {
    schema["format"] = "int64";
    if (!schema.contains("maximum")) schema["maximum"] = std::numeric_limits<std::int64_t>::max();
  }
  // What belongs to another parameter's value is refused beside its usual one: no default then.
  if (!p.fallback.empty() && p.needs.first.empty())
    schema["default"] = is_text ? Json(p.fallback) : *parse_document(p.fallback);
  return schema;
}

// What a schema of one parameter cannot say of it: what the others' values ask for, and grammars. A
// request that its schemas allow is refused, with 400, only if one of these does not hold.
std::string limit_of(const Route& route, const play::Parameter& p) {
  const std::string scores = fmt::format("a score from -{0} to {0}, denominators of at most {1}",
                                         quantum::kMaxDraw, quantum::kMaxDrawDenominator);
  const std::map<std::string, std::string> limits = {
      {"position", "a position of this game and these rules"},
      {"move", "a move of that position"},
      {"player", "one of these, SHARE from 0 to 1"},
      {"line", "0, or a length that the board has; in quixo from 3 to the size"},
      {"scores", scores},
      {"draw", scores},
      {"q", fmt::format("a denominator of at most {}; not with dice", quantum::kMaxDenominator)},
      {"dice", "1 or 2 dice and a sum that they can show; not with q"},
      {"from", "at most the last q"},
      {"to", "at least the first q"},
      {"step", "above 0, and not too many points"},
      {"side", "a board that is not too large"},
      {"dims", "a board that is not too large"},
      {"rows", "a board that is not too large; not with side or dims"},
      {"cols", "a board that is not too large; not with side or dims"},
      {"cell", "a cell of the board"},
  };
  const auto found = limits.find(p.name);
  std::string text = found == limits.end() ? "" : found->second;
  const auto add = [&](const std::string& more) { text += (text.empty() ? "" : "; ") + more; };
  if (p.name == "size" && route.path.ends_with("/classes"))
    add(fmt::format("at most {}", quixo::kMaxSize));
  if (p.kind == play::Kind::kFraction) add(wanted(p));
  if (!p.needs.first.empty()) add("only with " + p.needs.first + "=" + p.needs.second);
  return text;
}

// What it means, what it takes, and what it belongs to.
std::string description_of(const Route& route, const play::Parameter& p) {
  std::string text = p.help;
  if (!p.needs.first.empty()) {
    text += "; with " + p.needs.first + "=" + p.needs.second;
    if (!p.fallback.empty()) text += ", where it is " + p.fallback + " if it is not given";
  }
  const std::string limit = limit_of(route, p);
  if (!limit.empty()) text += "; limit: " + limit;
  return text;
}

const char* lane_name(Lane lane) {
  return lane == Lane::kLong ? "long" : lane == Lane::kSearch ? "search" : "quick";
}

Json response(const char* about, const std::string& schema) {
  return {{"description", about},
          {"content",
           {{"application/json", {{"schema", {{"$ref", "#/components/schemas/" + schema}}}}}}}};
}

// "/api/v1/quixo/analyze": "quixo", "analyze"; "/api/v1/health": "", "health".
std::pair<std::string, std::string> names_of(const Route& route) {
  std::string name = route.path.substr(std::string_view("/api/v1/").size());
  name = name.substr(0, name.find('.'));
  const std::size_t slash = name.find('/');
  if (slash == std::string::npos) return {"", name};
  return {name.substr(0, slash), name.substr(slash + 1)};
}

std::string capital(std::string word) {
  word[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(word[0])));
  return word;
}

// A name for programs: quixoAnalyze.
std::string operation_id(const Route& route) {
  const auto [game, verb] = names_of(route);
  return game.empty() ? verb : game + capital(verb);
}

Json operation_of(const Route& route) {
  Json parameters = Json::array();
  for (const play::Parameter& p : route.parameters) {
    const bool required = p.name == route.required.first;
    parameters.push_back({{"name", p.name},
                          {"in", "query"},
                          {"required", required},
                          {"description", description_of(route, p)},
                          {"schema", schema_of(p)}});
    Json& made = parameters.back();
    if (const std::string limit = limit_of(route, p); !limit.empty()) made["x-limit"] = limit;
    if (required) made["example"] = route.required.second;
    if (required) made["schema"].erase("default");
    if (!p.needs.first.empty() && !p.fallback.empty()) made["example"] = p.fallback;
  }
  return {
      {"operationId", operation_id(route)},
      {"summary", route.summary},
      {"x-lane", lane_name(route.lane)},  // of a site without a server (web/src/site/lanes.ts)
      {"parameters", parameters},
      {"responses",
       {{"200", response("The answer; docs/reference/http.md describes its fields",
                         capital(names_of(route).second))},
        {"400", response("The request is wrong, or a limit of its parameters (x-limit) does not "
                         "hold; the answer says which",
                         "Error")},
        {"404", response("Something is missing, such as tables", "Error")},
        {"503", response("Busy, or not decided in the time given", "Error")},
        {"default", response("Anything else that went wrong", "Error")}}}};
}

// ---- what answers hold ------------------------------------------------------

Json of_type(const char* type) { return {{"type", type}}; }
Json list_of(Json items) { return {{"type", "array"}, {"items", std::move(items)}}; }

// `always`: the keys that are there whatever was asked; the others may be.
Json object_of(const Json& properties, const std::vector<std::string>& always) {
  return {{"type", "object"}, {"properties", properties}, {"required", always}};
}

// A value is a word (Quixo, n^k boards) or a number (quantum), or null where nothing is known.
Json value_schema() {
  return {{"nullable", true}, {"oneOf", {of_type("string"), of_type("number")}}};
}

// What every answer about a position has.
Json about_position() {
  return {{"game", of_type("string")},     {"rules", of_type("object")},
          {"position", of_type("string")}, {"to_move", {{"type", "string"}, {"nullable", true}}},
          {"result", of_type("string")},   {"board", of_type("object")}};
}

Json with(Json properties, const Json& more) {
  properties.update(more);
  return properties;
}

Json schemas() {
  const Json text = of_type("string");
  const Json whole = of_type("integer");
  const Json texts = list_of(text);
  const Json objects = list_of(of_type("object"));
  const Json game = {{"game", text}, {"rules", of_type("object")}};
  return {{"Error", object_of({{"error", text}}, {"error"})},
          {"Health", object_of({{"status", text},
                                {"version", text},
                                {"tables", objects},
                                {"quick_requests", of_type("object")},
                                {"searches", of_type("object")},
                                {"long_requests", of_type("object")}},
                               {"status", "version", "tables"})},
          {"Games", object_of({{"games", objects}}, {"games"})},
          {"Openapi",
           object_of({{"openapi", text}, {"paths", of_type("object")}}, {"openapi", "paths"})},
          {"Show", object_of(with(about_position(), {{"drawing", text}}),
                             {"game", "rules", "position", "drawing"})},
          {"Moves", object_of(with(about_position(), {{"moves", texts}, {"positions", texts}}),
                              {"game", "rules", "position", "moves"})},
          {"Analyze", object_of(with(about_position(), {{"value", value_schema()},
                                                        {"plies", whole},
                                                        {"exact", text},
                                                        {"moves", objects},
                                                        {"best", texts},
                                                        {"source", text},
                                                        {"how", text}}),
                                {"game", "rules", "position", "value", "moves", "best"})},
          {"Line", object_of(with(game, {{"moves", texts}, {"positions", texts}, {"result", text}}),
                             {"game", "rules", "moves"})},
          {"Move", object_of(with(about_position(), {{"player", text},
                                                     {"move", text},
                                                     {"leads_to", text},
                                                     {"source", text},
                                                     {"remark", text}}),
                             {"game", "rules", "position", "player", "move", "leads_to"})},
          {"Classes", object_of({{"states", whole},
                                 {"win", whole},
                                 {"loss", whole},
                                 {"draw", whole},
                                 {"classes", objects}},
                                {"states", "win", "loss", "draw", "classes"})},
          {"Curve", of_type("object")},
          {"Sweep", object_of({{"points", objects}}, {"points"})},
          {"Classify", object_of({{"side", whole},
                                  {"dims", whole},
                                  {"rows", whole},
                                  {"cols", whole},
                                  {"line", whole},
                                  {"category", {{"type", "integer"}, {"nullable", true}}},
                                  {"how", text}},
                                 {"category", "how"})},
          {"Lines", object_of({{"cell", text}, {"lines", list_of(texts)}}, {"cell", "lines"})}};
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
          {"components", {{"schemas", schemas()}}}};
}

}  // namespace noughts::serve
