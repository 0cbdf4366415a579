// A fuzz target without a fuzzer: runs it on every file of a corpus and on
// texts made from them by seeded mutations, the same ones every time.
//
//     fuzz_quixo_replay CORPUS [MUTATIONS]
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "noughts/core/random.h"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size);

namespace {

using noughts::Random;

// What is being tried, for the report of a crash.
std::string current;

void report(int signal) {
  std::fprintf(stderr, "\nthe input was (%zu bytes):\n", current.size());
  std::fwrite(current.data(), 1, current.size(), stderr);
  std::fputc('\n', stderr);
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

void attempt(std::string text) {
  current = std::move(text);
  LLVMFuzzerTestOneInput(reinterpret_cast<const unsigned char*>(current.data()), current.size());
}

std::string pick_piece(const std::string& text, Random& random) {
  if (text.empty()) return "";
  const std::size_t begin = random.below(text.size());
  return text.substr(begin, 1 + random.below(8));
}

// One small change: a byte replaced, inserted or removed; a piece of another
// text put in; a piece repeated many times; the end cut off.
void mutate(std::string& text, const std::vector<std::string>& corpus, Random& random) {
  const std::size_t at = random.below(text.size() + 1);
  const auto byte =
      static_cast<char>(random.below(4) == 0 ? random.below(256) : 32 + random.below(95));
  switch (random.below(6)) {
    case 0:
      if (at < text.size()) text[at] = byte;
      break;
    case 1:
      text.insert(at, 1, byte);
      break;
    case 2:
      if (at < text.size()) text.erase(at, 1 + random.below(3));
      break;
    case 3:
      text.insert(at, pick_piece(corpus[random.below(corpus.size())], random));
      break;
    case 4: {
      const std::string piece = pick_piece(text, random);
      for (std::uint64_t times = random.below(20); times > 0; --times) text.insert(at, piece);
      break;
    }
    default:
      text.resize(at);
  }
}

std::vector<std::string> read_corpus(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) files.push_back(entry);
  std::sort(files.begin(), files.end());  // the same order on every machine
  std::vector<std::string> corpus;
  for (const auto& path : files) {
    std::ifstream file(path, std::ios::binary);
    corpus.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  return corpus;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fputs("usage: replay CORPUS [MUTATIONS]\n", stderr);
    return 2;
  }
  const std::vector<std::string> corpus = read_corpus(argv[1]);
  const long mutations = argc > 2 ? std::atol(argv[2]) : 10'000;
  if (corpus.empty()) {
    std::fputs("the corpus is empty\n", stderr);
    return 1;
  }
  std::signal(SIGABRT, report);
  std::signal(SIGSEGV, report);
  for (const std::string& text : corpus) attempt(text);
  attempt("");
  attempt(std::string(1 << 16, 'X'));
  attempt(std::string(1 << 16, '\0'));
  Random random(1);
  for (long i = 0; i < mutations; ++i) {
    std::string text = corpus[random.below(corpus.size())];
    for (std::uint64_t changes = 1 + random.below(5); changes > 0; --changes) {
      mutate(text, corpus, random);
    }
    attempt(std::move(text));
  }
  std::printf("%zu files, %ld mutations\n", corpus.size(), mutations);
  return 0;
}
