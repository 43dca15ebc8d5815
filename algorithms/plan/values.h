#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "algorithms/plan/demand.h"

namespace orrery::inline algorithms {

/// The contributions in chunks, as multisets: a value is one contribution, or the sum of two
/// values. Values are numbers; equal ones may have different numbers, but have the same
/// fingerprint.
class Values {
 public:
  using Id = std::int32_t;
  static constexpr Id kNothing = -1;
  using Fingerprint = std::array<std::uint64_t, 2>;  ///< adds up as values do

  Id leaf(Contribution c);
  Id sum(Id a, Id b);
  const Fingerprint& fingerprint(Id id) const { return nodes_[static_cast<std::size_t>(id)].print; }
  static Fingerprint fingerprint(Contribution c);

  /// Returns every contribution with its multiplicity; empty for kNothing.
  std::map<Contribution, std::uint64_t> contributions(Id id) const;

 private:
  struct Node {
    std::int32_t a, b;  ///< values, or with a < 0 the contribution b of rank -1-a
    Fingerprint print;
  };
  std::vector<Node> nodes_;
  std::unordered_map<std::uint64_t, Id> sums_;  // by a and b
};

/// Returns "(0,0) + 2x(1,0) + 3 more"; "nothing".
std::string text_of_contributions(const std::map<Contribution, std::uint64_t>& all, int parts);

}  // namespace orrery::inline algorithms
