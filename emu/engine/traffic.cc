#include "emu/engine/traffic.h"

#include <algorithm>

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

Traffic::Open& Traffic::open(int round) {
  const auto i = static_cast<std::size_t>(round - first_open_);
  while (open_.size() <= i) {
    open_.emplace_back();
    if (spare_.empty()) continue;
    open_.back().bytes = std::move(spare_.back());
    spare_.pop_back();
  }
  return open_[i];
}

RoundMetrics& Traffic::row(int round) {
  const auto i = static_cast<std::size_t>(round);
  if (metrics_.per_round.size() <= i) metrics_.per_round.resize(i + 1);
  return metrics_.per_round[i];
}

void Traffic::hold(int round) {
  ++open(round).holders;
}

void Traffic::unhold(int round) {
  --open(round).holders;
  while (!open_.empty() && open_.front().holders == 0) {
    fold(first_open_++, open_.front().bytes);
    spare_.push_back(std::move(open_.front().bytes));
    open_.pop_front();
  }
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
  LinkBytes& counters = open(round).bytes;
  for_each_link(route, [&](LinkSlot s) { counters.at(s, links_.size()).link += bytes.count(); });
  counters.at(route.front().first, links_.size()).port += bytes.count();
}

void Traffic::fold(int round, LinkBytes& bytes) {
  if (total_.size() < links_.size()) total_.resize(links_.size());
  std::int64_t link = 0, port = 0;
  bytes.drain([&](LinkSlot s, const LinkBytes::Entry& e) {
    link = std::max(link, e.link);
    port = std::max(port, e.port);
    total_[s] += e.link;
  });
  if (link == 0) return;
  row(round).max_link = Bytes(link);
  row(round).max_port = Bytes(port);
}

Metrics Traffic::finish(Time completion, bool shared) {
  while (!open_.empty()) {
    fold(first_open_++, open_.front().bytes);
    open_.pop_front();
  }
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
