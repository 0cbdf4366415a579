// Short lists of rules for people, scored by exact values.
//
//     quixo_lists search 4x4|TABLES POSITIONS        the best lists of one to five rules
//     quixo_lists score 4x4|TABLES POSITIONS LIST    one list, such as BAS, by tier
//     quixo_lists games 4x4|TABLES GAMES LIST        from the start, against the perfect player
//     quixo_lists agent SIZE LIST                    plays by the list, for noughts judge
//
// What lists are: quixo_list.h. A score is the share of positions in which the list keeps the
// value, counted exactly: a position in which two of three left moves keep it counts 2/3.
// POSITIONS random ones of every tier that there are values of; `all`: every board that is
// not over, for 4x4. TABLES is a folder of `noughts solve quixo --size 5 --tables`.
#include <fmt/format.h>

#include <cstdlib>
#include <iostream>

#include "noughts/core/random.h"
#include "noughts/quixo/notation.h"
#include "noughts/quixo/publish/open.h"
#include "noughts/quixo/solve/in_memory.h"
#include "noughts/quixo/tables/probe.h"
#include "quixo_list.h"

namespace noughts::quixo {
namespace {

// A move, and how each rule of a list likes it.
struct Option {
  Board child;  // the opponent to move, as X
  std::vector<int> likings;
  bool keeps;
};
using Question = std::vector<Option>;

// What the list leaves of the moves. Require: likings by the rules' place in `list`.
std::vector<const Option*> choose(const Question& question, const List& list) {
  std::vector<const Option*> left;
  for (const Option& option : question) left.push_back(&option);
  keep_liked(left, list, [](const Option* option) { return option->likings; });
  return left;
}

double share_kept(const Question& question, const List& list) {
  const auto left = choose(question, list);
  const auto kept = std::ranges::count_if(left, [](const Option* option) { return option->keeps; });
  return static_cast<double>(kept) / static_cast<double>(left.size());
}

class Examiner {
 public:
  explicit Examiner(std::unique_ptr<tables::ValueSource> values)
      : values_(std::move(values)), rules_(values_->rules()), likings_(rules_) {}

  const Rules& rules() const { return rules_; }
  Outcome at(Board board) const { return *values_->at(board); }
  bool knows(Board board) const { return static_cast<bool>(values_->at(board)); }
  int rank(Board board) const {
    const auto rank = values_->rank(board);
    return rank && *rank ? **rank : 0;
  }

  // All moves as the rules in `asked` see them; what others would say is 0.
  Question ask(Board board, const List& asked) const {
    Question question;
    const Value value = at(board).value;
    likings_.for_each(board, asked, [&](const MoveShape&, Board moved, std::vector<int> likings) {
      const Board child = swap_colours(moved);
      question.push_back({child, std::move(likings), for_opponent(at(child).value) == value});
    });
    return question;
  }

  // "all", or so many random ones of every tier.
  void for_boards(const std::string& positions, const std::function<void(Board, double)>& f) const {
    if (positions == "all") return for_all(f);
    for_each(std::strtoull(positions.c_str(), nullptr, 10), f);
  }

 private:
  // f(board, weight) with random boards that go on, of every tier whose values are there.
  void for_each(std::uint64_t positions, const std::function<void(Board, double)>& f) const {
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
        if (!rules_.is_over({board, Player::kX}) && knows(board)) f(board, 1);
      }
    }
  }

  // f(board, images) with every board that goes on, one of its images each.
  void for_all(const std::function<void(Board, double)>& f) const {
    const Cells all = rules_.all_cells();
    for (Cells x = 0; x <= all; ++x) {
      const Cells blank = all & ~x;
      for (Cells o = blank;; o = (o - 1) & blank) {
        const Board board = make_board(x, o);
        if (rules_.canonical(board) == board && !rules_.is_over({board, Player::kX})) {
          f(board, image_count(rules_, board));
        }
        if (o == 0) break;
      }
    }
  }

  std::unique_ptr<tables::ValueSource> values_;
  const Rules& rules_;
  Likings likings_;
};

// Positions in which it matters what is played, packed: for each rule the moves by how it
// likes them, as small numbers, and which moves keep the value.
class Exam {
 public:
  using Moves = std::uint64_t;  // a bit for each

  void add(const Question& question, double weight) {
    weight_ += weight;
    Moves keeps = 0;
    for (std::size_t i = 0; i < question.size(); ++i) keeps |= Moves{question[i].keeps} << i;
    if (keeps == all(question.size())) {
      indifferent_ += weight;
      return;
    }
    sheets_.push_back({likings_.size(), keeps, weight, static_cast<int>(question.size())});
    for (std::size_t rule = 0; rule < list_rules().size(); ++rule) {
      std::vector<int> levels;
      for (const Option& option : question) levels.push_back(option.likings[rule]);
      std::ranges::sort(levels);
      levels.erase(std::unique(levels.begin(), levels.end()), levels.end());
      for (const Option& option : question) {
        const auto level = std::ranges::lower_bound(levels, option.likings[rule]);
        likings_.push_back(static_cast<std::uint8_t>(level - levels.begin()));
      }
    }
  }

