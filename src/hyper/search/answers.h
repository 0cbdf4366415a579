// What searches ask of a position, and what they have found.
//
// For a player and a goal one question is asked of each position: can she reach it whatever
// the others do? Answers are remembered by question and position up to symmetry.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <unordered_map>

#include "noughts/hyper/search/small_board.h"

namespace noughts::hyper::search {

enum class Goal { kWin, kNotLose };

class Answers {
 public:
  using Memory = std::unordered_map<PositionKey, bool>;
  struct Question {
    int player;
    Goal goal;
    Memory* memory;
  };
  // Require: player < kMaxPlayers. The question is good for as long as this.
  Question ask(int player, Goal goal) {
    return {player, goal,
            &memories_[static_cast<std::size_t>(player)][static_cast<std::size_t>(goal)]};
  }

  static std::optional<bool> find(const Question& question, const PositionKey& key) {
    const auto found = question.memory->find(key);
    if (found == question.memory->end()) return std::nullopt;
    return found->second;
  }
  void keep(const Question& question, const PositionKey& key, bool answer) {
    question.memory->emplace(key, answer);
    ++stored_;
  }
  void forget() {
    for (auto& of_player : memories_) {
      for (Memory& memory : of_player) Memory().swap(memory);
    }
    stored_ = 0;
  }

  bool empty() const { return stored_ == 0; }
  // What is remembered takes so much, and so much with an answer more.
  std::uint64_t bytes() const { return stored_ * kEntryBytes; }
  std::uint64_t bytes_with_next() const { return bytes() + kEntryBytes; }

 private:
  std::array<std::array<Memory, 2>, kMaxPlayers> memories_;
  std::uint64_t stored_ = 0;
};

}  // namespace noughts::hyper::search
