// A folder of tables that nobody has said the rules of.
#pragma once

#include "noughts/quixo/rules.h"
#include "noughts/quixo/tables/manifest.h"

namespace noughts::quixo::tables {

struct Folder {
  Rules rules;
  Manifest manifest;
};

// Reads the folder's lists (manifest.h) and finds the rules that they are about. kMissing if there
// is no list; else the errors of Manifest::read.
Result<Folder> read_folder(const store::Path& folder);
// The same from the text of a manifest; `path` is for messages.
Result<Folder> parse_folder(std::string_view text, const store::Path& path);

}  // namespace noughts::quixo::tables
