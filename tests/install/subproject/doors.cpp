#include <noughts/hyper.h>
#include <noughts/play.h>
#include <noughts/quantum.h>
#include <noughts/quixo.h>

static_assert(noughts::quixo::kMinSize == 3);
int players(const noughts::hyper::Rules& rules) { return rules.players(); }
int plies(const noughts::quantum::Position& position) { return position.plies; }
