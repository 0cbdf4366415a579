#include "games.h"

#include <fmt/format.h>

#include <algorithm>
#include <variant>

#include "actions.h"
#include "noughts/core/text.h"
#include "noughts/play/families.h"
#include "noughts/play/line.h"
#include "noughts/present/documents.h"
#include "noughts/present/position_svg.h"
#include "noughts/present/render.h"
#include "noughts/quixo/solve/in_memory.h"
#include "players.h"
#include "studies.h"
#include "tables.h"

namespace noughts::python {
namespace {

using play::Analysis;
using play::RatedMove;
using play::Rating;
using GamePointer = std::shared_ptr<Game>;

const play::FamilyTable& family_table(play::Family family) {
  return play::family_tables()[static_cast<std::size_t>(family)];
}

std::unique_ptr<play::Game> make_game(const play::FamilyTable& family, const play::Values& values) {
  if (family.name == "quixo") {
    return std::visit([](const auto& rules) { return play::make_game(rules); },
                      unwrap(play::any_quixo_rules(values)));
  }
  if (family.name == "quantum") return play::make_game(unwrap(play::quantum_rules(values)));
  return play::make_game(unwrap(play::hyper_rules(values)));
}

// An analysis and what it is about.
struct Analysed {
  Position position;
  Analysis analysis;
};

struct AnalysedMove {
  std::shared_ptr<const Analysed> of;
  std::size_t index;
  const RatedMove& rated() const { return of->analysis.moves[index]; }
};

// A word for the mover, a Fraction for X where there are scores, None where it is open.
py::object value_of(const Rating& rating, int seat) {
  if (rating.score) return fraction(score_for_x(rating, seat));
  if (rating.verdict == play::Verdict::kUnknown) return py::none();
  return py::str(std::string(verdict_name(rating.verdict)));
}

std::vector<AnalysedMove> moves_of(const std::shared_ptr<const Analysed>& analysed) {
  std::vector<AnalysedMove> moves;
  for (std::size_t i = 0; i < analysed->analysis.moves.size(); ++i) moves.push_back({analysed, i});
  return moves;
}

std::vector<std::string> best_of(const Analysed& analysed) {
  std::vector<std::string> best;
  for (std::size_t i = 0; i < analysed.analysis.best; ++i) {
    best.push_back(analysed.analysis.moves[i].move);
  }
  return best;
}

std::string analysis_html(const Analysed& analysed) {
  const Analysis& analysis = analysed.analysis;
  std::string html = fmt::format(
      "<p>{} to move: <b>{}</b></p><table><tr><th>move</th><th>value</th><th>keeps it</th></tr>",
      analysed.position.state->to_move(),
      present::rating_text(analysis.rating, analysis.seat, analysis.estimate));
  for (const RatedMove& move : analysis.moves) {
    html += fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td></tr>", move.move,
                        present::rating_text(move.rating, analysis.seat, move.estimate),
                        analysis.keeps(move) ? "yes" : "no");
  }
  return html + "</table>";
}

Position parse(const GamePointer& game, const std::string& text) {
  if (text.empty()) return {game, game->game().initial()};
  return {game, unwrap(game->game().parse(text))};
}

// A move by its text, or by its number in Game.actions.
Position play_move(const Position& position, const std::variant<int, std::string>& move) {
  std::unique_ptr<play::State> next = position.state->clone();
  const int* action = std::get_if<int>(&move);
  unwrap(next->play(action == nullptr
                        ? std::get<std::string>(move)
                        : unwrap(move_text(position.game->game(), *position.state, *action))));
  return {position.game, std::move(next)};
}

std::shared_ptr<const Analysed> analyze(const Position& position, const py::object& progress) {
  return std::make_shared<const Analysed>(
      Analysed{position, position.game->analyze(*position.state, progress)});
}

py::dict line_from(const Position& position, int limit, const py::object& progress) {
  play::Line line = position.game->with_analyst(progress, [&](play::Analyst& analyst,
                                                              const Budget& budget) {
    return play::follow_line(position.state->clone(), analyst, {.limit = limit, .budget = budget});
  });
  py::list positions;
  for (auto& state : line.states) positions.append(Position{position.game, std::move(state)});
  py::dict answer;
  answer["moves"] = line.moves;
  answer["positions"] = positions;
  answer["result"] = line.result;
  return answer;
}

std::string position_repr(const Position& position) {
  return fmt::format("<{} position {}>", family_name(position.game->game().family()),
                     quote(position.state->text()));
}

std::string picture(const Position& position) {
  const play::State& state = *position.state;
  const std::string caption = state.result() ? *state.result() : state.to_move() + " to move";
  return present::render(position.game->game(), state) + caption + "\n";
}

// The parameters in the order of values without names. Those of rectangles came later than players
// and misere, so they stand behind them: Hyper(4, 3, 2) has two players.
play::Parameters in_order(play::Family family) {
  play::Parameters ordered = family_table(family).parameters;
  if (family == play::Family::kHyper) {
    std::stable_partition(ordered.begin(), ordered.end(), [](const play::Parameter& p) {
      return p.name != "rows" && p.name != "cols" && p.name != "line";
    });
  }
  return ordered;
}

// Values without a name belong to the parameters in their order.
py::kwargs by_name(play::Family family, const py::args& values, const py::kwargs& given) {
  py::kwargs named = given;
  const play::Parameters parameters = in_order(family);
  if (values.size() > parameters.size()) {
    raise(bad_input(fmt::format("{} takes {} parameters, not {}", family_table(family).name,
                                parameters.size(), values.size())));
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::string& name = parameters[i].name;
    if (given.contains(name)) raise(bad_input(name + " is given twice; give it once"));
    named[name.c_str()] = values[i];
  }
  return named;
}

template <play::Family kFamily>
void add_game(py::module_& module, const char* name) {
  const play::FamilyTable& family = family_table(kFamily);
  std::string about = family.about + ".\n\nParameters:\n";
  for (const play::Parameter& p : in_order(kFamily)) {
    about += fmt::format("  {}: {}; {}{}\n", p.name, p.help, wanted(p),
                         p.fallback.empty() ? "" : fmt::format(", {} if not given", p.fallback));
  }
  module.def(
      name,
      [](const py::args& values, const py::kwargs& given) {
        return std::make_shared<Game>(family_table(kFamily), by_name(kFamily, values, given));
      },
      about.c_str());
}

}  // namespace

