#include "studies.h"

#include <fmt/format.h>

#include "noughts/hyper/proof/claim.h"
#include "noughts/hyper/proof/verify.h"
#include "noughts/hyper/search/solve.h"
#include "noughts/play/families.h"
#include "noughts/present/family_documents.h"
#include "noughts/quantum/curve/curve.h"

namespace noughts::python {
namespace {

using hyper::proof::Certificate;

// The value of quantum tic-tac-toe as a function of q; noughts/_curve.py says the rest.
struct CurveValues {
  quantum::Variant variant;
  quantum::curve::GameCurves curve;
};

Rational read_fraction(const py::handle& given) {
  const auto exact = py::module_::import("fractions").attr("Fraction")(given);
  return unwrap(parse_rational(std::string(py::str(exact))));
}

py::object value_at(const CurveValues& values, const py::handle& given) {
  const Rational q = read_fraction(given);
  if (q < Rational(0) || q > Rational(1) || q.denominator() > quantum::kMaxDenominator) {
    raise(
        bad_input(fmt::format("q takes a fraction from 0 to 1 with a denominator up to {}, not {}",
                              quantum::kMaxDenominator, to_text(q))));
  }
  return fraction(quantum::curve::value_at(values.curve.game, values.curve.denominator, q));
}

py::object curve_of(Game& game, const py::object& progress) {
  if (game.game().family() != play::Family::kQuantum) {
    raise(bad_input("only quantum tic-tac-toe has a curve"));
  }
  const auto& rules = play::rules_of<quantum::Rules>(game.game());
  CurveValues values{rules.variant(),
                     run(game.cancel(), progress, [&](const ProgressListener& listener) {
                       game.cancel().rearm();
                       return quantum::curve::make_curves(
                           rules, 0, {.cancel = &game.cancel(), .progress = listener});
                     })};
  return py::module_::import("noughts._curve").attr("Curve")(std::move(values));
}

py::object yes_or_no(const std::optional<bool>& answer) { return py::cast(answer); }

py::dict solve_hyper(Game& game, const py::object& progress) {
  const auto& rules = play::rules_of<hyper::Rules>(game.game());
  hyper::search::SolveReport report =
      run(game.cancel(), progress, [&](const ProgressListener& listener) {
        game.cancel().rearm();
        return hyper::search::solve(rules, {.cancel = &game.cancel(), .progress = listener});
      });
  py::list players;
  for (std::size_t i = 0; i < report.players.size(); ++i) {
    py::dict player;
    player["player"] = i + 1;
    player["can_force_win"] = yes_or_no(report.players[i].can_force_win);
    player["can_avoid_loss"] = yes_or_no(report.players[i].can_avoid_loss);
    players.append(player);
  }
  py::dict answer;
  answer["players"] = players;
  answer["how"] = report.how;
  if (!report.open.empty()) answer["open"] = report.open;
  answer["nodes"] = report.nodes;
  answer["certificates"] = py::cast(std::move(report.certificates));
  return answer;
}

py::object solve(Game& game, const py::object& progress) {
  if (game.game().family() == play::Family::kHyper) return solve_hyper(game, progress);
  if (game.game().family() == play::Family::kQuantum) {
    raise(bad_input("for quantum tic-tac-toe use initial.analyze(), or curve() for every q"));
  }
  const auto values = game.values(progress);
  return from_json(present::quixo_document(values->rules(), values->summary()));
}

py::dict check(const Certificate& certificate, const py::object& progress) {
  CancelToken cancel;
  const hyper::proof::VerifyReport report =
      run(cancel, progress, [&](const ProgressListener& listener) {
        return hyper::proof::verify(certificate, {.cancel = &cancel, .progress = listener});
      });
  py::dict answer;
  answer["holds"] = report.wrong == 0;
  answer["checked"] = report.checked;
  if (report.wrong > 0) answer["complaint"] = report.complaint;
  return answer;
}

}  // namespace

void add_studies(py::module_& module, py::class_<Game, std::shared_ptr<Game>>& game) {
  py::class_<CurveValues>(module, "_CurveValues")
      .def("value", value_at, py::arg("q"))
      .def_property_readonly("document", [](const CurveValues& v) {
        return from_json(present::curve_document(v.variant, v.curve, 0));
      });
  game.def("curve", curve_of, py::arg("progress") = py::none(),
           "Quantum tic-tac-toe with chance: its value as an exact function of q.")
      .def("solve", solve, py::arg("progress") = py::none(),
           "Solves the whole game. Quixo: totals by class and by number of moves. n^k: who can "
           "force a win and who can avoid losing, with certificates.");

  py::class_<Certificate>(
      module, "Certificate",
      "A claim about an n^k game and its proof (docs/reference/certificates.md).")
      .def_property_readonly("claim", hyper::proof::claim_text,
                             "The claim, which check() confirms or refutes.")
      .def_property_readonly(
          "kind", [](const Certificate& c) { return std::string(name_of(c.kind)); },
          "strategy, pairing, potential or filling.")
      .def_property_readonly(
          "text", [](const Certificate& c) { return to_text(c); }, "The text of the file.")
      .def("check", check, py::arg("progress") = py::none(),
           "Replays the proof by the rules alone; returns holds, checked and, if the proof is "
           "wrong, complaint.")
      .def(
          "write",
          [](const Certificate& c, const std::string& path) { unwrap(write_certificate(c, path)); },
          py::arg("path"), "Writes the certificate to a file.")
      .def("__repr__", [](const Certificate& c) { return "<" + claim_text(c) + ">"; });
  module.def(
      "read_certificate",
      [](const std::string& path) { return unwrap(hyper::proof::read_certificate(path)); },
      py::arg("path"), "Reads a certificate from a file; check() tells whether it holds.");
}

}  // namespace noughts::python
