#include "emu/payload/real_store.h"

#include <algorithm>
#include <cstring>

#include "emu/payload/op.h"

namespace orrery::inline payload {
namespace {

constexpr std::int64_t kRangeBytes = 1 << 16;  ///< twice that stays in a cache

}  // namespace

Slice RealStore::allocate(std::int64_t count) {
  // 0xa5: memory that was never written is unlikely to pass for a result.
  buffers_.emplace_back(static_cast<std::size_t>(count * op_.element_bytes), std::byte{0xa5});
  return {static_cast<std::uint32_t>(buffers_.size() - 1), op_.element_bytes, 0, count};
}

void RealStore::copy_range(Slice into, Slice from) {
  checked_.reset();
  if (into.count() > 0)
    std::memmove(at(into), at(from), static_cast<std::size_t>(into.bytes().count()));
}

void RealStore::reduce_range(Slice into, Slice from, bool from_first) {
  checked_.reset();
  op_.combine(at(into), at(from), into.count(), from_first);
}

void RealStore::fill(Slice slice, Content content) {
  checked_.reset();
  contribute(op_, at(slice), content.contributor, content.logical, slice.count());
}

/// Writes the expected result; `operand` is scratch memory of the same size.
void RealStore::expect(std::span<std::byte> result, std::span<std::byte> operand,
                       Content expected) const {
  const auto count = static_cast<std::int64_t>(result.size()) / op_.element_bytes;
  contribute(op_, result.data(), expected.first(), expected.logical, count);
  for (int r = expected.first() + 1; r <= expected.last(ranks_); ++r) {
    contribute(op_, operand.data(), r, expected.logical, count);
    op_.combine(result.data(), operand.data(), count, false);
  }
}

std::optional<std::int64_t> RealStore::first_difference(const std::byte* got, const std::byte* want,
                                                        std::int64_t count) const {
  const auto size = static_cast<std::size_t>(count * op_.element_bytes);
  if (std::memcmp(got, want, size) == 0) return std::nullopt;
  return (std::mismatch(got, got + size, want).first - got) / op_.element_bytes;
}

/// Compares range by range: the expected contents of a whole vector would take as much memory
/// again.
std::optional<std::int64_t> RealStore::first_wrong(Slice slice, Content expected) const {
  if (slice.count() == 0) return std::nullopt;
  const bool of_all = expected.contributor == kEveryRank;
  if (of_all && checked_ && checked_->logical == expected.logical &&
      checked_->slice.count() == slice.count())
    return first_difference(at(slice), at(checked_->slice), slice.count());
  const std::int64_t most =
      std::min(slice.count(), std::max<std::int64_t>(1, kRangeBytes / op_.element_bytes));
  std::vector<std::byte> want(static_cast<std::size_t>(most * op_.element_bytes)), operand(want);
  for (std::int64_t begin = 0; begin < slice.count(); begin += most) {
    const Slice range = slice.part(begin, std::min(most, slice.count() - begin));
    const auto size = static_cast<std::size_t>(range.bytes().count());
    Content content = expected;
    content.logical += begin;
    expect(std::span(want).first(size), std::span(operand).first(size), content);
    if (const auto i = first_difference(at(range), want.data(), range.count())) return begin + *i;
  }
  if (of_all) checked_ = {expected.logical, slice};
  return std::nullopt;
}

std::optional<std::string> RealStore::mismatch(Slice slice, Content expected) const {
  const auto i = first_wrong(slice, expected);
  if (!i) return std::nullopt;
  return text_of("element ", expected.logical + *i, " (at offset ", slice.offset() + *i,
                 ") has the wrong value");
}

}  // namespace orrery::inline payload
