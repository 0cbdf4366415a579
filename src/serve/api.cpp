#include "noughts/serve/api.h"

#include <fmt/format.h>

#include "noughts/core/stopwatch.h"
#include "noughts/hyper/notation.h"
#include "noughts/hyper/search/small_board.h"
#include "noughts/play/choice.h"
#include "noughts/play/families.h"
#include "noughts/play/line.h"
#include "noughts/present/documents.h"
#include "noughts/present/family_documents.h"
#include "noughts/serve/opponent.h"

namespace noughts::serve {
namespace {

constexpr int kMostLineMoves = 500;
constexpr int kMostSweepPoints = 201;
constexpr double kMostClassifySeconds = 10;

using play::Parameter;
using play::Parameters;

const Parameters kPosition = {
    Parameter::text("position", "", "Position in the game's notation; empty: the start"),
    Parameter::text("move", "", "A move to play on it first"),
};
const Parameters kLine = {Parameter::whole("moves", std::to_string(play::LineOptions().limit), 1,
                                           kMostLineMoves, "Stop after this many moves")};
const Parameters kClassify = {
    Parameter::number("seconds", "5", 0.1, kMostClassifySeconds,
                      "Seconds for the search, and again for the SAT solver")};

const Parameters kCell = {Parameter::text("cell", "", "The cell as it is written, such as 111")};

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

// Calls f with the rules, whichever of several types they are.
template <class R, class F>
Result<Json> with_rules(const R& rules, F&& f) {
  return f(rules);
}
template <class F>
Result<Json> with_rules(const play::AnyQuixoRules& any, F&& f) {
  return std::visit(f, any);
}

// A question about a Quixo board may be a look-up, and so quick.
Lane quixo_lane(AnalysisCache& analyses, const Query& query) {
  const Result<play::AnyQuixoRules> any = play::any_quixo_rules(query);
  if (!any) return Lane::kQuick;
  const auto* rules = std::get_if<quixo::Rules>(&*any);
  return rules != nullptr && analyses.knows(*rules) ? Lane::kQuick : Lane::kSearch;
}

// On large n^k boards even the legal moves are thousands.
Lane hyper_lane(const Query& query) {
  const Result<hyper::Rules> rules = play::hyper_rules(query);
  return rules && rules->cells() > hyper::search::kMaxSmallCells ? Lane::kSearch : Lane::kQuick;
}

// The routes that every family has.
class FamilyRoutes {
 public:
  FamilyRoutes(AnalysisCache& analyses, std::vector<Route>& routes)
      : analyses_(analyses), routes_(routes) {}

  template <class R>
  void add(const play::FamilyTable& family, Result<R> (*rules_of)(const Query&)) {
    const Parameters position = family.parameters + kPosition;
    // Parses game and position, then lets `answer` make the document.
    const auto on_position = [rules_of](auto answer) {
      return [rules_of, answer](const Query& query) -> Result<Json> {
        const Result<R> any = rules_of(query);
        if (!any) return any.error();
        return with_rules(*any, [&](const auto& rules) -> Result<Json> {
          const auto game = play::make_game(rules);
          auto state = state_of(*game, query);
          if (!state) return state.error();
          return answer(rules, *game, **state, query);
        });
      };
    };
    AnalysisCache* analyses = &analyses_;
    std::function<Lane(const Query&)> plain_lane;  // of what asks no analyst
    std::function<Lane(const Query&)> lane;
    if constexpr (std::is_same_v<R, hyper::Rules>) plain_lane = hyper_lane;
    if constexpr (std::is_same_v<R, play::AnyQuixoRules>) {
      lane = [analyses](const Query& query) { return quixo_lane(*analyses, query); };
    }
    const auto path = [&](const char* verb) {
      return fmt::format("/api/v1/{}/{}", family.name, verb);
    };

    routes_.push_back({path("show"), "A position drawn as text", position, Lane::kQuick,
                       on_position([](const auto&, const auto& game, const auto& state,
                                      const Query&) -> Result<Json> {
                         return present::show_document(game, state);
                       }),
                       plain_lane});
    routes_.push_back({path("moves"), "The legal moves, the position after each, and the board",
                       position, Lane::kQuick,
                       on_position([](const auto&, const auto& game, const auto& state,
                                      const Query&) -> Result<Json> {
                         return present::moves_document(game, state);
                       }),
                       plain_lane});
    routes_.push_back({path("analyze"), "The value of a position and of each of its moves",
                       position, Lane::kSearch,
                       on_position([analyses](const auto& rules_made, const auto& game,
                                              const auto& state, const Query&) {
                         return analyses->ask(
                             rules_made, [&](play::Analyst& analyst) -> Result<Json> {
                               const auto analysis = analyst.analyze(state);
                               if (!analysis) return analysis.error();
                               return present::analysis_document(game, state, *analysis);
                             });
                       }),
                       lane});
    routes_.push_back(
        {path("line"), "One game of best play from a position", position + kLine, Lane::kSearch,
         on_position([analyses](const auto& rules_made, const auto& game, const auto& state,
                                const Query& query) {
           return analyses->ask(rules_made, [&](play::Analyst& analyst) -> Result<Json> {
             auto line =
                 play::follow_line(state.clone(), analyst, {.limit = query.integer("moves")});
             if (!line) return line.error();
             return present::line_document(game, *line);
           });
         }),
         lane});
    routes_.push_back({path("move"), "The move of a player; where chance selects, its choice",
                       position + player_parameters(), Lane::kSearch,
                       on_position([analyses](const auto&, const auto& game, const auto& state,
                                              const Query& query) {
                         return choose_move(*analyses, game, state, query);
                       }),
                       lane});
  }

