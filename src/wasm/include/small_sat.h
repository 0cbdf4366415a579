// A small SAT solver for pages, with the part of CaDiCaL's interface that hyper/search/sat.h names:
// Debian has no CaDiCaL for browsers, and the boards that are asked about there are small. Same
// answers, later: it learns from conflicts and restarts, and does little else.
#pragma once

#include <cstddef>
#include <vector>

namespace small_sat {

class Terminator {
 public:
  virtual ~Terminator() = default;
  virtual bool terminate() = 0;
};

class Solver {
 public:
  // A literal of the clause at hand; 0 ends it.
  void add(int literal);
  // 10: there is a model; 20: there is none; 0: the terminator said stop.
  int solve();
  // Of a model: the literal of this variable that is true.
  int val(int variable) const {
    return value_[static_cast<std::size_t>(variable)] > 0 ? variable : -variable;
  }
  int vars() const { return static_cast<int>(value_.size()) - 1; }
  void connect_terminator(Terminator* terminator) { terminator_ = terminator; }
  void disconnect_terminator() { terminator_ = nullptr; }

 private:
  using Literal = int;
  using Clause = std::vector<Literal>;  // the first two are watched
  static constexpr int kNoReason = -1;

  static std::size_t at(Literal literal) {
    return 2 * static_cast<std::size_t>(literal < 0 ? -literal : literal) + (literal < 0 ? 1 : 0);
  }
  static std::size_t variable(Literal literal) {
    return static_cast<std::size_t>(literal < 0 ? -literal : literal);
  }
  // 1 true, -1 false, 0 open.
  int truth(Literal literal) const {
    const int value = value_[variable(literal)];
    return literal < 0 ? -value : value;
  }
  int level() const { return static_cast<int>(decided_.size()); }

  void make_room(Literal literal);
  void watch(int clause);
  bool assume(Literal literal, int reason);
  // The clause that became false, or kNoReason.
  int propagate();
  bool visit(int clause, Literal falsified, bool& keep);
  // The clause that follows from a conflict; its first literal is the only one of its level.
  Clause learn(int conflict, int& back_to);
  void undo(int level);
  bool resolve_conflict(int conflict);
  Literal choose() const;
  void bump(std::size_t variable);

  std::vector<signed char> value_ = {0};
  std::vector<signed char> phase_ = {0};
  std::vector<int> level_ = {0};
  std::vector<int> reason_ = {kNoReason};
  std::vector<double> activity_ = {0};
  std::vector<std::vector<int>> watched_ = {{}, {}};  // clauses by the literal that they watch
  std::vector<Clause> clauses_;
  std::vector<Literal> units_;
  std::vector<Literal> trail_;
  std::vector<std::size_t> decided_;  // where each level begins on the trail
  std::size_t propagated_ = 0;
  double bump_ = 1;
  Clause open_;
  bool contradiction_ = false;
  Terminator* terminator_ = nullptr;
};

}  // namespace small_sat
