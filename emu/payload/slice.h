#pragma once

#include <cstdint>
#include <vector>

#include "emu/base/units.h"

/// A range of elements of one buffer: the only form of data in algorithms. The Store decides
/// whether bytes stand behind it (see store.h); algorithms do not depend on that.
namespace orrery::inline payload {

class Slice {
 public:
  static constexpr std::uint32_t kNothing = 0xffffffff;  ///< buffer of an empty Slice
  static constexpr std::uint32_t kToken = 0xfffffffe;    ///< buffer of a message without data
  static constexpr std::uint32_t kJoined =
      0xfffffffd;  ///< several slices as one; offset() is their number in the Store

  /// Creates the empty slice: sending or receiving it posts no message.
  constexpr Slice() = default;
  constexpr Slice(std::uint32_t buffer, std::uint32_t element_bytes, std::int64_t offset,
                  std::int64_t count)
      : buffer_(buffer), element_bytes_(element_bytes), offset_(offset), count_(count) {}
  /// Returns a message of zero bytes that is sent nevertheless (a barrier's signal).
  static constexpr Slice token() { return {kToken, 1, 0, 0}; }

  constexpr std::uint32_t buffer() const { return buffer_; }
  constexpr std::int64_t offset() const {
    return offset_;
  }  ///< returns elements from the start of the buffer
  constexpr std::int64_t count() const { return count_; }  ///< returns the number of elements, >= 0
  constexpr std::uint32_t element_bytes() const { return element_bytes_; }
  constexpr Bytes bytes() const { return Bytes(count_ * element_bytes_); }
  /// Returns whether communication with it posts no message: no elements, and not a token.
  constexpr bool empty() const { return count_ == 0 && buffer_ != kToken; }
  constexpr bool joined() const { return buffer_ == kJoined; }

  friend constexpr bool operator==(const Slice&, const Slice&) = default;

  /// Returns elements [first, first + n). THROWS std::invalid_argument unless 0 <= first, 0 <= n,
  /// first + n <= count().
  constexpr Slice part(std::int64_t first, std::int64_t n) const {
    EMU_CHECK(!joined(), "a joined slice has no parts");
    EMU_CHECK(first >= 0 && n >= 0 && first <= count_ - n, "slice of ", count_,
              " elements has no part of ", n, " from ", first);
    return {buffer_, element_bytes_, offset_ + first, n};
  }
  /// Returns block i of p, 0 <= i < p: sizes differ by at most one, larger blocks first; blocks are
  /// empty if count() < p.
  constexpr Slice block(std::int64_t i, std::int64_t p) const {
    const std::int64_t base = count_ / p, extra = count_ % p;
    return part(i * base + (i < extra ? i : extra), base + (i < extra ? 1 : 0));
  }
  /// Returns blocks first .. last-1 of p as one slice (first <= last).
  constexpr Slice blocks(std::int64_t first, std::int64_t last, std::int64_t p) const {
    if (first == last) return {};
    const Slice a = block(first, p), b = block(last - 1, p);
    return {buffer_, element_bytes_, a.offset_, b.offset_ + b.count_ - a.offset_};
  }

 private:
  std::uint32_t buffer_ = kNothing;
  std::uint32_t element_bytes_ = 1;
  std::int64_t offset_ = 0;
  std::int64_t count_ = 0;
};

/// Returns the non-negative remainder: mod(-1, p) = p - 1.
constexpr int mod(std::int64_t a, int p) {
  const auto m = static_cast<int>(a % p);
  return m < 0 ? m + p : m;
}

inline std::int64_t elements_of(const std::vector<Slice>& all) {
  std::int64_t sum = 0;
  for (const Slice& s : all) sum += s.count();
  return sum;
}

}  // namespace orrery::inline payload
