// Reading JSON that anybody may have written: not too deep, and each key of the kind
// that it must be.
//
//     std::optional<std::string> complaint;
//     const Fields fields(document, "it", complaint);
//     const int rounds = fields.small("rounds");
//     if (complaint) return damaged(*complaint);     // "it has no rounds"
//
// The first key that is missing or of another kind is told to the complaint, and zero
// stands for it; so a reader asks for all it wants and looks at the complaint once.
#pragma once

#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "noughts/core/json.h"

namespace noughts {

class Fields {
 public:
  Fields(const Json& object, std::string name, std::optional<std::string>& complaint)
      : object_(object), name_(std::move(name)), complaint_(complaint) {
    if (!object.is_object()) refuse("is not an object");
  }
  const Json& at(const char* key) const {
    static const Json kNothing;
    if (!object_.is_object() || !object_.contains(key)) {
      refuse(fmt::format("has no {}", key));
      return kNothing;
    }
    return object_[key];
  }
  std::uint64_t whole(const char* key, std::uint64_t most = UINT64_MAX) const {
    return number(at(key), key, most);
  }
  int small(const char* key) const { return static_cast<int>(whole(key, INT32_MAX)); }
  double real(const char* key) const {
    const Json& value = at(key);
    if (value.is_number()) return value.get<double>();
    refuse(fmt::format("has a {} that is not a number", key));
    return 0;
  }
  bool flag(const char* key) const {
    const Json& value = at(key);
    if (!value.is_boolean()) refuse(fmt::format("has a {} that is neither true nor false", key));
    return value == true;
  }
  std::uint64_t digest(const char* key) const {
    const Json& value = at(key);
    const std::string text = value.is_string() ? value.get<std::string>() : "";
    std::uint64_t number = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number, 16);
    if (text.size() != 16 || code != std::errc() || end != text.data() + text.size()) {
      refuse(fmt::format("has a {} that is not 16 hexadecimal digits", key));
    }
    return number;
  }
  // An array, or nothing to go through.
  const Json& list(const char* key) const {
    static const Json kEmpty = Json::array();
    const Json& value = at(key);
    if (value.is_array()) return value;
    refuse(fmt::format("has {} that are not a list", key));
    return kEmpty;
  }
  bool has(const char* key) const { return object_.is_object() && object_.contains(key); }
  std::uint64_t number(const Json& value, const char* key, std::uint64_t most = UINT64_MAX) const {
    if (value.is_number_unsigned() && value.get<std::uint64_t>() <= most) {
      return value.get<std::uint64_t>();
    }
    refuse(fmt::format("has a {} that is too large or not a whole number", key));
    return 0;
  }
  void refuse(const std::string& what) const {
    if (!complaint_) complaint_ = fmt::format("{} {}", name_, what);
  }

 private:
  const Json& object_;
  std::string name_;
  std::optional<std::string>& complaint_;
};

}  // namespace noughts
