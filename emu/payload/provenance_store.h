#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "emu/payload/store.h"

namespace orrery {

/// Ranks first .. last, each `times` times.
struct Contributors {
  std::int32_t first = 0, last = 0;
  std::int32_t times = 1;
  friend auto operator<=>(const Contributors&, const Contributors&) = default;
};

/// Multisets of ranks, each stored once and named by a number: equal sets have equal numbers, so
/// that copying and comparing what a block contains costs nothing, and 1,024 ranks that build the
/// same partial sums share them.
class ContributorSets {
 public:
  using Id = std::int32_t;
  static constexpr Id kUndefined = 0;  ///< nothing was ever written here
  static constexpr Id kMixed = 1;      ///< elements of different logical index were reduced

  ContributorSets();
  Id of_rank(int rank);
  Id of_all(int ranks);
  /// Multiset union. Undefined or mixed operands give kMixed.
  Id combine(Id a, Id b);
  std::string text(Id id) const;  ///< "{0..3, 5 twice}"

 private:
  using Set = std::vector<Contributors>;  // disjoint, ascending, maximal runs
  Id intern(Set set);

  std::map<Set, Id> ids_;
  std::vector<const Set*> sets_;
  std::map<std::pair<Id, Id>, Id> unions_;
};

/// Every range of elements knows which elements it stands for (logical index) and who contributed
/// to it; no bytes.
class ProvenanceStore : public Store {
 public:
  /// Elements from one boundary to the next: element x stands for logical index logical + (x -
  /// start of the segment).
  struct Segment {
    std::int64_t logical = 0;
    ContributorSets::Id contributors = ContributorSets::kUndefined;
  };

  ProvenanceStore(std::uint32_t element_bytes, int ranks)
      : element_bytes_(element_bytes), ranks_(ranks) {}
  std::uint32_t element_bytes() const override { return element_bytes_; }
  Slice allocate(std::int64_t count) override;
  bool has_content() const override { return true; }
  void fill(Slice slice, Content content) override;
  std::optional<std::string> mismatch(Slice slice, Content expected) const override;

 protected:
  void copy_range(Slice into, Slice from) override;
  void reduce_range(Slice into, Slice from, bool from_first) override;

 private:
  using Buffer =
      std::map<std::int64_t, Segment>;  // start -> segment; the last entry ends the buffer
  struct Part {
    std::int64_t count;
    Segment segment;
  };
  std::vector<Part> read(Slice s) const;
  void write(Slice s, const std::vector<Part>& parts);

  std::uint32_t element_bytes_;
  int ranks_;
  ContributorSets sets_;
  std::vector<Buffer> buffers_;
};

}  // namespace orrery
