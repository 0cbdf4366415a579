#include "judging.h"

#include "games.h"
#include "noughts/core/stopwatch.h"
#include "noughts/judge/examine.h"
#include "noughts/play/families.h"
#include "noughts/play/quantum_analyst.h"
#include "noughts/present/chart.h"
#include "noughts/present/judgement.h"

namespace noughts::python {
namespace {

using judge::Answer;
using judge::Judgement;
using judge::Reply;

struct Judged {
  std::shared_ptr<Game> game;
  Judgement judgement;
};

// A function of a position that returns a move. What it throws ends the examination.
class FunctionAgent final : public judge::Agent {
 public:
  FunctionAgent(std::shared_ptr<Game> game, py::object policy)
      : game_(std::move(game)), policy_(std::move(policy)) {}

  Result<Answer> ask(const play::State& state) override {
    const py::gil_scoped_acquire acquire;
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    const Stopwatch watch;
    const py::object move = policy_(Position{game_, state.clone()});
    return Answer{Reply::kLine, py::str(move), watch.seconds()};
  }

 private:
  std::shared_ptr<Game> game_;
  py::object policy_;
};

std::unique_ptr<play::Player> system_of(const Game& game, std::uint64_t seed) {
  if (game.game().family() != play::Family::kQuantum) return nullptr;
  return play::make_quantum_system(play::rules_of<quantum::Rules>(game.game()), seed);
}

// The policy is called in this thread, the rest runs without the GIL.
Judgement judge_function(const std::shared_ptr<Game>& game, const py::object& policy,
                         judge::ExamineOptions options, const py::object& progress) {
  const auto analyst = game->judging_analyst(progress);
  const auto system = system_of(*game, options.seed);
  const py::object callback = progress_callback(progress);
  if (!callback.is_none()) {
    options.budget.progress = [&](const ProgressReport& report) {
      const py::gil_scoped_acquire acquire;
      tell(callback, report);
    };
  }
  FunctionAgent agent(game, policy);
  game->cancel().rearm();
  Result<Judgement> judgement = [&] {
    const py::gil_scoped_release release;
    return judge::examine(game->game(), analyst, agent, system.get(), options);
  }();
  return unwrap(std::move(judgement));
}

Judgement judge_command(const std::shared_ptr<Game>& game, const std::string& command,
                        judge::ExamineOptions options, double move_time,
                        const py::object& progress) {
  const auto analyst = game->judging_analyst(progress);
  const auto system = system_of(*game, options.seed);
  return run(game->cancel(), progress, [&](const ProgressListener& listener) {
    game->cancel().rearm();
    options.budget = {.cancel = &game->cancel(), .progress = listener};
    const auto agent = judge::make_command_agent(
        {.command = command, .move_seconds = move_time, .budget = {.cancel = &game->cancel()}});
    return judge::examine(game->game(), analyst, *agent, system.get(), options);
  });
}

Judged judge_agent(const py::object& agent, std::shared_ptr<Game> game, std::uint64_t positions,
                   int games, std::uint64_t seed, std::size_t worst, double move_time,
                   const py::object& progress) {
  if (game == nullptr) game = std::make_shared<Game>(play::family_tables()[0], py::kwargs());
  const judge::ExamineOptions options{
      .positions = positions, .games = games, .seed = seed, .worst = worst};
  if (py::isinstance<py::str>(agent)) {
    return {game, judge_command(game, agent.cast<std::string>(), options, move_time, progress)};
  }
  return {game, judge_function(game, agent, options, progress)};
}

Json document_of(const Judged& judged) {
  return present::judgement_document(judged.game->game(), judged.judgement);
}

}  // namespace

void add_judging(py::module_& module) {
  py::class_<Judged>(module, "Judgement", "How well an agent plays, by exact values.")
      .def_property_readonly(
          "positions", [](const Judged& j) { return j.judgement.all.asked; }, "Positions asked.")
      .def_property_readonly(
          "kept", [](const Judged& j) { return j.judgement.all.kept; },
          "Positions in which the move kept the value.")
      .def_property_readonly(
          "share", [](const Judged& j) { return j.judgement.all.value(); }, "kept / positions.")
      .def_property_readonly(
          "interval",
          [](const Judged& j) {
            const judge::Interval interval = j.judgement.all.interval();
            return std::pair(interval.low, interval.high);
          },
          "In which the share lies with a probability of 95 percent.")
      .def_property_readonly(
          "document", [](const Judged& j) { return from_json(document_of(j)); },
          "All of it, as noughts judge --json writes it (docs/agents.md).")
      .def(
          "csv", [](const Judged& j) { return present::judgement_csv(j.judgement); },
          "The scores by tier.")
      .def("_repr_svg_",
           [](const Judged& j) {
             return present::to_svg(present::judgement_chart(j.game->game(), j.judgement));
           })
      .def("__repr__",
           [](const Judged& j) { return present::judgement_text(j.game->game(), j.judgement); });
  module.def("judge", judge_agent, py::arg("agent"), py::arg("game") = nullptr,
             py::arg("positions") = 1000, py::arg("games") = 20, py::arg("seed") = 1,
             py::arg("worst") = 10, py::arg("move_time") = 5.0, py::arg("progress") = py::none(),
             "Judges a function that takes a Position and returns a move, or the command of a "
             "program that speaks the line protocol (docs/agents.md). Without a game: Quixo 4x4.");
}

}  // namespace noughts::python
