/// Programs of a rank that run beside each other.
#include <utility>

#include "emu/base/call_checks.h"
#include "emu/engine/engine.h"
#include "emu/engine/fibers/lane_order.h"

namespace orrery {

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

}  // namespace orrery
