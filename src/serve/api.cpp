#include "noughts/serve/api.h"

#include <fmt/format.h>

#include <random>

#include "noughts/core/stopwatch.h"
#include "noughts/hyper/search/small_board.h"
#include "noughts/play/line.h"
#include "noughts/play/player.h"
#include "noughts/present/documents.h"
#include "noughts/present/family_documents.h"

namespace noughts::serve {
namespace {

constexpr int kMostLineMoves = 500;
constexpr int kMostSweepPoints = 201;
constexpr double kMostClassifySeconds = 10;

const std::vector<Parameter> kQuixoRules = {
    {"size", Kind::kInteger, "Side of the board", "5", {}, 3, 5},
    {"line", Kind::kInteger, "Tiles in a winning line; 0 stands for the size", "0", {}, 0, 5},
    {"both-lines", Kind::kText, "A move that makes lines of both signs", "lose", {"lose", "win"}},
};
const std::vector<Parameter> kScoring = {
    {"draw", Kind::kText, "What a draw is worth to X, such as 0, -5 or 1/2", "0"},
    {"double-win", Kind::kFlag, "Two rows of one player score 40", "false"},
};
const std::vector<Parameter> kQuantumRules = {
    {"collapse",
     Kind::kText,
     "Who selects at a collapse",
     "opponent",
     {"opponent", "mover", "chance"}},
    {"q", Kind::kText, "Under chance: the probability that O is favoured, such as 3/4", "1/2"},
    kScoring[0],
    kScoring[1],
};
const std::vector<Parameter> kHyperRules = {
    {"side", Kind::kInteger, "Cells along a side, n of n^k", "3", {}, 2, 16},
    {"dims", Kind::kInteger, "Dimensions, k of n^k", "2", {}, 1, 8},
    {"players", Kind::kInteger, "Players", "2", {}, 2, 8},
};
const std::vector<Parameter> kPosition = {
    {"position", Kind::kText, "Position in the game's notation; empty: the start"},
    {"move", Kind::kText, "A move to play on it first"},
};

play::QuixoChoice quixo_choice(const Query& query) {
  return {query.integer("size"), query.integer("line"), query.text("both-lines")};
}

play::QuantumChoice quantum_choice(const Query& query) {
  play::QuantumChoice choice;
  choice.collapse = query.text("collapse");
  if (choice.collapse == "chance") choice.q = query.text("q");
  choice.draw = query.text("draw");
  choice.double_win = query.flag("double-win");
  return choice;
}

play::HyperChoice hyper_choice(const Query& query) {
  return {query.integer("side"), query.integer("dims"), query.integer("players")};
}

std::vector<Parameter> operator+(std::vector<Parameter> a, const std::vector<Parameter>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

// The position of a request, after the move that it may name.
Result<std::unique_ptr<play::State>> state_of(const play::Game& game, const Query& query) {
  auto state = game.parse(query.text("position"));
  if (query.text("position").empty()) state = game.initial();
  if (!state) return state.error();
  if (!query.text("move").empty()) {
    const Result<void> played = (*state)->play(query.text("move"));
    if (!played) return played.error();
  }
  return state;
}

using PlayerResult = Result<std::unique_ptr<play::Player>>;

// An analyst that the player does not own.
std::shared_ptr<play::Analyst> borrowed(play::Analyst& analyst) {
  return {std::shared_ptr<play::Analyst>(), &analyst};
}

PlayerResult make_player(const std::string& kind, play::Analyst& analyst, std::uint64_t seed) {
  if (kind == "random") return play::make_random_player(seed);
  if (kind != "perfect" && !kind.starts_with("perfect:")) {
    return bad_input("player: there are random, perfect and perfect:SHARE of random moves");
  }
  const Result<double> blunder = play::parse_blunder(kind);
  if (!blunder) return blunder.error();
  return play::make_perfect_player(borrowed(analyst), seed, *blunder);
}

std::unique_ptr<play::Player> make_system(const quantum::Rules& rules, std::uint64_t seed) {
  return play::make_quantum_system(rules, seed);
}
template <class Rules>
std::unique_ptr<play::Player> make_system(const Rules&, std::uint64_t) {
  return nullptr;
}

std::uint64_t seed_of(const Query& query) {
  if (query.given("seed")) return static_cast<std::uint64_t>(query.number("seed"));
  return std::random_device{}();
}

// What a player does in a position. Where chance selects, the System moves whoever is asked.
template <class Rules>
Result<Json> choose(const Rules& rules, const play::Game& game, const play::State& state,
                    const Query& query, play::Analyst& analyst) {
  if (state.result()) return bad_input("the game is over: " + *state.result());
  const bool system = static_cast<std::size_t>(state.seat()) >= game.seats().size();
  PlayerResult player = system ? PlayerResult(make_system(rules, seed_of(query)))
                               : make_player(query.text("player"), analyst, seed_of(query));
  if (!player) return player.error();
  const Result<std::string> move = (*player)->choose(state);
  if (!move) return move.error();
  return present::move_document(game, state,
                                {.player = system ? "system" : query.text("player"),
                                 .move = *move,
                                 .remark = (*player)->remark()});
}

// The routes that every family has.
class FamilyRoutes {
 public:
  FamilyRoutes(Knowledge& knowledge, std::vector<Route>& routes)
      : knowledge_(knowledge), routes_(routes) {}

  template <class ChoiceOf>
  void add(const std::string& family, const std::vector<Parameter>& rules, ChoiceOf choice_of) {
    const std::vector<Parameter> position = rules + kPosition;
    // Parses game and position, then lets `answer` make the document.
    const auto on_position = [choice_of](auto answer) {
      return [choice_of, answer](const Query& query) -> Result<Json> {
        const auto choice = choice_of(query);
        auto game = play::make_game(choice);
        if (!game) return game.error();
        auto state = state_of(**game, query);
        if (!state) return state.error();
        return answer(*choice.parse(), **game, **state, query);
      };
    };
    Knowledge* knowledge = &knowledge_;
    const auto path = [&](const char* verb) { return fmt::format("/api/v1/{}/{}", family, verb); };

    routes_.push_back({path("show"), "A position drawn as text", position,
                       on_position([](const auto&, const auto& game, const auto& state,
                                      const Query&) -> Result<Json> {
                         return present::show_document(game, state);
                       })});
    routes_.push_back(
        {path("moves"), "The legal moves, where each leads, and what stands where", position,
         on_position([](const auto&, const auto& game, const auto& state, const Query&)
                         -> Result<Json> { return present::moves_document(game, state); })});
    routes_.push_back({path("analyze"), "The exact value of a position and of each move", position,
                       on_position([knowledge](const auto& rules_made, const auto& game,
                                               const auto& state, const Query&) {
                         return knowledge->ask(
                             rules_made, [&](play::Analyst& analyst) -> Result<Json> {
                               const auto analysis = analyst.analyze(state);
                               if (!analysis) return analysis.error();
                               return present::analysis_document(game, state, *analysis);
                             });
                       })});
    routes_.push_back(
        {path("line"), "One game of best play from a position",
         position +
             std::vector<Parameter>{
                 {"moves", Kind::kInteger, "At most so many moves", "200", {}, 1, kMostLineMoves}},
         on_position([knowledge](const auto& rules_made, const auto& game, const auto& state,
                                 const Query& query) {
           return knowledge->ask(rules_made, [&](play::Analyst& analyst) -> Result<Json> {
             auto line =
                 play::follow_line(state.clone(), analyst, {.limit = query.integer("moves")});
             if (!line) return line.error();
             return present::line_document(game, *line);
           });
         })});
    routes_.push_back(
        {path("move"), "The move of a player; where chance selects, the System's draw",
         position +
             std::vector<Parameter>{
                 {"player", Kind::kText, "perfect, perfect:SHARE of random moves, or random",
                  "perfect"},
                 {"seed", Kind::kInteger, "For the same choice again", "", {}, 0, 1e15}},
         on_position([knowledge](const auto& rules_made, const auto& game, const auto& state,
                                 const Query& query) {
           return knowledge->ask(rules_made, [&](play::Analyst& analyst) {
             return choose(rules_made, game, state, query, analyst);
           });
         })});
  }

 private:
  Knowledge& knowledge_;
  std::vector<Route>& routes_;
};

Result<Json> quixo_classes(Knowledge& knowledge, const Query& query) {
  const Result<quixo::Rules> rules = quixo_choice(query).parse();
  if (!rules) return rules.error();
  auto values = knowledge.values(*rules);
  if (!values) return values.error();
  Json document = present::quixo_document(*rules, (*values)->summary());
  return document;
}

// Chance selects, with any q: only the scoring is chosen.
Result<quantum::Rules> chance_rules(const Query& query) {
  return play::QuantumChoice{.collapse = "chance",
                             .q = "",
                             .dice = "",
                             .draw = query.text("draw"),
                             .double_win = query.flag("double-win")}
      .parse();
}

Result<Json> quantum_curve(Knowledge& knowledge, const Query& query) {
  const Result<quantum::Rules> rules = chance_rules(query);
  if (!rules) return rules.error();
  return knowledge.once("curve?" + query.key(), knowledge.options().curve_seconds,
                        [&](const CancelToken& cancel) -> Result<Json> {
                          const Stopwatch watch;
                          auto curve =
                              quantum::make_curve(*rules, knowledge.options().threads, {.cancel = &cancel});
                          if (!curve) return curve.error();
                          return present::curve_document(rules->variant(), *curve, watch.seconds());
                        });
}

Result<Json> quantum_sweep(Knowledge& knowledge, const Query& query) {
  const Result<quantum::Rules> rules = chance_rules(query);
  if (!rules) return rules.error();
  const auto grid = present::sweep_grid(query.text("from"), query.text("to"), query.text("step"));
  if (!grid) return grid.error();
  if (grid->size() > static_cast<std::size_t>(kMostSweepPoints)) {
    return bad_input(
        fmt::format("a sweep here has at most {} points, not {}; the command line has "
                    "no such limit",
                    kMostSweepPoints, grid->size()));
  }
  return knowledge.once("sweep?" + query.key(), knowledge.options().curve_seconds,
                        [&](const CancelToken& cancel) -> Result<Json> {
                          auto points = quantum::sweep(*rules, *grid, knowledge.options().threads,
                                                       {.cancel = &cancel});
                          if (!points) return points.error();
                          return present::sweep_document(rules->variant(), *points);
                        });
}

Result<Json> hyper_classify(Knowledge& knowledge, const Query& query) {
  const int side = query.integer("side");
  const int dims = query.integer("dims");
  const double seconds = query.number("seconds");
  return knowledge.once(
      "classify?" + query.key(), 2 * seconds + 1, [&](const CancelToken& cancel) -> Result<Json> {
        // The search for a win may take long: it gets its time, then the answer goes without.
        CancelToken search_cancel;
        const Deadline search_deadline(search_cancel, seconds);
        auto found =
            hyper::classify(side, dims, {.cancel = &search_cancel}, {.filling_seconds = seconds});
        if (!found && found.error().code == ErrorCode::kCancelled) {
          found = hyper::classify(side, dims, {.cancel = &cancel},
                                  {.filling_seconds = seconds, .search = false});
        }
        if (!found) return found.error();
        return present::classify_document(side, dims, *found);
      });
}

Json tables_json(const Knowledge& knowledge) {
  Json list = Json::array();
  for (const FoundTables& tables : knowledge.tables()) {
    const int cells = tables.rules.cells();
    list.push_back({{"size", tables.rules.size()},
                    {"line", tables.rules.line()},
                    {"both_lines",
                     tables.rules.both_lines() == quixo::BothLines::kMoverLoses ? "lose" : "win"},
                    {"classes", tables.classes},
                    {"classes_in_all", (cells + 1) * (cells + 2) / 2},
                    {"plies", tables.plies}});
  }
  return list;
}

Json health(Knowledge& knowledge, const std::string& version) {
  const Gate::Load load = knowledge.gate().load();
  return {{"status", "ok"},
          {"version", version},
          {"tables", tables_json(knowledge)},
          {"long_requests",
           {{"running", load.running},
            {"waiting", load.waiting},
            {"most_running", load.at_once},
            {"most_waiting", load.most_waiting}}}};
}

Json game_json(const char* name, const char* title, const std::vector<Parameter>& parameters,
               Json limits) {
  Json list = Json::array();
  for (const Parameter& p : parameters) list.push_back(parameter_json(p));
  return {{"game", name}, {"title", title}, {"rules", list}, {"limits", std::move(limits)}};
}

Json games(Knowledge& knowledge) {
  const Json quixo_limits = {{"solved_in_memory_up_to_size", 4},
                             {"tables", tables_json(knowledge)}};
  const Json quantum_limits = {{"most_sweep_points", kMostSweepPoints},
                               {"most_denominator_of_q", quantum::kMaxDenominator},
                               {"most_draw", quantum::kMaxDraw}};
  const Json hyper_limits = {{"most_cells_played", hyper::kMaxPlayCells},
                             {"most_cells_analyzed", hyper::kMaxSmallCells},
                             {"seconds_for_a_position", knowledge.options().hyper_seconds}};
  return {{"games",
           {game_json("quixo", "Quixo", kQuixoRules, quixo_limits),
            game_json("quantum", "Quantum tic-tac-toe", kQuantumRules, quantum_limits),
            game_json("hyper", "n^k tic-tac-toe", kHyperRules, hyper_limits)}}};
}

}  // namespace

std::vector<Route> make_routes(Knowledge& knowledge, const std::string& version) {
  std::vector<Route> routes;
  Knowledge* known = &knowledge;
  routes.push_back(
      {"/api/v1/health",
       "Whether the server is well, and its tables",
       {},
       [known, version](const Query&) -> Result<Json> { return health(*known, version); }});
  routes.push_back({"/api/v1/games",
                    "The rules and limits of each game",
                    {},
                    [known](const Query&) -> Result<Json> { return games(*known); }});
  FamilyRoutes families(knowledge, routes);
  families.add("quixo", kQuixoRules, quixo_choice);
  families.add("quantum", kQuantumRules, quantum_choice);
  families.add("hyper", kHyperRules, hyper_choice);
  routes.push_back({"/api/v1/quixo/classes", "How many boards of each class are won, lost, drawn",
                    kQuixoRules,
                    [known](const Query& query) { return quixo_classes(*known, query); }});
  routes.push_back({"/api/v1/quantum/curve", "The value as an exact function of q", kScoring,
                    [known](const Query& query) { return quantum_curve(*known, query); }});
  routes.push_back(
      {"/api/v1/quantum/sweep", "The value and the openings for many q",
       kScoring + std::vector<Parameter>{{"from", Kind::kText, "First q", "0"},
                                         {"to", Kind::kText, "Last q", "1"},
                                         {"step", Kind::kText, "Distance between them", "1/20"}},
       [known](const Query& query) { return quantum_sweep(*known, query); }});
  routes.push_back({"/api/v1/hyper/classify", "The category of Golomb and Hales for two players",
                    std::vector<Parameter>{kHyperRules[0],
                                           kHyperRules[1],
                                           {"seconds",
                                            Kind::kNumber,
                                            "Time for each of search and SAT solver",
                                            "5",
                                            {},
                                            0.1,
                                            kMostClassifySeconds}},
                    [known](const Query& query) { return hyper_classify(*known, query); }});
  routes.push_back({"/api/v1/openapi.json", "This description of the API", {}, {}});
  const Json description = openapi_document(routes, version);
  routes.back().answer = [description](const Query&) -> Result<Json> { return description; };
  return routes;
}

}  // namespace noughts::serve
