// noughts classify hyper and noughts filling hyper: the five categories of
// Golomb and Hales, and full boards on which nobody has won.
#include "noughts/hyper/study/classify.h"

#include <fmt/format.h>

#include "noughts/cli/games.h"
#include "noughts/cli/verbs.h"
#include "noughts/hyper/search/filling.h"
#include "noughts/present/family_documents.h"
#include "noughts/present/hyper_board.h"

namespace noughts::cli {
namespace {

struct ClassifyArguments {
  int side = 3;
  int dims = 2;
  int players = 2;
  double seconds = 60;
  std::string certificate;
};

void classify_hyper(Context& context, const ClassifyArguments& a) {
  const auto c =
      hyper::classify(a.side, a.dims, {.cancel = &context.cancel, .progress = context.progress()},
                      {.filling_seconds = a.seconds});
  if (!c) return context.fail(c.error());
  const Json document = present::classify_document(a.side, a.dims, *c);
  context.answer(document, [&] {
    const std::string category = c->category ? std::to_string(*c->category) : "open";
    return fmt::format(
        "{}^{}: category {}, first player: {}, pairing: {}, drawn filling: {}; {}{}\n", a.side,
        a.dims, category, document["first_player"].get<std::string>(), c->pairing ? "yes" : "no",
        !c->drawn_filling   ? "open"
        : *c->drawn_filling ? "yes"
                            : "no",
        c->how, c->source.empty() ? "" : " (" + c->source + ")");
  });
}

// The board, where it can be played on.
std::string render_filling(Context& context, const ClassifyArguments& a,
                           const std::string& filling) {
  const auto rules = hyper::Rules::make(a.side, a.dims, a.players);
  if (!rules) return "";
  hyper::Position p = rules->initial();
  for (std::size_t cell = 0; cell < filling.size(); ++cell) {
    p.marks[cell] = static_cast<std::uint8_t>(filling[cell] - '0');
  }
  return present::render(*rules, p, context.style());
}

void filling_hyper(Context& context, const ClassifyArguments& a) {
  if (a.players < 2 || a.players > hyper::kMaxPlayers) {
    return context.fail(
        bad_input(fmt::format("2 to {} players can play, not {}", hyper::kMaxPlayers, a.players)));
  }
  const auto answer = hyper::find_filling(a.side, a.dims, a.players,
                                          Budget{.cancel = &context.cancel}.within(a.seconds));
  const bool open = !answer && answer.error().code == ErrorCode::kNoTime;
  if (!answer && !open) return context.fail(answer.error());
  const hyper::FillingAnswer found =
      open ? hyper::FillingAnswer{false, "", "not decided in time"} : *answer;
  if (!a.certificate.empty() && !found.filling.empty()) {
    const auto board = *hyper::Board::make(a.side, a.dims);
    const auto written = write_certificate(
        hyper::filling_certificate(*board, a.players, found.filling), a.certificate);
    if (!written) return context.fail(written.error());
  }
  const Json document = {
      {"side", a.side},       {"dims", a.dims},
      {"players", a.players}, {"drawn_filling", open ? Json(nullptr) : Json(found.exists)},
      {"how", found.how},     {"filling", found.filling}};
  context.answer(document, [&] {
    const std::string word = open ? "open" : found.exists ? "exists" : "does not exist";
    return fmt::format("a drawn filling {}; {}\n{}", word, found.how,
                       found.filling.empty() ? "" : render_filling(context, a, found.filling));
  });
}

void add_board(const Command& sub, ClassifyArguments& a) {
  sub.option("--side", a.side, "Cells along a side, n of n^k").show_default();
  sub.option("--dims", a.dims, "Dimensions, k of n^k").show_default();
  sub.option("--seconds", a.seconds, "Time for the SAT solver").between(0.0, 1e6).show_default();
}

}  // namespace

void add_classify(const Command& program, Context& context) {
  const Command verb = program.sub("classify", "The five categories of Golomb and Hales");
  verb.require_sub();
  const Command sub = verb.sub("hyper", "Two players on an n^k board");
  context.add_common(sub, "noughts classify hyper --side 8 --dims 3");
  auto arguments = std::make_shared<ClassifyArguments>();
  add_board(sub, *arguments);
  sub.on_run([&context, arguments] { classify_hyper(context, *arguments); });
}

void add_filling(const Command& program, Context& context) {
  const Command verb = program.sub("filling", "A full board without a completed line");
  verb.require_sub();
  const Command sub = verb.sub("hyper", "An n^k board in the colours of the players");
  context.add_common(sub, "noughts filling hyper --side 4 --dims 3 --players 3");
  auto arguments = std::make_shared<ClassifyArguments>();
  add_board(sub, *arguments);
  sub.option("--players", arguments->players, "Players, 2 to 8").show_default();
  sub.option("--certificate", arguments->certificate, "File to write the filling to");
  sub.on_run([&context, arguments] { filling_hyper(context, *arguments); });
}

}  // namespace noughts::cli
