#include "emu/payload/store.h"

#include <algorithm>

#include "emu/payload/provenance_store.h"
#include "emu/payload/real_store.h"

namespace orrery {

Slice Store::join(std::span<const Slice> parts) {
  std::int64_t total = 0;
  for (const Slice& part : parts) total += part.count();
  if (total == 0) return {};
  if (!has_content()) return allocate(total);
  if (free_.empty()) {
    joined_.emplace_back();
    free_.push_back(joined_.size() - 1);
  }
  const std::size_t i = free_.back();
  free_.pop_back();
  joined_[i].assign(parts.begin(), parts.end());
  return {Slice::kJoined, element_bytes(), static_cast<std::int64_t>(i), total};
}

void Store::release(Slice joined) {
  if (joined.joined()) free_.push_back(static_cast<std::size_t>(joined.offset()));
}

/// Walks both slices at once and calls f(part of into, part of from) for the longest ranges that
/// are contiguous in both.
template <class F>
void Store::for_each_range(Slice into, Slice from, F&& f) const {
  const auto parts = [this](const Slice& s) {
    return s.joined() ? std::span<const Slice>(joined_[static_cast<std::size_t>(s.offset())])
                      : std::span(&s, 1);
  };
  const auto a = parts(into), b = parts(from);
  std::int64_t done_a = 0, done_b = 0;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    const std::int64_t n = std::min(a[i].count() - done_a, b[j].count() - done_b);
    if (n > 0) f(a[i].part(done_a, n), b[j].part(done_b, n));
    if ((done_a += n) == a[i].count()) ++i, done_a = 0;
    if (j < b.size() && (done_b += n) == b[j].count()) ++j, done_b = 0;
  }
}

void Store::copy(Slice into, Slice from) {
  for_each_range(into, from, [this](Slice a, Slice b) { copy_range(a, b); });
}

void Store::reduce(Slice into, Slice from, bool from_first) {
  for_each_range(into, from, [&](Slice a, Slice b) { reduce_range(a, b, from_first); });
}

namespace {

/// Sizes only.
class GhostStore : public Store {
  static constexpr std::uint32_t kMostBuffers = 0xf0000000;  // numbers above have other meanings

 public:
  explicit GhostStore(std::uint32_t element_bytes) : element_bytes_(element_bytes) {}
  std::uint32_t element_bytes() const override { return element_bytes_; }
  /// Buffers differ, as they do in other stores: what a program does must not depend on the payload.
  Slice allocate(std::int64_t count) override {
    return {next_++ % kMostBuffers, element_bytes_, 0, count};
  }
  bool has_content() const override { return false; }
  void fill(Slice, Content) override {}
  std::optional<std::string> mismatch(Slice, Content) const override { return std::nullopt; }

 protected:
  void copy_range(Slice, Slice) override {}
  void reduce_range(Slice, Slice, bool) override {}

 private:
  std::uint32_t element_bytes_, next_ = 0;
};

}  // namespace

std::unique_ptr<Store> make_store(PayloadKind kind, const Op& op, int ranks) {
  switch (kind) {
    case PayloadKind::kReal:
      return std::make_unique<RealStore>(op, ranks);
    case PayloadKind::kProvenance:
      return std::make_unique<ProvenanceStore>(op.element_bytes, ranks);
    case PayloadKind::kGhost:
      break;
  }
  return std::make_unique<GhostStore>(op.element_bytes);
}

}  // namespace orrery
