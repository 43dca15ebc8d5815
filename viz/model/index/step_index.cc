#include "viz/model/index/step_index.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "algorithms/plan/happens_before.h"

namespace orrery::viz::inline model {
namespace {

/// Steps whose messages go in one direction, in order; -1: not steps of the rank at that end.
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

/// Times of a single step.
struct OwnEnds {
  Time over{0};     ///< when it could continue after its own messages
  Time arrived{0};  ///< when its data have arrived
  Time computes{0};
  std::int64_t sends = 0;  ///< that are not in the trace
};

/// Counts the sends of a step in one pass over the plan: it sends a request for each fetch.
std::int64_t sendsOf(const Plan& plan, const Action& a) {
  const auto isElsewhere = [&](const Chunks& c) { return c.rank != a.rank; };
  const auto isSent = [&](const Chunks& c) { return isElsewhere(c) || c.buffer == Buffer::kWire; };
  return std::ranges::count_if(plan.writes(a), isSent) +
         std::ranges::count_if(plan.reads(a), isElsewhere);
}

/// Returns the times of all steps; nothing where the plan was run in several passes.
std::optional<std::vector<OwnEnds>> ownEnds(const Plan& plan, const LoweredPlan& lowered) {
  std::vector<OwnEnds> all(plan.actions.size());
  for (std::size_t r = 0; r < lowered.graph.ranks.size(); ++r) {
    const auto& operations = lowered.graph.ranks[r].operations;
    for (std::size_t i = 0; i < operations.size(); ++i) {
      const auto action = static_cast<std::size_t>(lowered.actions[r][i]);
      if (plan.actions[action].rank != static_cast<std::int32_t>(r)) continue;
      OwnEnds& own = all[action];
      if (operations[i].kind == Operation::Kind::kSend) ++own.sends;
      if (operations[i].kind == Operation::Kind::kCompute)
        own.computes += Time(operations[i].amount);
    }
  }
  for (std::size_t a = 0; a < all.size(); ++a)
    if (all[a].sends > sendsOf(plan, plan.actions[a])) return std::nullopt;
  return all;
}

/// Returns steps in an order in which each follows those that it waits for; empty where there is
/// none.
std::vector<std::int32_t> orderOf(const Plan& plan) {
  try {
    const HappensBefore known(plan);
    return {known.order().begin(), known.order().end()};
  } catch (const PlanError&) {
    return {};
  }
}

}  // namespace

void StepIndex::findStays(const LoweredPlan& lowered, const Trace& trace) {
  auto ends = ownEnds(*plan_, lowered);
  const std::vector<std::int32_t> order = orderOf(*plan_);
  if (!ends || order.empty()) return;
  const auto own = [&](std::int32_t step) -> OwnEnds& {
    return (*ends)[static_cast<std::size_t>(step)];
  };
  for (std::size_t m = 0; m < ends_.size(); ++m) {
    const MessageEvent& message = trace.messages[m];
    if (const std::int32_t step = ends_[m].sends; step >= 0) {
      own(step).over =
          std::max(own(step).over, plan_->actions[static_cast<std::size_t>(step)].connection >= 0
                                       ? message.start
                                       : message.end);
      own(step).arrived = std::max(own(step).arrived, message.end);
      --own(step).sends;
    }
    if (const std::int32_t step = ends_[m].receives; step >= 0)
      own(step).over = std::max(own(step).over, message.end);
  }
  std::vector<std::vector<std::int32_t>> before(plan_->actions.size());
  for (const Precedence& p : plan_->precedences)
    before[static_cast<std::size_t>(p.later)].push_back(p.earlier);
  stays_.resize(plan_->actions.size());
  for (const std::int32_t step : order) {
    const auto at = static_cast<std::size_t>(step);
    const Action& a = plan_->actions[at];
    Stay& stay = stays_[at];
    if (step > 0 && plan_->actions[at - 1].thread == a.thread) stay.from = stays_[at - 1].to;
    stay.to = stay.from;
    for (const std::int32_t earlier : before[at]) {
      const auto e = static_cast<std::size_t>(earlier);
      const bool is_near = plan_->actions[e].rank == a.rank;
      stay.to = std::max(stay.to,
                         is_near || own(earlier).sends > 0 ? stays_[e].to : own(earlier).arrived);
    }
    if (stay.to != Time::max()) stay.to += own(step).computes;
    stay.to = own(step).sends > 0 ? Time::max() : std::max(stay.to, own(step).over);
  }
}

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
  findStays(lowered, trace);
}

std::int32_t StepIndex::of(std::size_t message, bool sends) const {
  if (message >= ends_.size()) return -1;
  return sends ? ends_[message].sends : ends_[message].receives;
}

}  // namespace orrery::viz::inline model
