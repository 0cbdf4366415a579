// Any text as a certificate: as it is, and with its checksum mended so that the rest
// of the parser and the checker see it too. Either it is refused in one sentence, or it
// is exactly what would be written, and the checker comes to an end with it.
#include <fmt/format.h>

#include "fuzz/check.h"
#include "noughts/core/text.h"
#include "noughts/hyper/proof/claim.h"
#include "noughts/hyper/proof/verify.h"

namespace {

using namespace noughts;

void check_message(const std::string& message, std::string_view text) {
  fuzz::demand(!message.empty() && message.size() <= 400, "a refusal is short", text);
  const bool printable =
      std::all_of(message.begin(), message.end(), [](char c) { return c >= ' ' && c <= '~'; });
  fuzz::demand(printable, "a refusal is one printable line", text);
}

void check_certificate(const std::string& text) {
  const auto certificate = hyper::proof::parse_certificate(text);
  if (!certificate) {
    const ErrorCode code = certificate.error().code;
    fuzz::demand(code == ErrorCode::kCorrupt || code == ErrorCode::kWrongVersion,
                 "a text that is no certificate is damaged or of another version", text);
    return check_message(certificate.error().message, text);
  }
  fuzz::demand(to_text(*certificate) == text, "printing undoes parsing", text);
  const auto report = hyper::proof::verify(*certificate, {.nodes = 2'000});
  if (!report) {
    fuzz::demand(report.error().code == ErrorCode::kNoSpace, "only the budget ends a check", text);
  } else if (report->wrong != 0) {
    check_message(report->complaint, text);
  } else {
    fuzz::demand(hyper::proof::provable(*certificate).has_value(), "only what the table says",
                 text);
    check_message(claim_text(*certificate), text);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  check_certificate(text);
  const std::string body = text.substr(0, text.rfind("end "));
  check_certificate(body + fmt::format("end {:016x}\n", text_checksum(body)));
  return 0;
}
