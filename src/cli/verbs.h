// One function per verb, each in the file of its name; context.h says what it does.
#pragma once

#include <string>
#include <vector>

#include "noughts/cli/command.h"

namespace CLI {
class App;
}

namespace noughts::cli {

class Context;

// Does what the words of the command line say; the answer, or why not, is in the context.
void dispatch(const std::vector<std::string>& words, Context& context);

void add_agent(const Command& program, Context& context);
void add_analyze(const Command& program, Context& context);
void add_bench(const Command& program, Context& context);
void add_classify(const Command& program, Context& context);
// `app` is the whole program, which the scripts are about.
void add_completion(const Command& program, Context& context, const CLI::App& app);
void add_curve(const Command& program, Context& context);
void add_filling(const Command& program, Context& context);
void add_judge(const Command& program, Context& context);
void add_line(const Command& program, Context& context);
void add_moves(const Command& program, Context& context);
void add_perft(const Command& program, Context& context);
void add_play(const Command& program, Context& context);
void add_repack(const Command& program, Context& context);
void add_publish(const Command& program, Context& context);
void add_report(const Command& program, Context& context);
void add_serve(const Command& program, Context& context);
void add_show(const Command& program, Context& context);
void add_solve(const Command& program, Context& context);
void add_sweep(const Command& program, Context& context);
void add_tour(const Command& program, Context& context);
void add_train(const Command& program, Context& context);
void add_tree(const Command& program, Context& context);
void add_verify(const Command& program, Context& context);

// Under a verb that differs by game, in the files VERB_GAME.cpp.
void add_solve_hyper(const Command& verb, Context& context);
void add_solve_quantum(const Command& verb, Context& context);
void add_solve_quixo(const Command& verb, Context& context);
void add_verify_hyper(const Command& verb, Context& context);
void add_verify_quixo(const Command& verb, Context& context);

}  // namespace noughts::cli
