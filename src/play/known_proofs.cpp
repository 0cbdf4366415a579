#include "noughts/play/known_proofs.h"

namespace noughts::play {

extern const char* const kQubicLines[];
extern const std::size_t kQubicLineCount;

const std::string& qubic_certificate() {
  static const std::string text = [] {
    std::string joined;
    for (std::size_t i = 0; i < kQubicLineCount; ++i) joined.append(kQubicLines[i]) += '\n';
    return joined;
  }();
  return text;
}

std::shared_ptr<const hyper::proof::Strategy> known_strategy(const hyper::Rules& rules) {
  if (!rules.board().is_power() || rules.board().side() != 4 || rules.board().dims() != 3 ||
      rules.players() != 2)
    return nullptr;
  static const std::shared_ptr<const hyper::proof::Strategy> qubic =
      [&]() -> std::shared_ptr<const hyper::proof::Strategy> {
    const auto certificate = hyper::proof::parse_certificate(qubic_certificate());
    if (!certificate) return nullptr;
    auto strategy = hyper::proof::Strategy::make(rules, *certificate);
    if (!strategy) return nullptr;
    return std::make_shared<const hyper::proof::Strategy>(std::move(*strategy));
  }();
  return qubic;
}

}  // namespace noughts::play
