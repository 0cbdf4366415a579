#include "judging.h"

#include <fmt/format.h>

#include "actions.h"
#include "games.h"
#include "noughts/core/stopwatch.h"
#include "noughts/core/text.h"
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

// A function of a position that returns a move or the position after it. What it throws ends the
// examination, or is counted.
class FunctionAgent final : public judge::Agent {
 public:
  FunctionAgent(std::shared_ptr<Game> game, py::object policy, bool counts_errors)
      : game_(std::move(game)), policy_(std::move(policy)), counts_errors_(counts_errors) {}

  Result<Answer> ask(const play::State& state) override {
    const py::gil_scoped_acquire acquire;
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    const Stopwatch watch;
    try {
      const py::object answer = policy_(Position{game_, state.clone()});
      return Answer{Reply::kLine, text_of(state, answer), watch.seconds()};
    } catch (py::error_already_set& error) {
      const py::object too_slow = py::module_::import("noughts._timed").attr("TooSlow");
      if (error.matches(too_slow))
        return Answer{Reply::kTimeout, {}, watch.seconds(), "no answer in time"};
      if (!counts_errors_ || !error.matches(PyExc_Exception)) throw;
      return Answer{Reply::kCrash, {}, watch.seconds(), sentence_of(error)};
    }
  }

 private:
  // A move, its number, a position, or the text of either.
  std::string text_of(const play::State& state, const py::object& answer) const {
    if (py::isinstance<Position>(answer)) return answer.cast<const Position&>().state->text();
    if (PyIndex_Check(answer.ptr()) != 0) {
      const auto move = move_text(game_->game(), state, py::int_(answer).cast<int>());
      if (move) return *move;
    }
    return py::str(answer);
  }

  // "ZeroDivisionError: division by zero"
  static std::string sentence_of(const py::error_already_set& error) {
    const std::string what = error.what();
    return what.substr(0, what.find('\n'));
  }

  std::shared_ptr<Game> game_;
  py::object policy_;
  bool counts_errors_;
};

std::unique_ptr<play::Player> system_of(const Game& game, std::uint64_t seed) {
  if (game.game().family() != play::Family::kQuantum) return nullptr;
  return play::make_quantum_system(play::rules_of<quantum::Rules>(game.game()), seed);
}

// What is asked of the agent, as Python gives it.
struct Terms {
  judge::ExamineOptions examine;
  double move_time = 5;
  std::string errors = "raise";
  bool factory = false;
};

// A function for each seat, from one that makes them.
py::object seated(const py::object& factory, const play::Game& game) {
  py::list agents;
  for (std::size_t seat = 0; seat < game.seats().size(); ++seat) agents.append(factory(seat));
  return py::module_::import("noughts._timed").attr("by_seat")(agents);
}

// The rest runs without the GIL. With a limit the policy is called in a thread of its own.
Judgement judge_function(const std::shared_ptr<Game>& game, const py::object& agent, Terms terms,
                         const py::object& progress) {
  const auto analyst = game->judging_analyst(progress);
  const auto system = system_of(*game, terms.examine.seed);
  const py::object callback = progress_callback(progress);
  if (!callback.is_none()) {
    terms.examine.budget.progress = [&](const ProgressReport& report) {
      const py::gil_scoped_acquire acquire;
      tell(callback, report);
    };
  }
  const py::object policy = terms.factory ? seated(agent, game->game()) : agent;
  const py::object timed =
      py::module_::import("noughts._timed").attr("limited")(policy, terms.move_time);
  FunctionAgent asked(game, timed, terms.errors == "count");
  game->cancel().rearm();
  Result<Judgement> judgement = [&] {
    const py::gil_scoped_release release;
    return judge::examine(game->game(), analyst, asked, system.get(), terms.examine);
  }();
  return unwrap(std::move(judgement));
}

Judgement judge_command(const std::shared_ptr<Game>& game, const std::string& command, Terms terms,
                        const py::object& progress) {
  const auto analyst = game->judging_analyst(progress);
  const auto system = system_of(*game, terms.examine.seed);
  return run(game->cancel(), progress, [&](const ProgressListener& listener) {
    game->cancel().rearm();
    terms.examine.budget = {.cancel = &game->cancel(), .progress = listener};
    const auto agent = judge::make_command_agent({.command = command,
                                                  .move_seconds = terms.move_time,
                                                  .budget = {.cancel = &game->cancel()}});
    return judge::examine(game->game(), analyst, *agent, system.get(), terms.examine);
  });
}