Game::Game(const play::FamilyTable& family, const py::kwargs& given) : given_(given) {
  play::Values values(family.parameters);
  for (const auto& [key, value] : given) {
    std::string name = py::str(key);
    std::replace(name.begin(), name.end(), '_', '-');
    if (value.is_none()) continue;
    if (family.name == "quixo" && name == "tables") {
      tables_ = py::str(value);
    } else if (family.name == "hyper" && name == "proofs") {
      proofs_ = py::str(value);
    } else {
      unwrap(values.set(name, parameter_text(value)));
    }
  }
  game_ = make_game(family, values);
}

std::shared_ptr<const quixo::tables::ValueSource> Game::values(const py::object& progress) {
  if (values_ != nullptr) return values_;
  if (game_->family() == play::Family::kLargeQuixo) {
    raise(bad_input("there are no tables of Quixo above 5x5"));
  }
  if (game_->family() != play::Family::kQuixo)
    raise(bad_input("only Quixo has tables; leave them out"));
  const quixo::Rules& rules = play::rules_of<quixo::Rules>(*game_);
  using Values = std::shared_ptr<const quixo::tables::ValueSource>;
  Values values = run(cancel_, progress, [&](const ProgressListener& listener) -> Result<Values> {
    const std::lock_guard lock(mutex_);
    cancel_.rearm();
    return play::make_values(
        rules, {.tables = tables_, .budget = {.cancel = &cancel_, .progress = listener}});
  });
  if (values_ == nullptr) values_ = std::move(values);
  return values_;
}

std::shared_ptr<play::Analyst> Game::make_analyst(const py::object& progress,
                                                  play::Sources sources) {
  sources.budget = {.cancel = &cancel_};
  sources.proofs = proofs_;
  // Solved where Ctrl-C is heard.
  const bool quixo = game_->family() == play::Family::kQuixo;
  if (quixo && (!tables_.empty() ||
                play::rules_of<quixo::Rules>(*game_).size() <= quixo::solve::kMostSolvedInMemory)) {
    sources.values = values(progress);
  }
  return unwrap(play::make_analyst(*game_, sources));
}

