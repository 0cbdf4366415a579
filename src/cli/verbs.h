// The verbs of the command line. Each is one function, add_VERB in VERB.cpp, that declares the
// verb's options and what it does (context.h). A verb with commands of its own, such as solve or
// tables, adds them with the functions below, which are in VERB_COMMAND.cpp.
#pragma once

#include <string>
#include <vector>

#include "noughts/cli/command.h"

namespace CLI {
class App;
}

namespace noughts::cli {

class Context;

using AddVerb = void (*)(const Command& program, Context& context);

// Does what the words of the command line say; the answer, or why not, is in the context.
// `others` are verbs of layers above this one.
void dispatch(std::vector<std::string> words, Context& context,
              const std::vector<AddVerb>& others = {});

// The verbs.
// `app` is the whole program, which the scripts are about.
void add_completion(const Command& program, Context& context, const CLI::App& app);
void add_analyze(const Command& program, Context& context);
void add_judge(const Command& program, Context& context);
void add_line(const Command& program, Context& context);
void add_play(const Command& program, Context& context);
void add_serve(const Command& program, Context& context);
void add_show(const Command& program, Context& context);
void add_solve(const Command& program, Context& context);
void add_tables(const Command& program, Context& context);
void add_tour(const Command& program, Context& context);
void add_verify(const Command& program, Context& context);

// Under a verb that differs by game or by what it does.
void add_solve_hyper(const Command& verb, Context& context);
void add_solve_quantum(const Command& verb, Context& context);
void add_solve_quixo(const Command& verb, Context& context);
void add_tables_get(const Command& tables, Context& context);
void add_tables_info(const Command& tables, Context& context);
void add_tables_pack(const Command& tables, Context& context);
void add_tables_publish(const Command& tables, Context& context);
void add_verify_hyper(const Command& verb, Context& context);
void add_verify_quixo(const Command& verb, Context& context);

}  // namespace noughts::cli
