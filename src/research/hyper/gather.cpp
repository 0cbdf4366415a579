#include "noughts/research/hyper/gather.h"

#include <algorithm>
#include <cstdint>
#include <numeric>

#include "noughts/core/random.h"
#include "noughts/core/stopwatch.h"

namespace noughts::hyper::research {
namespace {

using Array = std::vector<std::uint8_t>;

Array gather(const Array& b, const std::vector<std::uint16_t>& t) {
  Array out;
  for (const std::uint16_t i : t) out.push_back(b[i]);
  return out;
}

void gather_into(const Array& b, const std::vector<std::uint16_t>& t, Array& out) {
  for (std::size_t i = 0; i < t.size(); ++i) out[i] = b[t[i]];
}

// A sum that the work cannot be left out for.
std::uint64_t digest(const Array& a) { return a.front() + 31u * a.back(); }

// Processor nanoseconds an array, the least of a few rounds.
template <class Work>
double best_ns(std::size_t arrays, std::size_t rounds, Work work) {
  double best = 1e18;
  for (int i = 0; i < 5; ++i) {
    const double seconds = cpu_time_of([&] {
      for (std::size_t round = 0; round < rounds; ++round) work();
    });
    best = std::min(best, seconds * 1e9 / static_cast<double>(arrays * rounds));
  }
  return best;
}

}  // namespace

Result<std::vector<GatherTime>> time_gather(
    const std::vector<std::pair<int, int>>& sizes_and_batches, const Budget& budget) {
  constexpr std::size_t kCells = 400'000;  // gathered in a round of measuring
  Random random(7);
  std::vector<GatherTime> times;
  for (const auto& [size, batch] : sizes_and_batches) {
    if (const auto stopped = budget.exhausted()) return *stopped;
    const auto cells = static_cast<std::size_t>(size);
    const auto arrays = static_cast<std::size_t>(batch);
    std::vector<std::uint16_t> t(cells);
    std::iota(t.begin(), t.end(), std::uint16_t{0});
    for (std::size_t i = cells; i > 1; --i) std::swap(t[i - 1], t[random.below(i)]);
    std::vector<Array> boards(arrays, Array(cells));
    for (Array& board : boards) {
      for (std::uint8_t& value : board) value = static_cast<std::uint8_t>(random.below(3));
    }
    std::uint64_t plain_sum = 0;
    std::uint64_t placed_sum = 0;
    Array out(cells);
    const std::size_t rounds = std::max<std::size_t>(1, kCells / (cells * arrays));
    const double plain = best_ns(arrays, rounds, [&] {
      for (const Array& board : boards) plain_sum += digest(gather(board, t));
    });
    const double placed = best_ns(arrays, rounds, [&] {
      for (const Array& board : boards) {
        gather_into(board, t, out);
        placed_sum += digest(out);
      }
    });
    if (plain_sum != placed_sum) return Error{ErrorCode::kWrongValue, "the two gathers differ"};
    times.push_back({size, batch, plain, placed});
  }
  return times;
}

std::vector<std::pair<int, int>> figure_six() {
  std::vector<std::pair<int, int>> list;
  for (const int size : {9, 16, 25, 27, 32, 48, 64, 81, 96, 112, 128}) list.emplace_back(size, 1);
  return list;
}

std::vector<std::pair<int, int>> figure_seven() {
  std::vector<std::pair<int, int>> list;
  for (int batch = 1; batch <= 4096; batch *= 4) list.emplace_back(64, batch);
  return list;
}

}  // namespace noughts::hyper::research
