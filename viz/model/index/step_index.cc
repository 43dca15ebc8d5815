#include "viz/model/index/step_index.h"

#include <map>
#include <tuple>

namespace orrery::viz {
namespace {

/// Steps whose messages go one way, in order; -1: not those of the rank at that end.
struct Way {
  std::vector<std::int32_t> sends, receives;
  std::size_t used = 0;
};
using Ways = std::map<std::tuple<int, int, int>, Way>;  // source, destination, tag

Ways waysOf(const Plan& plan, const LoweredPlan& lowered) {
  Ways ways;
  for (std::size_t r = 0; r < lowered.graph.ranks.size(); ++r) {
    const auto& operations = lowered.graph.ranks[r].operations;
    for (std::size_t i = 0; i < operations.size(); ++i) {
      const Operation& o = operations[i];
      const auto rank = static_cast<int>(r);
      const std::int32_t action = lowered.actions[r][i];
      const bool own = plan.actions[static_cast<std::size_t>(action)].rank == rank;
      const std::int32_t step = own ? action : -1;
      if (o.kind == Operation::Kind::kSend) ways[{rank, o.peer, o.tag}].sends.push_back(step);
      if (o.kind == Operation::Kind::kReceive) ways[{o.peer, rank, o.tag}].receives.push_back(step);
    }
  }
  return ways;
}

}  // namespace

StepIndex::StepIndex(std::shared_ptr<const Plan> plan, const LoweredPlan& lowered,
                     const Trace& trace)
    : plan_(std::move(plan)), ends_(trace.messages.size()) {
  const auto ranks = static_cast<std::size_t>(plan_->setting.ranks);
  Ways ways = waysOf(*plan_, lowered);
  reached_.resize(ranks);
  for (std::size_t m = 0; m < trace.messages.size(); ++m) {
    const MessageEvent& message = trace.messages[m];
    const auto found = ways.find({message.source, message.destination, message.tag});
    if (found == ways.end() || found->second.used >= found->second.sends.size()) continue;
    Way& way = found->second;
    ends_[m] = {way.sends[way.used], way.receives[way.used]};
    ++way.used;
    if (ends_[m].sends < 0) reached_[static_cast<std::size_t>(message.source)] = true;
    if (ends_[m].receives < 0) reached_[static_cast<std::size_t>(message.destination)] = true;
  }
  steps_.resize(ranks);
  blocks_.resize(ranks);
  std::int32_t thread = -1;
  for (std::size_t i = 0; i < plan_->actions.size(); ++i) {
    const Action& a = plan_->actions[i];
    const auto rank = static_cast<std::size_t>(a.rank);
    steps_[rank].push_back(static_cast<std::int32_t>(i));
    const bool other = a.block < 0 || blocks_[rank].empty() || blocks_[rank].back() != a.block;
    if ((i == 0 || a.thread != thread) && other) blocks_[rank].push_back(a.block);
    thread = a.thread;
    rows_.push_back(static_cast<int>(blocks_[rank].size()) - 1);
  }
}

std::int32_t StepIndex::of(std::size_t message, bool sends) const {
  if (message >= ends_.size()) return -1;
  return sends ? ends_[message].sends : ends_[message].receives;
}

}  // namespace orrery::viz
