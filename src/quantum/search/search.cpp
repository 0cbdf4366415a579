#include "noughts/quantum/search/search.h"

#include "noughts/quantum/search/numbers.h"

namespace noughts::quantum::search {

class TableSolver::Impl {
 public:
  virtual ~Impl() = default;
  virtual Result<Value> value(const Position& position) = 0;
  virtual Result<bool> keeps(const Position& position, const Value& value, Player player) = 0;
  virtual std::uint64_t bytes() const = 0;

  Budget budget;
  std::uint64_t nodes = 0;
};

namespace {

template <class V>
class NumberSolver final : public TableSolver::Impl {
 public:
  explicit NumberSolver(const Rules& rules) : search_(rules) {}

  Result<Value> value(const Position& position) override {
    const Result<V> found = ask(position, {scale().least() - 1, scale().most() + 1});
    if (!found) return found.error();
    return scale().exact(*found);
  }

  Result<bool> keeps(const Position& position, const Value& value, Player player) override {
    const V target = scale().scaled(value);
    const bool for_x = player == Player::kX;
    const Result<V> found =
        ask(position, for_x ? Bounds<V>{target - 1, target} : Bounds<V>{target, target + 1});
    if (!found) return found.error();
    return for_x ? *found >= target : *found <= target;
  }

  std::uint64_t bytes() const override { return search_.bytes(); }

 private:
  const Scale<V>& scale() const { return search_.values().scale(); }

  Result<V> ask(const Position& position, const Bounds<V>& window) {
    Meter meter(budget, "searching");
    const Result<V> found = search_.value(position, window, meter);
    nodes += meter.nodes();
    return found;
  }

  TableSearch<Numbers<V>> search_;
};

}  // namespace

TableSolver::TableSolver(const Rules& rules, const Budget& budget) : rules_(rules) {
  if (Scale<std::int64_t>::fits(rules))
    impl_ = std::make_unique<NumberSolver<std::int64_t>>(rules);
  else
    impl_ = std::make_unique<NumberSolver<Wide>>(rules);
  set_budget(budget);
}

TableSolver::~TableSolver() = default;
TableSolver::TableSolver(TableSolver&&) noexcept = default;
TableSolver& TableSolver::operator=(TableSolver&&) noexcept = default;

void TableSolver::set_budget(const Budget& budget) { impl_->budget = budget; }
Result<Value> TableSolver::value(const Position& position) { return impl_->value(position); }
Result<bool> TableSolver::keeps(const Position& position, const Value& value, Player player) {
  return impl_->keeps(position, value, player);
}
std::uint64_t TableSolver::nodes() const { return impl_->nodes; }
std::uint64_t TableSolver::bytes() const { return impl_->bytes(); }

}  // namespace noughts::quantum::search
