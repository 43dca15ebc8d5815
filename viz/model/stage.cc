#include "viz/model/stage.h"

namespace orrery::viz {

Stage::Stage(std::shared_ptr<const Trace> trace, std::shared_ptr<const Network> network)
    : index_(std::move(trace), std::move(network)),
      layout_(makeLayout(index_.network().topology)),
      ranks_of_host_(static_cast<std::size_t>(layout_->topology().hosts())) {
  const std::vector<NodeId>& host_of = this->network().host_of;
  for (std::size_t rank = 0; rank < host_of.size(); ++rank) {
    ranks_of_host_[static_cast<std::size_t>(host_of[rank])].push_back(static_cast<int>(rank));
  }
}

}  // namespace orrery::viz
