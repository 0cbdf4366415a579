// Damages copies of tables and asks them: the answer must be the same, or there must
// be none.
//
//     damage_tables FOLDER TRIES SEED     prints how many damages were noticed, and how
//                                         many harmless; exit 1 with the first wrong answer
//
// One try: a byte of a file changed in one bit or in all, some bytes overwritten, the end
// cut off, a piece of another file put in, or two files exchanged; then every board of the
// class is asked, or, where the manifest was damaged, some of every class.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "noughts/core/combinatorics.h"
#include "noughts/core/random.h"
#include "noughts/quixo/notation.h"
#include "noughts/quixo/publish/open.h"
#include "noughts/quixo/tables/class_table.h"
#include "noughts/quixo/tables/probe.h"

namespace {

using namespace noughts;
namespace fs = std::filesystem;

constexpr int kSize = 3;

class Damager {
 public:
  Damager(fs::path folder, std::uint64_t seed)
      : copy_(folder.string() + ".damaged"), rules_(*quixo::Rules::make(kSize)), random_(seed) {
    fs::remove_all(copy_);
    fs::copy(folder, copy_);
    for (const auto& entry : fs::directory_iterator(copy_)) {
      if (entry.path().filename() != "lock") files_[entry.path()] = *store::read_file(entry.path());
    }
    const auto values = quixo::open_tables(copy_, rules_);
    for (int x = 0; x <= rules_.cells(); ++x) {
      for (int o = 0; x + o <= rules_.cells(); ++o) learn(**values, {x, o});
    }
  }
  ~Damager() { fs::remove_all(copy_); }
  Damager(const Damager&) = delete;
  Damager& operator=(const Damager&) = delete;

  // Empty, or the answer that was wrong.
  std::string attempt() {
    const auto victim = std::next(files_.begin(), random_.below(files_.size()));
    const auto other = std::next(files_.begin(), random_.below(files_.size()));
    std::string bytes = victim->second;
    const std::string how = damage(bytes, other->second);
    if (bytes == victim->second) return "";
    write(victim->first, bytes);
    const std::string wrong = ask(victim->first.filename().string());
    write(victim->first, victim->second);
    return wrong.empty() ? "" : fmt::format("{} of {}: {}", how, victim->first.string(), wrong);
  }

  std::uint64_t noticed = 0, harmless = 0;

 private:
  struct Known {
    quixo::Board board;
    quixo::Outcome outcome;
  };

  void learn(const quixo::tables::ValueSource& values, quixo::ClassId id) {
    for (std::uint64_t i = 0; i < class_size(rules_, id); ++i) {
      const Arrangement cells = unrank_arrangement(i, rules_.cells(), id.x, id.o);
      const auto board = quixo::make_board(static_cast<quixo::Cells>(cells.ones),
                                           static_cast<quixo::Cells>(cells.twos));
      known_[id].push_back({board, *values.at(board)});
    }
  }

  std::string damage(std::string& bytes, const std::string& other) {
    const std::size_t at = random_.below(bytes.size());
    switch (random_.below(8)) {
      case 0:
        bytes.resize(at);
        return fmt::format("the end from byte {} cut off", at);
      case 1:
        for (int i = 0; i < 8; ++i) {
          bytes[random_.below(bytes.size())] = static_cast<char>(random_.below(256));
        }
        return "eight bytes overwritten";
      case 2: {
        const std::size_t from = random_.below(other.size());
        bytes.replace(at, 16, other.substr(from, 16));
        return fmt::format("a piece of another file at byte {}", at);
      }
      case 3:
        bytes = other;
        return "another file in the place";
      default: {
        const auto mask = random_.below(4) == 0 ? 0xff : 1 << random_.below(8);
        bytes[at] = static_cast<char>(bytes[at] ^ mask);
        return fmt::format("byte {} changed by {:#x}", at, mask);
      }
    }
  }

  static void write(const fs::path& path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
  }

  std::string ask(const std::string& name) {
    const auto values = quixo::open_tables(copy_, rules_);
    if (!values) {
      ++noticed;
      return "";
    }
    for (const auto& [id, boards] : known_) {
      const bool own = quixo::tables::class_path("", id).string() == name;
      if (!own && name.ends_with(".table")) continue;
      for (std::size_t i = 0; i < boards.size(); i += own ? 1 : 50) {
        const auto told = (*values)->at(boards[i].board);
        if (!told) {
          ++noticed;
          return "";
        }
        if (*told != boards[i].outcome) {
          return to_text(rules_, {boards[i].board, quixo::Player::kX}) + " has another value";
        }
      }
    }
    ++harmless;
    return "";
  }

  const fs::path copy_;
  const quixo::Rules rules_;
  Random random_;
  std::map<fs::path, std::string> files_;
  std::map<quixo::ClassId, std::vector<Known>> known_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    fmt::print(stderr, "damage_tables FOLDER TRIES SEED\n");
    return 2;
  }
  Damager damager(argv[1], std::strtoull(argv[3], nullptr, 10));
  for (long i = std::atol(argv[2]); i > 0; --i) {
    if (const std::string wrong = damager.attempt(); !wrong.empty()) {
      fmt::print(stderr, "{}\n", wrong);
      return 1;
    }
  }
  fmt::print("{} {}\n", damager.noticed, damager.harmless);
}
