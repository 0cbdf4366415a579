// The routes of the API and what answers them: the documents of the command
// line (present/documents.h) over what the server knows. docs/reference/http.md describes
// every route and field.
#pragma once

#include <vector>

#include "noughts/serve/analysis_cache.h"
#include "noughts/serve/route.h"

namespace noughts::serve {

// The cache must outlive the routes.
std::vector<Route> make_routes(AnalysisCache& analyses, const std::string& version);

// The description of these routes in the format OpenAPI 3.
Json openapi_document(const std::vector<Route>& routes, const std::string& version);

}  // namespace noughts::serve
