// Tables I and II of the Sparbit paper: who wins by the least, the mean and the largest time of many runs, on days with
// noise, on processors that take turns.
#include <array>
#include <functional>

#include <fmt/format.h>

#include "scenarios/reproduce/kept_runs.h"
#include "scenarios/reproduce/sparbit_paper.h"
#include "scenarios/run/statistic.h"

namespace orrery {
namespace {

constexpr const char* kDays =
    "Ten runs of each cell, every fourth pair of p and every second size. Ranks begin up to 100 us "
    "apart, as a barrier "
    "leaves them; the system takes each processor for 20 us a millisecond on the average; where a "
    "host has more ranks "
    "than cores they take turns of 3 ms, the least that Linux gives a process on eight cores or "
    "more. These are "
    "estimates of such machines, chosen once; none was fitted to the paper.";

/// What one of the three times is called here and in the paper.
struct TimeOfDay {
  const char* name;
  double SparbitMetric::*member;
};
constexpr std::array kTimes{TimeOfDay{"least", &SparbitMetric::minimum},
                            TimeOfDay{"mean", &SparbitMetric::average},
                            TimeOfDay{"most", &SparbitMetric::maximum}};
constexpr std::size_t kMean = 1, kMost = 2;

/// The maps of a sweep, by each of the times.
struct Days {
  const SparbitMap& paper;
  std::array<WinnerMap, kTimes.size()> maps;

  bool wins(std::size_t time, WinnerMap::Cell c) const {
    return podium(maps[time], c).first == kSparbit;
  }
  /// In how many cells something is the case.
  double count(const std::function<bool(WinnerMap::Cell)>& is) const {
    double cells = 0;
    for (std::size_t i = 0; i < maps[0].cells(); ++i) cells += is(maps[0].cell(i)) ? 1 : 0;
    return cells;
  }
  double percent(const std::function<bool(WinnerMap::Cell)>& is) const {
    return 100 * count(is) / static_cast<double>(maps[0].cells());
  }
};

/// Table I: the sets of cells that Sparbit wins, and what they have in common.
void add_sets(Evidence& e, const Days& d) {
  const SparbitMap& paper = d.paper;
  for (std::size_t t = 0; t < kTimes.size(); ++t)
    e.findings.push_back(
        compare(d.paper.text(fmt::format("Sparbit wins by the {} time", kTimes[t].name)),
                paper.share.*kTimes[t].member, paper.share,
                d.percent([&](WinnerMap::Cell c) { return d.wins(t, c); })));
  const auto by = [&d](WinnerMap::Cell c) {
    int times = 0;
    for (std::size_t t = 0; t < kTimes.size(); ++t) times += d.wins(t, c) ? 1 : 0;
    return times;
  };
  const int all = static_cast<int>(kTimes.size());
  e.findings.push_back(compare(d.paper.text("by one of them"), paper.sets.any, paper.share,
                               d.percent([&](WinnerMap::Cell c) { return by(c) > 0; })));
  e.findings.push_back(compare(d.paper.text("by all of them"), paper.sets.all, paper.share,
                               d.percent([&](WinnerMap::Cell c) { return by(c) == all; })));
  if (!paper.sets.both) return;
  const double most = d.count([&](WinnerMap::Cell c) { return d.wins(kMost, c); });
  const double both =
      d.count([&](WinnerMap::Cell c) { return d.wins(kMost, c) && d.wins(kMean, c); });
  e.findings.push_back(compare(d.paper.text("by the mean, where it does by the most"),
                               *paper.sets.both, paper.share, most > 0 ? 100 * both / most : 0));
}

/// Table II: its gain there.
void add_gains(Evidence& e, const Days& d) {
  const std::array<std::pair<const char*, const SparbitMetric*>, 3> rows{
      {{"mean", &d.paper.mean}, {"median", &d.paper.median}, {"best", &d.paper.best}}};
  for (std::size_t t = 0; t < kTimes.size(); ++t) {
    const GainSummary ours = summarise_gain(d.maps[t], kSparbit);
    const std::array values{ours.mean, ours.median, ours.best};
    for (std::size_t i = 0; i < rows.size(); ++i)
      e.findings.push_back(
          compare(d.paper.text(fmt::format("{} gain, {} times", rows[i].first, kTimes[t].name)),
                  rows[i].second->*kTimes[t].member, *rows[i].second, 100 * values[i]));
  }
}

/// Where processes take turns, Sparbit wins large messages, too.
void add_large(Evidence& e, const Days& d) {
  const auto ours = add_selection(e, d.paper, d.maps[kMean]);
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
    for (std::size_t t = 0; t < kTimes.size(); ++t)
      days[i].maps[t].time(slot.cell, slot.algorithm) =
          time_by(find_statistic(kTimes[t].name, "time"), r);
  });
  Evidence e;
  e.notes = {kDays};
  for (const Days& d : days) {
    add_sets(e, d);
    add_gains(e, d);
    add_large(e, d);
  }
  return e;
}

}  // namespace

extern const Reproduction paper4_table1{
    "paper4-table1",
    "Who wins by the least, the mean and the largest of many times",
    "Loch and Koslovski, Sparbit (2021), Tables I and II",
    tables,
    nullptr,
    true,
    true};

}  // namespace orrery
