#include "noughts/quixo/tables/verify.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <tuple>

#include "noughts/core/bits.h"
#include "noughts/core/random.h"
#include "noughts/quixo/notation.h"
#include "noughts/quixo/tables/class_table.h"

namespace noughts::quixo::tables {
namespace {

// What the children say. `at` gives a board's stored outcome.
Result<Outcome> derive(const ValueSource& values, Board board) {
  const Rules& rules = values.rules();
  if (const auto over = final_value(rules, board)) {
    return Outcome{*over, values.has_plies() ? std::optional<int>(0) : std::nullopt};
  }
  std::optional<int> fastest_win, slowest_loss;
  bool some_loss = false;
  bool all_win = true;
  Result<void> good;
  rules.for_each_child({board, Player::kX}, [&](Board moved) {
    if (!good) return;
    auto child = values.at(swap_colours(moved));
    if (!child) {
      good = child.error();
      return;
    }
    const int plies = child->plies.value_or(0) + 1;
    all_win &= child->value == Value::kWin;
    if (child->value == Value::kLoss) {
      some_loss = true;
      fastest_win = std::min(fastest_win.value_or(plies), plies);
    }
    if (child->value == Value::kWin) slowest_loss = std::max(slowest_loss.value_or(plies), plies);
  });
  if (!good) return good.error();
  if (!some_loss && !all_win) return Outcome{};
  Outcome outcome{some_loss ? Value::kWin : Value::kLoss, some_loss ? fastest_win : slowest_loss};
  if (!values.has_plies()) outcome.plies.reset();
  return outcome;
}

// Some classes with all their chunks unpacked: each is read once and then asked
// for millions of boards.
class Unpacked final : public ValueSource {
 public:
  // The manifest must outlive it.
  Unpacked(store::Path folder, std::shared_ptr<const layout::TableLayout> layout,
           const Manifest& manifest)
      : folder_(std::move(folder)), layout_(std::move(layout)), manifest_(manifest) {}

  // Reads what is not there yet and drops what is no longer wanted.
  Result<void> hold(const std::set<ClassId>& wanted, Workers& workers) {
    std::erase_if(classes_, [&](const auto& held) { return !wanted.contains(held.first); });
    for (const ClassId id : wanted) {
      if (classes_.contains(id)) continue;
      auto table = ClassTable::open_listed(folder_, layout_, id, manifest_);
      if (!table) return table.error();
      auto chunks = read_all(*table, workers);
      if (!chunks) return chunks.error();
      classes_.emplace(id, Held{std::move(*table), std::move(*chunks)});
    }
    return {};
  }

  const Rules& rules() const override { return layout_->rules; }
  bool has_plies() const override { return manifest_.steps; }
  // Require: the board's class is held.
  Result<Outcome> at(Board board) const override {
    const Held& held = classes_.at(class_of(board));
    const ClassTable::Place place = held.table.place_of(board);
    return held.table.decode(*held.chunks[place.chunk], place);
  }

 private:
  using Chunks = std::vector<ClassTable::Chunk>;
  struct Held {
    ClassTable table;
    Chunks chunks;
  };

  static Result<Chunks> read_all(const ClassTable& table, Workers& workers) {
    Chunks chunks(table.chunk_count());
    auto done = workers.for_each(0, chunks.size(), [&](std::size_t i) -> Result<void> {
      auto chunk = table.read(i);
      if (!chunk) return chunk.error();
      chunks[i] = std::move(*chunk);
      return {};
    });
    if (!done) return done.error();
    return chunks;
  }

  store::Path folder_;
  std::shared_ptr<const layout::TableLayout> layout_;
  const Manifest& manifest_;
  std::map<ClassId, Held> classes_;
};

// What some boards came to.
struct Tally {
  std::uint64_t checked = 0;
  std::uint64_t wrong = 0;
  std::string first_wrong;

  void add_wrong(std::string sentence) {
    if (wrong++ == 0) first_wrong = std::move(sentence);
  }
};

class Verifier {
 public:
  Verifier(const store::Path& folder, const Rules& rules, const VerifyOptions& options,
           Workers& workers)
      : folder_(folder),
        options_(options),
        workers_(workers),
        layout_(std::make_shared<const layout::TableLayout>(rules)) {}

  Result<VerifyReport> run() {
    auto manifest = Manifest::read(folder_, layout_->rules);
    if (!manifest) return manifest.error();
    Unpacked unpacked(folder_, layout_, *manifest);
    const auto probed = open_class_tables(folder_, layout_->rules, *manifest);
    Progress progress(workers_.budget().progress, "verifying", manifest->totals().total());
    // Classes that are solved together share what they need.
    std::vector<ClassId> order;
    for (const auto& [id, entry] : manifest->classes) order.push_back(id);
    std::ranges::sort(order, std::greater{},
                      [](ClassId id) { return std::tuple(id.tier(), std::min(id.x, id.o), id.x); });
    for (const ClassId id : order) {
      const ManifestEntry& entry = manifest->classes.at(id);
      progress.set_stage(fmt::format("verifying class ({}, {})", id.x, id.o));
      auto chunks = check_file(id, entry, *manifest);
      if (!chunks) return chunks.error();
      if (foreign_) return report_;  // nothing follows from the values of another solve
      if (auto children = children_of(id, *manifest); children.empty()) {
        ++report_.unchecked;
      } else if (is_few(id, *chunks)) {
        if (auto good = check_values(*probed, id); !good) return good.error();
      } else {
        if (auto held = unpacked.hold(children, workers_); !held) return held.error();
        if (auto good = check_values(unpacked, id); !good) return good.error();
      }
      report_.totals += entry.counts;
      ++report_.classes;
      progress.advance(class_size(layout_->rules, id));
    }
    return report_;
  }

