// quixo/tables/opening.h in a page: published beside it, and read piece by piece.
#include "noughts/quixo/tables/opening.h"

#include "noughts/quixo/publish/open.h"

namespace noughts::quixo::tables {
namespace {

// Of the site.
constexpr const char* kRanks = "tables/quixo-5x5-opening";
constexpr const char* kPlies = "tables/quixo-5x5-opening-plies";

// Fetches nothing before a board is asked about, and asks again after a lost connection.
class OpenedLater final : public ValueSource {
 public:
  OpenedLater(const Rules& rules, const char* folder) : rules_(rules), folder_(folder) {}
  const Rules& rules() const override { return rules_; }
  bool has_plies() const override { return folder_ == kPlies; }
  bool has_ranks() const override { return folder_ == kRanks; }
  Result<Outcome> at(Board board) const override {
    if (auto good = open(); !good) return good.error();
    return source_->at(board);
  }
  Result<std::optional<int>> rank(Board board) const override {
    if (auto good = open(); !good) return good.error();
    return source_->rank(board);
  }
  std::uint64_t place(Board board) const override { return open() ? source_->place(board) : 0; }

 private:
  Result<void> open() const {
    if (source_ != nullptr) return {};
    auto opened = open_tables(folder_, rules_);
    if (!opened) return opened.error();
    source_ = std::move(*opened);
    return {};
  }

  Rules rules_;
  const char* folder_;
  mutable std::unique_ptr<ValueSource> source_;
};

Result<std::unique_ptr<ValueSource>> open_later(const Rules& rules, const char* folder) {
  if (!has_opening_tables(rules)) {
    return Error{ErrorCode::kMissing, "the program has no built-in tables for these rules"};
  }
  return std::unique_ptr<ValueSource>(std::make_unique<OpenedLater>(rules, folder));
}

}  // namespace

bool has_opening_tables(const Rules& rules) {
  return rules.size() == 5 && rules.line() == 5 && rules.both_lines() == BothLines::kMoverLoses &&
         rules.fortress() != FortressRule::kWins;
}

Result<std::unique_ptr<ValueSource>> open_opening_tables(const Rules& rules) {
  return open_later(rules, kRanks);
}

Result<std::unique_ptr<ValueSource>> open_opening_plies(const Rules& rules) {
  return open_later(rules, kPlies);
}

}  // namespace noughts::quixo::tables
