// The four winner maps of the Sparbit paper: two clusters, two mappings; thinned, and in full.
#include <tuple>

#include <fmt/format.h>

#include "scenarios/report/map/map_report.h"
#include "scenarios/report/map/winner_map.h"
#include "scenarios/reproduce/kept_runs.h"
#include "scenarios/reproduce/sparbit_paper.h"

namespace orrery::inline reproduce {

namespace {

constexpr const char* kOverhead = "5us";  ///< of each message, for one more map

/// Returns the map of each sweep, from the runs of all.
std::vector<WinnerMap> run_maps(const Workshop& w, const std::vector<KeptSweep>& sweeps) {
  std::vector<WinnerMap> maps;
  maps.reserve(sweeps.size());
  for (const KeptSweep& sweep : sweeps) maps.push_back(make_map(sweep.scenario));
  run_kept(w, sweeps, [&](std::size_t i, const RunResult& r) {
    const MapSlot slot = slot_of(maps[i], r.spec);
    maps[i].time(slot.cell, slot.algorithm) = r.metrics.completion;
  });
  return maps;
}

/// Tells the groups of algorithms apart with which the paper compares Sparbit.
bool is_linear(std::size_t a) {
  return a == 0 || a == 1;
}
bool is_logarithmic(std::size_t a) {
  return a == 2 || a == 3;
}

Finding compare_maps(std::string what, const SparbitMetric& paper, double ours) {
  return compare(std::move(what), paper.average, paper, ours);
}

struct Map {
  const SparbitMap& paper;
  WinnerMap map;

