#include "emu/engine/links/traffic.h"

#include <algorithm>
#include <utility>

#include "emu/base/random.h"

namespace orrery::inline engine {

namespace {

std::size_t hash_of_slot(LinkSlot s) {
  return static_cast<std::size_t>((s * 0x9e3779b97f4a7c15u) >> 32);
}

}  // namespace

/// Returns the entry of a slot. Links get slots on first use, so an array may be too short.
ByteTable::Entry& ByteTable::in_table_or_array(LinkSlot s, std::size_t slots) {
  if (!array_.empty())
    array_.resize(slots);
  else if (touched_.size() * 8 >= std::max<std::size_t>(slots, 64))
    become_array(slots);
  else
    return in_table(s);
  return at(s, slots);
}

ByteTable::Entry& ByteTable::in_table(LinkSlot s) {
  if (keys_.empty()) rehash(16);
  const std::size_t mask = keys_.size() - 1;
  std::size_t i = hash_of_slot(s) & mask;
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

void ByteTable::rehash(std::size_t size) {
  std::vector<LinkSlot> keys(size, kFree);
  std::vector<Entry> values(size);
  keys.swap(keys_);
  values.swap(values_);
  touched_.clear();
  for (std::size_t i = 0; i < keys.size(); ++i)
    if (keys[i] != kFree) in_table(keys[i]) = values[i];
}

void ByteTable::become_array(std::size_t slots) {
  std::vector<Entry> array(slots);
  for (const LinkSlot s : touched_) array[s] = in_table(s);
  keys_ = {};
  values_ = {};
  array_ = std::move(array);
}

void ByteTable::add(const ByteTable& other, std::size_t slots) {
  other.for_each([&](LinkSlot s, const Entry& e) {
    Entry& sum = at(s, slots);
    sum.through += e.through;
    sum.injected += e.injected;
    sum.delivered += e.delivered;
    if (e.injected > 0) sum.from = e.from;
    if (e.delivered > 0) sum.to = e.to;
  });
}

void ByteTable::clear() {
  if (array_.empty())
    keys_.assign(keys_.size(), kFree);
  else
    for (const LinkSlot s : touched_) array_[s] = {};
  touched_.clear();
}

Traffic::Traffic(const LinkTable& links, int ranks, int hosts, int links_per_host,
                 int ports_per_host)
    : links_(links),
      ports_(ports_per_host),
      fewer_ports_(ports_per_host < links_per_host),
      sent_(static_cast<std::size_t>(ranks)),
      reduced_(static_cast<std::size_t>(ranks)),
      at_host_(static_cast<std::size_t>(hosts)),
      links_per_host_(links_per_host) {}

Traffic::~Traffic() = default;

void Traffic::split(std::span<const EmulatedComm::OrderedLane> lanes) {
  if (is_split()) return;
  for (const EmulatedComm::OrderedLane& lane : lanes) {
    first_rounds_.push_back(lane.first_round);
    lanes_.push_back(
        {std::make_unique<Traffic>(links_, static_cast<int>(sent_.size()),
                                   static_cast<int>(at_host_.size()), links_per_host_, ports_)});
  }
}

void Traffic::begin_lane(int lane, Time now) {
  Lane& l = lanes_[static_cast<std::size_t>(lane)];
  l.begin = l.begun ? std::min(l.begin, now) : now;
  l.begun = true;
}

void Traffic::end_lane(int lane, Time now) {
  Lane& l = lanes_[static_cast<std::size_t>(lane)];
  l.end = std::max(l.end, now);
}

std::size_t Traffic::lane_number(int round) const {
  return static_cast<std::size_t>(std::ranges::upper_bound(first_rounds_, round) -
                                  first_rounds_.begin() - 1);
}

Traffic& Traffic::lane(std::size_t i) {
  return *lanes_[i].traffic;
}

[[gnu::always_inline]] inline ByteTable& Traffic::counters(int round) {
  std::uint32_t& i = rounds_[static_cast<std::size_t>(round)].counters;
  if (i == kNone) i = take_spare();
  return counters_[i];
}

[[gnu::noinline]] std::uint32_t Traffic::take_spare() {
  if (spare_.empty()) {
    spare_.push_back(static_cast<std::uint32_t>(counters_.size()));
    counters_.emplace_back();
  }
  const std::uint32_t i = spare_.back();
  spare_.pop_back();
  return i;
}

/// Closes all rounds before the first held one.
void Traffic::close() {
  while (first_open_ < rounds_.size() && rounds_[first_open_].holders == 0) fold(first_open_++);
}

void Traffic::start(int round, int rank, Bytes bytes, Time now, int messages) {
  if (is_split()) {
    in_lane(round, &Traffic::grow);
    in_lane(round, &Traffic::start, rank, bytes, now, messages);
  }
  RoundMetrics& r = row(round);
  if (r.messages == 0) {
    r.first_start = now;
    begun_.push_back(static_cast<std::size_t>(round));
  }
  r.messages += messages;
  r.bytes += bytes;
  ++rounds_[static_cast<std::size_t>(round)].flying;
  metrics_.messages += messages;
  metrics_.bytes_total += bytes;
  sent_[static_cast<std::size_t>(rank)] += bytes;
}

void Traffic::end(int round, Time now) {
  if (is_split()) in_lane(round, &Traffic::end, now);
  Time& last = row(round).last_end;
  last = std::max(last, now);
  const auto i = static_cast<std::size_t>(round);
  --rounds_[i].flying;
  if (step_.counters == kNone || i < step_.first || i > step_.last) return;
  --step_.flying;
  step_.end = std::max(step_.end, now);
}

void Traffic::cross(int round, LinkRuns route, NodeId from, NodeId to, Bytes bytes) {
  if (bytes.count() == 0) return;
  if (is_split()) in_lane(round, &Traffic::cross, route, from, to, bytes);
  ByteTable& links = counters(round);
  if (route.size() == 1 && route[0].count == 1) {
    ByteTable::Entry& only = links.at(route[0].first, links_.size());
    only.through += bytes.count();
    only.injected += bytes.count();
    only.delivered += bytes.count();
    only.from = from;
    only.to = to;
    return;
  }
  ByteTable::Entry* last = nullptr;
  for_each_link(route, [&](LinkSlot s) {
    const bool first = last == nullptr;
    last = &links.at(s, links_.size());
    last->through += bytes.count();
    if (first) last->injected += bytes.count(), last->from = from;
  });
  last->delivered += bytes.count();
  last->to = to;
}

/// Returns the most bytes that one host sent or received. With as many ports as links, the busiest
/// link already bounds the bytes that it sent.
std::int64_t Traffic::busiest_host(const ByteTable& links) {
  std::int64_t most = 0;
  const auto count = [&](NodeId host, std::int64_t HostBytes::*sum, std::int64_t bytes) {
    HostBytes& h = at_host_[static_cast<std::size_t>(host)];
    if (h.sent + h.received == 0) hosts_.push_back(host);
    most = std::max(most, h.*sum += bytes);
  };
  links.for_each([&](LinkSlot, const ByteTable::Entry& e) {
    if (fewer_ports_ && e.injected > 0) count(e.from, &HostBytes::sent, e.injected);
    if (e.delivered > 0) count(e.to, &HostBytes::received, e.delivered);
  });
  for (const NodeId host : hosts_) at_host_[static_cast<std::size_t>(host)] = {};
  hosts_.clear();
  return most;
}

Traffic::Load Traffic::load_of(const ByteTable& links) {
  Load load;
  links.for_each([&](LinkSlot, const ByteTable::Entry& e) {
    load.link = std::max(load.link, e.through);
    load.port = std::max(load.port, e.injected);
  });
  load.port = std::max(load.port, (busiest_host(links) + ports_ - 1) / ports_);
  return load;
}

void Traffic::fold(std::size_t round) {
  const std::uint32_t i = std::exchange(rounds_[round].counters, kNone);
  if (i == kNone) return;
  if (total_.size() < links_.size()) total_.resize(links_.size());
  counters_[i].for_each([&](LinkSlot s, const ByteTable::Entry& e) { total_[s] += e.through; });
  const Load load = load_of(counters_[i]);
  RoundMetrics& r = row(static_cast<int>(round));
  r.max_link = Bytes(load.link);
  r.max_port = Bytes(load.port);
  if (overlaps_step(round)) return join_step(round, i);
  end_step();
  begin_step(round, i, load);
}

/// Returns whether the round, or a later one, began when the step had more than a hundredth of its
/// last round to go. Rounds need not begin in their order.
bool Traffic::overlaps_step(std::size_t round) {
  if (step_.counters == kNone) return false;
  if (step_.flying > 0) return true;
  const RoundMetrics& before = metrics_.per_round[step_.last];
  const Time limit = step_.end - (before.last_end - before.first_start) / 100;
  while (earliest_ < begun_.size() && begun_[earliest_] < round) ++earliest_;
  return earliest_ < begun_.size() && metrics_.per_round[begun_[earliest_]].first_start < limit;
}

void Traffic::join_step(std::size_t round, std::uint32_t counters) {
  counters_[step_.counters].add(counters_[counters], links_.size());
  recycle(counters);
  metrics_.rounds_overlap = true;
  joins_ = mixed(joins_ ^ round);
  while (step_.last < round) {  // and the rounds between without bytes on links
    ++step_.last;
    step_.flying += rounds_[step_.last].flying;
    step_.end = std::max(step_.end, row(static_cast<int>(step_.last)).last_end);
  }
}

void Traffic::begin_step(std::size_t round, std::uint32_t counters, Load load) {
  step_ = {round, round, counters, load, rounds_[round].flying, metrics_.per_round[round].last_end};
}

void Traffic::end_step() {
  if (step_.counters == kNone) return;
  const Load load = step_.first == step_.last ? step_.load : load_of(counters_[step_.counters]);
  metrics_.port_sum += Bytes(load.port);
  metrics_.link_sum += Bytes(std::max(load.link, load.port));
  recycle(std::exchange(step_.counters, kNone));
}

void Traffic::recycle(std::uint32_t counters) {
  counters_[counters].clear();
  spare_.push_back(counters);
}

void Traffic::find_hottest(Time completion) {
  const auto whole = static_cast<double>(completion.count());
  for (LinkSlot s = 0; s < total_.size(); ++s) {
    if (total_[s] == 0) continue;
    const double needed = static_cast<double>(total_[s]) * links_.cost(s);  // ps
    metrics_.add_hot({links_.id(s), {}, Bytes(total_[s]), whole > 0 ? needed / whole : 0});
  }
}

Metrics Traffic::finish(Time completion, bool shared) {
  while (first_open_ < rounds_.size()) fold(first_open_++);
  end_step();
  metrics_.completion = completion;
  metrics_.shared = shared;
  metrics_.bytes_max_rank = *std::max_element(sent_.begin(), sent_.end());
  metrics_.reduced_max_rank = *std::max_element(reduced_.begin(), reduced_.end());
  find_hottest(completion);
  for (const std::int64_t bytes : total_)
    metrics_.max_link = std::max(metrics_.max_link, Bytes(bytes));
  for (const Lane& lane : lanes_) {
    metrics_.lanes.push_back(lane.traffic->finish(lane.end, shared));
    metrics_.lanes.back().begin = lane.begin;
  }
  return std::move(metrics_);
}

}  // namespace orrery::inline engine
