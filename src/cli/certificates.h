// Certificates as files, as several verbs write them.
#pragma once

#include <string>
#include <vector>

#include "noughts/core/json.h"
#include "noughts/hyper/proof/certificate.h"

namespace noughts::cli {

// Writes each to a file of its own in the folder, which is made where it is missing.
// Returns the paths, as they stand in the documents.
Result<Json> write_certificates(const std::vector<hyper::proof::Certificate>& certificates,
                                const std::string& folder);

// "wrote FILE" for each path that the document lists as `certificates`.
std::string wrote_text(const Json& document);

}  // namespace noughts::cli