 private:
  AnalysisCache& analyses_;
  std::vector<Route>& routes_;
};

Result<Json> quixo_classes(AnalysisCache& analyses, const Query& query) {
  const Result<quixo::Rules> rules = play::quixo_rules(query);
  if (!rules) return rules.error();
  auto values = analyses.values(*rules);
  if (!values) return values.error();
  Json document = present::quixo_document(*rules, (*values)->summary());
  return document;
}

Result<Json> quantum_curve(AnalysisCache& analyses, const Query& query) {
  const Result<quantum::Rules> rules = play::chance_rules(query);
  if (!rules) return rules.error();
  return analyses.once("curve?" + query.key(), analyses.options().curve_seconds,
                       [&](const Budget& budget) -> Result<Json> {
                         const Stopwatch watch;
                         auto curve = quantum::curve::make_curves(
                             *rules, analyses.options().threads, budget);
                         if (!curve) return curve.error();
                         return present::curve_document(rules->variant(), *curve, watch.seconds());
                       });
}

Result<Json> quantum_sweep(AnalysisCache& analyses, const Query& query) {
  const Result<quantum::Rules> rules = play::chance_rules(query);
  if (!rules) return rules.error();
  const auto grid = quantum::search::sweep_grid(query.fraction("from"), query.fraction("to"),
                                                query.fraction("step"));
  if (!grid) return grid.error();
  if (grid->size() > static_cast<std::size_t>(kMostSweepPoints)) {
    return bad_input(
        fmt::format("a sweep here has at most {} points, not {}; the command line has "
                    "no such limit",
                    kMostSweepPoints, grid->size()));
  }
  return analyses.once("sweep?" + query.key(), analyses.options().curve_seconds,
                       [&](const Budget& budget) -> Result<Json> {
                         auto points = quantum::search::sweep(*rules, *grid,
                                                              analyses.options().threads, budget);
                         if (!points) return points.error();
                         return present::sweep_document(rules->variant(), *points);
                       });
}

Result<Json> hyper_classify(AnalysisCache& analyses, const Query& query) {
  const auto board = play::hyper_board(query);
  if (!board) return board.error();
  const double seconds = query.number("seconds");
  return analyses.once(
      "classify?" + query.key(), 2 * seconds + 1, [&](const Budget& budget) -> Result<Json> {
        // The search for a win may take long: it gets its time, then the answer
        // goes without.
        auto found =
            hyper::study::classify(*board, budget.within(seconds), {.filling_seconds = seconds});
        if (!found && (found.error().code == ErrorCode::kNoTime ||
                       found.error().code == ErrorCode::kNoSpace)) {
          found =
              hyper::study::classify(*board, budget, {.filling_seconds = seconds, .search = false});
        }
        if (!found) return found.error();
        return present::classify_document(**board, *found);
      });
}

// A cell is on few lines, but the board must be made to find them: not one of a million cells.
Result<Json> hyper_lines(const Query& query) {
  if (play::cells_of_board(query) > hyper::kMaxPlayCells) {
    return bad_input(
        fmt::format("lines are listed on boards of at most {} cells; choose a smaller board",
                    hyper::kMaxPlayCells));
  }
  const auto board = play::hyper_board(query);
  if (!board) return board.error();
  const Result<hyper::Cell> cell = hyper::parse_cell(**board, query.text("cell"));
  if (!cell) return cell.error();
  return present::lines_document(**board, *cell);
}

Json tables_json(const AnalysisCache& analyses) {
  Json list = Json::array();
  for (const play::FoundTables& tables : analyses.tables()) {
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

Json load_json(const Load& load) {
  return {{"running", load.running},
          {"waiting", load.waiting},
          {"most_running", load.most_running},
          {"most_waiting", load.most_waiting}};
}

Json health(const AnalysisCache& analyses, const std::string& version) {
  return {{"status", "ok"},
          {"version", version},
          {"tables", tables_json(analyses)},
          {"quick_requests", load_json(analyses.load(Lane::kQuick))},
          {"searches", load_json(analyses.load(Lane::kSearch))},
          {"long_requests", load_json(analyses.load(Lane::kLong))}};
}

// The levels of a computer's player, from random to perfect.
Json players_json() {
  Json list = Json::array();
  for (const play::Level& level : play::levels()) {
    list.push_back({{"player", level.name}, {"about", level.about}});
  }
  return list;
}

Json game_json(const play::FamilyTable& family, Json limits) {
  Json rules = Json::array();
  for (const Parameter& p : family.parameters) rules.push_back(parameter_json(p));
  return {{"game", family.name},
          {"title", family.title},
          {"rules", rules},
          {"players", players_json()},
          {"limits", std::move(limits)}};
}

Json games(AnalysisCache& analyses) {
  const Json quixo_limits = {{"solved_in_memory_up_to_size", 4}, {"tables", tables_json(analyses)}};
  const Json quantum_limits = {{"most_sweep_points", kMostSweepPoints},
                               {"most_denominator_of_q", quantum::kMaxDenominator},
                               {"most_draw", quantum::kMaxDraw}};
  const Json hyper_limits = {{"most_cells_played", hyper::kMaxPlayCells},
                             {"most_cells_analyzed", hyper::search::kMaxSmallCells},
                             {"seconds_for_a_position", analyses.options().hyper_seconds}};
  const std::vector<play::FamilyTable>& families = play::family_tables();
  return {{"games",
           {game_json(families[0], quixo_limits), game_json(families[1], quantum_limits),
            game_json(families[2], hyper_limits)}}};
}

}  // namespace

std::vector<Route> make_routes(AnalysisCache& analyses, const std::string& version) {
  std::vector<Route> routes;
  AnalysisCache* known = &analyses;
  routes.push_back(
      {"/api/v1/health",
       "Whether the server is well, and its tables",
       {},
       Lane::kQuick,
       [known, version](const Query&) -> Result<Json> { return health(*known, version); }});
  routes.push_back({"/api/v1/games",
                    "The rules and limits of each game",
                    {},
                    Lane::kQuick,
                    [known](const Query&) -> Result<Json> { return games(*known); }});
  FamilyRoutes family_routes(analyses, routes);
  const std::vector<play::FamilyTable>& families = play::family_tables();
  family_routes.add(families[0], play::any_quixo_rules);
  family_routes.add(families[1], play::quantum_rules);
  family_routes.add(families[2], play::hyper_rules);
  routes.push_back({"/api/v1/quixo/classes", "How many boards of each class are won, lost, drawn",
                    play::quixo_parameters(), Lane::kSearch,
                    [known](const Query& query) { return quixo_classes(*known, query); },
                    [known](const Query& query) { return quixo_lane(*known, query); }});
  routes.push_back({"/api/v1/quantum/curve", "The value as an exact function of q",
                    play::scoring_parameters(), Lane::kLong,
                    [known](const Query& query) { return quantum_curve(*known, query); }});
  routes.push_back({"/api/v1/quantum/sweep", "The value and the openings for many q",
                    play::sweep_parameters(), Lane::kLong,
                    [known](const Query& query) { return quantum_sweep(*known, query); }});
  routes.push_back({"/api/v1/hyper/classify", "The category of Golomb and Hales for two players",
                    play::board_parameters() + kClassify, Lane::kLong,
                    [known](const Query& query) { return hyper_classify(*known, query); }});
  routes.push_back({"/api/v1/hyper/lines", "The lines through a cell",
                    play::board_parameters() + kCell, Lane::kQuick,
                    [](const Query& query) { return hyper_lines(query); }});
  routes.back().required = {"cell", "11"};
  routes.push_back({"/api/v1/openapi.json", "This description of the API", {}, Lane::kQuick, {}});
  const Json description = openapi_document(routes, version);
  routes.back().answer = [description](const Query&) -> Result<Json> { return description; };
  return routes;
}

}  // namespace noughts::serve
