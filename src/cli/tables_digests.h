// Which tables lie in a folder, by their content, and whether this project has published them.
#pragma once

#include <string>

namespace noughts::cli {

class Context;

// Reads all of the folder and prints it. Ends with kExitNo if these tables are not on the list.
void show_digests(Context& context, const std::string& folder);

}  // namespace noughts::cli
