// One function per verb, each in the file of its name.
#pragma once

#include "cli/context.h"

namespace noughts::cli {

void add_show(CLI::App& app, Context& context);
void add_moves(CLI::App& app, Context& context);
void add_perft(CLI::App& app, Context& context);
void add_play(CLI::App& app, Context& context);
void add_tour(CLI::App& app, Context& context);
void add_bench(CLI::App& app, Context& context);

}  // namespace noughts::cli
