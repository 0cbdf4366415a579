// The games worth playing (research/hyper/interest.h) in words and as documents.
#pragma once

#include <optional>
#include <string>

#include "noughts/core/json.h"
#include "noughts/research/hyper/interest.h"

namespace noughts::research::reports {

// What may be undecided: yes, no or open; true, false or null.
std::string yes_no_open(const std::optional<bool>& value);
Json true_false_null(const std::optional<bool>& value);

Json interest_document(const hyper::Rules& rules, const hyper::research::Interest& found);
std::string interest_text(const hyper::Rules& rules, const hyper::research::Interest& found);

// Such as 4to3-players3-player1-no-win.cert.
std::string certificate_file(const hyper::proof::Certificate& certificate);

}  // namespace noughts::research::reports
