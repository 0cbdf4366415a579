// Short lists of rules for people, scored by exact values.
//
//     quixo_lists search 4x4|TABLES POSITIONS [KEEP]   the best lists of one to five rules
//     quixo_lists score 4x4|TABLES POSITIONS LIST      one list, such as WBSF, by tier
//     quixo_lists games POSITIONS LIST                 4x4: games against the perfect player
//
// A rule likes some moves more than others. A list keeps the moves that its first rule
// likes most, of these the ones that its second rule likes most, and so on; of what is
// left any move is played. Its score is the share of positions in which that keeps the
// value, counted exactly: a position in which two of three left moves keep it counts 2/3.
// POSITIONS random ones of every tier that there are values of; 0: every board of 4x4.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <functional>

#include "noughts/core/random.h"
#include "noughts/quixo/fortress.h"
#include "noughts/quixo/solve/in_memory.h"
#include "noughts/quixo/tables/probe.h"

namespace noughts::quixo {
namespace {

// What rules look at: a board after a move, the one who moved as X, O to move.
struct After {
  const Rules& rules;
  const std::vector<Cells>& lines;
  const Fortresses<Rules>& fortresses;
  Cells own;
  Cells other;
  bool new_tile;
};

int most_in_line(const std::vector<Cells>& lines, Cells cells) {
  int most = 0;
  for (const Cells line : lines) most = std::max(most, std::popcount(cells & line));
  return most;
}

// 1: I win, -1: the opponent does, 0: neither.
int ended(const After& a) {
  const auto winner = a.rules.winner({make_board(a.own, a.other), Player::kO});
  return !winner ? 0 : *winner == Player::kX ? 1 : -1;
}

bool opponent_wins_at_once(const After& a) {
  bool wins = false;
  a.rules.for_each_child({make_board(a.own, a.other), Player::kO}, [&](Board board) {
    wins |= a.rules.winner({board, Player::kX}) == Player::kO;
  });
  return wins;
}

// How many tiles the opponent may take.
int opponents_choice(const After& a) {
  Cells border = 0;
  for (const MoveShape& shape : a.rules.shapes()) border |= Cells{1} << shape.move.from;
  return std::popcount(border & ~a.own);
}

int squares_in_lines(const std::vector<Cells>& lines, Cells cells) {
  int sum = 0;
  for (const Cells line : lines) {
    const int count = std::popcount(cells & line);
    sum += count * count * count;
  }
  return sum;
}

struct ListRule {
  char letter;
  const char* words;
  std::function<int(const After&)> liking;
};

const std::vector<ListRule>& list_rules() {
  static const std::vector<ListRule> rules = {
      {'W', "complete a line of yours if you can, and never one of the opponent's",
       [](const After& a) { return ended(a); }},
      {'B', "leave no line that the opponent can complete at once",
       [](const After& a) { return ended(a) != 0              ? ended(a)
                                   : opponent_wins_at_once(a) ? -1
                                                              : 0; }},
      {'L', "have as many tiles as you can in one line",
       [](const After& a) { return most_in_line(a.lines, a.own); }},
      {'D', "leave the opponent as few tiles as you can in one line",
       [](const After& a) { return -most_in_line(a.lines, a.other); }},
      {'S', "build lines and break the opponent's: long ones first (sum of cubes)",
       [](const After& a) {
         return squares_in_lines(a.lines, a.own) - squares_in_lines(a.lines, a.other);
       }},
      {'T', "take a blank tile rather than your own", [](const After& a) { return a.new_tile; }},
      {'O', "take your own tile rather than a blank one",
       [](const After& a) { return !a.new_tile; }},
      {'M', "leave the opponent few tiles to take",
       [](const After& a) { return -opponents_choice(a); }},
      {'F', "make the fortress, and keep it",
       [](const After& a) {
         return a.fortresses.of(make_board(a.own, a.other), Player::kX).has_value();
       }},
  };
  return rules;
}

struct Scored {
  std::vector<int> likings;  // by rule
  bool keeps;
};

// All moves of a position as every rule sees them.
struct Question {
  int tier;
  std::vector<Scored> moves;
};

double share_kept(const Question& question, const std::vector<int>& list) {
  std::vector<const Scored*> left;
  for (const Scored& move : question.moves) left.push_back(&move);
  for (const int rule : list) {
    const auto likes = [&](const Scored* move) { return move->likings[rule]; };
    const int most = likes(*std::ranges::max_element(left, {}, likes));
    std::erase_if(left, [&](const Scored* move) { return likes(move) < most; });
  }
  const auto kept = std::ranges::count_if(left, [](const Scored* move) { return move->keeps; });
  return static_cast<double>(kept) / static_cast<double>(left.size());
}

class Examiner {
 public:
  explicit Examiner(std::unique_ptr<ValueSource> values)
      : values_(std::move(values)),
        rules_(values_->rules()),
        lines_(rules_.lines()),
        fortresses_(rules_) {}

