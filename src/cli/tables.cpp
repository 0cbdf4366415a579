// noughts tables WHAT quixo: folders of solved tables; tables_WHAT.cpp.
#include "noughts/cli/verbs.h"

namespace noughts::cli {

void add_tables(const Command& program, Context& context) {
  const Command verb =
      program.sub("tables", "Inspect, copy, publish or fetch a folder of solved tables");
  verb.require_sub();
  add_tables_get(verb, context);
  add_tables_info(verb, context);
  add_tables_pack(verb, context);
  add_tables_publish(verb, context);
}

}  // namespace noughts::cli
