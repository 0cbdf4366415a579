// Published tables of 3x3 with any of their bytes changed, as a web host may send them: each board
// has the value it had, or a sentence. The input is a row of edits, five bytes each:
//
//     file, kind, position (two bytes, of what the file has), byte
//
// A kind that is a multiple of 8 changes a number in the list of files instead, and gives the list
// a checksum that fits.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <map>

#include "fuzz/check.h"
#include "noughts/quixo/publish/open.h"
#include "noughts/quixo/publish/publish.h"
#include "noughts/quixo/solve/solve.h"
#include "temporary_folder.h"

namespace {

using namespace noughts;
using namespace noughts::quixo;
namespace fs = std::filesystem;

// Good tables, and every value in them.
class Good {
 public:
  Good() {
    Workers workers(1);
    solve::Options options;
    options.tables = temporary_.path() / "plain";
    const bool solved = bool(solve::run(rules, options, workers));
    const auto made =
        publish::publish_tables(*options.tables, rules, folder, {}, {.level = 1}, workers);
    fuzz::demand(solved && made, "good tables can be made", "");
    for (const auto& entry : fs::directory_iterator(folder)) {
      const std::string name = entry.path().filename().string();
      if (name != "lock" && name != "index.html") files[name] = *store::read_file(entry.path());
    }
    const auto tables = open_tables(folder, rules);
    for (Cells x = 0; x < 512; ++x) {
      for (Cells o = 0; o < 512; ++o) {
        if ((x & o) != 0) continue;
        const Board board = make_board(x, o);
        boards.emplace_back(board, (*tables)->at(board)->value);
      }
    }
    for (const auto& [name, _] : files) names.push_back(name);
  }

  const Rules rules = *Rules::make(3);

 private:
  const TemporaryFolder temporary_;

 public:
  const fs::path folder = temporary_.path() / "published";
  std::map<std::string, std::string> files;
  std::vector<std::string> names;
  std::vector<std::pair<Board, Value>> boards;
};

const Good& good() {
  static const Good made;
  return made;
}

void write(const std::string& name, const std::string& content) {
  std::ofstream(good().folder / name, std::ios::binary) << content;
}

// Another number somewhere in the list of files; its text comes with a checksum of its own.
void change_list(std::string& text, unsigned kind, unsigned position, unsigned char byte) {
  auto list = publish::Published::parse(text, "list", good().rules);
  if (!list || list->classes.empty()) return;
  auto at = list->classes.begin();
  std::advance(at, position % list->classes.size());
  publish::PublishedClass& entry = at->second;
  switch (kind / 8 % 5) {
    case 0:
      entry.blocks = byte;
      break;
    case 1:
      entry.directory_bytes = byte * std::uint64_t{1'000'003};
      break;
    case 2:
      entry.checksum ^= byte;
      break;
    case 3:
      entry.files.assign(byte % 4, std::uint64_t{byte} << (byte % 50));
      break;
    default:
      entry.sha256.clear();
  }
  text = list->text(good().rules);
}

void edit(std::string& text, unsigned kind, std::size_t at, unsigned char byte) {
  at %= text.size() + 1;
  switch (kind % 8) {
    case 1:
      text.resize(at);
      break;
    case 2:
      text.insert(at, 1, static_cast<char>(byte));
      break;
    case 3:
      text.erase(at, byte);
      break;
    case 4:
      text.insert(at, text.substr(0, byte));
      break;
    default:
      if (at < text.size()) text[at] = static_cast<char>(text[at] ^ (byte == 0 ? 1 : byte));
  }
}

void check_values(std::string_view input) {
  const auto tables = open_tables(good().folder, good().rules);
  if (!tables) return fuzz::check_sentence({ErrorCode::kBadInput, tables.error().message}, input);
  for (std::size_t i = input.size() % 7; i < good().boards.size(); i += 7) {
    const auto& [board, value] = good().boards[i];
    const auto found = (*tables)->at(board);
    if (found) {
      fuzz::demand(found->value == value, "a board has its value or none", input);
    } else {
      fuzz::demand(!found.error().message.empty(), "an error says something", input);
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  constexpr std::size_t kEdit = 5, kMostEdits = 8;
  std::map<std::string, std::string> changed;
  for (std::size_t i = 0; i + kEdit <= size && i < kEdit * kMostEdits; i += kEdit) {
    const unsigned kind = data[i + 1];
    const std::string& name = kind % 8 == 0 ? std::string(publish::kPublishedName)
                                            : good().names[data[i] % good().names.size()];
    std::string& text = changed.try_emplace(name, good().files.at(name)).first->second;
    const unsigned position = data[i + 2] * 256U + data[i + 3];
    kind % 8 == 0 ? change_list(text, kind, position, data[i + 4])
                  : edit(text, kind, position, data[i + 4]);
  }
  for (const auto& [name, text] : changed) write(name, text);
  check_values({reinterpret_cast<const char*>(data), size});
  for (const auto& [name, text] : changed) write(name, good().files.at(name));
  return 0;
}
