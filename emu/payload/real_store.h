#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "emu/payload/store.h"

namespace orrery::inline payload {

/// A store with real bytes and computing operators.
class RealStore : public Store {
 public:
  RealStore(const Op& op, int ranks) : op_(op), ranks_(ranks) {}
  std::uint32_t element_bytes() const override { return op_.element_bytes; }
  Slice allocate(std::int64_t count) override;
  bool has_content() const override { return true; }
  void fill(Slice slice, Content content) override;
  std::optional<std::string> mismatch(Slice slice, Content expected) const override;
  /// Returns the bytes of a slice that is not joined; they stay where they are.
  std::byte* data(Slice s) {
    checked_.reset();
    return at(s);
  }
  const std::byte* data(Slice s) const { return at(s); }
  const Op& op() const { return op_; }

 protected:
  void copy_range(Slice into, Slice from) override;
  void reduce_range(Slice into, Slice from, bool from_first) override;
  /// Returns the index in `slice` of the first wrong element; nullopt if all are as expected.
  std::optional<std::int64_t> first_wrong(Slice slice, Content expected) const;

 private:
  std::byte* at(Slice s) { return buffers_[s.buffer()].data() + s.offset() * s.element_bytes(); }
  const std::byte* at(Slice s) const {
    return buffers_[s.buffer()].data() + s.offset() * s.element_bytes();
  }
  void expect(std::span<std::byte> result, std::span<std::byte> operand, Content expected) const;
  std::optional<std::int64_t> first_difference(const std::byte* got, const std::byte* want,
                                               std::int64_t count) const;

  /// A slice that holds a reduction over all ranks.
  struct Checked {
    std::int64_t logical = 0;
    Slice slice;
  };

  const Op& op_;
  int ranks_;
  std::vector<std::vector<std::byte>> buffers_;
  /// The last one that first_wrong() found right, until something changes: every rank is compared with the same one.
  mutable std::optional<Checked> checked_;
};

}  // namespace orrery::inline payload
