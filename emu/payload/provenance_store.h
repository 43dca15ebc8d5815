#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "emu/payload/contributors.h"
#include "emu/payload/store.h"

namespace orrery {

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
  void observe(Observer observer) override;

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
  void report(std::uint32_t buffer, std::int64_t element, const Part& part) const;

  std::uint32_t element_bytes_;
  int ranks_;
  ContributorSets sets_;
  std::vector<Buffer> buffers_;
  Observer observer_;
};

}  // namespace orrery
