#include "noughts/judge/exam.h"

#include <unordered_map>

#include "noughts/play/families.h"
#include "noughts/quixo/tables/opening.h"

namespace noughts::judge {
namespace {

using play::Verdict;

// A position and, after a space, what each of its moves is worth.
constexpr std::string_view kExam[] = {
#include "exam.inc"
};

std::string position_of(std::string_view line) {
  return std::string(line.substr(0, line.rfind(' ')));
}
std::string_view worth_of(std::string_view line) { return line.substr(line.rfind(' ') + 1); }

bool has_exam(const play::Game& game) {
  return game.family() == play::Family::kQuixo &&
         quixo::has_opening_tables(play::rules_of<quixo::Rules>(game));
}

Verdict verdict_of(char worth) {
  return worth == 'w' ? Verdict::kWin : worth == 'l' ? Verdict::kLoss : Verdict::kDraw;
}

class ExamAnalyst final : public play::Analyst {
 public:
  ExamAnalyst() {
    for (const std::string_view line : kExam) worth_.emplace(position_of(line), worth_of(line));
  }

  Result<play::Analysis> analyze(const play::State& state) override {
    const auto found = worth_.find(state.text());
    if (found == worth_.end()) {
      return Error{ErrorCode::kMissing, "this is none of the built-in positions"};
    }
    play::Analysis analysis{.seat = state.seat(), .source = play::Source::kTable};
    const std::vector<std::string> moves = state.moves();
    for (std::size_t i = 0; i < moves.size(); ++i) {
      analysis.moves.push_back(
          {.move = moves[i], .rating = {.verdict = verdict_of(found->second[i])}});
    }
    play::put_best_first(analysis);
    analysis.rating = analysis.moves.front().rating;
    analysis.how = "built-in positions with 21 tiles and more";
    return analysis;
  }

 private:
  std::unordered_map<std::string, std::string_view> worth_;
};

}  // namespace

std::vector<std::string> exam_positions(const play::Game& game) {
  std::vector<std::string> positions;
  if (!has_exam(game)) return positions;
  for (const std::string_view line : kExam) positions.push_back(position_of(line));
  return positions;
}

std::shared_ptr<play::Analyst> make_exam_analyst(const play::Game& game) {
  if (!has_exam(game)) return nullptr;
  return std::make_shared<ExamAnalyst>();
}

}  // namespace noughts::judge
