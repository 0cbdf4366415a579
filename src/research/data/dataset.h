// Positions with the exact value of every move, to train and to test with.
//
// Positions are sampled as for an examination (judge/sample.h). No two of them are images of one
// another under a symmetry of the board or, in Quixo, of its players, in whichever part they stand,
// so a learner is never tested on what it was trained on. One of ten is for validation and one for
// the test; which, depends on the position alone.
#pragma once

#include <memory>
#include <vector>

#include "noughts/core/budget.h"
#include "noughts/core/json.h"
#include "noughts/judge/sample.h"
#include "noughts/store/file.h"

namespace noughts::research::data {

struct DatasetOptions {
  std::uint64_t positions = 10'000;
  std::uint64_t seed = 1;
  double critical = 0;   // the least share of positions in which some move gives something away
  bool prompts = false;  // also the position as a text for a language model
  Budget budget = {};
};

struct Dataset {
  std::uint64_t positions = 0;
  std::vector<std::string> files;
};

// The same for all images of the position, by whichever way they came about: symmetries of the
// board and, in Quixo, the exchange of X and O. For other positions another.
std::string common_image(const play::Game& game, const play::State& state);

// The position with its label: one line of a dataset.
Json label_of(const play::Game& game, const judge::Sample& sample, bool prompt);

// Writes train.jsonl, validation.jsonl, test.jsonl, README.md and SHA256SUMS to the folder.
Dataset write_dataset(const play::Game& game, play::Analyst& analyst, const store::Path& folder,
                      const DatasetOptions& options);

}  // namespace noughts::research::data
