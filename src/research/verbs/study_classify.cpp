// noughts study classify: the five categories of Golomb and Hales, the games worth playing
// with more players, and full boards on which nobody has won.
#include <fmt/format.h>

#include "noughts/cli/certificates.h"
#include "noughts/cli/games.h"
#include "noughts/hyper/search/filling.h"
#include "noughts/hyper/study/classify.h"
#include "noughts/present/family_documents.h"
#include "noughts/present/hyper_board.h"
#include "noughts/research/hyper/interest.h"
#include "noughts/research/reports/hyper_interest.h"
#include "noughts/research/verbs/verbs.h"

namespace noughts::research::verbs {
namespace {

struct ClassifyArguments {
  explicit ClassifyArguments(const play::Parameters& table) : board(table) {}
  int players() const { return board.integer("players"); }

  play::Values board;
  double seconds = 60;
  bool filling = false;
  std::string certificate;
  std::string certificates;
};

// More than two players, or misère play: whether the game is interesting.
void classify_many(Context& context, const ClassifyArguments& a) {
  const auto rules = play::hyper_rules(a.board).value();
  const auto found =
      hyper::research::interest(rules, context.budget(), {.filling_seconds = a.seconds}).value();
  Json document = reports::interest_document(rules, found);
  if (!a.certificates.empty()) {
    const auto files = write_certificates(found.certificates, a.certificates).value();
    document["certificates"] = files;
  }
  context.answer(document,
                 [&] { return reports::interest_text(rules, found) + wrote_text(document); });
}

void classify_hyper(Context& context, const ClassifyArguments& a) {
  if (a.players() > 2 || a.board.flag("misere")) return classify_many(context, a);
  const auto board = play::hyper_board(a.board).value();
  const auto c =
      hyper::study::classify(board, context.budget(), {.filling_seconds = a.seconds}).value();
  const Json document = present::classify_document(*board, c);
  context.answer(document, [&] {
    const std::string category = c.category ? std::to_string(*c.category) : "open";
    return fmt::format("{}: category {}, first player: {}, pairing: {}, drawn filling: {}; {}{}\n",
                       board->name(), category, document["first_player"].get<std::string>(),
                       c.pairing ? "yes" : "no",
                       !c.drawn_filling   ? "open"
                       : *c.drawn_filling ? "yes"
                                          : "no",
                       c.how, c.source.empty() ? "" : " (" + c.source + ")");
  });
}

// The board, where it can be played on.
std::string render_filling(Context& context, const std::shared_ptr<const hyper::Board>& board,
                           int players, const std::string& filling) {
  const auto rules = hyper::Rules::make(board, players);
  if (!rules) return "";
  hyper::Position p = rules->initial();
  for (std::size_t cell = 0; cell < filling.size(); ++cell) {
    p.marks[cell] = static_cast<std::uint8_t>(filling[cell] - '0');
  }
  return present::render(*rules, p, context.style());
}

void filling_hyper(Context& context, const ClassifyArguments& a) {
  const auto board = play::hyper_board(a.board).value();
  const auto answer = hyper::search::find_filling(
      *board, a.players(), Budget{.cancel = &context.cancel}.within(a.seconds));
  const bool open = !answer && answer.error().code == ErrorCode::kNoTime;
  if (!answer && !open) return context.fail(answer.error());
  const hyper::search::FillingAnswer found =
      open ? hyper::search::FillingAnswer{false, "", "not decided in time"} : *answer;
  if (!a.certificate.empty() && !found.filling.empty()) {
    write_certificate(hyper::search::filling_certificate(*board, a.players(), found.filling),
                      a.certificate)
        .value();
  }
  Json document = present::board_fields(*board);
  document.update({{"players", a.players()},
                   {"drawn_filling", open ? Json(nullptr) : Json(found.exists)},
                   {"how", found.how},
                   {"filling", found.filling}});
  context.answer(document, [&] {
    const std::string word = open ? "open" : found.exists ? "exists" : "does not exist";
    return fmt::format(
        "a drawn filling {}; {}\n{}", word, found.how,
        found.filling.empty() ? "" : render_filling(context, board, a.players(), found.filling));
  });
}

void run(Context& context, const ClassifyArguments& a) {
  if (a.filling && !a.certificates.empty()) {
    return context.fail(bad_input("--filling writes one proof; name its file with --certificate"));
  }
  if (!a.filling && !a.certificate.empty()) {
    return context.fail(bad_input("--certificate needs --filling; add it"));
  }
  if (a.filling) return filling_hyper(context, a);
  classify_hyper(context, a);
}

}  // namespace

void add_study_classify(const Command& study, Context& context) {
  const Command verb = study.sub("classify", "Say what kind of game an n^k board gives");
  verb.require_sub();
  const Command sub =
      verb.sub("hyper", "Categories of Golomb and Hales; for more players, interest");
  context.add_common(sub, "noughts study classify hyper --side 8 --dims 3");
  auto a = std::make_shared<ClassifyArguments>(play::hyper_parameters());
  sub.parameters(play::hyper_parameters(), a->board);
  sub.option("--seconds", a->seconds, "Seconds for the SAT solver").between(0, 1e6).show_default();
  context.add_memory(sub);
  sub.option("--certificates", a->certificates,
             "With three or more players: folder to write proofs to");
  sub.flag("--filling", a->filling, "Find a full board without a completed line instead");
  sub.option("--certificate", a->certificate, "With --filling: certificate file to write");
  sub.on_run([&context, a] { run(context, *a); });
}

}  // namespace noughts::research::verbs
