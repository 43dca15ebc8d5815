#include "viz/model/run/stage.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "viz/model/index/slow_down.h"

namespace orrery::viz::inline model {
namespace {

/// Rounds up, so that any slowdown shows.
int doublingsOf(double times) {
  constexpr double kMost = 3, kNear = 0.1;
  if (times < kLeastSlowDown) return 0;
  return static_cast<int>(std::clamp(std::ceil(std::log2(times) - kNear), 1.0, kMost));
}

}  // namespace

Stage::Stage(TraceIndex index)
    : index_(std::move(index)),
      layout_(makeLayout(index_.network().topology)),
      link_map_(layout_->topology()),
      ranks_of_host_(static_cast<std::size_t>(layout_->topology().hosts())),
      doublings_(doublingsOf(worstSlowDown(index_))) {
  const std::vector<NodeId>& host_of = network().host_of;
  for (std::size_t rank = 0; rank < host_of.size(); ++rank) {
    ranks_of_host_[static_cast<std::size_t>(host_of[rank])].push_back(static_cast<int>(rank));
  }
}

int Stage::rankAfter(NodeId node, int rank) const {
  const auto n = static_cast<std::size_t>(node);
  if (n >= ranks_of_host_.size() || ranks_of_host_[n].empty()) return -1;
  const std::vector<int>& ranks = ranks_of_host_[n];
  const auto found = std::find(ranks.begin(), ranks.end(), rank);
  if (found == ranks.end()) return ranks.front();
  return found + 1 == ranks.end() ? -1 : *(found + 1);
}

}  // namespace orrery::viz::inline model
