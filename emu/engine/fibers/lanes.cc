/// Concurrent programs of a rank.
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "emu/base/call_checks.h"
#include "emu/base/check.h"
#include "emu/comm/emulated_comm.h"
#include "emu/engine/engine.h"

namespace orrery::inline engine {
namespace {

/// Returns the lanes with this rank that must have ended when lane i begins: lanes without this
/// rank are replaced by their predecessors.
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
/// The order of a rank's lanes: which can begin, as others end. Of several the first begins first.
class LaneOrder {
 public:
  /// Prepares the lanes, which must outlive it. THROWS std::invalid_argument for a lane after one
  /// that does not exist.
  explicit LaneOrder(std::span<const EmulatedComm::OrderedLane> lanes)
      : lanes_(lanes), state_(lanes.size(), State::kWaiting) {
    for (const auto& lane : lanes)
      for (const int before : lane.after)
        EMU_CHECK(before >= 0 && before < std::ssize(lanes), "a lane comes after lane ", before,
                  ", which does not exist");
  }

  /// Returns a lane that begins now; nullopt if none can yet.
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
  /// Ends lane i, which has begun.
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

}  // namespace

void Engine::run_lanes(Index task, int comm, int rank, int n,
                       const std::function<void(Comm&, int)>& body) {
  check_lanes(n);
  tell(recording_, &Recording::begin_lanes, task, n);
  std::vector<int> comms;
  comms.reserve(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) comms.push_back(communicators_.lane(comm, rank, i, n));
  tasks_.run_lanes(task, n, [&](Index lane, int i) {
    tell(causes_, &Causes::begin_lane, lane, task);
    if (recording_ != nullptr) recording_->begin_lane(lane, task, {});
    run_program(lane, comms[static_cast<std::size_t>(i)], rank, [&](Comm& c) { body(c, i); });
    tell(recording_, &Recording::end_lane, lane, task, i);
    tell(causes_, &Causes::end_lane, lane, task);
  });
  tell(recording_, &Recording::end_lanes, task);
}

void Engine::run_ordered_lanes(Index task, int comm, int rank,
                               std::span<const EmulatedComm::OrderedLane> lanes,
                               const std::function<void(Comm&, int)>& body) {
  const auto n = static_cast<int>(lanes.size());
  check_lanes(n);
  depend_on_order();
  tell(recording_, &Recording::begin_lanes, task, n);
  traffic_.split(lanes);
  std::vector<int> ended;
  const Tasks::Body run = [&](Index lane, int i) {
    tell(causes_, &Causes::begin_lane, lane, task);
    if (recording_ != nullptr) recording_->begin_lane(lane, task, lanes_before(lanes, i));
    traffic_.begin_lane(i, now_);
    run_program(lane, communicators_.lane(comm, rank, i, n), rank, [&](Comm& c) { body(c, i); });
    traffic_.end_lane(i, now_);
    tell(recording_, &Recording::end_lane, lane, task, i);
    tell(causes_, &Causes::end_lane, lane, task);
    ended.push_back(i);
  };
  LaneOrder order(lanes);
  for (;;) {
    while (const auto i = order.next()) {
      const EmulatedComm::OrderedLane& lane = lanes[static_cast<std::size_t>(*i)];
      lane.takes_part ? tasks_.start_lane(task, *i, lane.first_round, run) : order.end(*i);
    }
    if (order.all_ended()) break;
    tasks_.await_lane(task);
    for (const int i : std::exchange(ended, {})) order.end(i);
  }
  tell(recording_, &Recording::end_lanes, task);
}

}  // namespace orrery::inline engine