Judged judge_agent(const py::object& agent, std::shared_ptr<Game> game, std::uint64_t positions,
                   int games, std::uint64_t seed, std::size_t worst, double move_time,
                   const std::string& errors, int retries, double critical, bool factory,
                   const py::object& progress) {
  if (errors != "raise" && errors != "count") {
    raise(bad_input(fmt::format("errors is raise or count, not {}", quote(errors))));
  }
  if (!(critical >= 0 && critical <= 1)) raise(bad_input("critical is a share from 0 to 1"));
  if (retries < 0) raise(bad_input("retries is 0 or more"));
  if (!(move_time > 0)) raise(bad_input("move_time is a number of seconds above 0"));
  if (game == nullptr) game = std::make_shared<Game>(play::family_tables()[0], py::kwargs());
  const Terms terms{{.positions = positions,
                     .games = games,
                     .seed = seed,
                     .critical = critical,
                     .retries = retries,
                     .worst = worst},
                    move_time,
                    errors,
                    factory};
  if (py::isinstance<py::str>(agent)) {
    return {game, judge_command(game, agent.cast<std::string>(), terms, progress)};
  }
  return {game, judge_function(game, agent, terms, progress)};
}

// What two examinations on the same positions say about which agent plays better.
struct Compared {
  Judged first;
  Judged second;
  std::vector<std::string> names;
  present::JudgedAgent agent(bool is_second) const {
    return {names[is_second ? 1 : 0], (is_second ? second : first).judgement};
  }
};

Compared compare(const Judged& first, const Judged& second, const std::vector<std::string>& names) {
  if (names.size() != 2) raise(bad_input("names takes two names, one for each agent"));
  if (judge::compare(first.judgement, second.judgement).positions == 0) {
    raise(
        bad_input("the two were not asked the same positions: judge both with the same game, "
                  "positions, critical and seed"));
  }
  return {first, second, names};
}

Json document_of(const Compared& compared) {
  return present::comparison_document(compared.first.game->game(), compared.agent(false),
                                      compared.agent(true));
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
          "share", [](const Judged& j) { return j.judgement.all.value(); },
          "kept divided by positions.")
      .def_property_readonly(
          "interval",
          [](const Judged& j) {
            const judge::Interval interval = j.judgement.all.interval();
            return std::pair(interval.low, interval.high);
          },
          "The interval that holds the share with 95 percent probability.")
      .def_property_readonly(
          "document", [](const Judged& j) { return from_json(document_of(j)); },
          "The whole document, as noughts judge --json writes it (docs/guide/judge.md).")
      .def_property_readonly(
          "critical",
          [](const Judged& j) {
            const judge::Share& share = j.judgement.critical;
            const judge::Interval interval = share.interval();
            return py::make_tuple(share.value(), interval.low, interval.high);
          },
          "The share of critical positions in which the move kept the value, and its interval.")
      .def_property_readonly(
          "answers",
          [](const Judged& j) {
            const std::string lines = present::answers_jsonl(j.game->game(), j.judgement);
            const py::object loads = py::module_::import("json").attr("loads");
            py::list answers;
            for (const auto& line : py::str(lines).attr("splitlines")()) {
              answers.append(loads(line));
            }
            return answers;
          },
          "Every position with the answer, as noughts judge --answers writes it.")
      .def(
          "csv", [](const Judged& j) { return present::judgement_csv(j.judgement); },
          "The scores by tier.")
      .def("_repr_svg_",
           [](const Judged& j) {
             return present::to_svg(present::judgement_chart(j.game->game(), j.judgement));
           })
      .def("__repr__",
           [](const Judged& j) { return present::judgement_text(j.game->game(), j.judgement); });
  py::class_<Compared>(module, "Comparison", "Two agents on the same positions.")
      .def_property_readonly(
          "verdict", [](const Compared& c) { return document_of(c)["verdict"].get<std::string>(); },
          "Says in words which agent plays better.")
      .def_property_readonly(
          "p", [](const Compared& c) { return document_of(c)["p"].get<double>(); },
          "The chance that two equal agents differ this much.")
      .def_property_readonly(
          "document", [](const Compared& c) { return from_json(document_of(c)); },
          "The whole document, as noughts judge --compare --json writes it.")
      .def("__repr__", [](const Compared& c) {
        return present::comparison_text(c.agent(false), c.agent(true));
      });
  module.def("judge", judge_agent, py::arg("agent"), py::arg("game") = nullptr,
             py::arg("positions") = 1000, py::arg("games") = 20, py::arg("seed") = 1,
             py::arg("worst") = 10, py::arg("move_time") = 5.0, py::arg("errors") = "raise",
             py::arg("retries") = 0, py::arg("critical") = 0.75, py::arg("factory") = false,
             py::arg("progress") = py::none(),
             "Judges an agent by exact values, on Quixo 4x4 if no game is given. The agent is a "
             "function that takes a Position and returns a move (text or number) or the next "
             "Position. It can also be the command of a program that speaks the line protocol "
             "(docs/guide/judge.md). errors=\"count\" counts exceptions of the function. With "
             "factory=True agent(seat) makes the function for a seat.");
  module.def("compare", compare, py::arg("first"), py::arg("second"),
             py::arg("names") = std::vector<std::string>{"the first", "the second"},
             "Compares two judgements on the same positions: which agent plays better?");
}

}  // namespace noughts::python
