#include "viz/model/run/stage.h"

#include <algorithm>

namespace orrery::viz {

Stage::Stage(std::shared_ptr<const Trace> trace, std::shared_ptr<const Network> network,
             Pieces pieces, std::shared_ptr<const Cargo> cargo, std::vector<RoundTotal> totals,
             Time totals_from, std::shared_ptr<const StepIndex> steps, OperationRounds operations,
             const std::vector<int>& stuck)
    : index_(std::move(trace), std::move(network), std::move(pieces), std::move(cargo),
             std::move(totals), totals_from, std::move(steps), std::move(operations), stuck),
      layout_(makeLayout(index_.network().topology)),
      ranks_of_host_(static_cast<std::size_t>(layout_->topology().hosts())) {
  const std::vector<NodeId>& host_of = this->network().host_of;
  for (std::size_t rank = 0; rank < host_of.size(); ++rank) {
    ranks_of_host_[static_cast<std::size_t>(host_of[rank])].push_back(static_cast<int>(rank));
  }
}

Stage::Stage(const Stage& whole, int rounds)
    : index_(whole.index_, rounds),
      layout_(makeLayout(index_.network().topology)),
      ranks_of_host_(whole.ranks_of_host_) {}

Stage::Stage(const Stage& whole, Time until)
    : index_(whole.index_, until),
      layout_(makeLayout(index_.network().topology)),
      ranks_of_host_(whole.ranks_of_host_) {}

int Stage::rankAfter(NodeId node, int rank) const {
  const auto n = static_cast<std::size_t>(node);
  if (n >= ranks_of_host_.size() || ranks_of_host_[n].empty()) return -1;
  const std::vector<int>& ranks = ranks_of_host_[n];
  const auto found = std::find(ranks.begin(), ranks.end(), rank);
  if (found == ranks.end()) return ranks.front();
  return found + 1 == ranks.end() ? -1 : *(found + 1);
}

}  // namespace orrery::viz
