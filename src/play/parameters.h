// Parameters, as people give them: a name and a text.
//
// A Parameter says what may be given under a name: its kind, its range or its
// choices, what holds without it, and what it means. Tables of them (choice.h) are
// behind everything that must agree: the options of the command line, the checks of
// the API and its description, the forms of the page.
//
//     Values values(quixo_parameters());
//     values.set("size", "3");       // or why not: "size takes a whole number from 3 to 8, ..."
//     values.integer("size") == 3, values.text("both-lines") == "lose"
//
// A sentence about a parameter begins with its name, so that the command line only
// has to put its dashes before it.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "noughts/core/json_fwd.h"
#include "noughts/core/rational.h"
#include "noughts/core/result.h"

namespace noughts::play {

enum class Kind { kText, kInteger, kNumber, kFraction, kFlag };

inline constexpr double kUnbounded = std::numeric_limits<double>::infinity();

struct Parameter {
  std::string name;
  Kind kind = Kind::kText;
  std::string help;
  std::string fallback = {};              // what holds if it is not given; may be empty
  std::vector<std::string> choices = {};  // for texts: all that is allowed; empty: any
  double least = -kUnbounded;             // for numbers
  double most = kUnbounded;
  // Another parameter and the value of it that this one belongs to.
  std::pair<std::string, std::string> needs = {};

  using Text = std::string;
  static Parameter text(const Text& name, const Text& fallback, const Text& help) {
    return {name, Kind::kText, help, fallback};
  }
  static Parameter one_of(const Text& name, const std::vector<Text>& words, const Text& help) {
    return {name, Kind::kText, help, words.front(), words};
  }
  static Parameter whole(const Text& name, const Text& fallback, double least, double most,
                         const Text& help) {
    return {name, Kind::kInteger, help, fallback, {}, least, most};
  }
  static Parameter number(const Text& name, const Text& fallback, double least, double most,
                          const Text& help) {
    return {name, Kind::kNumber, help, fallback, {}, least, most};
  }
  static Parameter fraction(const Text& name, const Text& fallback, double least, double most,
                            const Text& help) {
    return {name, Kind::kFraction, help, fallback, {}, least, most};
  }
  static Parameter flag(const Text& name, const Text& help) {
    return {name, Kind::kFlag, help, "false"};
  }
  Parameter with(const Text& other, const Text& value) && {
    needs = {other, value};
    return std::move(*this);
  }
};

using Parameters = std::vector<Parameter>;
Parameters operator+(Parameters a, const Parameters& b);

// What the parameter takes, in words: "a whole number from 3 to 8", "lose or win".
std::string wanted(const Parameter& parameter);

// "quixo", "quixo or hyper", "quixo, quantum or hyper"
std::string either(const std::vector<std::string>& names);

using Value = std::variant<std::string, std::int64_t, double, Rational, bool>;
// The alternative that belongs to the kind, or a sentence that begins with the name.
Result<Value> read_value(const Parameter& parameter, const std::string& text);

// As /api/v1/games lists it, for the forms of the page.
Json parameter_json(const Parameter& parameter);

// The value of every parameter in a table. The table must outlive it.
class Values {
 public:
  explicit Values(const Parameters& parameters);

  // Fails with a sentence on an unknown name, a name given twice, a wrong value.
  Result<void> set(const std::string& name, const std::string& text);

  // Require below: the table has a parameter of this name and kind.
  bool given(const std::string& name) const { return entries_.at(name).given; }
  const std::string& text(const std::string& name) const { return get<std::string>(name); }
  std::int64_t whole(const std::string& name) const { return get<std::int64_t>(name); }
  int integer(const std::string& name) const { return static_cast<int>(whole(name)); }
  double number(const std::string& name) const { return get<double>(name); }
  const Rational& fraction(const std::string& name) const { return get<Rational>(name); }
  bool flag(const std::string& name) const { return get<bool>(name); }

  // All values in a fixed order: equal where the same is asked.
  std::string key() const;

 private:
  template <class T>
  const T& get(const std::string& name) const {
    return std::get<T>(entries_.at(name).value);
  }

  struct Entry {
    const Parameter* parameter;
    Value value;
    bool given = false;
  };
  std::map<std::string, Entry> entries_;
};

}  // namespace noughts::play
