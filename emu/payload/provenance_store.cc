#include "emu/payload/provenance_store.h"

#include <algorithm>

namespace orrery {

ContributorSets::ContributorSets() {
  sets_ = {nullptr, nullptr};  // kUndefined, kMixed: no set stands behind them
}

ContributorSets::Id ContributorSets::intern(Set set) {
  const auto [it, added] = ids_.try_emplace(std::move(set), static_cast<Id>(sets_.size()));
  if (added) sets_.push_back(&it->first);
  return it->second;
}

ContributorSets::Id ContributorSets::of_rank(int rank) {
  return intern({{rank, rank, 1}});
}
ContributorSets::Id ContributorSets::of_all(int ranks) {
  return intern({{0, ranks - 1, 1}});
}

namespace {

/// Adds the run [first, last] x times to a set that is built from left to right.
void append(std::vector<Contributors>& set, Contributors run) {
  if (!set.empty() && set.back().last + 1 == run.first && set.back().times == run.times)
    set.back().last = run.last;
  else
    set.push_back(run);
}

}  // namespace

ContributorSets::Id ContributorSets::combine(Id a, Id b) {
  if (a <= kMixed || b <= kMixed) return kMixed;
  const auto key = std::minmax(a, b);
  if (const auto known = unions_.find(key); known != unions_.end()) return known->second;
  // Sweep over the ranks where the multiplicity changes.
  std::map<std::int32_t, std::int32_t> change;
  for (const Id id : {a, b})
    for (const Contributors& run : *sets_[static_cast<std::size_t>(id)]) {
      change[run.first] += run.times;
      change[run.last + 1] -= run.times;
    }
  Set set;
  std::int32_t times = 0;
  for (auto it = change.begin(); std::next(it) != change.end(); ++it) {
    times += it->second;
    if (times > 0) append(set, {it->first, std::next(it)->first - 1, times});
  }
  return unions_[key] = intern(std::move(set));
}

std::string ContributorSets::text(Id id) const {
  if (id == kUndefined) return "nothing";
  if (id == kMixed) return "a reduction of different elements";
  std::string out;
  for (const Contributors& run : *sets_[static_cast<std::size_t>(id)]) {
    out += out.empty() ? "" : ", ";
    out += run.first == run.last ? text_of(run.first) : text_of(run.first, "..", run.last);
    if (run.times > 1) out += text_of(" x", run.times);
  }
  return "{" + out + "}";
}

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
  // Make `end` a boundary, drop what is overwritten, insert, merge neighbours that continue each
  // other.
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
    at += part.count;
  }
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

std::optional<std::string> ProvenanceStore::mismatch(Slice slice, Content expected) const {
  ContributorSets wanted;
  const std::string want = expected.contributor == kEveryRank
                               ? wanted.text(wanted.of_all(ranks_))
                               : wanted.text(wanted.of_rank(expected.contributor));
  std::int64_t at = 0;
  for (const Part& part : read(slice)) {
    const std::string got = sets_.text(part.segment.contributors);
    if (part.segment.logical != expected.logical + at || got != want)
      return text_of("element at offset ", slice.offset() + at, " holds element ",
                     part.segment.logical, " of ", got, "; expected element ",
                     expected.logical + at, " of ", want);
    at += part.count;
  }
  return std::nullopt;
}

}  // namespace orrery
