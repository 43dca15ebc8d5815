#include "viz/model/index/rate_index.h"

#include <algorithm>

namespace orrery::viz::inline model {

RateIndex::RateIndex(const Trace& trace) {
  std::size_t paths = 0;
  first_path_.reserve(trace.messages.size() + 1);
  for (const Trace::Message& m : trace.messages) {
    first_path_.push_back(paths);
    paths += m.paths.size();
  }
  first_path_.push_back(paths);
  const auto known = [&](const RateEvent& e) {
    const auto m = static_cast<std::size_t>(e.message);
    return e.message >= 0 && m + 1 < first_path_.size() && e.path >= 0 &&
           slot(e.message, e.path) < first_path_[m + 1];
  };
  // A counting sort by path, stable: the events of a path stay in the order of time. Paths whose
  // bytes flow evenly from the message's flow to its end need none.
  const std::vector<bool> even = evenPaths(trace, paths, known);
  const auto kept = [&](const RateEvent& e) { return known(e) && !even[slot(e.message, e.path)]; };
  offsets_.assign(paths + 1, 0);
  for (const RateEvent& e : trace.rates) {
    if (kept(e)) ++offsets_[slot(e.message, e.path) + 1];
  }
  for (std::size_t i = 1; i < offsets_.size(); ++i) offsets_[i] += offsets_[i - 1];
  changes_.resize(offsets_.back());
  std::vector<std::size_t> next(offsets_.begin(), offsets_.end() - 1);
  for (const RateEvent& e : trace.rates) {
    if (kept(e)) changes_[next[slot(e.message, e.path)]++] = {e.time, e.bytes_per_second, 0};
  }
  for (std::size_t p = 0; p < paths; ++p) sumUp(p);
}

/// Finds the paths that have one rate from the start of the flow on, and none after its end.
template <class Known>
std::vector<bool> RateIndex::evenPaths(const Trace& trace, std::size_t paths, Known known) const {
  std::vector<std::uint8_t> seen(paths, 0);  // events in a row that fit
  constexpr std::uint8_t kUneven = 3;
  for (const RateEvent& e : trace.rates) {
    if (!known(e)) continue;
    const Trace::Message& m = trace.messages[static_cast<std::size_t>(e.message)];
    std::uint8_t& count = seen[slot(e.message, e.path)];
    const bool fits = count == 0   ? e.time == m.flow && e.bytes_per_second > 0
                      : count == 1 ? e.time == m.end && e.bytes_per_second == 0
                                   : false;
    count = fits ? static_cast<std::uint8_t>(count + 1) : kUneven;
  }
  std::vector<bool> even(paths);
  for (std::size_t p = 0; p < paths; ++p) even[p] = seen[p] == 2;
  return even;
}

void RateIndex::sumUp(std::size_t path) {
  for (std::size_t i = offsets_[path] + 1; i < offsets_[path + 1]; ++i) {
    const Change& last = changes_[i - 1];
    changes_[i].before =
        last.before + last.bytes_per_second * to_seconds(changes_[i].time - last.time);
  }
}

RateIndex::Flow RateIndex::at(const Trace::Message& message, int path, Time t) const {
  const std::size_t p = slot(message.id, path);
  const auto total =
      static_cast<double>(message.paths[static_cast<std::size_t>(path)].bytes.count());
  const auto begin = changes_.begin() + static_cast<std::ptrdiff_t>(offsets_[p]);
  const auto end = changes_.begin() + static_cast<std::ptrdiff_t>(offsets_[p + 1]);
  if (begin == end) {
    if (t < message.flow || message.end <= message.flow) return {};
    const double rate = total / to_seconds(message.end - message.flow);
    if (t >= message.end) return {0, total};
    return {rate, rate * to_seconds(t - message.flow)};
  }
  const auto past =
      std::upper_bound(begin, end, t, [](Time when, const Change& c) { return when < c.time; });
  if (past == begin) return {};
  const Change& now = *(past - 1);
  const double carried = now.before + now.bytes_per_second * to_seconds(t - now.time);
  return {now.bytes_per_second, std::min(carried, total)};
}

double RateIndex::least(const Trace::Message& message, int path) const {
  const std::size_t p = slot(message.id, path);
  if (offsets_[p] == offsets_[p + 1]) return at(message, path, message.flow).bytes_per_second;
  double least = 0;
  for (std::size_t i = offsets_[p]; i < offsets_[p + 1]; ++i) {
    const double rate = changes_[i].bytes_per_second;
    if (rate > 0 && (least == 0 || rate < least)) least = rate;
  }
  return least;
}

}  // namespace orrery::viz::inline model
