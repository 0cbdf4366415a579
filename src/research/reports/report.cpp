#include "noughts/research/reports/report.h"

namespace noughts::research::reports {

Result<std::vector<std::string>> write_report(const Report& report, const store::Path& folder) {
  if (auto there = store::make_folder(folder); !there) return there.error();
  std::vector<std::string> paths;
  for (const ReportFile& file : report.files) {
    const store::Path path = folder / file.name;
    if (auto there = store::make_folder(path.parent_path()); !there) return there.error();
    if (auto written = store::write_file(path, file.content); !written) return written.error();
    paths.push_back(path.string());
  }
  return paths;
}

}  // namespace noughts::research::reports
