// One function per verb, each in the file of its name.
#pragma once

#include "cli/context.h"

namespace noughts::cli {

void add_analyze(CLI::App& app, Context& context);
void add_bench(CLI::App& app, Context& context);
void add_classify(CLI::App& app, Context& context);
void add_curve(CLI::App& app, Context& context);
void add_filling(CLI::App& app, Context& context);
void add_line(CLI::App& app, Context& context);
void add_moves(CLI::App& app, Context& context);
void add_perft(CLI::App& app, Context& context);
void add_play(CLI::App& app, Context& context);
void add_report(CLI::App& app, Context& context);
void add_serve(CLI::App& app, Context& context);
void add_show(CLI::App& app, Context& context);
void add_solve(CLI::App& app, Context& context);
void add_sweep(CLI::App& app, Context& context);
void add_tour(CLI::App& app, Context& context);
void add_train(CLI::App& app, Context& context);
void add_tree(CLI::App& app, Context& context);
void add_verify(CLI::App& app, Context& context);

// Under a verb that differs by game, in the files VERB_GAME.cpp.
void add_report_hyper(CLI::App& verb, Context& context);
void add_report_quantum(CLI::App& verb, Context& context);
void add_report_quixo(CLI::App& verb, Context& context);
void add_solve_hyper(CLI::App& verb, Context& context);
void add_solve_quantum(CLI::App& verb, Context& context);
void add_solve_quixo(CLI::App& verb, Context& context);
void add_verify_hyper(CLI::App& verb, Context& context);
void add_verify_quixo(CLI::App& verb, Context& context);

}  // namespace noughts::cli
