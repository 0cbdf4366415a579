// noughts tour: the tour of the README, each command run.
//
// A stop is a paragraph of the README and the commands below it; a test compares the two.
// Files that the commands write go to a folder that is gone afterwards.
#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <memory>
#include <sstream>

#include "noughts/cli/context.h"
#include "noughts/cli/verbs.h"
#include "noughts/core/text.h"

namespace noughts::cli {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

struct Stop {
  std::string about;
  std::vector<std::string> commands;
};

constexpr const char* kAbout =
    "noughts computes exact solutions of the tic-tac-toe family: Quixo up to 5x5, quantum "
    "tic-tac-toe, and tic-tac-toe on n^k boards for two to eight players. Ask about a position, "
    "and it tells you what each move is worth and how it knows: in the browser, in the terminal, "
    "as JSON, or from C++ or Python.";

const Stop kStops[] = {
    {"What is each move worth? Two of X's moves win in 15 moves. The others give the win away.",
     {"analyze quixo --size 4 --position 'XO.O/.X../O.../..X. X'"}},
    {"How does a perfect game go? The first player wins 3x3 Quixo in seven moves.",
     {"line quixo --size 3"}},
    {"How good is an opening of quantum tic-tac-toe? Here chance decides each collapse, and "
     "favours O three times in four.",
     {"solve quantum --collapse chance --q 3/4"}},
    {"Can a claim be checked? Nobody can force a win on 4^3 with three players. The search writes "
     "its proofs to files, and a checker that shares no code with the search replays them.",
     {"solve hyper --side 4 --dims 3 --players 3 --certificates proofs",
      "verify hyper --certificate proofs/4to3-players3-player1-no-win.cert"}},
};

// A command as one types it, taken apart; '...' holds a word together.
Words words_of(const std::string& command) {
  Words words(1);
  bool quoted = false;
  for (const char c : command) {
    if (c == '\'') {
      quoted = !quoted;
    } else if (c == ' ' && !quoted) {
      words.emplace_back();
    } else {
      words.back() += c;
    }
  }
  return words;
}

// A paragraph in lines that fit a terminal.
std::string paragraph(const std::string& text) {
  constexpr std::size_t kWidth = 80;
  std::string lines;
  std::size_t column = kWidth;
  for (const std::string_view word : split_words(text)) {
    const bool fits = column + 1 + word.size() <= kWidth;
    lines += fits ? " " : "\n";
    lines += word;
    column = fits ? column + 1 + word.size() : word.size();
  }
  return lines + "\n";
}

// A long answer as it begins and as it ends.
std::string excerpt(const std::string& text) {
  constexpr std::ptrdiff_t kHead = 12;
  constexpr std::ptrdiff_t kTail = 6;
  std::vector<std::string> lines;
  std::istringstream input(text);
  for (std::string line; std::getline(input, line);) lines.push_back(line);
  const auto count = static_cast<std::ptrdiff_t>(lines.size());
  if (count <= kHead + kTail + 1) return text;
  return fmt::format("{}\n... {} lines more ...\n{}\n",
                     fmt::join(lines.begin(), lines.begin() + kHead, "\n"), count - kHead - kTail,
                     fmt::join(lines.end() - kTail, lines.end(), "\n"));
}

// Another folder to work in, for as long as this lives.
class Elsewhere {
 public:
  static Result<std::unique_ptr<Elsewhere>> make() {
    std::error_code wrong;
    const fs::path home = fs::current_path(wrong);
    std::string name = fs::temp_directory_path(wrong) / "noughts-tour-XXXXXX";
    if (wrong || mkdtemp(name.data()) == nullptr) {
      return Error{ErrorCode::kSystem, "cannot make a folder for the files of the tour"};
    }
    fs::current_path(name, wrong);
    return std::unique_ptr<Elsewhere>(new Elsewhere(home, name));
  }
  ~Elsewhere() {
    std::error_code ignored;
    fs::current_path(home_, ignored);
    fs::remove_all(folder_, ignored);
  }
  Elsewhere(const Elsewhere&) = delete;
  Elsewhere& operator=(const Elsewhere&) = delete;

 private:
  Elsewhere(fs::path home, fs::path folder) : home_(std::move(home)), folder_(std::move(folder)) {}
  fs::path home_;
  fs::path folder_;
};

constexpr const char* kNext = R"(
Try next:
  build/noughts serve                                      all of it in a browser
  build/noughts play quixo --size 4 --x human --o perfect  can you hold?
  build/noughts --help                                     every verb
)";

}  // namespace

void add_tour(const Command& program, Context& context) {
  const Command verb = program.sub("tour", "Run the most useful commands, one by one");
  context.add_common(verb, "noughts tour");
  verb.on_run([&context] {
    const auto elsewhere = Elsewhere::make();
    if (!elsewhere) return context.fail(elsewhere.error());
    const auto say = [&](const std::string& text) {
      if (!context.json) context.print(text);
    };
    Json stops = Json::array();
    say(paragraph(kAbout));
    for (const Stop& stop : kStops) {
      say(paragraph(stop.about));
      Json answers = Json::array();
      for (const std::string& command : stop.commands) {
        say(fmt::format("\n$ build/noughts {}\n", command));
        const std::string answer = context.overhear([&] { dispatch(words_of(command), context); });
        if (context.exit_code() != kExitDone) return;
        say(excerpt(answer));
        if (context.output_lost()) return;
        answers.push_back({{"command", "noughts " + command}, {"output", answer}});
      }
      stops.push_back({{"about", stop.about}, {"commands", answers}});
    }
    context.answer({{"about", kAbout}, {"stops", stops}}, [] { return kNext; });
  });
}

}  // namespace noughts::cli
