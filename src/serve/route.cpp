#include "noughts/serve/route.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "noughts/core/text.h"

namespace noughts::serve {
namespace {

// Longer than any position on the largest board that is played on.
constexpr std::size_t kLongestText = 8000;

Result<void> check(const Parameter& p, const std::string& value) {
  const auto wrong = [&](const std::string& wanted) {
    return bad_input(fmt::format("{}: {} is not {}", p.name, quote(value), wanted));
  };
  switch (p.kind) {
    case Kind::kFlag:
      if (value != "true" && value != "false") return wrong("true or false");
      return {};
    case Kind::kText:
      if (value.size() > kLongestText) return bad_input(p.name + " is too long");
      if (!p.choices.empty() &&
          std::find(p.choices.begin(), p.choices.end(), value) == p.choices.end()) {
        return wrong(fmt::format("one of {}", fmt::join(p.choices, ", ")));
      }
      return {};
    case Kind::kInteger:
    case Kind::kNumber: {
      double number = 0;
      const char* end = value.data() + value.size();
      const auto [stop, code] = std::from_chars(value.data(), end, number);
      const bool whole = p.kind == Kind::kNumber || number == std::floor(number);
      if (code != std::errc() || stop != end || !whole ||
          !(number >= p.least && number <= p.most)) {
        return wrong(fmt::format("a{} number from {:g} to {:g}",
                                 p.kind == Kind::kInteger ? " whole" : "", p.least, p.most));
      }
      return {};
    }
  }
  return {};
}

}  // namespace

Result<Query> Query::parse(const std::vector<Parameter>& parameters, const Given& given) {
  Query query;
  for (const Parameter& p : parameters) query.values_[p.name] = p.fallback;
  for (const auto& [name, value] : given) {
    const auto p = std::find_if(parameters.begin(), parameters.end(),
                                [&](const Parameter& other) { return other.name == name; });
    if (p == parameters.end()) {
      std::vector<std::string> names;
      for (const Parameter& other : parameters) names.push_back(other.name);
      return bad_input(fmt::format("there is no parameter {} here{}{}", quote(name),
                                   names.empty() ? "" : "; there are: ", fmt::join(names, ", ")));
    }
    if (!query.given_.emplace(name, true).second) {
      return bad_input(fmt::format("{} is given twice", name));
    }
    const Result<void> checked = check(*p, value);
    if (!checked) return checked.error();
    query.values_[name] = value;
  }
  return query;
}

std::string Query::key() const {
  std::string key;
  for (const auto& [name, value] : values_) key += name + "=" + value + "&";
  return key;
}

Json parameter_json(const Parameter& p) {
  Json json = {{"name", p.name}};
  switch (p.kind) {
    case Kind::kText:
      json["type"] = "text";
      if (!p.choices.empty()) json["choices"] = p.choices;
      break;
    case Kind::kFlag:
      json["type"] = "flag";
      break;
    case Kind::kInteger:
    case Kind::kNumber:
      json["type"] = p.kind == Kind::kInteger ? "integer" : "number";
      json["least"] = p.least;
      json["most"] = p.most;
      break;
  }
  json["default"] = p.fallback;
  json["about"] = p.about;
  return json;
}

}  // namespace noughts::serve
