// The checker: is what a certificate claims proved by what it holds?
//
// It trusts nothing but the rules. It includes nothing of the searches that write
// certificates, only the board, its symmetries and the file; it computes with whole
// numbers; and it begins with the one table of what can be proved (claim.h). A
// strategy is played against every reply, position by position, each position
// once up to symmetry. Why each check proves its claim is told in
// docs/reference/certificates.md; tools/check_certificate.py is a second checker that
// shares no code with this one.
#pragma once

#include <cstdint>
#include <string>

#include "noughts/core/budget.h"
#include "noughts/hyper/proof/certificate.h"

namespace noughts::hyper::proof {

// What the checker found.
struct VerifyReport {
  std::uint64_t checked = 0;  // positions, lines or cells looked at
  std::uint64_t wrong = 0;    // 1 if the certificate is refused
  std::string complaint;      // why, in one sentence
};

// A certificate that does not hold, for whatever reason, gives a report with wrong = 1.
// An error says only that the budget did not suffice to tell.
Result<VerifyReport> verify(const Certificate& certificate, const Budget& budget = {});

}  // namespace noughts::hyper::proof
