// Tables I and II of the Sparbit paper: winners by minimum, mean and maximum time of many runs, with noise and time
// slices.
#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "scenarios/reproduce/kept_runs.h"
#include "scenarios/reproduce/sparbit_paper.h"
#include "scenarios/run/statistics/statistic.h"

namespace orrery::inline reproduce {
namespace {

constexpr const char* kDays =
    "Ten runs of each cell, every fourth pair of p and every second size. Ranks begin up to 100 us "
    "apart, as a barrier leaves them; the system preempts each processor for 20 us per millisecond "
    "on average; if a host has more ranks than cores, they take turns of 3 ms, the shortest time "
    "slice of Linux on eight cores or more. These are estimates of such machines, chosen once; "
    "none was fitted to the paper.";

/// Names of one of the three times, here and in the paper.
struct TimeOfDay {
  const char* name;
  double SparbitMetric::*member;
  unsigned set;
};
constexpr std::array kTimesOfDay{TimeOfDay{"least", &SparbitMetric::minimum, SparbitSets::kMinima},
                                 TimeOfDay{"mean", &SparbitMetric::average, SparbitSets::kAverages},
                                 TimeOfDay{"most", &SparbitMetric::maximum, SparbitSets::kMaxima}};
constexpr std::size_t kMean = 1;

/// The maps of a sweep, by each of the times.
struct Days {
  const SparbitMap& paper;
  std::array<WinnerMap, kTimesOfDay.size()> maps;

  bool wins(std::size_t time, WinnerMap::Cell c) const {
    return podium(maps[time], c).first == kSparbit;
  }
  SparbitSets sets() const {
    SparbitSets counted;
    for (std::size_t i = 0; i < maps[0].cells(); ++i) {
      unsigned times = 0;
      for (std::size_t t = 0; t < kTimesOfDay.size(); ++t)
        times |= wins(t, maps[0].cell(i)) ? kTimesOfDay[t].set : 0U;
      ++counted.cells[times];
    }
    return counted;
  }
};

/// Compares columns 3 to 8 of Table I: the cells won by exactly these times, of those won by any.
/// Ours are fewer, and vary.
Finding compare_exclusive(const SparbitMap& paper, const SparbitSets& ours, unsigned times) {
  std::string names;
  for (const TimeOfDay& t : kTimesOfDay)
    if ((times & t.set) != 0) names += fmt::format("{}{}", names.empty() ? "" : " and ", t.name);
  const double theirs = paper.sets.percent_of_any(times), share = theirs / 100;
  const double deviation = 100 * std::sqrt(share * (1 - share) / std::max(1, ours.any()));
  return equals(Basis::kEstimate,
                paper.text(fmt::format("by the {} time alone, of all cells won", names)), theirs,
                ours.percent_of_any(times),
                {std::min(3 * deviation, theirs / 2),
                 "three standard deviations of a share of as many cells as ours, and at most half "
                 "of the paper's"},
                "%")
      .with(fmt::format("{} of {}, in the paper {} of {}", ours.cells[times], ours.any(),
                        paper.sets.cells[times], paper.sets.any()));
}

/// Adds Table I: the sets of cells that Sparbit wins, and their intersections.
void add_sets(Evidence& e, const Days& d) {
  const SparbitSets ours = d.sets();
  const auto add = [&](const std::string& what, const auto& percent) {
    e.findings.push_back(
        compare(d.paper.text(what), percent(d.paper.sets), d.paper.share(), percent(ours)));
  };
  for (const TimeOfDay& t : kTimesOfDay)
    add(fmt::format("Sparbit wins by the {} time", t.name),
        [&](const SparbitSets& s) { return s.percent(s.won(t.set)); });
  add("by one of them", [](const SparbitSets& s) { return s.percent(s.any()); });
  add("by all of them", [](const SparbitSets& s) { return s.percent(s.cells[SparbitSets::kAll]); });
  add("by the mean, where it does by the most", [](const SparbitSets& s) {
    return 100.0 * s.won(SparbitSets::kAverages | SparbitSets::kMaxima) /
           std::max(1, s.won(SparbitSets::kMaxima));
  });
  for (const unsigned times : {1U, 2U, 4U, 3U, 5U, 6U})
    e.findings.push_back(compare_exclusive(d.paper, ours, times));
}

/// Adds Table II: Sparbit's gain in these cells.
void add_gains(Evidence& e, const Days& d) {
  const std::array<std::pair<const char*, const SparbitMetric*>, 3> rows{
      {{"mean", &d.paper.mean}, {"median", &d.paper.median}, {"best", &d.paper.best}}};
  for (std::size_t t = 0; t < kTimesOfDay.size(); ++t) {
    const GainSummary ours = summarise_gain(d.maps[t], kSparbit);
    const std::array values{ours.mean, ours.median, ours.best};
    for (std::size_t i = 0; i < rows.size(); ++i)
      e.findings.push_back(compare(
          d.paper.text(fmt::format("{} gain, {} times", rows[i].first, kTimesOfDay[t].name)),
          rows[i].second->*kTimesOfDay[t].member, *rows[i].second, 100 * values[i]));
  }
}

/// Adds large messages, which Sparbit also wins if processes take turns.
void add_large(Evidence& e, const Days& d) {
  const auto ours = add_selection(e, d.paper, d.maps[kMean]);
  add_turning_point(e, d.paper, d.maps[kMean]);
  if (!ours || !d.paper.selection || d.paper.selection->wins) return;
  e.results.push_back({d.paper.text(selection_text(*d.paper.selection, "Sparbit wins")),
                       number_text(share(*ours), "%"), ""});
}

Evidence tables(const Workshop& w) {
  const std::array papers{&kYahooSequential, &kCervinoSequential, &kYahooCyclic, &kCervinoCyclic};
  std::vector<KeptSweep> sweeps;
  std::vector<Days> days;
  for (const SparbitMap* paper : papers) {
    sweeps.push_back({paper->name() + "-days", sparbit_sweep(*paper, MapDensity::kThinned,
                                                             {{"arrival", "uniform(0us,100us)"},
                                                              {"noise", "exponential(20us)"},
                                                              {"noise_period", "1ms"},
                                                              {"time_slice", "3ms"},
                                                              {"repeats", "10"}})});
    days.push_back({*paper, {}});
    days.back().maps.fill(make_map(sweeps.back().scenario));
  }
  run_kept(w, sweeps, [&](std::size_t i, const RunResult& r) {
    const MapSlot slot = slot_of(days[i].maps[kMean], r.spec);
    for (std::size_t t = 0; t < kTimesOfDay.size(); ++t)
      days[i].maps[t].time(slot.cell, slot.algorithm) =
          time_by(find_statistic(kTimesOfDay[t].name, "time"), r);
  });
  Evidence e;
  e.notes = {kDays};
  for (const Days& d : days) {
    add_sets(e, d);
    add_gains(e, d);
    add_large(e, d);
  }
  share_claims(e);
  return e;
}

}  // namespace

extern const Reproduction paper4_table1{
    "paper4-table1",
    "Winners by the least, the mean and the largest of many times",
    "Loch and Koslovski, Sparbit (2021), Tables I and II",
    tables,
    nullptr,
    true,
    true};

}  // namespace orrery::inline reproduce