 private:
  // Checksums, the manifest's digest, and the totals, counted from all boards. Gives the number of
  // chunks.
  Result<std::uint64_t> check_file(ClassId id, const ManifestEntry& entry,
                                   const Manifest& manifest) {
    auto table = ClassTable::open(folder_, layout_, id);
    if (!table) return table.error();
    if (table->digest() != entry.digest || table->has_steps() != manifest.steps ||
        table->rank_digest() != entry.rank_digest) {
      foreign_ = true;
      add({.wrong = 1,
           .first_wrong = fmt::format("{} is not the file that the manifest lists",
                                      class_path(folder_, id).string())});
      return table->chunk_count();
    }
    Counts counts;
    std::mutex mutex;
    auto done = workers_.for_each(0, table->chunk_count(), [&](std::size_t i) -> Result<void> {
      auto chunk = table->read(i);
      if (!chunk) return chunk.error();
      auto here = table->count(**chunk, i);
      if (!here) return here.error();
      if (table->has_ranks()) {
        if (auto ranks = table->read_ranks(i); !ranks) return ranks.error();
      }
      const std::lock_guard lock(mutex);
      counts += *here;
      return {};
    });
    if (!done) return done.error();
    if (counts != entry.counts) {
      add({.wrong = 1,
           .first_wrong = fmt::format(
               "class ({}, {}) has {} wins and {} losses, the manifest says {} and {}", id.x, id.o,
               counts.win, counts.loss, entry.counts.win, entry.counts.loss)});
    }
    return table->chunk_count();
  }

  // The class and those of its children, two more at most; none if one of them is not listed.
  std::set<ClassId> children_of(ClassId id, const Manifest& manifest) const {
    std::set<ClassId> wanted{id, id.swapped()};
    if (id.tier() < layout_->rules.cells()) wanted.insert({id.o, id.x + 1});
    const auto listed = [&](ClassId needed) { return manifest.classes.contains(needed); };
    return std::ranges::all_of(wanted, listed) ? wanted : std::set<ClassId>();
  }

  bool takes_all(ClassId id) const {
    return options_.sample == 0 || options_.sample >= class_size(layout_->rules, id);
  }
  // Whether the sample needs less than three classes whole, which take gigabytes on 5x5: a board
  // has up to 44 children, and each may lie in a chunk of its own.
  bool is_few(ClassId id, std::uint64_t chunks) const {
    return !takes_all(id) && options_.sample < 3 * chunks / 44;
  }

  Result<void> check_values(const ValueSource& values, ClassId id) {
    const std::uint64_t boards = class_size(layout_->rules, id);
    const bool all = takes_all(id);
    const std::uint64_t tries = all ? boards : options_.sample;
    constexpr std::uint64_t kTask = 64;
    std::mutex mutex;
    return workers_.for_each(0, (tries + kTask - 1) / kTask, [&](std::size_t task) -> Result<void> {
      Random random(options_.seed * 1'000'003 + task);
      Tally tally;
      for (std::uint64_t i = task * kTask; i < std::min(tries, (task + 1) * kTask); ++i) {
        auto checked = check_board(values, id, all ? i : random.below(boards), all, tally);
        if (!checked) return checked;
      }
      const std::lock_guard lock(mutex);
      add(tally);
      return {};
    });
  }

  Result<void> check_board(const ValueSource& values, ClassId id, std::uint64_t rank, bool all,
                           Tally& tally) const {
    const Arrangement cells = unrank_arrangement(rank, layout_->rules.cells(), id.x, id.o);
    const Board board = make_board(static_cast<Cells>(cells.ones), static_cast<Cells>(cells.twos));
    // Of all boards only the kept ones have values of their own.
    if (all && !layout_->reduction.is_kept(plane_of(id).absolute(board))) return {};
    auto stored = values.at(board);
    if (!stored) return stored.error();
    auto derived = derive(values, board);
    if (!derived) return derived.error();
    ++tally.checked;
    if (*derived != *stored) {
      tally.add_wrong(fmt::format("{} is stored as {} but its children make it {}",
                                  to_text(layout_->rules, {board, Player::kX}),
                                  value_name(stored->value), value_name(derived->value)));
    }
    return {};
  }

  void add(const Tally& tally) {
    report_.checked += tally.checked;
    if (report_.wrong == 0) report_.first_wrong = tally.first_wrong;
    report_.wrong += tally.wrong;
  }

  store::Path folder_;
  VerifyOptions options_;
  Workers& workers_;
  std::shared_ptr<const layout::TableLayout> layout_;
  VerifyReport report_;
  bool foreign_ = false;
};

}  // namespace

Result<VerifyReport> verify(const store::Path& folder, const Rules& rules,
                            const VerifyOptions& options, Workers& workers) {
  return Verifier(folder, rules, options, workers).run();
}

}  // namespace noughts::quixo::tables
