#include "scenarios/run/explain.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace orrery::inline run {

Explained explain(const RunSpec& spec, Sink* sink) {
  Explained explained;
  explained.result = run_one(spec, {sink, &explained.path});
  return explained;
}

Time total(const TimeByCause& times) {
  return std::accumulate(times.begin(), times.end(), Time(0));
}

std::vector<CausesOfLink> causes_of_links(const CriticalPath& path) {
  std::map<LinkId, TimeByCause> by_link;
  for (const Stretch& s : path.stretches)
    if (s.link >= 0) time_of(by_link[s.link], s.cause) += s.to - s.from;
  std::vector<CausesOfLink> links;
  for (const auto& [link, times] : by_link) links.push_back({link, times});
  std::ranges::stable_sort(links, [](const CausesOfLink& a, const CausesOfLink& b) {
    return total(a.times) > total(b.times);
  });
  return links;
}

std::vector<Leg> legs_of(const CriticalPath& path) {
  std::vector<Leg> legs;
  for (const Stretch& s : path.stretches) {
    if (legs.empty() || legs.back().round != s.round || legs.back().rank != s.rank)
      legs.push_back({.round = s.round, .rank = s.rank, .from = s.from});
    legs.back().to = s.to;
    time_of(legs.back().times, s.cause) += s.to - s.from;
  }
  return legs;
}

std::vector<TimeByCause> causes_of_operations(const CriticalPath& path,
                                              const OperationRounds& operations) {
  std::vector<TimeByCause> all(operations.names().size());
  for (const Stretch& s : path.stretches)
    if (operations.any())
      time_of(all[static_cast<std::size_t>(operations.operation(s.round))], s.cause) +=
          s.to - s.from;
  return all;
}

std::vector<TimeByCause> causes_of_rounds(const CriticalPath& path) {
  std::vector<TimeByCause> rounds;
  for (const Stretch& s : path.stretches) {
    const auto round = static_cast<std::size_t>(s.round);
    if (round >= rounds.size()) rounds.resize(round + 1);
    time_of(rounds[round], s.cause) += s.to - s.from;
  }
  return rounds;
}

}  // namespace orrery::inline run
