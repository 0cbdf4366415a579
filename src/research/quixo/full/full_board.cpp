#include "noughts/research/quixo/full/full_board.h"

#include <fmt/format.h>
#include <sys/mman.h>

#include <algorithm>
#include <new>

#include "noughts/core/combinatorics.h"
#include "noughts/core/json.h"
#include "noughts/core/kernel_choice.h"
#include "noughts/core/random.h"
#include "noughts/research/quixo/full/half_file.h"

namespace noughts::quixo::full {

NOUGHTS_CHOOSE_KERNELS(TileKernels, kTileKernels, tile_kernels)

FullHalf::FullHalf(const LargeRules& rules, bool odd)
    : rules_(rules),
      odd_(odd),
      tops_(Top{1} << rules.size() * (rules.size() - 2)),
      squares_(rules),
      not_won_(make_plane(plane_words())),
      won_after_(make_plane(plane_words())) {}

// What is asked of it lies anywhere, so large pages are wished for.
auto FullHalf::make_plane(std::size_t words) -> Plane {
  constexpr std::size_t kLargePage = std::size_t{2} << 20;
  const std::size_t bytes = (words * sizeof(Packed) + kLargePage - 1) & ~(kLargePage - 1);
  auto* memory = static_cast<Packed*>(std::aligned_alloc(kLargePage, bytes));
  if (memory == nullptr) throw std::bad_alloc();
#if defined(MADV_HUGEPAGE)
  madvise(memory, bytes, MADV_HUGEPAGE);  // only a wish
#endif
  return Plane(memory);
}

bool FullHalf::set(Plane& plane, std::uint64_t spot, bool value) {
  Packed* word = &plane[spot >> kBitOfWord];
  const Packed bit = Packed{1} << (spot & low_bits(kBitOfWord));
  const Packed before = value ? __atomic_fetch_or(word, bit, __ATOMIC_RELAXED)
                              : __atomic_fetch_and(word, ~bit, __ATOMIC_RELAXED);
  return ((before & bit) != 0) != value;
}

std::uint64_t FullHalf::memory_bytes(const LargeRules& rules) {
  const int size = rules.size();
  const std::uint64_t tops = std::uint64_t{1} << size * (size - 2);
  const std::uint64_t squares = (tops + (std::uint64_t{1} << (size + 1) / 2 * (size - 2))) / 2;
  // Two planes, for every square whether it grew, and lists of boards.
  return 2 * (squares << size) * sizeof(Packed) + 24 * squares;
}

Result<void> can_solve_full(const LargeRules& rules) {
  if (rules.size() <= kLargestFull) return {};
  return bad_input(fmt::format("the full board can be solved up to {0}x{0}", kLargestFull));
}

std::uint64_t FullHalf::images(Top top) const {
  return rules_.image(LargeCells{top}, 1) == top ? 1 : 2;
}

auto FullHalf::wins_by_tiles(Workers& workers) const -> Result<std::vector<Wins>> {
  const int size = rules_.size();
  const int words = 1 << size;
  std::vector<SquareWord> with(size + 1);  // the bits z with so many tiles
  for (int z = 0; z < words; ++z) {
    with[std::popcount(static_cast<unsigned>(z))] |= SquareWord{1} << z;
  }
  // Those that are not won with P to move, and those that are with Q.
  std::vector<std::vector<Wins>> counted(workers.threads(), std::vector<Wins>(rules_.cells() + 1));
  constexpr std::size_t kTask = 1024;
  auto done = workers.for_each(0, (tops_ + kTask - 1) / kTask, [&](std::size_t task) {
    std::vector<Wins>& counts = counted[workers.slot()];
    SquareWords to_move, after;
    for (std::size_t i = task * kTask; i < std::min<std::size_t>(tops_, (task + 1) * kTask); ++i) {
      const auto top = static_cast<Top>(i);
      if (is_mirrored(top)) continue;
      tile_kernels().unpack(size, &not_won_[first_word(top)], is_odd(top), to_move.data());
      tile_kernels().unpack(size, &won_after_[first_word(top)], is_odd(top), after.data());
      const std::uint64_t boards = images(top);
      for (int y = 0; y < words; ++y) {
        const int tiles = std::popcount(top) + std::popcount(static_cast<unsigned>(y));
        for (int z = (tiles & 1) != odd_; z <= size; z += 2) {
          const auto count = [&](SquareWord word) {
            return boards * static_cast<std::uint64_t>(std::popcount(word & with[z]));
          };
          counts[tiles + z].to_move += count(to_move[y]);
          counts[tiles + z].after_moving += count(after[y]);
        }
      }
    }
  });
  if (!done) return done.error();
  std::vector<Wins> wins(rules_.cells() + 1);
  for (int tiles = odd_; tiles <= rules_.cells(); tiles += 2) {
    wins[tiles].to_move = binomial(rules_.cells(), tiles);
    for (const std::vector<Wins>& counts : counted) {
      wins[tiles].to_move -= counts[tiles].to_move;
      wins[tiles].after_moving += counts[tiles].after_moving;
    }
  }
  return wins;
}

namespace {

// Whether the values of a full board, with either player to move, follow from those
// of its children: by the rules, board by board.
bool follows(const LargeRules& rules, const FullHalf& half, LargeCells cells, Player to_move) {
  const LargePosition position{{cells, rules.all_cells() & ~cells}, to_move};
  const bool p_moves = to_move == Player::kX;  // X is P
  const bool wins = p_moves ? half.wins_to_move(cells) : half.wins_after_moving(cells);
  if (const auto winner = rules.winner(position)) return wins == (*winner == Player::kX);
  bool any = false, all = true;
  rules.for_each_child(position, [&](const LargeBoard& child) {
    const bool won = p_moves ? half.wins_after_moving(child.x) : half.wins_to_move(child.x);
    any |= won;
    all &= won;
  });
  return wins == (p_moves ? any : all);
}

// What is kept of a half when it is solved.
struct HalfCounts {
  std::vector<FullHalf::Wins> wins;  // by P's tiles
  std::vector<std::uint64_t> by_plies;
  std::uint64_t checked = 0, wrong = 0;
};

// Values that do not follow from the children, or that differ between images of a board.
Result<void> check_sample(const LargeRules& rules, const FullHalf& half, bool odd,
                          std::uint64_t sample, Workers& workers, HalfCounts& counts) {
  Random random(odd);
  for (std::uint64_t i = 0; i < sample; ++i) {
    if (i % 1024 == 0) {
      if (auto stop = workers.budget().exhausted()) return *std::move(stop);
    }
    LargeCells board = random.next() & rules.all_cells();
    if ((std::popcount(board) & 1) != odd) board ^= 1;
    const LargeCells image = rules.image(board, static_cast<int>(i % kSymmetries));
    const bool alike = half.wins_to_move(board) == half.wins_to_move(image) &&
                       half.wins_after_moving(board) == half.wins_after_moving(image);
    for (const Player to_move : {Player::kX, Player::kO}) {
      ++counts.checked;
      counts.wrong += !alike || !follows(rules, half, board, to_move);
    }
  }
  return {};
}

Result<HalfCounts> count_half(const LargeRules& rules, bool odd, std::uint64_t sample,
                              Workers& workers, const FullOptions& options) {
  const auto half = FullHalf::solve(rules, odd, workers, options);
  if (!half) return half.error();
  auto wins = half->wins_by_tiles(workers);
  if (!wins) return wins.error();
  HalfCounts counts{*std::move(wins), half->boards_by_plies()};
  auto checked = check_sample(rules, *half, odd, sample, workers, counts);
  if (!checked) return checked.error();
  return counts;
}

std::string to_text(const HalfCounts& counts) {
  Json wins = Json::array();
  for (const auto& row : counts.wins) wins.push_back({row.to_move, row.after_moving});
  return Json{{"wins", wins},
              {"boards_by_plies", counts.by_plies},
              {"checked", counts.checked},
              {"wrong", counts.wrong}}
             .dump() +
         "\n";
}

std::optional<HalfCounts> from_text(const std::string& text, int cells) {
  const std::optional<Json> read = parse_document(text);
  if (!read || !read->is_object()) return {};
  const Json& document = *read;
  try {
    HalfCounts counts{{},
                      document.at("boards_by_plies").get<std::vector<std::uint64_t>>(),
                      document.at("checked").get<std::uint64_t>(),
                      document.at("wrong").get<std::uint64_t>()};
    for (const Json& row : document.at("wins")) {
      counts.wins.push_back({row.at(0).get<std::uint64_t>(), row.at(1).get<std::uint64_t>()});
    }
    if (std::cmp_equal(counts.wins.size(), cells + 1)) return counts;
  } catch (const Json::exception&) {
  }
  return {};
}

// From the folder if an earlier run came so far, and into it otherwise.
Result<HalfCounts> count_half_once(const LargeRules& rules, bool odd, std::uint64_t sample,
                                   Workers& workers, const FullOptions& options) {
  if (options.folder.empty()) return count_half(rules, odd, sample, workers, options);
  const store::Path path = options.folder / (half_name(rules, odd) + ".json");
  const auto text = store::read_plain_file(path);
  if (text) {
    if (auto counts = from_text(*text, rules.cells())) return *std::move(counts);
    return Error{ErrorCode::kCorrupt, fmt::format("{} has no counts", path.string())};
  }
  if (text.error().code != ErrorCode::kMissing) return text.error();
  if (auto made = store::make_folder(options.folder); !made) return made.error();
  auto counts = count_half(rules, odd, sample, workers, options);
  if (!counts) return counts;
  if (auto kept = store::write_file(path, to_text(*counts)); !kept) return kept.error();
  HalfFile(options.folder, rules, odd).remove();
  return counts;
}

}  // namespace

Result<FullBoards> solve_full_boards(const LargeRules& rules, std::uint64_t sample,
                                     Workers& workers, const FullOptions& options) {
  const int cells = rules.cells();
  FullBoards boards;
  boards.classes.resize(cells + 1);
  for (const bool odd : {false, true}) {
    const auto half = count_half_once(rules, odd, sample, workers, options);
    if (!half) return half.error();
    for (int tiles = odd; tiles <= cells; tiles += 2) {
      boards.classes[tiles].win = half->wins[tiles].to_move;
      boards.classes[cells - tiles].loss = half->wins[tiles].after_moving;
    }
    const std::vector<std::uint64_t>& plies = half->by_plies;
    boards.by_plies.resize(std::max(boards.by_plies.size(), plies.size()));
    for (std::size_t i = 0; i < plies.size(); ++i) boards.by_plies[i] += plies[i];
    boards.checked += half->checked;
    boards.wrong += half->wrong;
  }
  for (int own = 0; own <= cells; ++own) {
    FullBoards::Class& row = boards.classes[own];
    row.own = own;
    row.draw = binomial(cells, own) - row.win - row.loss;
  }
  return boards;
}

}  // namespace noughts::quixo::full