  // The score of `list` followed by each one of the rules.
  std::vector<double> scores_after(const List& list) const {
    std::vector<double> scores(list_rules().size(), indifferent_);
    for (const Sheet& sheet : sheets_) {
      Moves left = all(static_cast<std::size_t>(sheet.moves));
      for (const int rule : list) left = liked(sheet, rule, left);
      for (std::size_t rule = 0; rule < scores.size(); ++rule) {
        const Moves last = liked(sheet, static_cast<int>(rule), left);
        scores[rule] += sheet.weight * std::popcount(last & sheet.keeps) / std::popcount(last);
      }
    }
    for (double& score : scores) score /= weight_;
    return scores;
  }

  std::string size() const {
    return fmt::format("{:.0f} positions, {} of them packed where moves differ", weight_,
                       sheets_.size());
  }

 private:
  struct Sheet {
    std::size_t first;  // of its likings
    Moves keeps;
    double weight;
    int moves;
  };
  static Moves all(std::size_t moves) { return low_bits(static_cast<int>(moves)); }

  Moves liked(const Sheet& sheet, int rule, Moves left) const {
    const std::uint8_t* liking =
        &likings_[sheet.first + static_cast<std::size_t>(rule * sheet.moves)];
    int most = -1;
    Moves best = 0;
    for_each_bit(left, [&](int move) {
      if (liking[move] > most) best = 0;
      most = std::max<int>(most, liking[move]);
      if (liking[move] == most) best |= Moves{1} << move;
    });
    return best;
  }

  std::vector<Sheet> sheets_;
  std::vector<std::uint8_t> likings_;
  double weight_ = 0;
  double indifferent_ = 0;  // weight of positions in which every move keeps the value
};

