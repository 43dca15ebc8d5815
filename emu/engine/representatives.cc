#include "emu/engine/representatives.h"

#include <utility>

#include "emu/net/symmetry.h"

namespace orrery::inline engine {

std::size_t emulated_ranks(const Network& network) {
  return network.symmetry == nullptr ? network.host_of.size()
                                     : network.symmetry->representatives().size();
}

void count_all(Metrics& metrics, const Symmetry& symmetry) {
  metrics.messages *= symmetry.class_size();
  metrics.bytes_total = symmetry.class_size() * metrics.bytes_total;
  for (RoundMetrics& r : metrics.per_round) {
    r.messages *= symmetry.class_size();
    r.bytes = symmetry.class_size() * r.bytes;
  }
  for (LinkLoad load : std::exchange(metrics.hottest, {}))
    for (const LinkId image : symmetry.images(load.link, Metrics::kHottest)) {
      load.link = image;
      metrics.add_hot(load);
    }
}

}  // namespace orrery::inline engine
