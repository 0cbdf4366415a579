// The classes of whole 5x5 boards as docs/results lists them.
#pragma once

#include <cstdint>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace noughts {

struct PublishedClass {
  std::uint64_t win = 0;
  std::uint64_t loss = 0;
  std::uint64_t draw = 0;
  std::string digest;
};

using PublishedClasses = std::map<std::pair<int, int>, PublishedClass>;  // tiles of X, of O

// Lines "x,o,win,loss,draw,digest,..." below a heading; empty if there is no such file.
inline PublishedClasses read_published(const std::string& path) {
  PublishedClasses classes;
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    std::istringstream fields(line);
    std::vector<std::string> field(6);
    for (std::string& text : field) std::getline(fields, text, ',');
    classes[{std::stoi(field[0]), std::stoi(field[1])}] = {
        std::stoull(field[2]), std::stoull(field[3]), std::stoull(field[4]), field[5]};
  }
  return classes;
}

}  // namespace noughts
