#include "scenarios/formats/mscclpp/threads.h"

namespace orrery::mscclpp {

std::int32_t Threads::add(const Action& action, std::vector<Chunks> reads,
                          std::vector<Chunks> writes, std::int32_t port) {
  constexpr std::int32_t kMost = 1 << 24;
  if (next_id_ == kMost)
    throw PlanError(Fault::kStructure, {action.rank, action.block, action.step, action.line, -1},
                    "more than 2^24 operations");
  std::vector<Pending>& thread = port < 0 ? main_ : ports_[port];
  const std::int32_t after = port >= 0 && !main_.empty() ? main_.back().id : -1;
  thread.push_back({action, std::move(reads), std::move(writes), next_id_++, after});
  return thread.back().id;
}

void Threads::wait_for_port(std::int32_t id, std::int32_t port) {
  if (const auto found = ports_.find(port); found != ports_.end())
    later_.emplace_back(id, found->second.back().id);
}

Placed Threads::place(Plan& plan) {
  Placed placed;
  place(plan, main_, placed);
  for (const auto& [port, thread] : ports_) place(plan, thread, placed);
  for (const auto& [port, thread] : ports_)
    for (const Pending& p : thread)
      if (p.issued_after >= 0)
        plan.precedences.push_back({placed.at(p.id), placed.at(p.issued_after)});
  for (const auto& [later, earlier] : later_)
    plan.precedences.push_back({placed.at(later), placed.at(earlier)});
  main_.clear();
  ports_.clear();
  later_.clear();
  return placed;
}

void Threads::place(Plan& plan, const std::vector<Pending>& thread, Placed& placed) {
  if (thread.empty()) return;
  for (const Pending& p : thread) {
    Action a = p.action;
    a.thread = plan.threads;
    placed[p.id] = plan.add(a, p.reads, p.writes);
  }
  ++plan.threads;
}

}  // namespace orrery::mscclpp