  const Rules& rules() const { return rules_; }
  const ValueSource& values() const { return *values_; }

  Question ask(Board board) const {
    Question question{class_of(board).tier(), {}};
    const Value value = values_->at(board)->value;
    for (const MoveShape& shape : rules_.shapes()) {
      if (cells_of(board, Player::kO) >> shape.move.from & 1) continue;
      const Board moved = Rules::apply(board, shape, Player::kX);
      const After after{rules_,
                        lines_,
                        fortresses_,
                        cells_of(moved, Player::kX),
                        cells_of(moved, Player::kO),
                        !(cells_of(board, Player::kX) >> shape.move.from & 1)};
      Scored scored{{}, for_opponent(values_->at(swap_colours(moved))->value) == value};
      for (const ListRule& rule : list_rules()) scored.likings.push_back(rule.liking(after));
      question.moves.push_back(std::move(scored));
    }
    return question;
  }

  // Random boards that go on, of every tier whose values are there.
  void for_each(std::uint64_t positions, const std::function<void(Board)>& f) const {
    Random random(4);
    for (int tier = 0; tier <= rules_.cells(); ++tier) {
      for (std::uint64_t i = 0; i < positions; ++i) {
        Cells x = 0;
        Cells o = 0;
        while (std::popcount(x | o) < tier) {
          const Cells cell = Cells{1} << random.below(static_cast<std::uint64_t>(rules_.cells()));
          if (!((x | o) & cell)) (random.below(2) == 0 ? x : o) |= cell;
        }
        const Board board = make_board(x, o);
        if (!rules_.is_over({board, Player::kX}) && values_->at(board)) f(board);
      }
    }
  }

