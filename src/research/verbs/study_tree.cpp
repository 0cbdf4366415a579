// noughts study tree: the guided tree of Kutner's draft; noughts study train: a player that
// learns.
#include <fmt/format.h>

#include "noughts/cli/games.h"
#include "noughts/core/stopwatch.h"
#include "noughts/hyper/notation.h"
#include "noughts/hyper/search/small_board.h"
#include "noughts/hyper/study/learn.h"
#include "noughts/present/hyper_board.h"
#include "noughts/research/hyper/alliance.h"
#include "noughts/research/verbs/verbs.h"

namespace noughts::research::verbs {
namespace {

struct TreeArguments {
  HyperOptions game;
  std::string guide = "greedy";
  int player = 1;
  std::string penalty = "shared";
  double alpha = 1;
  double beta = 1;
  std::string learned;
  std::uint64_t seed = 1;
  bool alliance = false;
};

hyper::study::Policy make_guide(Context& context, const hyper::Rules& rules,
                                const TreeArguments& a) {
  if (a.guide == "random") return hyper::study::random_policy(rules, a.seed);
  if (a.guide == "perfect") {
    if (rules.cells() > hyper::search::kMaxSmallCells)
      throw Failure(bad_input("perfect play needs at most 64 cells"));
    Budget quiet = context.budget();
    quiet.progress = {};
    return hyper::study::perfect_policy(rules, quiet);
  }
  if (a.guide == "learned") {
    if (a.learned.empty())
      throw Failure(bad_input("a learned guide needs --learned FILE (noughts study train)"));
    hyper::study::Learner learner = hyper::study::Learner::load(rules, a.learned).value();
    return hyper::study::Policy(
        [l = std::move(learner)](const hyper::Position& p) -> Result<hyper::Move> {
          return l.choose(p);
        });
  }
  return hyper::study::greedy_policy(
      rules, {.alpha = a.alpha,
              .beta = a.beta,
              .penalty = a.penalty == "full" ? hyper::study::Penalty::kFull
                                             : hyper::study::Penalty::kShared});
}

// Games of an alliance are looked for on boards up to here.
constexpr hyper::Cell kAllianceCells = 16;

std::string cells_text(const hyper::Board& board, const std::vector<hyper::Cell>& cells) {
  std::vector<std::string> texts;
  for (const hyper::Cell cell : cells) texts.push_back(cell_text(board, cell));
  return fmt::format("{}", fmt::join(texts, " "));
}

Json alliance_json(const hyper::Board& board,
                   const std::optional<hyper::research::AllianceGame>& game) {
  if (!game) return nullptr;
  Json endings = Json::array();
  for (const auto& ending : game->endings) {
    endings.push_back({{"winner", ending.winner + 1}, {"line", cells_text(board, ending.moves)}});
  }
  return {{"position", cells_text(board, game->moves)}, {"endings", std::move(endings)}};
}

std::string alliance_text(const hyper::Board& board, int player,
                          const std::optional<hyper::research::AllianceGame>& game) {
  if (!game) return fmt::format("no alliance of the others corners player {}\n", player);
  std::string text = fmt::format("the others ally, and player {} decides who wins after {}\n",
                                 player, cells_text(board, game->moves));
  for (const auto& ending : game->endings) {
    text +=
        fmt::format("so that {} wins: {}\n", ending.winner + 1, cells_text(board, ending.moves));
  }
  return text;
}

void tree_hyper(Context& context, const TreeArguments& a) {
  const hyper::Rules rules = a.game.parse_normal().value();
  if (a.player < 1 || a.player > rules.players()) {
    return context.fail(
        bad_input(fmt::format("--player is 1 to {}, not {}", rules.players(), a.player)));
  }
  const hyper::study::Policy policy = make_guide(context, rules, a);
  const auto counts =
      hyper::study::guided_tree(rules, a.player - 1, policy, context.budget()).value();
  std::optional<hyper::research::AllianceGame> game;
  if (a.alliance) {
    if (rules.cells() > kAllianceCells) {
      return context.fail(
          bad_input(fmt::format("--alliance is for boards of at most {} cells", kAllianceCells)));
    }
    game = hyper::research::find_alliance(rules, a.player - 1, policy, context.budget()).value();
  }
  Json document = present::board_fields(rules.board());
  document.update({{"players", rules.players()},
                   {"guide", a.guide},
                   {"player", a.player},
                   {"penalty", a.penalty},
                   {"wins", counts.wins},
                   {"draws", counts.draws},
                   {"losses", counts.losses},
                   {"leaves", counts.leaves()},
                   {"nodes", counts.nodes}});
  if (a.alliance) document["alliance"] = alliance_json(rules.board(), game);
  context.answer(document, [&] {
    return fmt::format(
        "wins {}  draws {}  losses {}  leaves {}  nodes {}\n{}", format_count(counts.wins),
        format_count(counts.draws), format_count(counts.losses), format_count(counts.leaves()),
        format_count(counts.nodes), a.alliance ? alliance_text(rules.board(), a.player, game) : "");
  });
}

struct TrainArguments {
  HyperOptions game;
  hyper::study::TrainOptions train;
  std::string out = "learned.player";
  std::uint64_t samples = 20'000;
  std::uint64_t seeds = 1;
};

// Exact values judge players on boards up to here.
constexpr hyper::Cell kJudgedCells = 27;

// One player trained with one seed, and what the judge says of it.
struct Trained {
  std::uint64_t seed;
  hyper::study::Learner learner;
  std::optional<hyper::study::Judgement> judgement;
  double seconds;
};

Trained train_one(const hyper::Rules& rules, const TrainArguments& a, std::uint64_t seed,
                  const Budget& budget) {
  hyper::study::Learner learner = hyper::study::Learner::make(rules).value();
  hyper::study::TrainOptions options = a.train;
  options.seed = seed;
  const double seconds = time_of([&] { learner.train(options, budget).value(); });
  Trained one{seed, std::move(learner), std::nullopt, seconds};
  if (rules.cells() > kJudgedCells || a.samples == 0) return one;
  const hyper::study::Policy policy = [&](const hyper::Position& p) -> Result<hyper::Move> {
    return one.learner.choose(p);
  };
  Budget quiet = budget;
  quiet.progress = {};
  one.judgement = hyper::study::judge(rules, policy, a.samples, a.train.seed, quiet).value();
  return one;
}

Json judged_json(const Trained& one) {
  Json json = {{"seed", one.seed}, {"seconds", one.seconds}, {"error_rate", nullptr}};
  if (!one.judgement) return json;
  json["error_rate"] = one.judgement->error_rate();
  json["judged_positions"] = one.judgement->positions;
  json["mistakes"] = one.judgement->mistakes;
  return json;
}

std::string judged_text(const Trained& one) {
  if (!one.judgement) return "not judged: exact values are known for small boards only";
  return fmt::format("{} mistakes in {} positions", format_count(one.judgement->mistakes),
                     format_count(one.judgement->positions));
}

// Trains with each seed, keeps the best player and tells the best and the worst.
void train_hyper(Context& context, TrainArguments& a) {
  const hyper::Rules rules = a.game.parse_normal().value();
  const Budget budget = context.budget();
  std::optional<Trained> best;
  std::uint64_t worst = 0;
  Json seeds = Json::array();
  std::string text;
  for (std::uint64_t seed = a.train.seed; seed < a.train.seed + a.seeds; ++seed) {
    Trained one = train_one(rules, a, seed, budget);
    seeds.push_back(judged_json(one));
    if (a.seeds > 1) {
      text += fmt::format("seed {}: {}, {:.1f} s\n", seed, judged_text(one), one.seconds);
    }
    const auto mistakes = [](const Trained& t) { return t.judgement ? t.judgement->mistakes : 0; };
    worst = std::max(worst, mistakes(one));
    if (!best || mistakes(one) < mistakes(*best)) best = std::move(one);
  }
  best->learner.save(a.out).value();
  Json document = judged_json(*best);
  document.update(
      {{"games", a.train.games}, {"file", a.out}, {"weights", best->learner.weights()}});
  if (a.seeds > 1) {
    document["seeds"] = std::move(seeds);
    if (best->judgement) {
      document["best"] = best->judgement->mistakes;
      document["worst"] = worst;
      text += fmt::format("best {}, worst {}\n", best->judgement->mistakes, worst);
    }
  }
  context.answer(document, [&] {
    return text + fmt::format("{} games, {} weights, {:.1f} s; {}\nwrote {}\n",
                              format_count(a.train.games), format_count(best->learner.weights()),
                              best->seconds, judged_text(*best), a.out);
  });
}

}  // namespace

void add_study_tree(const Command& study, Context& context) {
  const Command verb = study.sub("tree", "Count how games end when one player follows a guide");
  verb.require_sub();
  const Command sub = verb.sub("hyper", "Tic-tac-toe on n^k: the other players try every move");
  context.add_common(sub, "noughts study tree hyper --players 3 --player 2 --penalty full");
  auto a = std::make_shared<TreeArguments>();
  a->game.add_to(sub);
  context.add_memory(sub);
  sub.option("--guide", a->guide, "What guides the player")
      .one_of({"greedy", "perfect", "learned", "random"})
      .show_default();
  sub.option("--player", a->player, "Number of the guided player")
      .between(1, hyper::kMaxPlayers)
      .show_default();
  sub.option("--penalty", a->penalty, "Opponents' lines count 1/(d(q-1)) or 1/d")
      .one_of({"shared", "full"})
      .show_default();
  sub.option("--alpha", a->alpha, "Weight of own lines").between(0.0, 1.0);
  sub.option("--beta", a->beta, "Weight of opponents' lines").between(0.0, 1.0);
  sub.option("--learned", a->learned, "With --guide learned: file of noughts study train");
  sub.option("--seed", a->seed, "Seed of the random guide").show_default();
  sub.flag("--alliance", a->alliance, "Also find a game the others win by working together");
  sub.on_run([&context, a] { tree_hyper(context, *a); });
}

void add_study_train(const Command& study, Context& context) {
  const Command verb = study.sub("train", "Train a player by self-play");
  verb.require_sub();
  const Command sub = verb.sub("hyper", "Tic-tac-toe on n^k: a player for one game");
  context.add_common(sub, "noughts study train hyper --players 3 --out three.player");
  auto a = std::make_shared<TrainArguments>();
  a->game.add_to(sub);
  context.add_memory(sub);
  sub.option("--games", a->train.games, "Games against itself").show_default();
  sub.option("--seed", a->train.seed, "Seed of all random choices").show_default();
  sub.option("--seeds", a->seeds, "Train this many players and keep the best")
      .between(1, 1000)
      .show_default();
  sub.option("--rate", a->train.rate, "Learning rate").between(0.0, 1.0);
  sub.option("--explore", a->train.explore, "Share of random moves").between(0.0, 1.0);
  sub.option("--samples", a->samples, "Positions to judge the player on (0: none)");
  sub.option("--out", a->out, "File to write the player to").show_default();
  sub.on_run([&context, a] { train_hyper(context, *a); });
}

}  // namespace noughts::research::verbs
