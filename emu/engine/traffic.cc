#include "emu/engine/traffic.h"

#include <algorithm>
#include <utility>

namespace orrery {

namespace {

std::size_t hash(LinkSlot s) {
  return static_cast<std::size_t>((s * 0x9e3779b97f4a7c15u) >> 32);
}

}  // namespace

LinkBytes::Entry& LinkBytes::at(LinkSlot s, std::size_t slots) {
  if (!array_.empty()) {
    if (array_.size() <= s) array_.resize(slots);  // links get slots when they are first used
    Entry& e = array_[s];
    if (e.link == 0 && slots > 0) touched_.push_back(s);
    return e;
  }
  if (slots > 0 && touched_.size() * 8 >= std::max<std::size_t>(slots, 64)) {
    become_array(slots);
    return at(s, slots);
  }
  return in_table(s);
}

LinkBytes::Entry& LinkBytes::in_table(LinkSlot s) {
  if (keys_.empty()) rehash(16);
  const std::size_t mask = keys_.size() - 1;
  std::size_t i = hash(s) & mask;
  while (keys_[i] != kFree && keys_[i] != s) i = (i + 1) & mask;
  if (keys_[i] == s) return values_[i];
  if ((touched_.size() + 1) * 2 > keys_.size()) {
    rehash(keys_.size() * 2);
    return in_table(s);
  }
  keys_[i] = s;
  touched_.push_back(s);
  return values_[i] = {};
}

void LinkBytes::rehash(std::size_t size) {
  std::vector<LinkSlot> keys(size, kFree);
  std::vector<Entry> values(size);
  keys.swap(keys_);
  values.swap(values_);
  touched_.clear();
  for (std::size_t i = 0; i < keys.size(); ++i)
    if (keys[i] != kFree) in_table(keys[i]) = values[i];
}

void LinkBytes::become_array(std::size_t slots) {
  std::vector<Entry> array(slots);
  for (const LinkSlot s : touched_) array[s] = in_table(s);
  keys_ = {};
  values_ = {};
  array_ = std::move(array);
}

LinkBytes& Traffic::counters(int round) {
  std::uint32_t& i = rounds_[static_cast<std::size_t>(round)].counters;
  if (i == kNone) {
    if (spare_.empty()) {
      spare_.push_back(static_cast<std::uint32_t>(counters_.size()));
      counters_.emplace_back();
    }
    i = spare_.back();
    spare_.pop_back();
  }
  return counters_[i];
}

RoundMetrics& Traffic::row(int round) {
  const auto i = static_cast<std::size_t>(round);
  if (metrics_.per_round.size() <= i) metrics_.per_round.resize(i + 1);
  return metrics_.per_round[i];
}

/// Closes all rounds before the first that is held.
void Traffic::close() {
  while (first_open_ < rounds_.size() && rounds_[first_open_].holders == 0) fold(first_open_++);
}

void Traffic::start(int round, int rank, Bytes bytes, Time now) {
  RoundMetrics& r = row(round);
  if (r.messages++ == 0) r.first_start = now;
  r.bytes += bytes;
  ++metrics_.messages;
  metrics_.bytes_total += bytes;
  sent_[static_cast<std::size_t>(rank)] += bytes;
}

void Traffic::cross(int round, LinkRuns route, Bytes bytes) {
  if (bytes.count() == 0) return;
  LinkBytes& crossed = counters(round);
  std::int64_t injected = bytes.count();  // into the first link
  for_each_link(route, [&](LinkSlot s) {
    LinkBytes::Entry& e = crossed.at(s, links_.size());
    e.link += bytes.count();
    e.port += std::exchange(injected, 0);
  });
}

void Traffic::fold(std::size_t round) {
  const std::uint32_t i = std::exchange(rounds_[round].counters, kNone);
  if (i == kNone) return;
  if (total_.size() < links_.size()) total_.resize(links_.size());
  std::int64_t link = 0, port = 0;
  counters_[i].drain([&](LinkSlot s, const LinkBytes::Entry& e) {
    link = std::max(link, e.link);
    port = std::max(port, e.port);
    total_[s] += e.link;
  });
  spare_.push_back(i);
  RoundMetrics& r = row(static_cast<int>(round));
  r.max_link = Bytes(link);
  r.max_port = Bytes(port);
}

Metrics Traffic::finish(Time completion, bool shared) {
  while (first_open_ < rounds_.size()) fold(first_open_++);
  metrics_.completion = completion;
  metrics_.shared = shared;
  metrics_.bytes_max_rank = *std::max_element(sent_.begin(), sent_.end());
  metrics_.reduced_max_rank = *std::max_element(reduced_.begin(), reduced_.end());
  std::vector<LinkLoad> loads;
  for (LinkSlot s = 0; s < total_.size(); ++s)
    if (total_[s] > 0) loads.push_back({links_.id(s), {}, Bytes(total_[s])});
  const auto hotter = [](const LinkLoad& a, const LinkLoad& b) {
    return a.bytes != b.bytes ? a.bytes > b.bytes : a.link < b.link;
  };
  const std::size_t n = std::min(loads.size(), Metrics::kHottest);
  std::partial_sort(loads.begin(), loads.begin() + static_cast<std::ptrdiff_t>(n), loads.end(),
                    hotter);
  loads.resize(n);
  if (n > 0) metrics_.max_link = loads.front().bytes;
  metrics_.hottest = std::move(loads);
  return std::move(metrics_);
}

}  // namespace orrery
