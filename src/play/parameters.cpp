#include "noughts/play/parameters.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>

#include "noughts/core/json.h"
#include "noughts/core/text.h"

namespace noughts::play {
namespace {

std::string bound_text(const Parameter& p, double bound) {
  return p.kind == Kind::kInteger ? fmt::format("{}", static_cast<std::int64_t>(bound))
                                  : fmt::format("{:.10g}", bound);
}

// " from 3 to 8", or as much of it as is bounded.
std::string range_text(const Parameter& p) {
  std::string text;
  if (p.least > -kUnbounded) text += " from " + bound_text(p, p.least);
  if (p.most < kUnbounded) text += " to " + bound_text(p, p.most);
  return text.empty() || p.most < kUnbounded ? text : text + " up";
}

#ifdef __cpp_lib_to_chars
using std::from_chars;
#else
// A library without from_chars for fractions (that of emscripten 3.1.6): the same grammar, which
// has neither a sign + nor blanks nor hexadecimal digits.
std::from_chars_result from_chars(const char* begin, const char* end, std::int64_t& number) {
  return std::from_chars(begin, end, number);
}
std::from_chars_result from_chars(const char* begin, const char* end, double& number) {
  const std::string text(begin, end);
  const bool plain = text.find_first_not_of("0123456789.eE+-infatyINFATY") == text.npos;
  if (text.empty() || !plain || text[0] == '+') return {begin, std::errc::invalid_argument};
  char* stop = nullptr;
  number = std::strtod(text.c_str(), &stop);
  const std::ptrdiff_t read = stop - text.c_str();
  if (read == 0) return {begin, std::errc::invalid_argument};
  if (number == HUGE_VAL || number == -HUGE_VAL)
    return {begin + read, std::errc::result_out_of_range};
  return {begin + read, std::errc()};
}
#endif

// The number that makes up all of the text. Those outside the range, and what is not a
// number at all (nan), are none.
template <class Number>
bool read_number(const Parameter& p, const std::string& text, Number& number) {
  const char* end = text.data() + text.size();
  const auto [stop, code] = from_chars(text.data(), end, number);
  const double found = static_cast<double>(number);
  return code == std::errc() && stop == end && std::isfinite(found) && found >= p.least &&
         found <= p.most;
}

std::string text_of(const std::string& value) { return value; }
std::string text_of(std::int64_t value) { return std::to_string(value); }
std::string text_of(double value) { return fmt::format("{}", value); }
std::string text_of(const Rational& value) { return to_text(value); }
std::string text_of(bool value) { return value ? "true" : "false"; }

// What a parameter without a fallback holds until it is given.
Value empty_value(Kind kind) {
  switch (kind) {
    case Kind::kInteger:
      return std::int64_t{0};
    case Kind::kNumber:
      return 0.0;
    case Kind::kFraction:
      return Rational{};
    case Kind::kFlag:
      return false;
    case Kind::kText:
      break;
  }
  return std::string();
}

}  // namespace

Parameters operator+(Parameters a, const Parameters& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

std::string either(const std::vector<std::string>& names) {
  if (names.size() < 2) return names.empty() ? "" : names.front();
  return fmt::format("{} or {}", fmt::join(names.begin(), names.end() - 1, ", "), names.back());
}

std::string wanted(const Parameter& p) {
  switch (p.kind) {
    case Kind::kInteger:
      return "a whole number" + range_text(p);
    case Kind::kNumber:
      return "a number" + range_text(p);
    case Kind::kFraction:
      return "a number" + range_text(p) +
             ", such as 3/4 or 0.75, with at most nine digits in each part";
    case Kind::kFlag:
      return "true or false";
    case Kind::kText:
      break;
  }
  return p.choices.empty() ? "a text" : either(p.choices);
}

Result<Value> read_value(const Parameter& p, const std::string& text) {
  switch (p.kind) {
    case Kind::kInteger:
      if (std::int64_t number = 0; read_number(p, text, number)) return Value(number);
      break;
    case Kind::kNumber:
      if (double number = 0; read_number(p, text, number)) return Value(number);
      break;
    case Kind::kFraction:
      if (const Result<Rational> number = parse_rational(text);
          number && to_double(*number) >= p.least && to_double(*number) <= p.most) {
        return Value(*number);
      }
      break;
    case Kind::kFlag:
      if (text == "true" || text == "false") return Value(text == "true");
      break;
    case Kind::kText:
      if (p.choices.empty() || std::count(p.choices.begin(), p.choices.end(), text) > 0) {
        return Value(text);
      }
      break;
  }
  return bad_input(fmt::format("{} takes {}, not {}", p.name, wanted(p), quote(text)));
}

Json parameter_json(const Parameter& p) {
  constexpr const char* kKinds[] = {"text", "integer", "number", "fraction", "flag"};
  Json json = {{"name", p.name}, {"type", kKinds[static_cast<int>(p.kind)]}};
  if (!p.choices.empty()) json["choices"] = p.choices;
  const auto bound = [&](const char* name, double value) {
    if (std::isinf(value)) return;
    json[name] = p.kind == Kind::kInteger ? Json(static_cast<std::int64_t>(value)) : Json(value);
  };
  bound("least", p.least);
  bound("most", p.most);
  json["default"] = p.fallback;
  json["about"] = p.help;
  if (!p.needs.first.empty()) json["needs"] = {{p.needs.first, p.needs.second}};
  return json;
}

Values::Values(const Parameters& parameters) {
  for (const Parameter& p : parameters) {
    entries_[p.name] = {&p, p.fallback.empty() ? empty_value(p.kind) : *read_value(p, p.fallback)};
  }
}

Result<void> Values::set(const std::string& name, const std::string& text) {
  const auto found = entries_.find(name);
  if (found == entries_.end()) {
    std::vector<std::string> names;
    for (const auto& [other, entry] : entries_) names.push_back(other);
    return bad_input(fmt::format("there is no parameter {} here{}{}", quote(name),
                                 names.empty() ? "" : "; there are: ", fmt::join(names, ", ")));
  }
  Entry& entry = found->second;
  if (entry.given) return bad_input(name + " is given twice; give it once");
  Result<Value> value = read_value(*entry.parameter, text);
  if (!value) return value.error();
  entry.value = std::move(*value);
  entry.given = true;
  return {};
}

std::string Values::key() const {
  std::string key;
  for (const auto& [name, entry] : entries_) {
    key += name + "=" + std::visit([](const auto& v) { return text_of(v); }, entry.value) + "&";
  }
  return key;
}

}  // namespace noughts::play
