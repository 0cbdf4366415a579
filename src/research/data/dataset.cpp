#include "noughts/research/data/dataset.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <unordered_set>

#include "noughts/play/families.h"
#include "noughts/present/documents.h"
#include "noughts/present/render.h"
#include "noughts/store/sha256.h"
#include "noughts/version.h"

namespace noughts::research::data {
namespace {

constexpr std::array<std::string_view, 3> kParts = {"train", "validation", "test"};

// What was written: positions of each part, and of each tier.
struct Labelled {
  std::array<std::uint64_t, kParts.size()> counts{};
  std::map<int, std::uint64_t> tiers;
};

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

bool is_quixo(const play::Game& game) { return family_name(game.family()) == "quixo"; }

std::string table_of(const play::Game& game, const Labelled& labelled) {
  std::string table = fmt::format("| {} | positions |\n|---|---|\n", judge::tier_unit(game));
  for (const auto& [tier, count] : labelled.tiers)
    table += fmt::format("| {} | {} |\n", tier, count);
  return table;
}

std::string card_of(const play::Game& game, const Labelled& labelled,
                    const DatasetOptions& options) {
  return fmt::format(
      "---\nlicense: cc0-1.0\n---\n# Exact positions of {} {}\n\n"
      "License: CC0 1.0. Values are exact, by noughts {}: no position is labelled by a guess.\n\n"
      "| part | positions |\n|---|---|\n| train | {} |\n| validation | {} |\n| test | {} |\n\n"
      "No two positions, of whichever parts, are images of one another: not under a symmetry of "
      "the board{}. Half are random boards, all tiers in turn; half come "
      "from games of best moves in which one move of three is any move. Seed {}.\n\n{}\n"
      "Each line is an object: `position` and moves in the notation of noughts, `value` and, where "
      "it is known, `plies` to the mover, `moves` with those of every legal move, `best` the moves "
      "that are as good as any, `keep` those that give nothing away, `tier`, and `difficulty`, the "
      "share of moves that give something away.{}\n\n`sha256sum -c SHA256SUMS` checks the files.\n",
      family_name(game.family()), present::rules_json(game).dump(), kVersion, labelled.counts[0],
      labelled.counts[1], labelled.counts[2], is_quixo(game) ? ", nor with X and O exchanged" : "",
      options.seed, table_of(game, labelled),
      options.prompts ? " `prompt` is the position as text, with the legal moves." : "");
}

template <class W>
std::string common_key(const quixo::BasicRules<W>& rules,
                       const quixo::BasicPosition<typename W::Board>& p) {
  const bool x_moves = p.to_move == quixo::Player::kX;
  return to_text(rules, rules.canonical(x_moves ? p : swap_colours(p)));
}
std::string common_key(const quantum::Rules& rules, const quantum::Position& p) {
  return std::to_string(canonical_state_key(rules, p));
}
std::string common_key(const hyper::Rules& rules, const hyper::Position& p) {
  const auto marks = rules.canonical(p).marks;
  return {marks.begin(), marks.end()};
}

// A file of the dataset under construction, with its checksum.
struct Output {
  std::string name;
  store::NewFile file;
  store::Sha256 sum = {};

  static Output create(const store::Path& folder, std::string name) {
    auto file = store::NewFile::create(folder / name).value();
    return Output{.name = std::move(name), .file = std::move(file)};
  }
  void add(std::string_view text) {
    const store::Bytes bytes{reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
    sum.add(bytes);
    file.append(bytes).value();
  }
  // Its line of SHA256SUMS.
  std::string close() {
    file.commit().value();
    return fmt::format("{}  {}\n", store::to_hex(sum.finish()), name);
  }
};

// Writes each new position to the part that it belongs to.
Labelled label_positions(const play::Game& game, play::Analyst& analyst, std::vector<Output>& parts,
                         const DatasetOptions& options) {
  judge::Sampler sampler(game, analyst, options.seed, options.critical, options.budget);
  Progress progress(options.budget.progress, "labelling positions", options.positions);
  std::unordered_set<std::string> seen;
  Labelled labelled;
  while (seen.size() < options.positions) {
    const auto sample = sampler.next().value();
    if (!sample) break;
    std::string image = common_image(game, *sample->state);
    const std::size_t part = part_of(image);
    if (!seen.insert(std::move(image)).second) continue;
    parts[part].add(label_of(game, *sample, options.prompts).dump() + "\n");
    ++labelled.counts[part];
    ++labelled.tiers[sample->tier];
    progress.advance(1);
  }
  return labelled;
}

}  // namespace

std::string common_image(const play::Game& game, const play::State& state) {
  return visit(game, state,
               [](const auto& rules, const auto& position) { return common_key(rules, position); });
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
  std::vector<Output> parts;
  for (const std::string_view name : kParts) {
    parts.push_back(Output::create(folder, fmt::format("{}.jsonl", name)));
  }
  const Labelled labelled = label_positions(game, analyst, parts, options);
  parts.push_back(Output::create(folder, "README.md"));
  parts.back().add(card_of(game, labelled, options));
  const auto& counts = labelled.counts;
  Dataset dataset{.positions = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}),
                  .files = {}};
  std::string sums;
  for (Output& part : parts) {
    sums += part.close();
    dataset.files.push_back((folder / part.name).string());
  }
  dataset.files.push_back((folder / "SHA256SUMS").string());
  store::write_file(folder / "SHA256SUMS", sums).value();
  return dataset;
}

}  // namespace noughts::research::data
