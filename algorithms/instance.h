#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "algorithms/algorithm.h"
#include "algorithms/program.h"

namespace orrery::inline algorithms {

/// An algorithm with its problem, ready for ranks of any kind: emulated ones, which share a store,
/// or processes with a store each.
class Instance : public Program {
 public:
  /// Prepares the program. `x` must outlive it. REQUIRES !refusal(a, x).
  Instance(const Algorithm& a, const Problem& x);

  const Collective& collective() const { return collective_; }
  std::int64_t length() const override { return length_; }
  /// Returns the partition into blocks, see blocks_of().
  const Partition& partition() const { return partition_; }
  Slice block(Slice v, int rank) const { return partition_.block(v, rank); }

  void fill(Store& store, Slice v, int rank) const override;
  void run(Comm& c, Slice v) const override;
  std::optional<std::string> mismatch(const Store& store, Slice v, int rank) const override;
  std::vector<Barrier> barriers() const override;

 private:
  void keep_input(Comm& c, Slice v) const;

  const Algorithm& algorithm_;
  const Collective& collective_;
  Problem problem_;  // settled
  std::int64_t length_;
  int blocks_;
  Partition partition_;
  std::vector<int> skips_;
};

}  // namespace orrery::inline algorithms
