// quantum/curve/curve.h without FLINT: curves are not computed in a page. Those of the usual
// scorings come with the site (web/src/site/ready.ts); for others there is a sentence.
#include "noughts/quantum/curve/curve.h"

namespace noughts::quantum {

Result<Curve> make_curve(const Rules&, int, const Budget&) {
  return Error{ErrorCode::kMissing,
               "the curve of this scoring is not among those that come with this site, and a "
               "page cannot compute it; noughts solve quantum can, and so can noughts serve"};
}

}  // namespace noughts::quantum
