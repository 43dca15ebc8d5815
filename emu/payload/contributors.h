#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace orrery::inline payload {

/// Ranks first .. last, each `times` times.
struct Contributors {
  std::int32_t first = 0, last = 0;
  std::int32_t times = 1;
  friend auto operator<=>(const Contributors&, const Contributors&) = default;
};

/// Multisets of ranks, each stored once and identified by a number: equal sets have equal numbers,
/// so copying and comparing the contents of a block costs nothing, and 1,024 ranks that build the
/// same partial sums share them.
class ContributorSets {
 public:
  using Id = std::int32_t;
  static constexpr Id kUndefined = 0;  ///< never written
  static constexpr Id kMixed = 1;      ///< elements of different logical index were reduced

  ContributorSets();
  Id of_rank(int rank);
  Id of_ranks(int first, int last);
  /// Returns the multiset union. Undefined or mixed operands give kMixed.
  Id combine(Id a, Id b);
  /// Returns the set; empty for kUndefined and kMixed.
  std::span<const Contributors> operator[](Id id) const;
  std::string text(Id id) const;  ///< returns "{0..3, 5 x2}"

 private:
  using Set = std::vector<Contributors>;  // disjoint, ascending, maximal runs
  Id intern(Set set);

  std::map<Set, Id> ids_;
  std::vector<const Set*> sets_;
  std::map<std::pair<Id, Id>, Id> unions_;
};

}  // namespace orrery::inline payload
