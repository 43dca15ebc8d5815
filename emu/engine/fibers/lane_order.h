#pragma once

#include <optional>
#include <span>
#include <vector>

#include "emu/base/check.h"
#include "emu/comm/emulated_comm.h"

namespace orrery {

/// The lanes in which the rank takes part that have ended when lane i begins: in place of others those that they come
/// after.
inline std::vector<int> lanes_before(std::span<const EmulatedComm::OrderedLane> lanes, int i) {
  std::vector<int> before;
  for (const int k : lanes[static_cast<std::size_t>(i)].after) {
    if (lanes[static_cast<std::size_t>(k)].takes_part) {
      before.push_back(k);
      continue;
    }
    const std::vector<int> more = lanes_before(lanes, k);
    before.insert(before.end(), more.begin(), more.end());
  }
  return before;
}

/// Which lanes of a rank can begin, as others end. Of those that can begin at the same time the first comes first.
class LaneOrder {
 public:
  /// `lanes` must outlive it. THROWS std::invalid_argument for a lane that comes after one that does not exist.
  explicit LaneOrder(std::span<const EmulatedComm::OrderedLane> lanes)
      : lanes_(lanes), state_(lanes.size(), State::kWaiting) {
    for (const auto& lane : lanes)
      for (const int before : lane.after)
        EMU_CHECK(before >= 0 && before < std::ssize(lanes), "a lane comes after lane ", before,
                  ", which does not exist");
  }

  /// A lane that begins now; nothing where none can yet.
  std::optional<int> next() {
    for (std::size_t i = 0; i < lanes_.size(); ++i) {
      if (state_[i] != State::kWaiting || !can_begin(lanes_[i])) continue;
      state_[i] = State::kRunning;
      ++running_;
      return static_cast<int>(i);
    }
    EMU_CHECK(running_ > 0 || all_ended(), "lanes come after themselves");
    return std::nullopt;
  }
  /// Lane i, which has begun, has ended.
  void end(int i) {
    state_[static_cast<std::size_t>(i)] = State::kEnded;
    --running_;
    ++ended_;
  }
  bool all_ended() const { return ended_ == lanes_.size(); }

 private:
  enum class State : unsigned char { kWaiting, kRunning, kEnded };

  bool can_begin(const EmulatedComm::OrderedLane& lane) const {
    for (const int before : lane.after)
      if (state_[static_cast<std::size_t>(before)] != State::kEnded) return false;
    return true;
  }

  std::span<const EmulatedComm::OrderedLane> lanes_;
  std::vector<State> state_;
  int running_ = 0;
  std::size_t ended_ = 0;
};

}  // namespace orrery
