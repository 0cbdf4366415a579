#include <small_sat.h>

#include <algorithm>

namespace small_sat {
namespace {

constexpr double kDecay = 0.95;
constexpr double kMostActivity = 1e100;
constexpr int kFirstRestart = 100;

}  // namespace

void Solver::make_room(Literal literal) {
  const std::size_t needed = variable(literal) + 1;
  if (value_.size() >= needed) return;
  value_.resize(needed, 0);
  phase_.resize(needed, -1);
  level_.resize(needed, 0);
  reason_.resize(needed, kNoReason);
  activity_.resize(needed, 0);
  watched_.resize(2 * needed);
}

void Solver::add(int literal) {
  if (literal != 0) {
    make_room(literal);
    open_.push_back(literal);
    return;
  }
  std::sort(open_.begin(), open_.end());
  open_.erase(std::unique(open_.begin(), open_.end()), open_.end());
  const bool always = std::any_of(open_.begin(), open_.end(), [&](Literal l) {
    return std::binary_search(open_.begin(), open_.end(), -l);
  });
  if (open_.empty()) {
    contradiction_ = true;
  } else if (open_.size() == 1) {
    units_.push_back(open_[0]);
  } else if (!always) {
    clauses_.push_back(open_);
    watch(static_cast<int>(clauses_.size()) - 1);
  }
  open_.clear();
}

void Solver::watch(int clause) {
  const Clause& literals = clauses_[static_cast<std::size_t>(clause)];
  watched_[at(literals[0])].push_back(clause);
  watched_[at(literals[1])].push_back(clause);
}

bool Solver::assume(Literal literal, int reason) {
  if (truth(literal) != 0) return truth(literal) > 0;
  const std::size_t v = variable(literal);
  value_[v] = literal > 0 ? 1 : -1;
  phase_[v] = value_[v];
  level_[v] = level();
  reason_[v] = reason;
  trail_.push_back(literal);
  return true;
}

// One clause that watches a literal which is false now. False if no literal of it can be true.
bool Solver::visit(int clause, Literal falsified, bool& keep) {
  Clause& literals = clauses_[static_cast<std::size_t>(clause)];
  if (literals[0] == falsified) std::swap(literals[0], literals[1]);
  keep = true;
  if (truth(literals[0]) > 0) return true;
  for (std::size_t i = 2; i < literals.size(); ++i) {
    if (truth(literals[i]) < 0) continue;
    std::swap(literals[1], literals[i]);
    watched_[at(literals[1])].push_back(clause);
    keep = false;
    return true;
  }
  return assume(literals[0], clause);
}

int Solver::propagate() {
  while (propagated_ < trail_.size()) {
    const Literal falsified = -trail_[propagated_++];
    std::vector<int> visited;
    visited.swap(watched_[at(falsified)]);
    for (std::size_t i = 0; i < visited.size(); ++i) {
      bool keep = true;
      const bool good = visit(visited[i], falsified, keep);
      if (keep) watched_[at(falsified)].push_back(visited[i]);
      if (good) continue;
      auto& rest = watched_[at(falsified)];
      rest.insert(rest.end(), visited.begin() + static_cast<std::ptrdiff_t>(i) + 1, visited.end());
      return visited[i];
    }
  }
  return kNoReason;
}

void Solver::bump(std::size_t v) {
  activity_[v] += bump_;
  if (activity_[v] < kMostActivity) return;
  for (double& activity : activity_) activity /= kMostActivity;
  bump_ /= kMostActivity;
}

// Resolves backwards along the trail until one literal of the last level is left.
Solver::Clause Solver::learn(int conflict, int& back_to) {
  Clause learnt = {0};
  std::vector<bool> seen(value_.size(), false);
  int open = 0;
  std::size_t place = trail_.size();
  const Clause* clause = &clauses_[static_cast<std::size_t>(conflict)];
  Literal pivot = 0;
  do {
    for (const Literal literal : *clause) {
      const std::size_t v = variable(literal);
      if (literal == pivot || seen[v] || level_[v] == 0) continue;
      seen[v] = true;
      bump(v);
      if (level_[v] == level()) {
        ++open;
      } else {
        learnt.push_back(literal);
      }
    }
    while (!seen[variable(trail_[--place])]) {
    }
    pivot = trail_[place];
    if (--open > 0) {
      clause = &clauses_[static_cast<std::size_t>(reason_[variable(pivot)])];
    }
  } while (open > 0);
  learnt[0] = -pivot;
  const auto deepest = std::max_element(
      learnt.begin() + 1, learnt.end(),
      [&](Literal a, Literal b) { return level_[variable(a)] < level_[variable(b)]; });
  back_to = deepest == learnt.end() ? 0 : level_[variable(*deepest)];
  if (deepest != learnt.end()) std::iter_swap(learnt.begin() + 1, deepest);
  return learnt;
}

void Solver::undo(int to) {
  if (level() <= to) return;
  const std::size_t keep = decided_[static_cast<std::size_t>(to)];
  while (trail_.size() > keep) {
    value_[variable(trail_.back())] = 0;
    trail_.pop_back();
  }
  decided_.resize(static_cast<std::size_t>(to));
  propagated_ = keep;
}

// False if the conflict does not depend on any decision.
bool Solver::resolve_conflict(int conflict) {
  if (level() == 0) return false;
  int back_to = 0;
  Clause learnt = learn(conflict, back_to);
  undo(back_to);
  bump_ /= kDecay;
  if (learnt.size() == 1) return assume(learnt[0], kNoReason);
  clauses_.push_back(std::move(learnt));
  const int number = static_cast<int>(clauses_.size()) - 1;
  watch(number);
  return assume(clauses_.back()[0], number);
}

Solver::Literal Solver::choose() const {
  std::size_t best = 0;
  for (std::size_t v = 1; v < value_.size(); ++v) {
    if (value_[v] == 0 && (best == 0 || activity_[v] > activity_[best])) best = v;
  }
  return static_cast<Literal>(best) * (phase_[best] > 0 ? 1 : -1);
}

int Solver::solve() {
  undo(0);
  for (const Literal unit : units_) {
    if (!assume(unit, kNoReason)) contradiction_ = true;
  }
  if (contradiction_) return 20;
  for (int allowed = kFirstRestart, conflicts = 0;;) {
    const int conflict = propagate();
    if (conflict != kNoReason) {
      if (terminator_ != nullptr && terminator_->terminate()) return 0;
      if (!resolve_conflict(conflict)) return 20;
      if (++conflicts < allowed) continue;
      conflicts = 0;
      allowed += allowed / 2;
      undo(0);
      continue;
    }
    const Literal next = choose();
    if (next == 0) return 10;
    decided_.push_back(trail_.size());
    assume(next, kNoReason);
  }
}

}  // namespace small_sat