std::shared_ptr<play::Analyst> Game::analyst(const py::object& progress) {
  if (analyst_ == nullptr) {
    auto made = make_analyst(progress, {});
    if (analyst_ == nullptr) analyst_ = std::move(made);
  }
  return analyst_;
}

std::shared_ptr<play::Analyst> Game::judging_analyst(const py::object& progress) {
  return make_analyst(progress, {.replies = false, .beyond = play::Beyond::kDecide});
}

py::list Game::names_of_moves(const play::State& state) {
  // A mark of quantum tic-tac-toe is named by its ply, too.
  if (game_->family() == play::Family::kQuantum) return py::cast(state.moves());
  if (names_.empty()) {
    for (const std::string& name : action_names(*game_)) names_.emplace_back(name);
  }
  py::list names;
  for (const int action : legal_actions(*game_, state)) {
    names.append(names_[static_cast<std::size_t>(action)]);
  }
  return names;
}

Analysis Game::analyze(const play::State& state, const py::object& progress) {
  return with_analyst(
      progress, [&](play::Analyst& analyst, const Budget&) { return analyst.analyze(state); });
}

void add_games(py::module_& module) {
  py::class_<Game, GamePointer> game(module, "Game",
                                     "A game with its rules and what is known about it.");
  py::class_<Position> position(module, "Position", "A position of a game. It is immutable.");
  py::class_<Analysed, std::shared_ptr<Analysed>> analysis(
      module, "Analysis", "The value of a position and of each move, best moves first.");
  py::class_<AnalysedMove> move(module, "RatedMove", "A legal move and its value.");
  add_game<play::Family::kQuixo>(module, "Quixo");
  add_game<play::Family::kQuantum>(module, "Quantum");
  add_game<play::Family::kHyper>(module, "Hyper");

  game.def("position", parse, py::arg("text") = "",
           "The position that a text describes; without a text, the start.")
      .def_property_readonly(
          "initial",
          [](const GamePointer& g) {
            return Position{g, g->game().initial()};
          },
          "The start position.")
      .def_property_readonly(
          "family", [](const Game& g) { return std::string(family_name(g.game().family())); },
          "quixo, quantum or hyper.")
      .def_property_readonly(
          "rules", [](const Game& g) { return from_json(present::rules_json(g.game())); },
          "The parameters of this variant.")
      .def_property_readonly(
          "seats", [](const Game& g) { return g.game().seats(); }, "The players' names, in order.")
      .def_property_readonly(
          "actions", [](const Game& g) { return action_names(g.game()); },
          "Every move that any position can have; its index is the action number.")
      .def("__reduce__",
           [](const Game& g) {
             return py::make_tuple(
                 py::module_::import("noughts._pickle").attr("game"),
                 py::make_tuple(std::string(family_name(g.game().family())), g.given()));
           })
      .def("__repr__", [](const Game& g) {
        return fmt::format("<{} {}>", family_name(g.game().family()),
                           present::rules_json(g.game()).dump());
      });
  add_tables(module, game);
  add_studies(module, game);
  add_players(module, game);

  position
      .def_property_readonly(
          "text", [](const Position& p) { return p.state->text(); },
          "The position in the game's notation.")
      .def_property_readonly(
          "game", [](const Position& p) { return p.game; }, "The game of this position.")
      .def_property_readonly(
          "to_move", [](const Position& p) { return p.state->to_move(); },
          "Who moves next: X, O, 1, System.")
      .def_property_readonly(
          "seat", [](const Position& p) { return p.state->seat(); },
          "The seat to move as a number from 0; the System comes after the players.")
      .def_property_readonly(
          "result", [](const Position& p) { return p.state->result(); },
          "How the game ended, in words; None while it goes on.")
      .def_property_readonly(
          "winner", [](const Position& p) { return p.state->winner(); },
          "The seat that has won; None for a draw, and while the game goes on.")
      .def_property_readonly(
          "board",
          [](const Position& p) {
            return from_json(present::board_json(p.game->game(), *p.state));
          },
          "The marks or tiles on each cell.")
      .def(
          "moves", [](const Position& p) { return p.game->names_of_moves(*p.state); },
          "The legal moves; none when the game is over.")
      .def("play", play_move, py::arg("move"),
           "The position after a move: its text, or its number in Game.actions.")
      .def("analyze", analyze, py::arg("progress") = py::none(),
           "The value of the position and of each move, and how it is known.")
      .def("line", line_from, py::arg("limit") = 200, py::arg("progress") = py::none(),
           "One game of best play from here: moves, positions, result.")
      .def(
          "legal_actions",
          [](const Position& p) { return legal_actions(p.game->game(), *p.state); },
          "The action number of each of moves().")
      .def(
          "planes", [](const Position& p) { return planes(p.game->game(), *p.state); },
          "The board as an array of 0 and 1, the marks of the player to move first.")
      .def(
          "svg", [](const Position& p) { return present::position_svg(p.game->game(), *p.state); },
          "A picture.")
      .def("_repr_svg_",
           [](const Position& p) { return present::position_svg(p.game->game(), *p.state); })
      .def("__repr__", position_repr)
      .def("__str__", picture)
      .def("__eq__",
           [](const Position& a, const py::object& other) {
             if (!py::isinstance<Position>(other)) return false;
             const auto& b = other.cast<const Position&>();
             return present::rules_json(a.game->game()) == present::rules_json(b.game->game()) &&
                    a.state->text() == b.state->text();
           })
      .def("__reduce__",
           [](const Position& p) {
             return py::make_tuple(py::module_::import("noughts._pickle").attr("position"),
                                   py::make_tuple(p.game, p.state->text()));
           })
      // It never changes, so that it is its own copy.
      .def("__copy__", [](const py::object& p) { return p; })
      .def("__deepcopy__", [](const py::object& p, const py::object&) { return p; })
      .def("__hash__", [](const Position& p) { return py::hash(py::str(p.state->text())); });

  analysis.def_property_readonly("position", [](const Analysed& a) { return a.position; })
      .def_property_readonly(
          "value", [](const Analysed& a) { return value_of(a.analysis.rating, a.analysis.seat); },
          "For the player to move: win, draw or loss; with more than two players win, hold or "
          "exposed; None if it is not known. Quantum tic-tac-toe: a Fraction, for X.")
      .def_property_readonly(
          "plies", [](const Analysed& a) { return a.analysis.rating.plies; },
          "The number of moves to the end, where it is known.")
      .def_property_readonly(
          "rank", [](const Analysed& a) { return a.analysis.rating.rank; },
          "Moves to the next new tile or to the end, from tables with ranks.")
      .def_property_readonly("moves", moves_of, "Each legal move, the best first.")
      .def_property_readonly("best", best_of, "The best moves.")
      .def_property_readonly(
          "source", [](const Analysed& a) { return std::string(source_name(a.analysis.source)); },
          "How it is known: table, search, proof or guess.")
      .def_property_readonly(
          "document",
          [](const Analysed& a) {
            return from_json(
                present::analysis_document(a.position.game->game(), *a.position.state, a.analysis));
          },
          "The whole document, as noughts analyze --json writes it.")
      .def("__repr__",
           [](const Analysed& a) { return present::analysis_text(*a.position.state, a.analysis); })
      .def("_repr_html_", analysis_html);

  move.def_property_readonly("move", [](const AnalysedMove& m) { return m.rated().move; })
      .def_property_readonly(
          "value",
          [](const AnalysedMove& m) { return value_of(m.rated().rating, m.of->analysis.seat); },
          "As in an analysis, for the player who makes the move.")
      .def_property_readonly("plies", [](const AnalysedMove& m) { return m.rated().rating.plies; })
      .def_property_readonly(
          "keeps", [](const AnalysedMove& m) { return m.of->analysis.keeps(m.rated()); },
          "Whether the move gives nothing away.")
      .def_property_readonly(
          "probability",
          [](const AnalysedMove& m) -> py::object {
            const auto& odds = m.rated().odds;
            if (!odds || !odds->probability) return py::none();
            return fraction(*odds->probability);
          },
          "Where the System selects: the probability of this outcome; None if both are worth the "
          "same.")
      .def("__repr__", [](const AnalysedMove& m) {
        return fmt::format("<{}: {}>", m.rated().move,
                           present::rating_text(m.rated().rating, m.of->analysis.seat));
      });
}

}  // namespace noughts::python
