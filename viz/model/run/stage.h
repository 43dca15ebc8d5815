#pragma once

#include <memory>
#include <vector>

#include "viz/model/index/trace_index.h"
#include "viz/model/layout/layout.h"

namespace orrery::viz {

/// A finished run ready to be shown at any time. Immutable: safe to share between threads.
class Stage {
 public:
  /// Neither is null. For the others see TraceIndex.
  Stage(std::shared_ptr<const Trace> trace, std::shared_ptr<const Network> network,
        Pieces pieces = {}, std::shared_ptr<const Cargo> cargo = {},
        std::vector<RoundTotal> totals = {}, Time totals_from = Time::max(),
        std::shared_ptr<const StepIndex> steps = {}, OperationRounds operations = {},
        const std::vector<int>& stuck = {});
  /// The beginning of a run: see TraceIndex.
  Stage(const Stage& whole, int rounds);
  Stage(const Stage& whole, Time until);

  const TraceIndex& index() const { return index_; }
  const Layout& layout() const { return *layout_; }
  const Network& network() const { return index_.network(); }
  /// Ranks by host, ascending.
  const std::vector<std::vector<int>>& ranksOfHost() const { return ranks_of_host_; }
  /// The rank of a node that comes after `rank` in a round trip through all; its first one if `rank`
  /// is of another node, -1 for a switch or behind the last.
  int rankAfter(NodeId node, int rank) const;

 private:
  TraceIndex index_;
  std::unique_ptr<const Layout> layout_;
  std::vector<std::vector<int>> ranks_of_host_;
};

}  // namespace orrery::viz
