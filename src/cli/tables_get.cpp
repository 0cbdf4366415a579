// noughts tables get: a folder of published tables, from a web host or from another folder.
#include <fmt/format.h>

#include "noughts/cli/copy_tables.h"
#include "noughts/cli/verbs.h"
#include "noughts/core/json.h"
#include "noughts/fetch/get.h"
#include "noughts/quixo/tables/class_table.h"

namespace noughts::cli {
namespace {

struct GetArguments {
  std::string address;
  std::string folder;
  std::string tiers;
  std::string pair;
};

Json to_document(const GetArguments& arguments, const fetch::Lists& lists,
                 const fetch::GetSummary& got) {
  const auto digest = lists.published.digest(lists.rules, lists.manifest);
  Json document = quixo::tables::describe_rules(lists.rules);
  document.update({{"address", arguments.address},
                   {"folder", arguments.folder},
                   {"classes", got.classes},
                   {"listed_classes", lists.published.classes.size()},
                   {"bytes", got.bytes},
                   {"fetched_classes", got.fetched_classes},
                   {"fetched_bytes", got.fetched_bytes},
                   {"resumed_bytes", got.resumed_bytes},
                   {"sha256", digest ? Json(*digest) : Json()},
                   {"published", lists.published.is_of_this_project(lists.rules, lists.manifest)}});
  return document;
}

// Whose tables they are: the list has a digest over every value, and we know some.
std::string origin_of(const fetch::Lists& lists) {
  if (lists.published.is_of_this_project(lists.rules, lists.manifest)) {
    return "published by this project: the list has a SHA-256 that is on our list";
  }
  const auto digest = lists.published.digest(lists.rules, lists.manifest);
  if (!digest) return "unverified: the list was made before lists had a SHA-256";
  return "unverified: SHA-256 " + *digest + " is not on our list";
}

std::string to_text(const GetArguments& arguments, const fetch::Lists& lists,
                    const fetch::GetSummary& got) {
  return fmt::format("{} of {} classes are in {}: {}, {} of them fetched now\n{}\n", got.classes,
                     lists.published.classes.size(), arguments.folder, format_bytes(got.bytes),
                     format_bytes(got.fetched_bytes), origin_of(lists));
}

void run_get(Context& context, const GetArguments& arguments) {
  auto origin = fetch::open_origin(arguments.address, context.cancel);
  if (!origin) return context.fail(origin.error());
  const auto lists = fetch::read_lists(**origin);
  if (!lists) return context.fail(lists.error());
  auto wanted = chosen_classes(arguments.tiers, arguments.pair, lists->rules);
  if (!wanted) return context.fail(wanted.error());
  const auto classes = lists->choose(std::move(*wanted));
  if (!classes) return context.fail(classes.error());
  context.outlive_terminal();
  const auto got =
      fetch::get_tables(**origin, *lists, *classes, arguments.folder, context.budget());
  if (!got) return context.fail(got.error());
  context.answer([&] { return to_document(arguments, *lists, *got); },
                 [&] { return to_text(arguments, *lists, *got); });
}

}  // namespace

void add_tables_get(const Command& tables, Context& context) {
  const Command verb =
      tables.sub("get", "Fetch published tables from a web host; goes on where it was stopped");
  auto arguments = std::make_shared<GetArguments>();
  context.add_common(verb, "noughts tables get public/5x5 tables/5x5");
  verb.argument("ADDRESS", arguments->address, "http://HOST/PATH of the folder, or a folder here");
  verb.argument("DIR", arguments->folder, "Folder to write to");
  verb.option("--tiers", arguments->tiers, "Only boards with this many tiles, such as 9..0");
  verb.option("--pair", arguments->pair, "Only boards with this many X and O, such as 3,4");
  verb.on_run([&context, arguments] { run_get(context, *arguments); });
}

}  // namespace noughts::cli
