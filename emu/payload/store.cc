#include "emu/payload/store.h"

#include <algorithm>
#include <cstdint>
#include <map>

#include "emu/payload/real_store.h"

namespace orrery::inline payload {

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

/// Walks both slices together and calls f(part of into, part of from) for the longest ranges that
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

/// A store in which every range of elements has a logical index and a set of contributing ranks,
/// without bytes.
class ProvenanceStore : public Store {
 public:
  /// Elements from one boundary to the next: element x has logical index logical + (x - start of
  /// the segment).
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

Slice ProvenanceStore::allocate(std::int64_t count) {
  buffers_.push_back({{0, {}}, {count, {}}});
  return {static_cast<std::uint32_t>(buffers_.size() - 1), element_bytes_, 0, count};
}

std::vector<ProvenanceStore::Part> ProvenanceStore::read(Slice s) const {
  std::vector<Part> parts;
  if (s.count() == 0) return parts;
  const Buffer& buffer = buffers_[s.buffer()];
  const std::int64_t end = s.offset() + s.count();
  for (auto it = std::prev(buffer.upper_bound(s.offset())); it->first < end; ++it) {
    const std::int64_t from = std::max(it->first, s.offset()),
                       to = std::min(std::next(it)->first, end);
    parts.push_back({to - from, {it->second.logical + from - it->first, it->second.contributors}});
  }
  return parts;
}

void ProvenanceStore::write(Slice s, const std::vector<Part>& parts) {
  if (s.count() == 0) return;
  Buffer& buffer = buffers_[s.buffer()];
  const std::int64_t end = s.offset() + s.count();
  // Makes `end` a boundary, drops overwritten ranges, inserts, and merges neighbours that continue
  // each other.
  if (const auto last = std::prev(buffer.upper_bound(end)); last->first < end)
    buffer.emplace(end,
                   Segment{last->second.logical + end - last->first, last->second.contributors});
  buffer.erase(buffer.lower_bound(s.offset()), buffer.find(end));
  std::int64_t at = s.offset();
  for (const Part& part : parts) {
    const auto previous = buffer.lower_bound(at);
    const bool continues = previous != buffer.begin() &&
                           std::prev(previous)->second.contributors == part.segment.contributors &&
                           std::prev(previous)->second.logical + at - std::prev(previous)->first ==
                               part.segment.logical;
    if (!continues) buffer.emplace(at, part.segment);
    if (observer_) report(s.buffer(), at, part);
    at += part.count;
  }
}

void ProvenanceStore::report(std::uint32_t buffer, std::int64_t element, const Part& part) const {
  const auto& [logical, contributors] = part.segment;
  observer_({Slice(buffer, element_bytes_, element, part.count), logical, contributors,
             sets_[contributors]});
}

void ProvenanceStore::observe(Observer observer) {
  observer_ = std::move(observer);
  if (!observer_) return;
  for (std::uint32_t b = 0; b < buffers_.size(); ++b)
    for (auto it = buffers_[b].begin(); std::next(it) != buffers_[b].end(); ++it)
      report(b, it->first, {std::next(it)->first - it->first, it->second});
}

void ProvenanceStore::copy_range(Slice into, Slice from) {
  write(into, read(from));
}

void ProvenanceStore::reduce_range(Slice into, Slice from, bool /*from_first*/) {
  const std::vector<Part> a = read(into), b = read(from);
  std::vector<Part> result;
  std::size_t i = 0, j = 0;
  for (std::int64_t done_a = 0, done_b = 0; i < a.size() && j < b.size();) {
    const std::int64_t n = std::min(a[i].count - done_a, b[j].count - done_b);
    const std::int64_t logical = a[i].segment.logical + done_a;
    const bool same = logical == b[j].segment.logical + done_b;
    result.push_back(
        {n,
         {logical, same ? sets_.combine(a[i].segment.contributors, b[j].segment.contributors)
                        : ContributorSets::kMixed}});
    if ((done_a += n) == a[i].count) ++i, done_a = 0;
    if ((done_b += n) == b[j].count) ++j, done_b = 0;
  }
  write(into, result);
}

void ProvenanceStore::fill(Slice slice, Content content) {
  write(slice, {{slice.count(), {content.logical, sets_.of_rank(content.contributor)}}});
}

std::string ranks_text(std::int32_t first, std::int32_t last) {
  return first == last ? text_of("rank ", first) : text_of("ranks ", first, "..", last);
}

/// Describes which of first .. last are missing in a set, and which are repeated or unexpected: ";
/// rank 2 is missing, ranks 0..1 count 2 times".
std::string explanation(std::span<const Contributors> set, std::int32_t first, std::int32_t last) {
  std::string out;
  const auto add = [&](const std::string& fact) { out += (out.empty() ? "; " : ", ") + fact; };
  std::int32_t next = first;  // of the expected ranks
  for (const Contributors& run : set) {
    const std::int32_t from = std::max(run.first, first), to = std::min(run.last, last);
    if (run.first < first || run.last > last || from > to)
      add(ranks_text(run.first, run.last) + " should not count");
    if (from > to) continue;
    if (from > next) add(ranks_text(next, from - 1) + " missing");
    if (run.times > 1) add(text_of(ranks_text(from, to), " counted ", run.times, " times"));
    next = to + 1;
  }
  if (!set.empty() && next <= last) add(ranks_text(next, last) + " missing");
  return out;
}

std::optional<std::string> ProvenanceStore::mismatch(Slice slice, Content expected) const {
  ContributorSets wanted;
  const std::int32_t first = expected.first(), last = expected.last(ranks_);
  const std::string want = wanted.text(wanted.of_ranks(first, last));
  std::int64_t at = 0;
  for (const Part& part : read(slice)) {
    const std::string got = sets_.text(part.segment.contributors);
    if (part.segment.logical != expected.logical + at || got != want)
      return text_of("element at offset ", slice.offset() + at, " holds element ",
                     part.segment.logical, " of ", got, "; expected element ",
                     expected.logical + at, " of ", want,
                     explanation(sets_[part.segment.contributors], first, last));
    at += part.count;
  }
  return std::nullopt;
}

/// A store of sizes only.
class GhostStore : public Store {
  static constexpr std::uint32_t kMostBuffers = 0xf0000000;  // numbers above have other meanings

 public:
  explicit GhostStore(std::uint32_t element_bytes) : element_bytes_(element_bytes) {}
  std::uint32_t element_bytes() const override { return element_bytes_; }
  /// Buffers differ, as in other stores: programs must not depend on the payload.
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

}  // namespace orrery::inline payload
