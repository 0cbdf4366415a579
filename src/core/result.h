// Errors as values.
//
// A function that can fail on what it was given (a text, a file, a machine
// that is too small) returns Result<T>: either a T, or an Error that says what
// went wrong in one sentence. The library never prints and never exits; each
// front end translates an Error once (the command line into an exit code and
// a line, the server into a status and JSON).
//
//     Result<Position> parsed = parse_position(rules, text);
//     if (!parsed) return parsed.error();
//     use(*parsed);
//
// A program that would rather have exceptions calls value(), which throws the error:
//
//     const Position position = parse_position(rules, text).value();
//
// A broken promise inside the program is not an Error but an assertion.
#pragma once

#include <cassert>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>

namespace noughts {

enum class ErrorCode {
  kBadInput,      // the user's text or options: exit code 2
  kMissing,       // a file or table that is not there: 3
  kUnfinished,    // a table whose making was interrupted: 3
  kCorrupt,       // a file that is damaged: 3
  kWrongVersion,  // a file of another version or of other rules: 3
  kNoSpace,       // disk or memory does not suffice: 3
  kNoTime,        // not done before the deadline: 3
  kSystem,        // the operating system refused: 3
  kWrongValue,    // a check found a wrong answer: 1
  kCancelled,     // interrupted by the user: 130
};

struct Error {
  ErrorCode code;
  std::string message;  // one sentence, without a trailing full stop
};

inline Error bad_input(std::string message) { return {ErrorCode::kBadInput, std::move(message)}; }

// What value() throws: what() is the sentence.
class Failure : public std::runtime_error {
 public:
  explicit Failure(const Error& error) : std::runtime_error(error.message), code_(error.code) {}
  ErrorCode code() const { return code_; }

 private:
  ErrorCode code_;
};

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  explicit operator bool() const { return state_.index() == 0; }

  // Require: the result holds a value.
  T& operator*() & { return held(); }
  const T& operator*() const& { return held(); }
  T&& operator*() && { return std::move(held()); }
  T* operator->() { return &held(); }
  const T* operator->() const { return &held(); }

  // The value; throws Failure if there is none.
  T& value() & { return checked(*this); }
  const T& value() const& { return checked(*this); }
  T&& value() && { return std::move(checked(*this)); }

  // Require: the result holds an error.
  const Error& error() const {
    assert(state_.index() == 1);
    return *std::get_if<1>(&state_);
  }

 private:
  T& held() {
    assert(state_.index() == 0);
    return *std::get_if<0>(&state_);
  }
  const T& held() const {
    assert(state_.index() == 0);
    return *std::get_if<0>(&state_);
  }
  template <class Self>
  static auto& checked(Self& self) {
    if (!self) throw Failure(self.error());
    return self.held();
  }

  std::variant<T, Error> state_;
};

template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : error_(std::move(error)) {}

  explicit operator bool() const { return !error_.has_value(); }
  // Throws Failure if there is an error.
  void value() const {
    if (error_) throw Failure(*error_);
  }
  const Error& error() const {
    assert(error_.has_value());
    return *error_;
  }

 private:
  std::optional<Error> error_;
};

}  // namespace noughts
