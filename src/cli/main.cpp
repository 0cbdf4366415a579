// noughts VERB GAME [options]: signals, exit codes and what nobody caught.
#include <array>
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <new>

#include "noughts/cli/context.h"
#include "noughts/cli/output.h"
#include "noughts/cli/usage.h"
#include "noughts/research/verbs/verbs.h"

namespace {

// The handler can reach nothing but this pointer, set once before signals arrive.
noughts::CancelToken* interrupted = nullptr;

void on_interrupt(int) {
  if (interrupted->cancelled()) std::_Exit(noughts::cli::kExitInterrupted);  // the second time
  interrupted->cancel();
}

void handle(void (*handler)(int)) {
  struct sigaction action = {};
  action.sa_handler = handler;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

// A terminal that was closed ends what runs in it as Ctrl-C does, unless somebody (nohup) said
// otherwise. What must outlive it says so: Context::outlive_terminal().
void end_with_terminal() {
  struct sigaction before = {};
  sigaction(SIGHUP, nullptr, &before);
  if (before.sa_handler == SIG_IGN) return;
  before = {};
  before.sa_handler = on_interrupt;
  sigaction(SIGHUP, &before, nullptr);
}

// Before anything of the program or of its libraries runs, so that Ctrl-C in its first
// moments ends it as at any other time; nothing has been begun then. What comes earlier
// still meets the system's loader and ends as the system has it.
void handle_early(int, char**, char**) {
  handle([](int) { std::_Exit(noughts::cli::kExitInterrupted); });
}
#ifndef NOUGHTS_SANITIZED  // a sanitizer must stand before what it watches
[[gnu::used, gnu::section(".preinit_array")]] void (*const first_of_all)(int, char**,
                                                                         char**) = handle_early;
#endif

// Ctrl-C must also end a wait for input, so interrupted reads do not resume. When
// this ends, so does the token, and all is said: what comes later is ignored.
class Interrupts {
 public:
  explicit Interrupts(noughts::CancelToken& cancel) {
    interrupted = &cancel;
    handle(on_interrupt);
    end_with_terminal();
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);  // a limit on the size of files is an error like a full disk
  }
  ~Interrupts() { handle(SIG_IGN); }
  Interrupts(const Interrupts&) = delete;
  Interrupts& operator=(const Interrupts&) = delete;
};

// Memory for the moment when there is no more. The first part lets the allocation that failed
// succeed: it may stand in the destructor of a JSON document, where nothing may be thrown. The
// second part is for what unwinding takes.
constexpr std::size_t kReservePart = std::size_t{1} << 20;
std::array<std::atomic<void*>, 2> reserve;

void on_no_memory() {
  void* first = reserve[0].exchange(nullptr);
  std::free(first);
  if (first != nullptr) return;  // operator new tries again
  std::free(reserve[1].exchange(nullptr));
  throw std::bad_alloc();
}

void keep_a_reserve() {
  for (auto& part : reserve) part = std::malloc(kReservePart);
  std::set_new_handler(on_no_memory);
}

int run(const std::vector<std::string>& words) {
  noughts::cli::Context context;
  const Interrupts interrupts(context.cancel);
  if (words.empty()) {
    context.print(noughts::cli::front_page());
  } else {
    noughts::cli::dispatch(
        words, context, {noughts::research::verbs::add_study, noughts::research::verbs::add_bench});
  }
  return context.exit_code();
}

}  // namespace

int main(int argc, char** argv) {
  noughts::cli::keep_standard_descriptors();
  keep_a_reserve();
#ifdef NOUGHTS_SANITIZED
  handle_early(argc, argv, nullptr);
#endif
  try {
    return run({argv + 1, argv + argc});
  } catch (const std::bad_alloc&) {
    noughts::cli::say("noughts: not enough memory\n");
  } catch (const std::exception& error) {
    noughts::cli::say("noughts: ");
    noughts::cli::say(error.what());
    noughts::cli::say("\n");
  }
  return noughts::cli::kExitFault;
}
