#include "noughts/research/reports/quixo_published.h"

#include <fmt/format.h>

#include "noughts/core/progress.h"
#include "noughts/research/quixo/reference/reference.h"

namespace noughts::research::reports {
namespace {

using quixo::Counts;

std::vector<Counts> published_steps() {
  return {{4'697'505, 4'530'779, 0},
          {15'277'446, 528, 0},
          {0, 3'775'611, 0},
          {2'419'938, 0, 0},
          {0, 2'970'384, 0},
          {1'740'992, 0, 0},
          {0, 1'982'339, 0},
          {1'214'497, 0, 0},
          {0, 1'034'097, 0},
          {658'834, 0, 0},
          {0, 438'138, 0},
          {287'864, 0, 0},
          {0, 182'954, 0},
          {100'374, 0, 0},
          {0, 66'280, 0},
          {29'314, 0, 0},
          {0, 18'014, 0},
          {6'656, 0, 0},
          {0, 4'084, 0},
          {1'012, 0, 0},
          {0, 520, 0},
          {57, 0, 0},
          {0, 8, 0}};
}

// pop and ord of the words 0 to 23.
struct PublishedIndex {
  int pop;
  std::uint32_t ord;
};
constexpr PublishedIndex kTableOne[] = {
    {0, 0}, {1, 0}, {1, 1}, {2, 0}, {1, 2}, {2, 1}, {2, 2}, {3, 0}, {1, 3}, {2, 3}, {2, 4}, {3, 1},
    {2, 5}, {3, 2}, {3, 3}, {4, 0}, {1, 4}, {2, 6}, {2, 7}, {3, 4}, {2, 8}, {3, 5}, {3, 6}, {4, 1}};

}  // namespace

std::optional<PublishedQuixo> published_quixo(const quixo::Rules& rules) {
  if (rules.line() != rules.size() || rules.both_lines() != quixo::BothLines::kMoverLoses) {
    return std::nullopt;
  }
  switch (rules.size()) {
    case 3:
      return PublishedQuixo{"win in 7", {}, {}, {}};
    case 4:
      return PublishedQuixo{"win in 21", Counts{26'434'489, 15'003'736, 0}, 41'252'106,
                            published_steps()};
    case 5:
      return PublishedQuixo{
          "draw", Counts{441'815'157'309, 279'746'227'956, 125'727'224'178}, {}, {}};
    default:
      return std::nullopt;
  }
}

std::string beside(std::uint64_t ours, std::uint64_t published) {
  if (ours == published) return "as published";
  const bool more = ours > published;
  return fmt::format("the paper: {}, ours are {} {}", format_count(published),
                     format_count(more ? ours - published : published - ours),
                     more ? "more" : "fewer");
}

std::string index_table_text() {
  constexpr int kBits = 8;
  const quixo::reference::SubsetTables tables(kBits);
  std::string text =
      "\nTable 1: population count and order of the first words\n"
      "x         pop  ord  the paper's\n";
  for (quixo::Cells word = 0; word < std::size(kTableOne); ++word) {
    text += fmt::format("{:0{}b} {:>4} {:>4} {:>4} {:>4}\n", word, kBits, tables.pop(word),
                        tables.ord(word), kTableOne[word].pop, kTableOne[word].ord);
  }
  return text;
}

}  // namespace noughts::research::reports
