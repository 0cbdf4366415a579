// noughts tree hyper: the guided tree of Kutner's draft; noughts train hyper:
// a player that learns.
#include <fmt/format.h>

#include "noughts/cli/games.h"
#include "noughts/cli/verbs.h"
#include "noughts/core/stopwatch.h"
#include "noughts/hyper/search/small_board.h"
#include "noughts/hyper/study/learn.h"

namespace noughts::cli {
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
};

Result<hyper::Policy> make_guide(Context& context, const hyper::Rules& rules,
                                 const TreeArguments& a) {
  if (a.guide == "random") return hyper::random_policy(rules, a.seed);
  if (a.guide == "perfect") {
    if (rules.cells() > hyper::kMaxSmallCells)
      return bad_input("perfect play needs at most 64 cells");
    return hyper::perfect_policy(rules, {.cancel = &context.cancel});
  }
  if (a.guide == "learned") {
    if (a.learned.empty()) return bad_input("a learned guide needs --learned FILE (noughts train)");
    Result<hyper::Learner> learner = hyper::Learner::load(rules, a.learned);
    if (!learner) return learner.error();
    return hyper::Policy(
        [l = std::move(*learner)](const hyper::Position& p) -> Result<hyper::Move> {
          return l.choose(p);
        });
  }
  return hyper::greedy_policy(
      rules, {.alpha = a.alpha,
              .beta = a.beta,
              .penalty = a.penalty == "full" ? hyper::Penalty::kFull : hyper::Penalty::kShared});
}

void tree_hyper(Context& context, const TreeArguments& a) {
  const Result<hyper::Rules> rules = a.game.parse();
  if (!rules) return context.fail(rules.error());
  if (a.player < 1 || a.player > rules->players()) {
    return context.fail(
        bad_input(fmt::format("--player is 1 to {}, not {}", rules->players(), a.player)));
  }
  const Result<hyper::Policy> policy = make_guide(context, *rules, a);
  if (!policy) return context.fail(policy.error());
  const auto counts = hyper::guided_tree(
      *rules, a.player - 1, *policy, {.cancel = &context.cancel, .progress = context.progress()});
  if (!counts) return context.fail(counts.error());
  const Json document = {{"side", rules->board().side()},
                         {"dims", rules->board().dims()},
                         {"players", rules->players()},
                         {"guide", a.guide},
                         {"player", a.player},
                         {"penalty", a.penalty},
                         {"wins", counts->wins},
                         {"draws", counts->draws},
                         {"losses", counts->losses},
                         {"leaves", counts->leaves()},
                         {"nodes", counts->nodes}};
  context.answer(document, [&] {
    return fmt::format("wins {}  draws {}  losses {}  leaves {}  nodes {}\n",
                       format_count(counts->wins), format_count(counts->draws),
                       format_count(counts->losses), format_count(counts->leaves()),
                       format_count(counts->nodes));
  });
}

struct TrainArguments {
  HyperOptions game;
  hyper::TrainOptions train;
  std::string out = "learned.player";
  std::uint64_t samples = 20'000;
};

void train_hyper(Context& context, TrainArguments& a) {
  const Result<hyper::Rules> rules = a.game.parse();
  if (!rules) return context.fail(rules.error());
  Result<hyper::Learner> learner = hyper::Learner::make(*rules);
  if (!learner) return context.fail(learner.error());
  const Budget budget{.cancel = &context.cancel, .progress = context.progress()};
  Result<void> trained;
  const double seconds = time_of([&] { trained = learner->train(a.train, budget); });
  if (!trained) return context.fail(trained.error());
  const Result<void> saved = learner->save(a.out);
  if (!saved) return context.fail(saved.error());
  Json document = {{"games", a.train.games},
                   {"error_rate", nullptr},
                   {"file", a.out},
                   {"weights", learner->weights()},
                   {"seconds", seconds}};
  std::string judged = "not judged: exact values are known for small boards only";
  constexpr hyper::Cell kJudgedCells = 27;
  if (rules->cells() <= kJudgedCells && a.samples > 0) {
    const hyper::Policy policy = [&](const hyper::Position& p) -> Result<hyper::Move> {
      return learner->choose(p);
    };
    const auto result =
        hyper::judge(*rules, policy, a.samples, a.train.seed, {.cancel = &context.cancel});
    if (!result) return context.fail(result.error());
    document["error_rate"] = result->error_rate();
    document["judged_positions"] = result->positions;
    document["mistakes"] = result->mistakes;
    judged = fmt::format("{} mistakes in {} positions", format_count(result->mistakes),
                         format_count(result->positions));
  }
  context.answer(document, [&] {
    return fmt::format("{} games, {} weights, {:.1f} s; {}\nwrote {}\n",
                       format_count(a.train.games), format_count(learner->weights()), seconds,
                       judged, a.out);
  });
}

}  // namespace

void add_tree(const Command& program, Context& context) {
  const Command verb = program.sub("tree", "Leaves of a guided tree");
  verb.require_sub();
  const Command sub = verb.sub("hyper", "One player guided, the others try everything");
  context.add_common(sub, "noughts tree hyper --players 3 --player 2 --penalty full");
  auto a = std::make_shared<TreeArguments>();
  a->game.add_to(sub);
  sub.option("--guide", a->guide, "greedy, perfect, learned or random")
      .one_of({"greedy", "perfect", "learned", "random"})
      .show_default();
  sub.option("--player", a->player, "Who is guided").between(1, hyper::kMaxPlayers).show_default();
  sub.option("--penalty", a->penalty, "Opponents' lines count 1/(d(q-1)): shared; 1/d: full")
      .one_of({"shared", "full"})
      .show_default();
  sub.option("--alpha", a->alpha, "Weight of own lines").between(0.0, 1.0);
  sub.option("--beta", a->beta, "Weight of opponents' lines").between(0.0, 1.0);
  sub.option("--learned", a->learned, "File of noughts train, for --guide learned");
  sub.option("--seed", a->seed, "Seed of the random guide").show_default();
  sub.on_run([&context, a] { tree_hyper(context, *a); });
}

void add_train(const Command& program, Context& context) {
  const Command verb = program.sub("train", "Train a player by self-play");
  verb.require_sub();
  const Command sub = verb.sub("hyper", "A player for one n^k game");
  context.add_common(sub, "noughts train hyper --players 3 --out three.player");
  auto a = std::make_shared<TrainArguments>();
  a->game.add_to(sub);
  sub.option("--games", a->train.games, "Games against itself").show_default();
  sub.option("--seed", a->train.seed, "Seed of all random choices").show_default();
  sub.option("--rate", a->train.rate, "Rate of learning").between(0.0, 1.0);
  sub.option("--explore", a->train.explore, "Share of random moves").between(0.0, 1.0);
  sub.option("--samples", a->samples, "Positions to judge it on (0: do not)");
  sub.option("--out", a->out, "File to write").show_default();
  sub.on_run([&context, a] { train_hyper(context, *a); });
}

}  // namespace noughts::cli
