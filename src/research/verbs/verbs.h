// The verbs `study` and `bench`, which main() gives to the command line (cli/verbs.h).
#pragma once

#include "noughts/cli/verbs.h"

namespace noughts::research::verbs {

using namespace cli;  // what a verb is made of

void add_bench(const Command& program, Context& context);
void add_study(const Command& program, Context& context);

// The commands of `study`, each in study_COMMAND.cpp; train is beside tree.
void add_study_classify(const Command& study, Context& context);
void add_study_dataset(const Command& study, Context& context);
void add_study_puzzles(const Command& study, Context& context);
void add_study_report(const Command& study, Context& context);
void add_study_summary(const Command& study, Context& context);
void add_study_train(const Command& study, Context& context);
void add_study_tree(const Command& study, Context& context);

}  // namespace noughts::research::verbs
