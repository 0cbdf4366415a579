// Games, positions and analyses as Python sees them: a Game knows its values, or finds
// them when first asked.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "noughts/core/budget.h"
#include "noughts/play/choice.h"
#include "noughts/play/knowledge.h"
#include "support.h"

namespace noughts::python {

class Game {
 public:
  // The family's parameters by name, and for Quixo `tables`, a folder.
  Game(const play::FamilyTable& family, const py::kwargs& given);

  const play::Game& game() const { return *game_; }
  const std::string& tables() const { return tables_; }
  const py::dict& given() const { return given_; }  // what it was made of

  // Solved in memory or opened when first asked. Fails unless it is Quixo up to 5x5.
  std::shared_ptr<const quixo::tables::ValueSource> values(const py::object& progress);
  // Ready to be asked, by one at a time: through `ask`.
  std::shared_ptr<play::Analyst> analyst(const py::object& progress);

  // The same without the replies to each move, and without guesses: to judge by.
  std::shared_ptr<play::Analyst> judging_analyst(const py::object& progress);

  play::Analysis analyze(const play::State& state, const py::object& progress);

  // state.moves(), with names that are made once.
  py::list names_of_moves(const play::State& state);

  // Runs `work` with the analyst, alone and without the GIL.
  template <class Work>
  auto with_analyst(const py::object& progress, Work&& work) {
    const std::shared_ptr<play::Analyst> analyst = this->analyst(progress);
    return run(cancel_, progress, [&](const ProgressListener& listener) {
      const std::lock_guard lock(mutex_);
      cancel_.rearm();
      return work(*analyst, Budget{.cancel = &cancel_, .progress = listener});
    });
  }
  CancelToken& cancel() { return cancel_; }

 private:
  std::shared_ptr<play::Analyst> make_analyst(const py::object& progress, play::Sources sources);

  py::dict given_;
  std::unique_ptr<play::Game> game_;
  std::string tables_;
  std::string proofs_;
  std::mutex mutex_;  // of the analyst, while it works
  CancelToken cancel_;
  std::shared_ptr<const quixo::tables::ValueSource> values_;
  std::shared_ptr<play::Analyst> analyst_;
  std::vector<py::str> names_;  // of all actions, where moves have the same
};

struct Position {
  std::shared_ptr<Game> game;
  std::shared_ptr<const play::State> state;
};

void add_games(py::module_& module);

}  // namespace noughts::python
