#include "noughts/serve/stop.h"

#include <chrono>

namespace noughts::serve {
namespace {

thread_local Stop* answered_here = nullptr;

}  // namespace

void Stop::cancel() {
  const std::lock_guard lock(mutex_);
  wished_.cancel();
  for (CancelToken* token : tied_) token->cancel();
}

Answering::Answering(Stop& stop) { answered_here = &stop; }
Answering::~Answering() { answered_here = nullptr; }

Tied::Tied(CancelToken& token) : stop_(answered_here), token_(token) {
  if (stop_ == nullptr) return;
  const std::lock_guard lock(stop_->mutex_);
  stop_->tied_.push_back(&token);
  if (stop_->cancelled()) token.cancel();
}

Tied::~Tied() {
  if (stop_ == nullptr) return;
  const std::lock_guard lock(stop_->mutex_);
  std::erase(stop_->tied_, &token_);
}

Deadline::Deadline(CancelToken& token, double seconds) : token_(token) {
  const auto time = std::chrono::duration<double>(seconds);
  token.cancel_at(CancelToken::Clock::now() +
                  std::chrono::duration_cast<CancelToken::Clock::duration>(time));
}

}  // namespace noughts::serve
