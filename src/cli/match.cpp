#include "noughts/cli/match.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <iostream>

#include "noughts/core/text.h"
#include "noughts/play/guess.h"
#include "noughts/present/documents.h"
#include "noughts/present/render.h"

namespace noughts::cli {
namespace {

constexpr std::string_view kHelp = "type a move, or: hint, moves, undo, resign, quit\n";
constexpr int kAgreed = 3;  // a board that stands so often is a draw, if neither can force a win

}  // namespace

Match::Match(Context& context, const play::Game& game, std::unique_ptr<play::State> state,
             AnalystMaker make_analyst)
    : context_(context), game_(game), make_analyst_(std::move(make_analyst)) {
  history_.push_back(std::move(state));
}

void Match::run() {
  draw();
  while (true) {
    if (const auto result = now().result()) return context_.print(*result + "\n");
    if (context_.cancel.cancelled()) return context_.fail(cancelled_error());
    if (context_.output_lost()) return;
    if (is_agreed_draw()) {
      return context_.print("draw: the same board three times\n");
    }
    play::Player* player = chooser();
    const bool goes_on = player != nullptr ? computer_moves(*player) : person_moves();
    if (!goes_on) return;
  }
}

play::Player* Match::player_of(const play::State& state) const {
  const auto seat = static_cast<std::size_t>(state.seat());
  return seat < players_.size() ? players_[seat].get() : nullptr;
}

// The dice are thrown once for each choice, whatever is asked before it is made.
play::Player* Match::chooser() {
  play::Player* player = player_of(now());
  if (!selector_ && player != nullptr) {
    selector_ = player->gives_to(now());
    if (selector_) context_.print(player->remark() + "\n");
  }
  return selector_ ? players_[*selector_].get() : player;
}

std::string Match::chooser_name() const {
  return selector_ ? game_.seats()[*selector_] : now().to_move();
}

// What is won stays to be won; what nobody knows is as good as drawn by then.
bool Match::is_agreed_draw() {
  const bool all_people = std::all_of(players_.begin(), players_.end(),
                                      [](const auto& player) { return player == nullptr; });
  if (all_people) return false;
  const std::string text = now().text();
  const auto times = std::count_if(history_.begin(), history_.end(),
                                   [&](const auto& state) { return state->text() == text; });
  if (times < kAgreed) return false;
  const Result<play::Analysis> analysis = analyze_now();
  if (!analysis) return true;
  const play::Verdict verdict = analysis->rating.verdict;
  return verdict != play::Verdict::kWin && verdict != play::Verdict::kLoss;
}

void Match::draw() { context_.print("\n" + present::render(game_, now(), context_.style())); }

bool Match::computer_moves(play::Player& player) {
  const Result<std::string> move =
      selector_ ? player.select(now(), static_cast<int>(*selector_)) : player.choose(now());
  if (!move) {
    context_.fail(move.error());
    return false;
  }
  if (const std::string remark = player.remark(); !remark.empty()) context_.print(remark + "\n");
  const bool guessed = player.source() == play::Source::kGuess;
  context_.print(fmt::format("{} {} {}{}\n", chooser_name(), selector_ ? "selects" : "plays", *move,
                             guessed ? ", a guess" : ""));
  push(*move);
  return true;
}

bool Match::person_moves() {
  context_.print(fmt::format("{} {}> ", chooser_name(), selector_ ? "selects" : "to move"));
  std::string line;
  if (!std::getline(std::cin, line)) {
    context_.print("\n");
    if (context_.cancel.cancelled()) context_.fail(cancelled_error());
    return false;
  }
  if (isatty(STDIN_FILENO) != 1) context_.print(std::string(trim(line)) + "\n");
  return obey(std::string(trim(line)));
}

bool Match::obey(const std::string& line) {
  if (line.empty()) return true;
  if (line == "quit") return false;
  if (line == "resign") {
    context_.print(chooser_name() + " resigns\n");
    return false;
  }
  if (line == "moves") {
    context_.print(fmt::format("{}\n", fmt::join(now().moves(), " ")));
  } else if (line == "hint") {
    hint();
  } else if (line == "help") {
    context_.print(std::string(kHelp));
  } else if (line == "undo") {
    undo();
  } else {
    push(line);
  }
  return true;
}

Result<play::Analysis> Match::analyze_now() {
  if (analyst_ == nullptr) {
    const auto made = make_analyst_();
    if (!made) return made.error();
    analyst_ = *made;
  }
  return analyst_->analyze(now());
}

void Match::hint() {
  const Result<play::Analysis> analysis = analyze_now();
  if (analysis) return context_.print(present::hint_text(now(), *analysis));
  const Result<std::string> guess = play::make_guessing_player(game_, 1)->choose(now());
  if (!guess) return context_.print(guess.error().message + "\n");
  context_.print(fmt::format("no values are known here; {} is a guess\n", *guess));
}

// Takes back to the last position where a person was to move.
void Match::undo() {
  std::size_t keep = history_.size();
  while (keep > 1 && player_of(*history_[keep - 2]) != nullptr) --keep;
  if (keep <= 1) return context_.print("nothing to take back\n");
  history_.resize(keep - 1);
  selector_.reset();
  draw();
}

void Match::push(const std::string& move) {
  auto next = now().clone();
  const Result<void> played = next->play(move);
  if (!played) {
    return context_.print(
        fmt::format("{}; type moves to see what is legal\n", played.error().message));
  }
  history_.push_back(std::move(next));
  selector_.reset();
  draw();
}

}  // namespace noughts::cli
