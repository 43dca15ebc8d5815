#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "algorithms/algorithm.h"

namespace orrery {

/// An algorithm with the problem it runs, ready for ranks of any kind: emulated ones, which share a
/// store, or processes with a store each.
class Instance {
 public:
  /// `x` must outlive it. REQUIRES !refusal(a, x).
  Instance(const Algorithm& a, const Problem& x);

  const Collective& collective() const { return collective_; }
  /// Elements of every rank's vector v.
  std::int64_t length() const { return length_; }
  /// How v, or its first part, is cut into the ranks' blocks.
  const Partition& partition() const { return partition_; }
  Slice block(Slice v, int rank) const { return partition_.block(v, rank); }

  /// Puts what `rank` has before the collective into its vector.
  void fill(Store& store, Slice v, int rank) const;
  /// What rank c.rank() does.
  void run(Comm& c, Slice v) const;
  /// The first difference, in words, between `rank`'s vector and what it must be afterwards.
  std::optional<std::string> mismatch(const Store& store, Slice v, int rank) const;

 private:
  const Algorithm& algorithm_;
  const Collective& collective_;
  const Problem& problem_;
  std::int64_t length_;
  int blocks_;
  Partition partition_;
  std::vector<int> skips_;
};

}  // namespace orrery
