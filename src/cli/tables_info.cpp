// noughts tables info quixo: what a folder of tables holds, from its lists alone.
#include <fmt/format.h>

#include "noughts/cli/context.h"
#include "noughts/cli/tables_digests.h"
#include "noughts/cli/verbs.h"
#include "noughts/core/json.h"
#include "noughts/quixo/publish/published.h"
#include "noughts/quixo/tables/class_table.h"
#include "noughts/quixo/tables/folder.h"

namespace noughts::cli {
namespace {

// What is asked of a folder.
struct Holdings {
  quixo::Rules rules;
  quixo::tables::Manifest manifest;
  std::uint64_t bytes = 0;  // of its tables
  bool published = false;   // laid out for a web host
  std::string digest = {};  // SHA-256 of tables laid out so, if they have one
  bool ours = false;        // it is on the list of this project
  int most_tiles = 0;       // on its boards
  int fewest_tiles = 0;
  bool all = false;  // every class of the board
};

Result<Holdings> look_into(const store::Path& path) {
  auto folder = quixo::tables::read_folder(path);
  if (!folder) return folder.error();
  Holdings found{folder->rules, std::move(folder->manifest)};
  const auto& classes = found.manifest.classes;
  found.fewest_tiles = found.rules.cells();
  for (const auto& [id, entry] : classes) {
    found.bytes += entry.bytes;
    found.most_tiles = std::max(found.most_tiles, id.tier());
    found.fewest_tiles = std::min(found.fewest_tiles, id.tier());
  }
  const auto cells = static_cast<std::size_t>(found.rules.cells());
  found.all = classes.size() == (cells + 1) * (cells + 2) / 2;
  const auto published = quixo::publish::Published::read(path, found.rules);
  if (!published && published.error().code != ErrorCode::kMissing) return published.error();
  if (!published) return found;
  found.published = true;
  found.digest = published->digest(found.rules, found.manifest).value_or("");
  found.ours = published->is_of_this_project(found.rules, found.manifest);
  found.bytes = 0;
  for (const auto& [id, entry] : published->classes) found.bytes += entry.bytes();
  return found;
}

// What the tables know of a won or lost board beside its value.
const char* knowledge(const quixo::tables::Manifest& manifest) {
  if (manifest.steps) return "plies";
  return manifest.ranks ? "ranks" : "values";
}

// The files whose content was looked at; everything else is believed as they say it.
std::vector<std::string> lists_read(const Holdings& found) {
  if (!found.published) return {"manifest.json"};
  return {"manifest.json", "published.json"};
}

std::string origin_of(const Holdings& found) {
  if (!found.published) return "not read: add --read to count the boards and compare SHA-256\n";
  if (found.ours) {
    return "published by this project: the lists have a SHA-256 that is on our list, and every "
           "value is compared with it when it is looked up\n";
  }
  return found.digest.empty() ? "unverified: these lists were made before they had a SHA-256\n"
                              : "unverified: SHA-256 " + found.digest + " is not on our list\n";
}

Json to_document(const std::string& folder, const Holdings& found) {
  const quixo::Counts totals = found.manifest.totals();
  Json document = quixo::tables::describe_rules(found.rules);
  document.update({{"folder", folder},
                   {"layout", found.published ? "published" : "tables"},
                   {"knows", knowledge(found.manifest)},
                   {"classes", found.manifest.classes.size()},
                   {"complete", found.all},
                   {"tiers", {found.most_tiles, found.fewest_tiles}},
                   {"states", totals.total()},
                   {"win", totals.win},
                   {"loss", totals.loss},
                   {"draw", totals.draw},
                   {"bytes", found.bytes},
                   {"digest", quixo::tables::digest_text(found.manifest.classes)},
                   {"read", lists_read(found)}});
  if (found.published) {
    document["sha256"] = found.digest.empty() ? Json() : Json(found.digest);
    document["published"] = found.ours;
  }
  return document;
}

std::string to_text(const std::string& folder, const Holdings& found) {
  const quixo::Rules& rules = found.rules;
  const quixo::Counts totals = found.manifest.totals();
  const std::string knows = knowledge(found.manifest);
  return fmt::format(
      "folder   {}{}\n"
      "rules    Quixo {}x{}, a line of {} wins, a move that makes lines of both signs {}{}\n"
      "classes  {}, {}; boards with {} down to {} tiles\n"
      "knows    {}\n"
      "boards   {}: {} won, {} lost, {} drawn\n"
      "size     {}\n"
      "digest   {}\n"
      "read     {} (the source of counts, size and digest)\n"
      "tables   {}",
      folder, found.published ? ", laid out for a web host" : "", rules.size(), rules.size(),
      rules.line(), rules.both_lines() == quixo::BothLines::kMoverLoses ? "loses" : "wins",
      rules.fortress() == quixo::FortressRule::kWins ? ", a fortress wins" : "",
      found.manifest.classes.size(), found.all ? "all of the board" : "a part of the board",
      found.most_tiles, found.fewest_tiles, knows == "values" ? knows : "values and " + knows,
      format_count(totals.total()), format_count(totals.win), format_count(totals.loss),
      format_count(totals.draw), format_bytes(found.bytes),
      quixo::tables::digest_text(found.manifest.classes), fmt::join(lists_read(found), ", "),
      origin_of(found));
}

void run_info(Context& context, const std::string& folder) {
  const auto found = look_into(folder);
  if (!found) return context.fail(found.error());
  context.answer([&] { return to_document(folder, *found); },
                 [&] { return to_text(folder, *found); });
}

}  // namespace

void add_tables_info(const Command& tables, Context& context) {
  const Command verb = tables.sub("info", "Say what a folder of tables holds");
  verb.require_sub();
  const Command sub = verb.sub("quixo", "Tables of Quixo, as solved or as published");
  context.add_common(sub, "noughts tables info quixo --tables tables/4x4");
  auto folder = std::make_shared<std::string>();
  sub.option("--tables", *folder, "Folder of the tables").required();
  auto all = std::make_shared<bool>(false);
  sub.flag("--read", *all, "Read every table and compare it with the published digests");
  sub.on_run([&context, folder, all] {
    if (*all) return show_digests(context, *folder);
    run_info(context, *folder);
  });
}

}  // namespace noughts::cli
