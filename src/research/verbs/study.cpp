// noughts study WHAT GAME: what reproduces a paper or answers a question once. Each study has
// its own file, study_WHAT.cpp; a new one is a line here.
#include "noughts/research/verbs/verbs.h"

namespace noughts::research::verbs {

void add_study(const Command& program, Context& context) {
  const Command verb = program.sub("study", "Reproduce a paper's tables, or study one question");
  verb.require_sub();
  add_study_summary(verb, context);
  add_study_report(verb, context);
  add_study_classify(verb, context);
  add_study_tree(verb, context);
  add_study_train(verb, context);
  add_study_dataset(verb, context);
  add_study_puzzles(verb, context);
}

}  // namespace noughts::research::verbs
