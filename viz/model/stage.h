#pragma once

#include <memory>
#include <vector>

#include "viz/model/layout.h"
#include "viz/model/trace_index.h"

namespace orrery::viz {

/// A finished run ready to be shown at any time. Immutable: safe to share between threads.
class Stage {
 public:
  /// Neither is null.
  Stage(std::shared_ptr<const Trace> trace, std::shared_ptr<const Network> network);

  const TraceIndex& index() const { return index_; }
  const Layout& layout() const { return *layout_; }
  const Network& network() const { return index_.network(); }
  /// Ranks by host, ascending.
  const std::vector<std::vector<int>>& ranksOfHost() const { return ranks_of_host_; }

 private:
  TraceIndex index_;
  std::unique_ptr<const Layout> layout_;
  std::vector<std::vector<int>> ranks_of_host_;
};

}  // namespace orrery::viz
