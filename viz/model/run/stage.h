#pragma once

#include <memory>
#include <vector>

#include "viz/model/index/trace_index.h"
#include "viz/model/layout/layout.h"
#include "viz/model/layout/link_map.h"

namespace orrery::viz::inline model {

/// A finished run, prepared to be shown at any time. Immutable: safe to share between threads.
class Stage {
 public:
  explicit Stage(TraceIndex index);

  const TraceIndex& index() const { return index_; }
  const Layout& layout() const { return *layout_; }
  const LinkMap& linkMap() const { return link_map_; }
  /// Returns how often the time of the most slowed message doubles because links are shared, from 0 (no message is
  /// slowed) to 3.
  int doublings() const { return doublings_; }
  const Network& network() const { return index_.network(); }
  /// Returns the ranks by host, ascending.
  const std::vector<std::vector<int>>& ranksOfHost() const { return ranks_of_host_; }
  /// Returns the rank of a node that follows `rank` in a cycle through all; its first one if `rank`
  /// is of another node, -1 for a switch or after the last.
  int rankAfter(NodeId node, int rank) const;

 private:
  TraceIndex index_;
  std::unique_ptr<const Layout> layout_;
  LinkMap link_map_;
  std::vector<std::vector<int>> ranks_of_host_;
  int doublings_;
};

}  // namespace orrery::viz::inline model
