// Who can force a win, and who can avoid losing, in tic-tac-toe on n^k cells for two to
// eight players; the proofs go to files, and every file is read again and checked by
// the part of the library that knows nothing of the search.
//
//     hyper_winner 4 2 3 proofs        4x4 cells, three players
#include <noughts/hyper.h>

#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <optional>
#include <string>

namespace hyper = noughts::hyper;

namespace {

template <class T>
T expect(noughts::Result<T> result) {
  if (result) return *std::move(result);
  std::cerr << "hyper_winner: " << result.error().message << "\n";
  std::exit(1);
}
void expect(const noughts::Result<void>& result) {
  if (result) return;
  std::cerr << "hyper_winner: " << result.error().message << "\n";
  std::exit(1);
}

const char* in_words(const std::optional<bool>& verdict) {
  return !verdict ? "not decided" : *verdict ? "yes" : "no";
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) {
    std::cerr << "usage: hyper_winner SIDE DIMENSIONS PLAYERS FOLDER\n";
    return 2;
  }
  const auto rules =
      expect(hyper::Rules::make(std::atoi(argv[1]), std::atoi(argv[2]), std::atoi(argv[3])));
  const auto report = expect(hyper::search::solve(rules, {}));
  for (std::size_t i = 0; i < report.players.size(); ++i) {
    std::cout << "player " << i + 1
              << ": forces a win: " << in_words(report.players[i].can_force_win)
              << "; avoids losing: " << in_words(report.players[i].can_avoid_loss) << "\n";
  }

  const std::filesystem::path folder = argv[4];
  std::filesystem::create_directories(folder);
  int number = 0;
  for (const hyper::proof::Certificate& certificate : report.certificates) {
    const std::string path = folder / ("proof-" + std::to_string(++number) + ".cert");
    expect(hyper::proof::write_certificate(certificate, path));
    const auto read = expect(hyper::proof::read_certificate(path));
    const auto checked = expect(hyper::proof::verify(read));
    std::cout << path << ": " << hyper::proof::claim_text(read) << ": "
              << (checked.wrong == 0 ? "holds" : checked.complaint) << "\n";
    if (checked.wrong != 0) return 1;
  }
}
