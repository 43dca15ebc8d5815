#include "emu/payload/provenance_store.h"

#include <algorithm>
#include <span>
#include <string>

namespace orrery {

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

namespace {

std::string ranks_text(std::int32_t first, std::int32_t last) {
  return first == last ? text_of("rank ", first) : text_of("ranks ", first, "..", last);
}

/// Who of first .. last is missing in a set, and who is there more than once or should not be there:
/// "; rank 2 is missing, ranks 0..1 count 2 times".
std::string explanation(std::span<const Contributors> set, std::int32_t first, std::int32_t last) {
  std::string out;
  const auto add = [&](const std::string& fact) { out += (out.empty() ? "; " : ", ") + fact; };
  std::int32_t next = first;  // of those that should be there
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

}  // namespace

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

}  // namespace orrery
