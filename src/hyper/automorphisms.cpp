// All automorphisms of a board, by bliss.
#include "noughts/hyper/automorphisms.h"

// As Debian builds the library: orders of groups are exact.
#define BLISS_USE_GMP
#include <bliss/graph.hh>
#include <cstdio>
#include <cstdlib>

namespace noughts::hyper {
namespace {

struct Collected {
  Cell cells;
  std::vector<Permutation> generators;
};

void collect(void* user, unsigned, const unsigned* images) {
  auto& collected = *static_cast<Collected*>(user);
  collected.generators.emplace_back(images, images + collected.cells);
}

// The library tells the exact order only where it prints its figures, as "|Aut|:   1152".
std::string order_of(const bliss::Stats& stats) {
  char* text = nullptr;
  std::size_t size = 0;
  std::FILE* const stream = open_memstream(&text, &size);
  if (stream == nullptr) return "";
  stats.print(stream);
  std::fclose(stream);
  const std::string printed(text, size);
  std::free(text);
  const std::size_t end = printed.find_last_of("0123456789");
  const std::size_t before = printed.find_last_not_of("0123456789", end);
  return printed.substr(before + 1, end - before);
}

}  // namespace

Automorphisms find_automorphisms(const Board& board) {
  bliss::Graph graph;
  for (Cell cell = 0; cell < board.cells(); ++cell) graph.add_vertex(0);
  for (Line line = 0; line < board.lines(); ++line) {
    const unsigned vertex = graph.add_vertex(1);
    for (const Cell cell : board.cells_of(line)) graph.add_edge(cell, vertex);
  }
  bliss::Stats stats;
  Collected collected{board.cells(), {}};
  graph.find_automorphisms(stats, collect, &collected);
  return {std::move(collected.generators), order_of(stats)};
}

}  // namespace noughts::hyper
