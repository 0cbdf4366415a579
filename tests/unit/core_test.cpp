#include <gtest/gtest.h>

#include <atomic>
#include <bit>
#include <cstdlib>

#include "noughts/core/bits.h"
#include "noughts/core/budget.h"
#include "noughts/core/combinatorics.h"
#include "noughts/core/isa.h"
#include "noughts/core/machine.h"
#include "noughts/core/parallel.h"
#include "noughts/core/progress.h"
#include "noughts/core/random.h"
#include "noughts/core/text.h"

namespace noughts {
namespace {

TEST(Random, BelowIsTheRemainderOfADraw) {
  std::vector<std::uint64_t> bounds{1ull << 32, (1ull << 63) + 1, ~0ull};
  for (std::uint64_t n = 1; n < 300; ++n) bounds.push_back(n);
  for (const std::uint64_t n : bounds) {
    Random random(n);
    Random draws(n);
    const std::uint64_t limit = ~0ull - ~0ull % n;
    for (int i = 0; i < 200; ++i) {
      std::uint64_t draw = draws.next();
      while (draw >= limit) draw = draws.next();
      ASSERT_EQ(random.below(n), draw % n) << n;
    }
  }
}

TEST(Random, PickTakesEachItemAsOften) {
  const std::vector<int> items{0, 1, 2, 3, 4, 5, 6};
  std::vector<int> counts(items.size());
  Random random(1);
  for (int i = 0; i < 70000; ++i) ++counts[static_cast<std::size_t>(random.pick(items))];
  // Five standard deviations of a count around 10,000.
  for (const int count : counts) EXPECT_NEAR(count, 10000, 465);
}

TEST(Result, ValueThrowsTheSentence) {
  EXPECT_EQ(Result<int>(3).value(), 3);
  const Result<int> failed = bad_input("no such board");
  try {
    (void)failed.value();
    FAIL();
  } catch (const std::exception& failure) {
    EXPECT_STREQ(failure.what(), "no such board");
  }
  try {
    Result<void>(Error{ErrorCode::kMissing, "no such file"}).value();
    FAIL();
  } catch (const Failure& failure) {
    EXPECT_EQ(failure.code(), ErrorCode::kMissing);
  }
  EXPECT_EQ(*Result<std::unique_ptr<int>>(std::make_unique<int>(7)).value(), 7);
}

TEST(Bits, ExtractAndDepositAreInverse) {
  Random random(1);
  for (int i = 0; i < 10'000; ++i) {
    const std::uint64_t mask = random.next() & random.next();
    const std::uint64_t value = random.next();
    EXPECT_EQ(deposit_bits(extract_bits(value, mask), mask), value & mask);
  }
  EXPECT_EQ(extract_bits(0b10110, 0b11010), 0b101u);
}

TEST(Combinatorics, RanksAreTheOrdersOfThePaper) {
  // The Quixo paper, Table 1: ord of each x among the numbers of its population count.
  const int ord[] = {0, 0, 1, 0, 2, 1, 2, 0, 3, 3, 4, 1, 5, 2, 3, 0, 4, 6, 7, 4, 8, 5, 6, 1};
  for (std::uint64_t x = 0; x < std::size(ord); ++x) {
    EXPECT_EQ(rank_subset(x), static_cast<std::uint64_t>(ord[x])) << x;
  }
}

TEST(Combinatorics, SubsetsRankInOrder) {
  for (int size = 1; size <= 12; ++size) {
    std::uint64_t rank = 0;
    for (std::uint64_t word = 0; word < 1u << 12; ++word) {
      if (std::popcount(word) != size) continue;
      EXPECT_EQ(rank_subset(word), rank);
      EXPECT_EQ(unrank_subset(rank, size), word);
      ++rank;
    }
    EXPECT_EQ(rank, binomial(12, size));
  }
}

TEST(Combinatorics, ArrangementsAreNumberedWithoutGaps) {
  constexpr int kPlaces = 9;
  for (int ones = 0; ones <= kPlaces; ++ones) {
    for (int twos = 0; ones + twos <= kPlaces; ++twos) {
      for (std::uint64_t rank = 0; rank < trinomial(kPlaces, ones, twos); ++rank) {
        const Arrangement a = unrank_arrangement(rank, kPlaces, ones, twos);
        EXPECT_EQ(rank_arrangement(a.ones, a.twos, kPlaces), rank);
      }
    }
  }
  EXPECT_EQ(trinomial(25, 8, 8), 26'293'088'250u);  // the largest class of 5x5 Quixo
}

TEST(Workers, EveryIndexIsVisitedOnce) {
  for (const int threads : {1, 2, 4}) {
    Workers workers(threads);
    std::vector<std::atomic<int>> visits(10'000);
    const auto done = workers.for_each(
        0, visits.size(), [&](std::size_t i) { ++visits[i]; }, 7);
    EXPECT_TRUE(done);
    for (const auto& count : visits) EXPECT_EQ(count, 1);
  }
}

TEST(Workers, CancellingSkipsTheRestAndIsAnError) {
  for (const int threads : {1, 2}) {
    CancelToken cancel;
    Workers workers(threads, {.cancel = &cancel});
    std::atomic<int> visited = 0;
    const auto done = workers.for_each(0, 1'000'000, [&](std::size_t) {
      if (++visited == 100) cancel.cancel();
    });
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().code, ErrorCode::kCancelled);
    EXPECT_LT(visited, 10'000);
  }
}

TEST(Workers, TimeEnds) {
  for (const int threads : {1, 2}) {
    Workers workers(threads, Budget{}.within(0));
    const auto done = workers.for_each(0, 10, [](std::size_t) { FAIL(); });
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().code, ErrorCode::kNoTime);
  }
}

TEST(Workers, AnIterationMayFail) {
  for (const int threads : {1, 2}) {
    Workers workers(threads);
    std::atomic<int> visited = 0;
    const auto done = workers.for_each(0, 1'000'000, [&](std::size_t i) -> Result<void> {
      ++visited;
      if (i % 1000 == 17) return Error{ErrorCode::kCorrupt, "seventeen"};
      return {};
    });
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().message, "seventeen");
    EXPECT_LT(visited, 1'000'000);
  }
}

// More threads than processors, on which TBB would remark on standard error; and
// each has a slot of its own.
TEST(Workers, MoreThreadsThanProcessorsAreSilent) {
  testing::internal::CaptureStderr();
  for (const int more : {1, 3, 2}) {
    Workers workers(hardware_threads() + more);
    std::vector<std::atomic<int>> busy(workers.threads());
    std::atomic<bool> shared = false;
    const auto done = workers.for_each(0, 1000, [&](std::size_t) {
      const int slot = workers.slot();
      if (busy.at(slot)++ != 0) shared = true;
      --busy[slot];
    });
    EXPECT_TRUE(done);
    EXPECT_FALSE(shared);
  }
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST(Machine, AvailableMemoryIsRead) {
  EXPECT_EQ(memory_in_meminfo("MemTotal:  200 kB\nMemFree: 7 kB\nMemAvailable:   123 kB\n"),
            123u * 1024);
  EXPECT_EQ(memory_in_meminfo("MemTotal:  200 kB\n"), std::nullopt);
  EXPECT_EQ(memory_in_meminfo(""), std::nullopt);
  ASSERT_TRUE(available_memory());
  EXPECT_GT(*available_memory(), std::uint64_t{1} << 20);
}

TEST(Machine, PageCacheOfAGroupIsFree) {
  EXPECT_EQ(memory_in_group("1000\n", "900\n", "anon 300\ninactive_file 500\nfile 600\n"), 600u);
  EXPECT_EQ(memory_in_group("1000\n", "900\n", ""), 100u);
  // Version 1: the sums over the groups below count.
  EXPECT_EQ(memory_in_group("1000", "900", "inactive_file 1\ntotal_inactive_file 500\n"), 600u);
}

TEST(Machine, AFullGroupIsNotAnUnknownOne) {
  EXPECT_EQ(memory_in_group("1000\n", "1000\n", "inactive_file 0\n"), 0u);
  EXPECT_EQ(memory_in_group("1000\n", "1200\n", "inactive_file 0\n"), 0u);
  EXPECT_EQ(memory_in_group("max\n", "1200\n", "inactive_file 0\n"), std::nullopt);
  EXPECT_EQ(memory_in_group("", "", ""), std::nullopt);
}

// A processor with every feature of our v4, and the same without one of them.
TEST(IsaChoice, OneMissingInstructionIsTooMany) {
  const CpuFeatures all{~0u, ~0u, ~0u, ~0u, 0xe7};
  EXPECT_EQ(isa_of(all), Isa::kV4);
  for (const int bit : {12, 22, 27, 28, 29}) {
    CpuFeatures cpu = all;
    cpu.leaf1_ecx &= ~(1u << bit);
    EXPECT_EQ(isa_of(cpu), Isa::kBaseline) << bit;
  }
  for (const int bit : {3, 5, 8, 16, 17, 28, 30, 31}) {
    CpuFeatures cpu = all;
    cpu.leaf7_ebx &= ~(1u << bit);
    EXPECT_EQ(isa_of(cpu), bit < 16 ? Isa::kBaseline : Isa::kV3) << bit;
  }
  for (const int bit : {1, 8, 14}) {
    CpuFeatures cpu = all;
    cpu.leaf7_ecx &= ~(1u << bit);
    EXPECT_EQ(isa_of(cpu), Isa::kV3) << bit;
  }
  CpuFeatures cpu = all;
  cpu.extended_ecx &= ~(1u << 5);  // LZCNT
  EXPECT_EQ(isa_of(cpu), Isa::kBaseline);
  cpu = all;
  cpu.saved_state = 7;  // the system saves no AVX-512 registers
  EXPECT_EQ(isa_of(cpu), Isa::kV3);
  cpu.saved_state = 3;
  EXPECT_EQ(isa_of(cpu), Isa::kBaseline);
}

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
TEST(IsaChoice, AsTheCompilerSays) {
  if (std::getenv("NOUGHTS_ISA") != nullptr) GTEST_SKIP() << "asked for another";
  __builtin_cpu_init();
  EXPECT_EQ(best_isa() >= Isa::kV3, __builtin_cpu_supports("x86-64-v3") != 0);
  EXPECT_EQ(best_isa() >= Isa::kV4, __builtin_cpu_supports("x86-64-v4") != 0 &&
                                        __builtin_cpu_supports("avx512vbmi") != 0 &&
                                        __builtin_cpu_supports("gfni") != 0 &&
                                        __builtin_cpu_supports("avx512vpopcntdq") != 0);
}
#endif

TEST(Budget, NodesAreCountedAndEnd) {
  const Budget budget{.nodes = 3};
  Meter meter(budget, "work");
  EXPECT_TRUE(meter.spend() && meter.spend() && meter.spend());
  EXPECT_FALSE(meter.spend());
  EXPECT_FALSE(meter.spend()) << "no is for good";
  EXPECT_EQ(meter.error()->code, ErrorCode::kNoSpace);
}

TEST(Budget, MemoryIsAQuestionOfBytes) {
  const Budget budget{.memory_bytes = 1000};
  Meter meter(budget, "work");
  EXPECT_TRUE(meter.holds(1000));
  EXPECT_FALSE(meter.holds(1001));
  EXPECT_EQ(meter.error()->code, ErrorCode::kNoSpace);
}

TEST(Budget, CancellingStopsWithinABatch) {
  CancelToken cancel;
  const Budget budget{.cancel = &cancel};
  Meter meter(budget, "work");
  for (int i = 0; i < 5000; ++i) ASSERT_TRUE(meter.spend());
  cancel.cancel();
  int more = 0;
  while (meter.spend() && more < 5000) ++more;
  EXPECT_LT(more, 1100);
  EXPECT_EQ(meter.error()->code, ErrorCode::kCancelled);
}

TEST(Budget, TimeEnds) {
  const Budget budget = Budget{}.within(0);
  Meter meter(budget, "work");
  EXPECT_FALSE(meter.look());
  EXPECT_EQ(meter.error()->code, ErrorCode::kNoTime);
  EXPECT_EQ(budget.within(100).deadline, budget.deadline) << "no more than it has";
  EXPECT_TRUE(Meter(Budget{}, "without bounds").look());
}

TEST(Progress, EndsWithAFinishedReport) {
  std::vector<ProgressReport> reports;
  {
    Progress progress([&](const ProgressReport& r) { reports.push_back(r); }, "work", 100, 40);
    progress.advance(10);
  }
  ASSERT_FALSE(reports.empty());
  EXPECT_TRUE(reports.back().finished);
  EXPECT_EQ(reports.back().done, 50u);
  EXPECT_EQ(reports.back().total, 100u);
}

TEST(Progress, FormatsForPeople) {
  EXPECT_EQ(format_count(0), "0");
  EXPECT_EQ(format_count(999), "999");
  EXPECT_EQ(format_count(847288609443), "847,288,609,443");
  EXPECT_EQ(format_duration(3.14), "3.1 s");
  EXPECT_EQ(format_duration(200), "3m 20s");
  EXPECT_EQ(format_duration(3720), "1h 02m");
  EXPECT_EQ(format_bytes(1536), "1.5 KiB");
}

TEST(Text, QuotesStrangeBytes) {
  EXPECT_EQ(quote(std::string_view("a\0b\xff", 4)), "'a\\x00b\\xff'");
  EXPECT_EQ(trim("  x y \n"), "x y");
  EXPECT_EQ(split_words(" a  bc\td ").size(), 3u);
}

}  // namespace
}  // namespace noughts