 private:
  std::unique_ptr<ValueSource> values_;
  const Rules& rules_;
  std::vector<Cells> lines_;
  Fortresses<Rules> fortresses_;
};

std::string letters(const std::vector<int>& list) {
  std::string text;
  for (const int rule : list) text += list_rules()[static_cast<std::size_t>(rule)].letter;
  return text;
}

std::vector<int> parse_list(const std::string& text) {
  std::vector<int> list;
  for (const char c : text) {
    for (std::size_t i = 0; i < list_rules().size(); ++i) {
      if (list_rules()[i].letter == c) list.push_back(static_cast<int>(i));
    }
  }
  return list;
}

// Lists grow by one rule at a time; the best few of a length are grown further.
void search(const Examiner& examiner, std::uint64_t positions) {
  constexpr std::size_t kKept = 6;
  std::vector<Question> questions;
  examiner.for_each(positions, [&](Board board) { questions.push_back(examiner.ask(board)); });
  std::vector<std::pair<double, std::vector<int>>> best = {{0, {}}};
  for (int length = 1; length <= 5; ++length) {
    std::vector<std::pair<double, std::vector<int>>> grown;
    for (const auto& [score, list] : best) {
      for (int rule = 0; rule < static_cast<int>(list_rules().size()); ++rule) {
        if (std::ranges::find(list, rule) != list.end()) continue;
        std::vector<int> longer = list;
        longer.push_back(rule);
        double sum = 0;
        for (const Question& question : questions) sum += share_kept(question, longer);
        grown.push_back({sum / static_cast<double>(questions.size()), longer});
      }
    }
    std::ranges::sort(grown, std::greater{});
    grown.resize(std::min(grown.size(), kKept));
    best = grown;
    for (const auto& [score, list] : best) {
      fmt::print("{}: {:<6} {:.4f}\n", length, letters(list), score);
    }
  }
}

void score(const Examiner& examiner, std::uint64_t positions, const std::vector<int>& list) {
  std::vector<double> kept(26), asked(26), chance(26);
  const auto add = [&](Board board) {
    const Question question = examiner.ask(board);
    const auto tier = static_cast<std::size_t>(question.tier);
    kept[tier] += share_kept(question, list);
    chance[tier] += share_kept(question, {});
    ++asked[tier];
  };
  examiner.for_each(positions, add);
  double all = 0, all_kept = 0, all_chance = 0;
  for (std::size_t tier = 0; tier < asked.size(); ++tier) {
    if (asked[tier] == 0) continue;
    fmt::print("{:2}: {:8} {:.4f} (any move {:.4f})\n", tier, asked[tier], kept[tier] / asked[tier],
               chance[tier] / asked[tier]);
    all += asked[tier];
    all_kept += kept[tier];
    all_chance += chance[tier];
  }
  fmt::print("all {} {:.4f} (any move {:.4f})\n", all, all_kept / all, all_chance / all);
}

// Won positions of 4x4, the list against the slowest loser.
void games(const Examiner& examiner, std::uint64_t positions, const std::vector<int>& list) {
  constexpr int kMostPlies = 120;
  Random random(5);
  std::uint64_t played = 0, won = 0;
  examiner.for_each(positions, [&](Board start) {
    if (examiner.values().at(start)->value != Value::kWin) return;
    ++played;
    Board board = start;
    for (int ply = 0; ply < kMostPlies; ++ply) {
      const bool mine = ply % 2 == 0;
      std::vector<Board> best;
      std::vector<int> most;
      const Question question = mine ? examiner.ask(board) : Question{};
      std::size_t index = 0;
      examiner.rules().for_each_child({board, Player::kX}, [&](Board moved) {
        const Board child = swap_colours(moved);
        std::vector<int> liking;
        if (mine) {
          for (const int rule : list) {
            liking.push_back(question.moves[index].likings[static_cast<std::size_t>(rule)]);
          }
          ++index;
        } else {
          const Outcome outcome = *examiner.values().at(child);
          liking = {outcome.value == Value::kWin    ? *outcome.plies
                    : outcome.value == Value::kDraw ? 1'000
                                                    : 2'000};
        }
        if (best.empty() || liking > most) {
          best.clear();
          most = liking;
        }
        if (liking == most) best.push_back(child);
      });
      board = best[random.below(best.size())];
      if (const auto over = final_value(examiner.rules(), board)) {
        won += mine == (*over == Value::kLoss);
        break;
      }
    }
  });
  fmt::print("{} won positions, {} of them won against perfect defence\n", played, won);
}

int run(const std::vector<std::string>& words) {
  const bool is_games = !words.empty() && words[0] == "games";
  if (words.size() < 3) {
    fmt::print(stderr,
               "usage: quixo_lists search|score 4x4|TABLES POSITIONS [LIST] | games "
               "POSITIONS LIST\n");
    return 2;
  }
  const std::string name = is_games ? "4x4" : words[1];
  Workers workers(1);
  auto values = name == "4x4" ? solve_in_memory(*Rules::make(4), workers)
                              : open_tables(name, *Rules::make(5));
  if (!values) {
    fmt::print(stderr, "{}\n", values.error().message);
    return 3;
  }
  const Examiner examiner(std::move(*values));
  const std::uint64_t positions = std::strtoull(words[is_games ? 1 : 2].c_str(), nullptr, 10);
  const std::vector<int> list = parse_list(words.back());
  if (words[0] == "search") search(examiner, positions);
  if (words[0] == "score") score(examiner, positions, list);
  if (is_games) games(examiner, positions, list);
  return 0;
}

}  // namespace
}  // namespace noughts::quixo

int main(int argc, char** argv) { return noughts::quixo::run({argv + 1, argv + argc}); }
