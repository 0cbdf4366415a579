// A library for LD_PRELOAD that sends its process the signal NOUGHTS_EARLY_SIGNAL when it
// is loaded.
#include <csignal>
#include <cstdlib>

namespace {

[[gnu::constructor]] void send_signal() {
  const char* number = std::getenv("NOUGHTS_EARLY_SIGNAL");
  if (number != nullptr) std::raise(std::atoi(number));
}

}  // namespace
