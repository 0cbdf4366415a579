#include "noughts/research/data/dataset.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <unordered_set>

#include "noughts/play/families.h"
#include "noughts/present/documents.h"
#include "noughts/present/render.h"
#include "noughts/store/sha256.h"

namespace noughts::research {
namespace {

constexpr std::array<std::string_view, 3> kParts = {"train", "validation", "test"};

// Eight of ten for training; by the text alone, so that all machines agree (FNV-1a).
std::size_t part_of(std::string_view text) {
  std::uint64_t hash = 14695981039346656037U;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
  const std::uint64_t tenth = (hash >> 32) % 10;
  return tenth < 8 ? 0 : tenth - 7;
}

// How often any move, each as likely, gives something away.
double difficulty_of(const play::Analysis& analysis) {
  const auto loses = [&](const play::RatedMove& move) { return !analysis.keeps(move); };
  const auto losing = std::count_if(analysis.moves.begin(), analysis.moves.end(), loses);
  return static_cast<double>(losing) / static_cast<double>(analysis.moves.size());
}

std::string prompt_of(const play::Game& game, const judge::Sample& sample) {
  return fmt::format("{}{} to move. Legal moves: {}. Answer with the best move and nothing else.",
                     present::render(game, *sample.state), sample.state->to_move(),
                     fmt::join(sample.state->moves(), " "));
}

std::string card_of(const play::Game& game, const std::array<std::uint64_t, 3>& counts,
                    const DatasetOptions& options) {
  return fmt::format(
      "# Exact positions of {} {}\n\n"
      "License: CC0 1.0. Values are exact, by noughts: no position is labelled by a guess.\n\n"
      "| part | positions |\n|---|---|\n| train | {} |\n| validation | {} |\n| test | {} |\n\n"
      "No two positions, of whichever parts, are images under a symmetry of the board. Half are "
      "random boards, all tiers in turn; half come from games of best moves in which one move of "
      "three is any move. Seed {}.\n\n"
      "Each line is an object: `position` and moves in the notation of noughts, `value` and "
      "`plies` to the mover, `moves` with those of every legal move, `best` the moves that are as "
      "good as any, `keep` those that give nothing away, `tier`, and `difficulty`, the share of "
      "moves that give something away.{}\n\n`sha256sum -c SHA256SUMS` checks the files.\n",
      family_name(game.family()), present::rules_json(game).dump(), counts[0], counts[1], counts[2],
      options.seed,
      options.prompts ? " `prompt` is the position as text, with the legal moves." : "");
}

}  // namespace

std::string common_image(const play::Game& game, const play::State& state) {
  return visit(game, state, [](const auto& rules, const auto& position) {
    std::string least = to_text(rules, position);
    for (int symmetry = 1; symmetry < rules.symmetry_count(); ++symmetry) {
      least = std::min(least, to_text(rules, rules.image(position, symmetry)));
    }
    return least;
  });
}

Json label_of(const play::Game& game, const judge::Sample& sample, bool prompt) {
  const play::Analysis& analysis = sample.analysis;
  Json json = {{"game", family_name(game.family())},
               {"rules", present::rules_json(game)},
               {"position", sample.state->text()},
               {"to_move", sample.state->to_move()},
               {"tier", sample.tier}};
  present::put_rating(json, analysis.rating, analysis.seat);
  json["moves"] = Json::object();
  json["best"] = Json::array();
  json["keep"] = Json::array();
  for (std::size_t i = 0; i < analysis.moves.size(); ++i) {
    const play::RatedMove& move = analysis.moves[i];
    Json& rated = json["moves"][move.move] = Json::object();
    present::put_rating(rated, move.rating, analysis.seat);
    if (i < analysis.best) json["best"].push_back(move.move);
    if (analysis.keeps(move)) json["keep"].push_back(move.move);
  }
  json["difficulty"] = difficulty_of(analysis);
  if (prompt) json["prompt"] = prompt_of(game, sample);
  return json;
}

Dataset write_dataset(const play::Game& game, play::Analyst& analyst, const store::Path& folder,
                      const DatasetOptions& options) {
  store::make_folder(folder).value();
  judge::Sampler sampler(game, analyst, options.seed, options.critical, options.budget);
  Progress progress(options.budget.progress, "labelling positions", options.positions);
  std::unordered_set<std::string> seen;
  std::array<std::string, 3> parts;
  std::array<std::uint64_t, 3> counts{};
  while (seen.size() < options.positions) {
    auto sample = sampler.next().value();
    if (!sample) break;
    std::string image = common_image(game, *sample->state);
    const std::size_t part = part_of(image);
    if (!seen.insert(std::move(image)).second) continue;
    parts[part] += label_of(game, *sample, options.prompts).dump() + "\n";
    ++counts[part];
    progress.advance(1);
  }
  Dataset dataset{.positions = seen.size(), .files = {}};
  std::string sums;
  const auto write = [&](const std::string& name, const std::string& content) -> Result<void> {
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(content.data());
    const auto digest = store::Sha256::of({bytes, content.size()});
    sums += fmt::format("{}  {}\n", store::to_hex(digest), name);
    dataset.files.push_back((folder / name).string());
    return store::write_file(folder / name, content);
  };
  for (std::size_t i = 0; i < kParts.size(); ++i) {
    write(fmt::format("{}.jsonl", kParts[i]), parts[i]).value();
  }
  write("README.md", card_of(game, counts, options)).value();
  dataset.files.push_back((folder / "SHA256SUMS").string());
  store::write_file(folder / "SHA256SUMS", sums).value();
  return dataset;
}

}  // namespace noughts::research
