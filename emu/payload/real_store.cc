#include "emu/payload/real_store.h"

#include <algorithm>
#include <cstring>

namespace orrery {

Slice RealStore::allocate(std::int64_t count) {
  // 0xa5: memory that was never written is unlikely to pass for a result.
  buffers_.emplace_back(static_cast<std::size_t>(count * op_.element_bytes), std::byte{0xa5});
  return {static_cast<std::uint32_t>(buffers_.size() - 1), op_.element_bytes, 0, count};
}

void RealStore::copy_range(Slice into, Slice from) {
  if (into.count() > 0)
    std::memmove(at(into), at(from), static_cast<std::size_t>(into.bytes().count()));
}

void RealStore::reduce_range(Slice into, Slice from, bool from_first) {
  op_.combine(at(into), at(from), into.count(), from_first);
}

void RealStore::fill(Slice slice, Content content) {
  for (std::int64_t i = 0; i < slice.count(); ++i)
    op_.contribute(at(slice.part(i, 1)), content.contributor, content.logical + i);
}

std::vector<std::byte> RealStore::expected_bytes(std::int64_t count, Content expected) const {
  RealStore scratch(op_, ranks_);
  const Slice result = scratch.allocate(count), operand = scratch.allocate(count);
  scratch.fill(result, {expected.logical, expected.first()});
  for (int r = expected.first() + 1; r <= expected.last(ranks_); ++r) {
    scratch.fill(operand, {expected.logical, r});
    scratch.reduce(result, operand, false);
  }
  return std::move(scratch.buffers_[result.buffer()]);
}

std::optional<std::int64_t> RealStore::first_wrong(Slice slice, Content expected) const {
  if (slice.count() == 0) return std::nullopt;
  const auto size = static_cast<std::size_t>(slice.bytes().count());
  std::vector<std::byte> own;
  const std::vector<std::byte>* want = &own;
  if (expected.contributor == kEveryRank) {
    if (reduced_.first != expected.logical || reduced_.second.size() != size)
      reduced_ = {expected.logical, expected_bytes(slice.count(), expected)};
    want = &reduced_.second;
  } else {
    own = expected_bytes(slice.count(), expected);
  }
  const auto [got, difference] = std::mismatch(at(slice), at(slice) + size, want->begin());
  if (difference == want->end()) return std::nullopt;
  return (got - at(slice)) / op_.element_bytes;
}

std::optional<std::string> RealStore::mismatch(Slice slice, Content expected) const {
  const auto i = first_wrong(slice, expected);
  if (!i) return std::nullopt;
  return text_of("element ", expected.logical + *i, " (at offset ", slice.offset() + *i,
                 ") has the wrong value");
}

}  // namespace orrery
