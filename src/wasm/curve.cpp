// quantum/curve/curve.h without FLINT: curves are not computed in a page. Those of the usual
// scorings come with the site (web/src/site/ready.ts); for others there is a sentence.
#include "noughts/quantum/curve/curve.h"

namespace noughts::quantum::curve {

Result<GameCurves> make_curves(const Rules&, int, const Budget&) {
  return Error{ErrorCode::kMissing,
               "this site has no curve for this scoring; noughts solve quantum and noughts serve "
               "compute it"};
}

}  // namespace noughts::quantum::curve