// Lists grow by one rule at a time; the best few of a length are grown further.
void search(const Examiner& examiner, const std::string& positions) {
  constexpr std::size_t kKept = 8;
  List rules;
  for (std::size_t i = 0; i < list_rules().size(); ++i) rules.push_back(static_cast<int>(i));
  Exam exam;
  const auto add = [&](Board board, double weight) {
    // Whoever has lost may play anything.
    const bool lost = examiner.at(board).value == Value::kLoss;
    exam.add(examiner.ask(board, lost ? List{} : rules), weight);
  };
  examiner.for_boards(positions, add);
  fmt::print("{}\n", exam.size());
  using Scored = std::pair<double, List>;
  std::vector<Scored> best = {{0, {}}};
  for (int length = 1; length <= 5; ++length) {
    std::vector<Scored> grown;
    for (const auto& [score, list] : best) {
      const std::vector<double> scores = exam.scores_after(list);
      for (const int rule : rules) {
        if (std::ranges::find(list, rule) != list.end()) continue;
        List longer = list;
        longer.push_back(rule);
        grown.push_back({scores[static_cast<std::size_t>(rule)], longer});
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

struct Shares {
  double asked = 0;
  double kept = 0;
  double by_chance = 0;
  void add(double weight, double share, double chance) {
    asked += weight;
    kept += weight * share;
    by_chance += weight * chance;
  }
  std::string text() const {
    return asked == 0
               ? fmt::format("{:>10}", "-")
               : fmt::format("{:10} {:.4f} ({:.4f})", asked, kept / asked, by_chance / asked);
  }
};

void score(const Examiner& examiner, const std::string& positions, const List& list) {
  std::vector<std::array<Shares, 2>> tiers(26);  // all, and those that are drawn
  const auto add = [&](Board board, double weight) {
    const Question question = examiner.ask(board, list);
    const double share = share_kept(question, list);
    const double chance = share_kept(question, {});
    auto& tier = tiers[static_cast<std::size_t>(class_of(board).tier())];
    tier[0].add(weight, share, chance);
    if (examiner.at(board).value == Value::kDraw) tier[1].add(weight, share, chance);
  };
  examiner.for_boards(positions, add);
  fmt::print("tier: positions, share kept (by any move) | of drawn ones\n");
  Shares all;
  for (std::size_t tier = 0; tier < tiers.size(); ++tier) {
    const auto& [every, drawn] = tiers[tier];
    if (every.asked == 0) continue;
    fmt::print("{:2}: {} | {}\n", tier, every.text(), drawn.text());
    all.add(every.asked, every.kept / every.asked, every.by_chance / every.asked);
  }
  fmt::print("all {}\n", all.text());
}

// The perfect player's move: the best value, wins soon and losses late.
Board perfect_reply(const Examiner& examiner, Board board, Random& random) {
  std::vector<Board> best;
  int most = -1'000'000;
  for (const Option& option : examiner.ask(board, {})) {
    const Outcome outcome = examiner.at(option.child);  // the other's
    const int late = outcome.plies ? *outcome.plies : examiner.rank(option.child);
    const int liking = outcome.value == Value::kLoss  ? 100'000 - late
                       : outcome.value == Value::kWin ? late - 100'000
                                                      : 0;
    if (liking > most) best.clear();
    most = std::max(most, liking);
    if (liking == most) best.push_back(option.child);
  }
  return best[random.below(best.size())];
}

// From the start, the list moving first in one half of the games.
void games(const Examiner& examiner, std::uint64_t count, const List& list) {
  constexpr int kMostPlies = 200;
  Random random(5);
  for (const bool first : {true, false}) {
    std::uint64_t won = 0;
    std::uint64_t lost = 0;
    for (std::uint64_t game = 0; game < count / 2; ++game) {
      Board board = examiner.rules().initial().board;
      for (int ply = 0; ply < kMostPlies; ++ply) {
        const bool mine = (ply % 2 == 0) == first;
        if (mine) {
          const Question question = examiner.ask(board, list);
          const auto left = choose(question, list);
          board = left[random.below(left.size())]->child;
        } else {
          board = perfect_reply(examiner, board, random);
        }
        if (const auto over = final_value(examiner.rules(), board)) {
          ++(mine == (*over == Value::kLoss) ? won : lost);
          break;
        }
      }
    }
    fmt::print("the list moves {}: {} won, {} lost, {} not over after {} moves\n",
               first ? "first" : "second", won, lost, count / 2 - won - lost, kMostPlies);
  }
}

// A move for each position on standard input, as noughts judge asks (docs/guide/judge.md).
Result<void> agent(const Rules& rules, const List& list) {
  const Likings likings(rules);
  Random random(1);
  std::string line;
  while (std::getline(std::cin, line)) {
    const auto position = parse_position(rules, line);
    if (!position) return position.error();
    using Liked = std::pair<Move, std::vector<int>>;
    std::vector<Liked> left;
    likings.for_each(board_for_mover(*position), list,
                     [&](const MoveShape& shape, Board, std::vector<int> all) {
                       left.emplace_back(shape.move, std::move(all));
                     });
    keep_liked(left, list, [](const Liked& move) { return move.second; });
    std::cout << to_text(rules, left[random.below(left.size())].first) << std::endl;
  }
  return {};
}

int complain(const std::string& sentence, int code) {
  fmt::print(stderr, "quixo_lists: {}\n", sentence);
  return code;
}

int run_agent(const std::string& size, const std::string& letters) {
  const auto rules = Rules::make(std::atoi(size.c_str()));
  if (!rules) return complain(rules.error().message, 2);
  const auto list = parse_list(letters);
  if (!list) return complain(list.error().message, 2);
  const auto done = agent(*rules, *list);
  return done ? 0 : complain(done.error().message, 2);
}

int run(const std::vector<std::string>& words) {
  if (words.size() == 3 && words[0] == "agent") return run_agent(words[1], words[2]);
  const bool searches = words.size() == 3 && words[0] == "search";
  const bool has_list = words.size() == 4 && (words[0] == "score" || words[0] == "games");
  if (!searches && !has_list) {
    return complain(
        "search 4x4|TABLES POSITIONS|all, score 4x4|TABLES POSITIONS|all LIST, games "
        "4x4|TABLES GAMES LIST or agent SIZE LIST",
        2);
  }
  const auto list = parse_list(has_list ? words[3] : "");
  if (!list) return complain(list.error().message, 2);
  Workers workers(1);
  auto values = words[1] == "4x4" ? solve::solve_in_memory(*Rules::make(4), workers)
                                  : open_tables(words[1], *Rules::make(5));
  if (!values) return complain(values.error().message, 3);
  const Examiner examiner(std::move(*values));
  if (words[2] == "all" && (words[0] == "games" || examiner.rules().size() > 4)) {
    return complain("all boards can be asked about on 4x4 only, by search and score", 2);
  }
  for (const int rule : *list) {
    const ListRule& named = list_rules()[static_cast<std::size_t>(rule)];
    fmt::print("{}: {}\n", named.letter, named.words);
  }
  const std::uint64_t count = std::strtoull(words[2].c_str(), nullptr, 10);
  if (words[0] == "search") search(examiner, words[2]);
  if (words[0] == "score") score(examiner, words[2], *list);
  if (words[0] == "games") games(examiner, count, *list);
  return 0;
}

}  // namespace
}  // namespace noughts::quixo

int main(int argc, char** argv) { return noughts::quixo::run({argv + 1, argv + argc}); }
