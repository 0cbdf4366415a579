// A route of the API: its path, its parameters, and what answers it.
//
// One table of routes (api.h) is behind everything that must agree: which
// requests are understood, how their parameters are checked, and what
// /api/v1/openapi.json says.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "noughts/core/json.h"
#include "noughts/core/result.h"

namespace noughts::serve {

enum class Kind { kText, kInteger, kNumber, kFlag };

struct Parameter {
  std::string name;
  Kind kind = Kind::kText;
  std::string about;
  std::string fallback = {};              // what holds if it is not given
  std::vector<std::string> choices = {};  // for texts: all that is allowed
  double least = 0;                       // for numbers
  double most = 0;
};

// The parameters of one request, checked against those of its route.
class Query {
 public:
  using Given = std::multimap<std::string, std::string>;
  // Fails with a sentence on an unknown name, a name given twice, a wrong value.
  static Result<Query> parse(const std::vector<Parameter>& parameters, const Given& given);

  bool given(const std::string& name) const { return given_.contains(name); }
  // Require: the route has such a parameter.
  const std::string& text(const std::string& name) const { return values_.at(name); }
  int integer(const std::string& name) const { return static_cast<int>(number(name)); }
  double number(const std::string& name) const { return std::stod(values_.at(name)); }
  bool flag(const std::string& name) const { return values_.at(name) == "true"; }

  // All values in a fixed order: equal for requests that ask the same.
  std::string key() const;

 private:
  std::map<std::string, std::string> values_;
  std::map<std::string, bool> given_;
};

struct Route {
  std::string path;
  std::string summary;
  std::vector<Parameter> parameters;
  std::function<Result<Json>(const Query&)> answer;
};

Json parameter_json(const Parameter& parameter);  // as /api/v1/games lists it

}  // namespace noughts::serve
