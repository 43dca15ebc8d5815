#include "emu/engine/watch/absences.h"

#include <algorithm>

#include "emu/base/check.h"
#include "emu/base/random.h"

namespace orrery::inline engine {
namespace {

/// The most preemptions of one processor in a run: more take minutes without new insight.
constexpr std::int64_t kMostAbsences = 4'000'000;

}  // namespace

std::unique_ptr<Absences> Absences::of(const Network& network) {
  if (network.conditions == nullptr) return nullptr;
  const Conditions& conditions = *network.conditions;
  auto absences = std::make_unique<Absences>();
  absences->sources_.resize(network.host_of.size());
  absences->add_noise(conditions, network.ranks());
  if (conditions.slice > Time(0)) absences->add_slices(network);
  const bool none = std::ranges::all_of(absences->sources_, [](auto& s) { return s.empty(); });
  return none ? nullptr : std::move(absences);
}

void Absences::add_noise(const Conditions& conditions, int ranks) {
  for (const Noise& noise : conditions.noise)
    for (int rank = 0; rank < ranks; ++rank) {
      const auto whose = static_cast<std::uint64_t>(rank);
      const double phase = unit_interval(drawn(conditions.seed, Purpose::kNoisePhase, whose)) *
                           static_cast<double>(noise.period.count());
      sources_[static_cast<std::size_t>(rank)].push_back(
          {noise, Time(static_cast<std::int64_t>(phase)), conditions.seed, whose});
    }
}

/// Adds time slices: the j-th of n ranks on a core has the j-th slice of every n; its first absence
/// began before the run.
void Absences::add_slices(const Network& network) {
  const Time slice = network.conditions->slice;
  std::vector<int> before(static_cast<std::size_t>(network.topology->hosts()));
  std::vector<int> ranks_on = before;
  for (const NodeId host : network.host_of) ++ranks_on[static_cast<std::size_t>(host)];
  const int cores = network.cores_per_host;
  for (std::size_t rank = 0; rank < sources_.size(); ++rank) {
    const auto host = static_cast<std::size_t>(network.host_of[rank]);
    const int place = before[host]++, core = place % cores, turn = place / cores;
    const int sharing = (ranks_on[host] - core + cores - 1) / cores;
    if (sharing < 2) continue;
    const Noise others{sharing * slice, TimeDistribution::constant((sharing - 1) * slice)};
    sources_[rank].push_back({others, (turn + 1 - sharing) * slice, 0, 0});
  }
}

void Absences::Source::make_next() {
  EMU_CHECK(made < kMostAbsences, "a processor was preempted ", made,
            " times; expected longer time slices or a longer period of noise");
  const auto number = static_cast<std::uint64_t>(made);
  const Time due = phase + made++ * noise.period;
  const Time from = ahead.empty() ? due : std::max(due, ahead.back().to);
  ahead.push_back(
      {from, from + noise.length.draw(drawn(seed, Purpose::kNoiseLength, whose, number))});
}

/// Returns the first preemption that ends after t. Forgets those that have ended by now, except the
/// last one, which may delay the next.
const Absences::Absence& Absences::Source::ending_after(Time t, Time now) {
  while (ahead.size() > 1 && ahead.front().to <= now) ahead.pop_front();
  const auto next = std::ranges::upper_bound(ahead, t, {}, &Absence::to);
  if (next != ahead.end()) return *next;
  do make_next();
  while (ahead.back().to <= t);
  return ahead.back();
}

Time Absences::back(int rank, Time at, Time now) {
  for (bool found = true; found;) {
    found = false;
    for (Source& source : sources_[static_cast<std::size_t>(rank)]) {
      const Absence& next = source.ending_after(at, now);
      if (next.from > at) continue;
      at = next.to;
      found = true;
    }
  }
  return at;
}

Time Absences::finish(int rank, Time start, Time work, Time now) {
  std::vector<Source>& sources = sources_[static_cast<std::size_t>(rank)];
  if (work == Time(0) || sources.empty()) return start + work;
  for (Time at = back(rank, start, now);; at = back(rank, at, now)) {
    Time next = Time::max();
    for (Source& source : sources) next = std::min(next, source.ending_after(at, now).from);
    if (next - at >= work) return at + work;
    work -= next - at;
    at = next;
  }
}

}  // namespace orrery::inline engine
