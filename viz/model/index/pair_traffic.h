#pragma once

#include <span>
#include <vector>

#include "viz/model/index/trace_index.h"

namespace orrery::viz::inline model {

/// Bytes from each rank to each other, of the messages that are kept one by one. Immutable.
class PairTraffic {
 public:
  struct Pair {
    int to = 0;
    Bytes bytes;
  };
  explicit PairTraffic(const TraceIndex& index);

  int ranks() const { return static_cast<int>(offsets_.size()) - 1; }
  /// Returns the traffic of a rank by destination, ascending.
  std::span<const Pair> row(int from) const;
  Bytes most() const { return most_; }  ///< of one pair

 private:
  std::vector<std::size_t> offsets_;  // of each rank, into pairs_
  std::vector<Pair> pairs_;
  Bytes most_{0};
};

}  // namespace orrery::viz::inline model
