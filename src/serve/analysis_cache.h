// What the server knows: solved Quixo boards, from tables or in memory, and the
// searches of the other games, kept warm between requests.
//
// Everything here may be called from many threads at once.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "noughts/core/budget.h"
#include "noughts/core/json.h"
#include "noughts/core/recent.h"
#include "noughts/play/choice.h"
#include "noughts/play/knowledge.h"
#include "noughts/serve/route.h"
#include "noughts/serve/stop.h"

namespace noughts::serve {

struct AnalysisCacheOptions {
  std::string tables = {};     // a folder of tables, or of such folders; empty: none
  std::string proofs = {};     // a folder of certificates; empty: none
  int threads = 0;             // of one solve; 0: all
  double hyper_seconds = 2;    // for one question about an n^k position
  double curve_seconds = 120;  // for a curve, a sweep
  // For all that is kept and computed, tables aside.
  std::uint64_t memory_bytes = std::uint64_t{600} << 20;
};

class AnalysisCache {
 public:
  // Looks at the tables and proofs; fails if a folder that is named holds none, or one
  // that cannot be read.
  static Result<std::unique_ptr<AnalysisCache>> open(const AnalysisCacheOptions& options);

  const std::vector<play::FoundTables>& tables() const { return tables_; }
  // Proved wins that the players on n^k boards follow.
  const play::Proofs& proofs() const { return proofs_; }
  // How much the lanes of the server have to do, for who asks how it is.
  using LoadOf = std::function<Load(Lane)>;
  void tell_load(LoadOf load);
  Load load(Lane lane) const;
  const AnalysisCacheOptions& options() const { return options_; }

  // Whether all values of these rules are at hand: in tables, or solved already.
  bool knows(const quixo::Rules& rules);
  // From tables, or solved in memory when first asked for.
  Result<std::shared_ptr<const quixo::tables::ValueSource>> values(const quixo::Rules& rules);

  // Asks the analyst of these rules (play/knowledge.h). Values of Quixo are looked up by any number
  // of questions at once; one that needs a search has it alone.
  using Question = std::function<Result<Json>(play::Analyst&)>;
  Result<Json> ask(const quixo::Rules& rules, const Question& question);
  Result<Json> ask(const quixo::LargeRules& rules, const Question& question);
  Result<Json> ask(const quantum::Rules& rules, const Question& question);
  // Within the seconds of the options, or fewer.
  Result<Json> ask(const hyper::Rules& rules, const Question& question, double seconds = 0);

  // Answers that never change, once computed.
  Result<Json> once(const std::string& name, double seconds,
                    const std::function<Result<Json>(const Budget&)>& compute);

 private:
  explicit AnalysisCache(const AnalysisCacheOptions& options);
  template <class R>
  Result<Json> ask_quixo(const R& rules, std::shared_ptr<const quixo::tables::ValueSource> values,
                         const Question& question);

  struct Solved {
    std::mutex mutex;
    std::shared_ptr<const quixo::tables::ValueSource> values;
  };
  // An analyst whose searches only one request uses at a time.
  struct Held {
    std::mutex mutex;
    CancelToken cancel;
    std::shared_ptr<play::Analyst> analyst;
  };

  AnalysisCacheOptions options_;
  std::vector<play::FoundTables> tables_;
  play::Proofs proofs_;
  mutable std::mutex mutex_;
  LoadOf load_;
  Recent<std::string, Solved> solved_;
  class Shared;
  Recent<std::string, Held> quixo_;
  Recent<std::string, Held> quantum_;
  Recent<std::string, Held> hyper_;
  Recent<std::string, const Json> answers_;
};

}  // namespace noughts::serve
