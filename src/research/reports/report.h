// A report: the papers' tables and figures from what was solved, as files of text,
// CSV and SVG, and a text for people. make_FAMILY_report (FAMILY_report.h) makes
// one, write_report puts its files into a folder.
#pragma once

#include <string>
#include <vector>

#include "noughts/core/json.h"
#include "noughts/core/result.h"
#include "noughts/store/file.h"

namespace noughts::research::reports {

struct ReportFile {
  std::string name;
  std::string content;
};

struct Report {
  std::string text = {};
  std::vector<ReportFile> files = {};
  Json facts = Json::object();  // what else the document of the report says
};

// Writes all files; returns their paths.
Result<std::vector<std::string>> write_report(const Report& report, const store::Path& folder);

}  // namespace noughts::research::reports
