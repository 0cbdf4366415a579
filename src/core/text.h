// Small helpers for reading and quoting text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace noughts {

constexpr std::string_view kSpaces = " \t\r\n";

inline std::string_view trim(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kSpaces);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kSpaces) - begin + 1);
}

// The words between spaces.
inline std::vector<std::string_view> split_words(std::string_view text) {
  std::vector<std::string_view> words;
  std::size_t begin = text.find_first_not_of(kSpaces);
  while (begin != std::string_view::npos) {
    const std::size_t end = text.find_first_of(kSpaces, begin);
    words.push_back(text.substr(begin, end == std::string_view::npos ? end : end - begin));
    begin = end == std::string_view::npos ? end : text.find_first_not_of(kSpaces, end);
  }
  return words;
}

// FNV-1a of small files that people may look at: detects damage, not malice.
inline std::uint64_t text_checksum(std::string_view text) {
  std::uint64_t h = 0xcbf29ce484222325;
  for (const char c : text) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return h;
}

// A piece of user text for an error message: in quotes, unprintable bytes as
// \xNN, and cut when long.
std::string quote(std::string_view text);

}  // namespace noughts
