#include "viz/model/index/pair_traffic.h"

#include <algorithm>
#include <map>

namespace orrery::viz::inline model {

PairTraffic::PairTraffic(const TraceIndex& index) {
  const int ranks = index.network().ranks();
  offsets_.push_back(0);
  for (int from = 0; from < ranks; ++from) {
    std::map<int, Bytes> sums;
    for (const std::uint32_t number : index.lanes().of(LaneIndex::kSend, from)) {
      const Trace::Message& m = index.trace().messages[number];
      sums[m.destination] += m.bytes;
    }
    for (const auto& [to, bytes] : sums) {
      pairs_.push_back({to, bytes});
      most_ = std::max(most_, bytes);
    }
    offsets_.push_back(pairs_.size());
  }
}

std::span<const PairTraffic::Pair> PairTraffic::row(int from) const {
  const auto r = static_cast<std::size_t>(from);
  return std::span(pairs_).subspan(offsets_[r], offsets_[r + 1] - offsets_[r]);
}

}  // namespace orrery::viz::inline model
