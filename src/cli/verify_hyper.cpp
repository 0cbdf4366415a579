// noughts verify hyper --certificate FILE: replays a proof with the rules alone.
#include <fmt/format.h>

#include "noughts/cli/context.h"
#include "noughts/cli/verbs.h"
#include "noughts/core/stopwatch.h"
#include "noughts/hyper/proof/claim.h"
#include "noughts/hyper/proof/verify.h"
#include "noughts/present/hyper_board.h"

namespace noughts::cli {
namespace {

void verify_hyper(Context& context, const std::string& path) {
  const Result<hyper::proof::Certificate> certificate = hyper::proof::read_certificate(path);
  if (!certificate) return context.fail(certificate.error());
  Result<hyper::proof::VerifyReport> report = bad_input("");
  const double seconds = time_of([&] {
    report = hyper::proof::verify(*certificate,
                                  {.cancel = &context.cancel, .progress = context.progress()});
  });
  if (!report) return context.fail(report.error());
  const std::string_view kind = name_of(certificate->kind);
  Json document = {{"kind", kind}};
  if (certificate->board != nullptr) {
    document.update(present::board_fields(*certificate->board));
  } else {
    document.update({{"side", certificate->side}, {"dims", certificate->dims}});
  }
  document.update({{"players", certificate->players},
                   {"or_more", certificate->or_more},
                   {"player", certificate->player + 1},
                   {"claim", claim_text(*certificate)},
                   {"checked", report->checked},
                   {"wrong", report->wrong},
                   {"seconds", seconds}});
  if (report->wrong > 0) document["complaint"] = report->complaint;
  context.answer(document, [&] {
    if (report->wrong > 0) return fmt::format("refused: {}\n", report->complaint);
    return fmt::format("the {} holds: {}; {} checked, {:.2f} s\n", kind, claim_text(*certificate),
                       format_count(report->checked), seconds);
  });
  if (report->wrong > 0) context.set_exit_code(kExitNo);
}

}  // namespace

void add_verify_hyper(const Command& verb, Context& context) {
  const Command sub = verb.sub("hyper", "Certificates about n^k boards, replayed move by move");
  context.add_common(sub, "noughts verify hyper --certificate proof.cert");
  auto path = std::make_shared<std::string>();
  sub.option("--certificate", *path, "Certificate file to replay").required();
  sub.on_run([&context, path] { verify_hyper(context, *path); });
}

}  // namespace noughts::cli
