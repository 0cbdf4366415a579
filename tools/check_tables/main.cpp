// A second checker of Quixo tables: every value from the rules, and nothing from src/.
//
//     check_tables FOLDER SIZE [LINE [lose|win [SAMPLE [SEED]]]]
//
// It reads the files as docs/reference/table-format.md describes them and looks at each kept board
// (or at SAMPLE of each class): over, its value is that of its lines; else value and rank (or
// plies) must be those that its children give. That is a proof by induction, if all classes are
// there: a win or a loss rests on boards of smaller rank or with one tile more, and from a draw
// neither player can get to a loss of the other. Checksums are not looked at: a wrong byte is a
// wrong value.
//
// Exit code 0: all follows; 1: the first board that does not; 3: files that are not as described.
#include <zstd.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "boards.h"

namespace {

using check::Board;
using check::ended;
using check::filling_of;
using check::for_each_child;
using check::p;
using check::q;
using check::s;
using check::size;
using check::special;
using check::stands_for;
using check::tiles;
using check::u;

std::string folder;

[[noreturn]] void end(int code, const std::string& sentence) {
  std::printf("%s\n", sentence.c_str());
  std::exit(code);
}

// ---- the files --------------------------------------------------------------------------

template <class T>
T number_at(const std::string& bytes, std::size_t at) {
  T value{};
  if (at + sizeof value > bytes.size()) end(3, "a file is cut short");
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

struct Known {
  char value = 'd';
  int rank = 0;  // or plies; of a win with code 0 it may be 1 instead of 3
};

// The boards of one P of a class, A having `a` tiles and B `b`.
struct Segment {
  std::vector<std::uint32_t> before;  // kept boards before each run, by Q and U
  std::vector<Known> known;
};

class Class {
 public:
  Class(int x, int o) : x_(x), o_(o) {
    char name[32];
    std::snprintf(name, sizeof name, "/x%02do%02d.table", x, o);
    name_ = folder + name;
    std::ifstream file(name_, std::ios::binary);
    if (!file) return;
    bytes_.assign(std::istreambuf_iterator<char>(file), {});
    check_header();
    for (int filling = 0; filling < p.fillings; ++filling) {
      const int a = least() - tiles(p.cells, filling, 1);
      const int b = most() - tiles(p.cells, filling, 2);
      const int rest = size * size - static_cast<int>(p.cells.size());
      if (a >= 0 && b >= 0 && a + b <= rest) chunk_of_[filling] = chunk_of_.size();
    }
    if (chunks_ != chunk_of_.size() * (ranks ? 2 : 1))
      end(3, name_ + " has the wrong number of chunks");
  }
  bool is_there() const { return !bytes_.empty(); }
  const auto& chunks() const { return chunk_of_; }
  bool ranks = false, plies = false;

  int least() const { return std::min(x_, o_); }
  int most() const { return std::max(x_, o_); }
  // X is A if there are fewer of them.
  Board absolute(const Board& board) const { return x_ < o_ ? board : Board{board.b, board.a}; }

  // f(board in absolute colours, Q and U together, place in the segment) for each kept board.
  template <class F>
  void for_each_kept(int p_filling, F&& f) const {
    std::uint32_t place = 0;
    const Board top = check::board_of(p.cells, p_filling);
    for (int one = 0; one < q.fillings; ++one) {
      for (int two = 0; two < u.fillings; ++two) {
        const Board right =
            add(add(top, check::board_of(q.cells, one)), check::board_of(u.cells, two));
        const int a = least() - std::popcount(right.a);
        const int b = most() - std::popcount(right.b);
        if (a < 0 || b < 0 || a + b > static_cast<int>(s.cells.size())) continue;
        for (const int three : check::group(a, b)) {
          const Board board = add(right, check::board_of(s.cells, three));
          if (stands_for[static_cast<std::size_t>(filling_of(special, board))] == 0) continue;
          f(board, static_cast<std::size_t>(one * u.fillings + two), place++);
        }
      }
    }
  }

  const Segment& segment(int p_filling) {
    const auto known = segments_.find(p_filling);
    if (known != segments_.end()) return known->second;
    Segment made;
    constexpr std::uint32_t kNone = ~std::uint32_t{0};
    made.before.assign(static_cast<std::size_t>(q.fillings) * static_cast<std::size_t>(u.fillings),
                       kNone);
    std::uint32_t kept = 0;
    for_each_kept(p_filling, [&](const Board&, std::size_t run, std::uint32_t place) {
      if (made.before[run] == kNone) made.before[run] = place;
      kept = place + 1;
    });
    read(chunk_of_.at(p_filling), kept, made.known);
    return segments_[p_filling] = std::move(made);
  }

  // What is stored of a board with X to move.
  Known at(const Board& seen) {
    const Board board = absolute(seen);
    for (int i = 0; i < 8; ++i) {
      const Board kept = check::image(board, i);
      if (stands_for[static_cast<std::size_t>(filling_of(special, kept))] == 0) continue;
      const Segment& there = segment(filling_of(p.cells, kept));
      const int one = filling_of(q.cells, kept);
      const int two = filling_of(u.cells, kept);
      const int three = filling_of(s.cells, kept);
      std::uint32_t place = there.before[static_cast<std::size_t>(one * u.fillings + two)];
      const Board rest = add(
          add(check::board_of(p.cells, filling_of(p.cells, kept)), check::board_of(q.cells, one)),
          check::board_of(u.cells, two));
      for (const int other : check::group(tiles(s.cells, three, 1), tiles(s.cells, three, 2))) {
        if (other == three) return there.known[place];
        const Board board_there = add(rest, check::board_of(s.cells, other));
        place += stands_for[static_cast<std::size_t>(filling_of(special, board_there))] != 0;
      }
    }
    end(3, "a board has no image that is kept");
  }

 private:
  static Board add(const Board& one, const Board& two) { return {one.a | two.a, one.b | two.b}; }

  void check_header() {
    const std::string magic("\x89nought\n", 8);
    const auto meta = number_at<std::uint32_t>(bytes_, 12);
    if (bytes_.substr(0, 8) != magic || number_at<std::uint32_t>(bytes_, 8) != 2 ||
        bytes_.compare(bytes_.size() - 8, 8, "\x89noughtE") != 0) {
      end(3, name_ + " is not a table of format 2");
    }
    const std::string about = bytes_.substr(64, meta);
    const auto says = [&](const std::string& key, const std::string& value) {
      return about.find("\"" + key + "\":" + value) != std::string::npos;
    };
    ranks = says("ranks", "true");
    plies = says("steps", "true");
    if (!says("size", std::to_string(size)) || !says("line", std::to_string(check::length)) ||
        !says("both_lines", check::two_lines_win ? "\"win\"" : "\"lose\"") ||
        !says("x", std::to_string(x_)) || !says("o", std::to_string(o_)) || says("fortress", "")) {
      end(3, name_ + " is about " + about);
    }
    if (!ranks && !plies)
      end(3, name_ + " has neither ranks nor plies, and without them there is no proof");
    chunks_ = number_at<std::uint64_t>(bytes_, 32);
    index_ = number_at<std::uint64_t>(bytes_, bytes_.size() - 40);
    if (index_ > bytes_.size() || chunks_ > (bytes_.size() - index_) / 32)
      end(3, name_ + " is cut short");
  }

  std::string chunk(std::size_t number) const {
    const auto offset = number_at<std::uint64_t>(bytes_, index_ + 32 * number);
    const auto stored = number_at<std::uint64_t>(bytes_, index_ + 32 * number + 8);
    const auto raw = number_at<std::uint64_t>(bytes_, index_ + 32 * number + 16);
    if (offset > bytes_.size() || stored > bytes_.size() - offset || raw > (1U << 30)) {
      end(3, name_ + ": a chunk is outside of the file");
    }
    if (stored == raw) return bytes_.substr(offset, stored);
    std::string text(raw, '\0');
    const std::size_t got = ZSTD_decompress(text.data(), raw, bytes_.data() + offset, stored);
    if (got != raw) end(3, name_ + ": a chunk is no zstd frame of its size");
    return text;
  }

  void read(std::size_t number, std::uint32_t kept, std::vector<Known>& known) const {
    const std::size_t half = (kept + 7) / 8;
    const std::string values = chunk(number);
    if (values.size() != 2 * half + (plies ? kept : 0))
      end(3, name_ + ": a chunk has the wrong size");
    std::string coded = ranks ? chunk(chunk_of_.size() + number) : "";
    if (coded.empty()) coded.assign(half, '\0');
    const auto bit = [](const std::string& bytes, std::size_t i) {
      return bytes[i / 8] >> (i % 8) & 1;
    };
    std::size_t next = half;
    for (std::size_t i = 0; i < 8 * half; ++i) {
      const bool win = bit(values, i);
      const bool loss = bit(values, 8 * half + i);
      if ((win && loss) || (i >= kept && (win || loss || bit(coded, i)))) {
        end(1, name_ + ": bits that mean nothing are set");
      }
      if (i >= kept) continue;
      Known one{win ? 'w' : loss ? 'l' : 'd', 0};
      if (plies) one.rank = static_cast<unsigned char>(values[2 * half + i]);
      if (ranks) {
        const int code =
            bit(coded, i) && next < coded.size() ? static_cast<unsigned char>(coded[next]) : 0;
        next += static_cast<std::size_t>(bit(coded, i));
        if (bit(coded, i) && code == 0) end(1, name_ + ": a code of 0 is written out");
        one.rank = win ? 3 + 2 * code : loss ? 2 + 2 * code : code;
      }
      known.push_back(one);
    }
    if (next != coded.size()) end(1, name_ + ": there are more codes than boards with one");
  }

  int x_, o_;
  std::string name_, bytes_;
  std::uint64_t chunks_ = 0, index_ = 0;
  std::map<int, std::size_t> chunk_of_;  // by P
  std::map<int, Segment> segments_;
};

std::map<std::pair<int, int>, std::unique_ptr<Class>> classes;

Class& class_of(int x, int o) {
  auto& slot = classes[{x, o}];
  if (slot == nullptr) slot = std::make_unique<Class>(x, o);
  return *slot;
}
Class& class_of(const Board& board) {
  return class_of(std::popcount(board.a), std::popcount(board.b));
}

// ---- the proof -----------------------------------------------------------------------------

// What its children make of a board; the rank of a win with code 0 is exact here.
Known derived(const Board& board, bool plies);

// What is stored, with the rank of a win that code 0 leaves open.
Known stored(const Board& board, bool plies) {
  if (const char over = ended(board); over != ' ') return {over, 0};
  Known known = class_of(board).at(board);
  if (plies || known.value != 'w' || known.rank != 3) return known;
  for_each_child(board, [&](const Board& child) {
    const bool same = std::popcount(child.a | child.b) == std::popcount(board.a | board.b);
    const char over = ended(child);
    const char value = over != ' ' ? over : same ? ' ' : class_of(child).at(child).value;
    if (value == 'l') known.rank = 1;
  });
  return known;
}

Known derived(const Board& board, bool plies) {
  if (const char over = ended(board); over != ' ') return {over, 0};
  bool lost_child = false;
  bool all_won = true;
  int fastest = 1 << 20;
  int slowest = plies ? 0 : 1;
  for_each_child(board, [&](const Board& child) {
    const bool same = std::popcount(child.a | child.b) == std::popcount(board.a | board.b);
    const bool over = ended(child) != ' ';
    const bool counts = plies || (same && !over);
    const Known known = counts || over ? stored(child, plies) : class_of(child).at(child);
    lost_child = lost_child || known.value == 'l';
    all_won = all_won && known.value == 'w';
    if (known.value == 'l') fastest = std::min(fastest, counts ? known.rank : 0);
    if (known.value == 'w' && counts) slowest = std::max(slowest, known.rank);
  });
  if (lost_child) return {'w', fastest + 1};
  if (all_won) return {'l', slowest + 1};
  return {'d', 0};
}

std::string text_of(const Board& board) {
  std::string text;
  for (int cell = 0; cell < size * size; ++cell) {
    if (cell > 0 && cell % size == 0) text += '/';
    text += board.a >> cell & 1 ? 'X' : board.b >> cell & 1 ? 'O' : '.';
  }
  return text + " X";
}

struct Totals {
  std::uint64_t classes = 0, left_out = 0, looked_at = 0;
  std::map<char, std::uint64_t> boards;
};

void check_board(Class& here, const Board& absolute, const Known& told, Totals& totals) {
  const Board board = here.absolute(absolute);
  const Known known = derived(board, here.plies);
  Known found = told;
  // A board that is over, and a draw, have code 0; code 0 of a win stands for 1 and for 3.
  if (ended(board) != ' ' && here.ranks) found.rank -= found.value == 'w' ? 3 : 2;
  if (here.ranks && known.value == 'w' && known.rank == 1 && found.rank == 3) found.rank = 1;
  if (known.value != found.value || known.rank != found.rank) {
    end(1, "wrong: " + text_of(board) + " is stored as " + found.value + " of rank " +
               std::to_string(found.rank) + ", its children make it " + known.value + " of rank " +
               std::to_string(known.rank));
  }
  ++totals.looked_at;
  totals.boards[told.value] += stands_for[static_cast<std::size_t>(filling_of(special, absolute))];
}

void check_class(int x, int o, std::uint64_t sample, std::mt19937_64& luck, Totals& totals) {
  Class& here = class_of(x, o);
  if (!here.is_there()) return;
  const bool full = x + o == size * size;
  const bool all_there = class_of(o, x).is_there() &&
                         (full || (class_of(o, x + 1).is_there() && class_of(x, o + 1).is_there()));
  if (!all_there) {
    ++totals.left_out;
    return;
  }
  ++totals.classes;
  std::vector<int> parts;
  for (const auto& [filling, chunk] : here.chunks()) parts.push_back(filling);
  if (sample == 0) {
    for (const int part : parts) {
      const std::vector<Known> known = here.segment(part).known;
      here.for_each_kept(part, [&](const Board& board, std::size_t, std::uint32_t place) {
        check_board(here, board, known[place], totals);
      });
    }
    return;
  }
  for (std::uint64_t i = 0, tries = 0; i < sample && tries < 20 * sample; ++tries) {
    const int part = parts[luck() % parts.size()];
    const std::vector<Known> known = here.segment(part).known;
    if (known.empty()) continue;
    const std::uint32_t wanted = static_cast<std::uint32_t>(luck() % known.size());
    here.for_each_kept(part, [&](const Board& board, std::size_t, std::uint32_t place) {
      if (place == wanted) check_board(here, board, known[place], totals);
    });
    ++i;
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) end(2, "check_tables FOLDER SIZE [LINE [lose|win [SAMPLE [SEED]]]]");
  folder = argv[1];
  size = std::atoi(argv[2]);
  check::length = argc > 3 ? std::atoi(argv[3]) : size;
  check::two_lines_win = argc > 4 && std::string(argv[4]) == "win";
  const std::uint64_t sample = argc > 5 ? std::strtoull(argv[5], nullptr, 10) : 0;
  std::mt19937_64 luck(argc > 6 ? std::strtoull(argv[6], nullptr, 10) : 1);
  if (size < 3 || size > 5 || check::length < 3 || check::length > size)
    end(2, "SIZE is 3 to 5, LINE 3 to SIZE");
  check::make_rules();
  check::make_places();
  Totals totals;
  for (int tier = size * size; tier >= 0; --tier) {
    std::erase_if(classes,
                  [&](const auto& one) { return one.first.first + one.first.second > tier + 1; });
    for (int x = 0; x <= tier; ++x) check_class(x, tier - x, sample, luck, totals);
  }
  if (totals.classes == 0) end(3, "there is nothing to check in " + folder);
  std::printf(
      "%llu classes follow from the rules, %llu left out because what they rest on is not there\n"
      "%llu boards looked at",
      static_cast<unsigned long long>(totals.classes),
      static_cast<unsigned long long>(totals.left_out),
      static_cast<unsigned long long>(totals.looked_at));
  if (sample == 0) {
    std::printf("; by symmetry win %llu, loss %llu, draw %llu",
                static_cast<unsigned long long>(totals.boards['w']),
                static_cast<unsigned long long>(totals.boards['l']),
                static_cast<unsigned long long>(totals.boards['d']));
  }
  std::printf("\n");
}