  GainSummary summary(const Contenders& contenders = {},
                      const std::function<bool(WinnerMap::Cell)>& select = {}) const {
    return summarise_gain(map, kSparbit, contenders, select);
  }
  bool large(WinnerMap::Cell c) const { return bytes_at(map, c) > kSparbitLarge; }
};

bool without_logarithmic(std::size_t a) {
  return !is_logarithmic(a);
}
bool without_linear(std::size_t a) {
  return !is_linear(a);
}

/// Returns the share of the cells won by one of a group that Sparbit wins without the group.
double taken_over(const Map& m, bool (*group)(std::size_t)) {
  const auto in_area = [&](WinnerMap::Cell c) {
    const auto first = podium(m.map, c).first;
    return first && group(*first);
  };
  return share(m.summary([&](std::size_t a) { return !group(a); }, in_area));
}

/// Adds the paper's claims on Sparbit against groups of the others, on one of its maps.
void add_segments(Evidence& e, const Map& m) {
  const auto large = [&m](WinnerMap::Cell c) { return m.large(c); };
  const auto small = [&m](WinnerMap::Cell c) { return !m.large(c); };
  const std::tuple<const char*, double, double> rows[] = {
      {"wins cells of Bruck and recursive doubling", 95.48, taken_over(m, is_logarithmic)},
      {"wins cells of ring and neighbor exchange", 100, taken_over(m, is_linear)},
      {"beats Bruck and recursive doubling above 1 KiB", 97.16,
       share(m.summary(without_linear, large))},
      {"beats ring and neighbor exchange up to 1 KiB", 97.44,
       share(m.summary(without_logarithmic, small))}};
  for (const auto& [what, paper, ours] : rows) {
    if (m.paper.segmented)
      e.findings.push_back(compare(m.paper.text(what), paper, m.paper.share(), ours));
    else
      e.results.push_back({m.paper.text(what), number_text(ours, "%"), ""});
  }
}

void add_findings(Evidence& e, const Map& m) {
  const GainSummary all = m.summary();
  e.findings.push_back(
      compare_maps(m.paper.text("Sparbit wins by the mean time"), m.paper.share(), share(all)));
  e.findings.push_back(
      compare_maps(m.paper.text("mean gain, mean times"), m.paper.mean, 100 * all.mean));
  e.findings.push_back(
      compare_maps(m.paper.text("median gain, mean times"), m.paper.median, 100 * all.median));
  e.findings.push_back(
      compare_maps(m.paper.text("best gain, mean times"), m.paper.best, 100 * all.best));
  add_selection(e, m.paper, m.map);
  add_turning_point(e, m.paper, m.map);
  add_segments(e, m);
  e.results.push_back(
      {m.paper.text("wins above 1 KiB"),
       number_text(share(m.summary({}, [&m](WinnerMap::Cell c) { return m.large(c); })), "%"), ""});
  e.results.push_back(
      {m.paper.text("wins up to 1 KiB"),
       number_text(share(m.summary({}, [&m](WinnerMap::Cell c) { return !m.large(c); })), "%"),
       ""});
}

/// Judges a value that falls in the paper from sequential to cyclic mapping.
Finding falls(std::string what, double sequential, double cyclic) {
  return at_most(Basis::kEstimate, std::move(what), 0, cyclic - sequential, exactly(), "%")
      .with(fmt::format("from {} to {}", number_text(sequential, "%"), number_text(cyclic, "%")));
}

/// Adds the paper's claims on the effects of the mapping and the number of ranks.
void add_maps_claims(Evidence& e, const Map& yahoo, const Map& cyclic, const Map& cervino,
                     const Map& cervino_cyclic) {
  const auto large = [](const Map& m) { return [&m](WinnerMap::Cell c) { return m.large(c); }; };
  const auto overbooked = [&yahoo](WinnerMap::Cell c) {
    return ranks_at(yahoo.map, c) > 128 && yahoo.large(c);
  };
  e.findings = {
      falls("yahoo, cyclic mapping: change of Sparbit's share", share(yahoo.summary()),
            share(cyclic.summary())),
      falls("cervino, cyclic mapping: change of Sparbit's share", share(cervino.summary()),
            share(cervino_cyclic.summary())),
      falls("yahoo, cyclic mapping: change of its mean gain", 100 * yahoo.summary().mean,
            100 * cyclic.summary().mean),
      falls("cervino, cyclic mapping: change of its mean gain", 100 * cervino.summary().mean,
            100 * cervino_cyclic.summary().mean),
      at_least(Basis::kEstimate,
               "yahoo sequential, p > 128, above 1 KiB: Sparbit wins the majority", 50,
               share(yahoo.summary({}, overbooked)), exactly(), "%"),
      at_most(Basis::kEstimate,
              "yahoo cyclic, above 1 KiB: Sparbit beats Bruck and recursive doubling no more", 50,
              share(cyclic.summary(without_linear, large(cyclic))), exactly(), "%")};
}

constexpr const char* kMapsCosts =
    "The costs of the two clusters are estimates for such machines, chosen once and equal in all "
    "maps (scenarios/spec/presets.cc gives the reasons); none was fitted to the paper. The paper's "
    "numbers are averages of 50 runs of Open MPI 4.0.3.";
constexpr const char* kLacks =
    "These maps leave out noise and time slices (`orrery reproduce paper4-table1` has them). On a "
    "real host with more ranks than cores, ring and neighbor exchange wait in each of their many "
    "steps for processes that are not running at that moment. Here shared cores make processors "
    "slower, but no rank waits for its turn. If two algorithms are almost equally fast, as Sparbit "
    "and Bruck are under cyclic mapping on cervino, noise decides on a cluster, but the last "
    "nanosecond decides here.";

/// Describes the effect of per-message work of the processor on small blocks.
Result with_overhead(const SparbitMap& paper, const WinnerMap& map) {
  return {fmt::format("{} {}: wins up to 1 KiB if each message costs its sender {}", paper.cluster,
                      paper.mapping, kOverhead),
          number_text(share(summarise_gain(map, kSparbit)), "%"), ""};
}

/// The four maps, in the order of the papers given, and the first one with overhead.
struct Maps {
  std::vector<Map> all;
  WinnerMap with_overhead;
};

Maps measure(const Workshop& w, const std::vector<const SparbitMap*>& papers, MapDensity density) {
  std::vector<KeptSweep> sweeps;
  sweeps.reserve(papers.size() + 1);
  for (const SparbitMap* paper : papers)
    sweeps.push_back({paper->name(), sparbit_sweep(*paper, density)});
  sweeps.push_back({fmt::format("{}-overhead-{}", papers[0]->name(), kOverhead),
                    sparbit_sweep(*papers[0], density, {{"overhead", kOverhead}}, kSparbitLarge)});
  std::vector<WinnerMap> maps = run_maps(w, sweeps);
  Maps measured{{}, std::move(maps.back())};
  for (std::size_t i = 0; i < papers.size(); ++i) {
    maps[i].title = fmt::format("{}, {} mapping: the fastest allgather", papers[i]->cluster,
                                papers[i]->mapping);
    measured.all.push_back({*papers[i], std::move(maps[i])});
  }
  return measured;
}

/// Compares the four winner maps with the claims of the Sparbit paper.
Evidence sparbit_maps(const Workshop& w, MapDensity density) {
  Evidence e;
  e.notes = {kMapsCosts, kLacks};
  if (density == MapDensity::kThinned)
    e.notes.emplace_back(
        "Every fourth pair of p and every second size; `orrery reproduce paper4-maps-full` has all "
        "of them.");
  const auto [maps, overhead] =
      measure(w, {&kYahooSequential, &kCervinoSequential, &kYahooCyclic, &kCervinoCyclic}, density);
  add_maps_claims(e, maps[0], maps[2], maps[1], maps[3]);
  for (const Map& m : maps) {
    add_findings(e, m);
    if (&m == &maps[0]) e.results.push_back(with_overhead(m.paper, overhead));
    const std::string name = m.paper.name();
    e.files.emplace_back(name + ".csv", map_csv(m.map, kSparbit));
    e.plots.emplace_back(name + ".png", map_plot(m.map, kSparbit));
  }
  share_claims(e);
  return e;
}

}  // namespace

extern const Reproduction paper4_maps{
    .name = "paper4-maps",
    .title = "Four winner maps of two clusters, thinned",
    .source = "Loch and Koslovski, Sparbit (2021), Fig. 5, Table II",
    .run = +[](const Workshop& w) { return sparbit_maps(w, MapDensity::kThinned); },
    .slow = true,
    .beyond_model =
        "no model has a turning point, and rows count the cells that Sparbit wins: it wins the "
        "same cells if its rivals lose as much time"};

extern const Reproduction paper4_maps_full{
    "paper4-maps-full",
    "Four winner maps of two clusters, every p and size of the paper",
    "Loch and Koslovski, Sparbit (2021), Fig. 5, Table II",
    +[](const Workshop& w) { return sparbit_maps(w, MapDensity::kFull); },
    nullptr,
    true,
    true};

}  // namespace orrery::inline reproduce
