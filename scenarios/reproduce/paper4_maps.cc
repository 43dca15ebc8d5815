// The four winner maps of the Sparbit paper: two clusters, two mappings.
#include "scenarios/reproduce/paper4_maps.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "scenarios/document/units_text.h"
#include "scenarios/report/map/map_plot.h"
#include "scenarios/report/map/map_report.h"
#include "scenarios/report/map/winner_map.h"
#include "scenarios/run/load.h"

namespace orrery {

namespace {

/// What the paper says about a map, in per cent.
struct PaperMap {
  const char* cluster;
  const char* mapping;
  int most_ranks;
  double share;               ///< of cells that Sparbit wins
  double mean, median, best;  ///< its gain there (Table II, average times)
  bool segmented;             ///< the paper also compares with groups of algorithms
};

constexpr PaperMap kYahooSequential{"yahoo", "sequential", 256, 46.43, 34.70, 26.16, 84.16, true};
constexpr PaperMap kCervinoSequential{"cervino", "sequential", 320,   39.64,
                                      30.23,     29.00,        77.78, false};
constexpr PaperMap kYahooCyclic{"yahoo", "cyclic", 256, 19.12, 14.89, 15.77, 31.07, false};
constexpr PaperMap kCervinoCyclic{"cervino", "cyclic", 320, 30.83, 9.60, 8.71, 44.12, false};

constexpr std::int64_t kLarge = 1024;  ///< sizes above count as large

/// p = 8, 16, ... and 5, 13, ... side by side; sizes 1 B, 2 B, ... 1 MiB or less.
Scenario scenario_of(const PaperMap& paper, MapDensity density, std::int64_t largest = 1 << 20,
                     const char* overhead = "0us") {
  const bool full = density == MapDensity::kFull;
  std::string ranks, bytes;
  for (int pair = full ? 0 : 3; 8 * (pair + 1) <= paper.most_ranks; pair += full ? 1 : 4)
    ranks += fmt::format("{}{},{}", ranks.empty() ? "" : ",", 8 * pair + 5, 8 * (pair + 1));
  for (std::int64_t size = 1; size <= largest; size *= full ? 2 : 4)
    bytes += fmt::format("{}{}", bytes.empty() ? "" : ",", size_text(Bytes(size)));
  return load_scenario({},
                       {{"topology", paper.cluster},
                        {"mapping", paper.mapping},
                        {"overhead", overhead},
                        {"collective", "allgather"},
                        {"ranks", ranks},
                        {"bytes", bytes},
                        {"algorithm", "ring,neighbor-exchange,recursive-doubling,bruck,sparbit"}},
                       Unsupported::kSkip);
}

WinnerMap run_map(const Scenario& scenario, int jobs) {
  WinnerMap map = make_map(scenario);
  std::vector<RunSpec> cells;
  for (const RunSpec& spec : scenario.cells)
    if (spec.skipped.empty()) cells.push_back(spec);
  run_each(cells, jobs, Detail::kTime, [&](std::size_t i, RunResult r) {
    if (r.error) throw std::runtime_error(fmt::format("{}: {}", cell_name(cells[i]), *r.error));
    const MapSlot slot = slot_of(map, cells[i]);
    map.time(slot.cell, slot.algorithm) = r.metrics.completion;
    return true;
  });
  return map;
}

/// The groups of algorithms that the paper compares Sparbit with.
bool is_linear(std::size_t a) {
  return a == 0 || a == 1;
}
bool is_logarithmic(std::size_t a) {
  return a == 2 || a == 3;
}
constexpr std::size_t kSparbit = 4;

double percent(std::size_t part, std::size_t whole) {
  return whole == 0 ? 0 : 100 * static_cast<double>(part) / static_cast<double>(whole);
}
double share(const GainSummary& s) {
  return percent(s.wins, s.cells);
}

/// A number of the paper beside ours; a difference is no failure, as the clusters are emulated with
/// estimated costs.
Finding compare(std::string what, std::optional<double> paper, double ours) {
  Finding f{std::move(what), paper ? fmt::format("{:.2f} %", *paper) : "–",
            fmt::format("{:.2f} %", ours), "", Verdict::kInfo};
  if (paper) {
    f.difference = fmt::format("{:+.2f} points", ours - *paper);
    f.verdict = Verdict::kExplained;
  }
  return f;
}

Finding must_hold(std::string what, std::string paper, std::string ours, bool holds) {
  return {std::move(what), std::move(paper), std::move(ours), "",
          holds ? Verdict::kHolds : Verdict::kDiffers};
}

struct Map {
  const PaperMap& paper;
  Scenario scenario;
  WinnerMap map;

  std::string name(const char* what) const {
    return fmt::format("{} {}: {}", paper.cluster, paper.mapping, what);
  }
  std::int64_t bytes(WinnerMap::Cell c) const { return parse_bytes(map.y.values[c.y]).count(); }
  GainSummary summary(const Contenders& contenders = {},
                      const std::function<bool(WinnerMap::Cell)>& select = {}) const {
    return summarise_gain(map, kSparbit, contenders, select);
  }
  bool large(WinnerMap::Cell c) const { return bytes(c) > kLarge; }
};

Map measure(const PaperMap& paper, MapDensity density, int jobs) {
  Scenario scenario = scenario_of(paper, density);
  WinnerMap map = run_map(scenario, jobs);
  map.title = fmt::format("{}, {} mapping: the fastest allgather", paper.cluster, paper.mapping);
  return {paper, std::move(scenario), std::move(map)};
}

bool without_logarithmic(std::size_t a) {
  return !is_logarithmic(a);
}
bool without_linear(std::size_t a) {
  return !is_linear(a);
}

/// Share of the cells won by one of a group that Sparbit wins without the group.
double taken_over(const Map& m, bool (*group)(std::size_t)) {
  const auto in_area = [&](WinnerMap::Cell c) {
    const auto first = podium(m.map, c).first;
    return first && group(*first);
  };
  return share(m.summary([&](std::size_t a) { return !group(a); }, in_area));
}

void add_findings(Evidence& e, const Map& m) {
  const GainSummary all = m.summary();
  const auto large = [&m](WinnerMap::Cell c) { return m.large(c); };
  const auto small = [&m](WinnerMap::Cell c) { return !m.large(c); };
  const bool s = m.paper.segmented;
  const auto known = [s](double value) { return s ? std::optional(value) : std::nullopt; };
  e.findings.push_back(compare(m.name("Sparbit wins"), m.paper.share, share(all)));
  e.findings.push_back(compare(m.name("its gain there, mean"), m.paper.mean, 100 * all.mean));
  e.findings.push_back(compare(m.name("median"), m.paper.median, 100 * all.median));
  e.findings.push_back(compare(m.name("best"), m.paper.best, 100 * all.best));
  e.findings.push_back(compare(m.name("takes of Bruck's and recursive doubling's cells"),
                               known(95.48), taken_over(m, is_logarithmic)));
  e.findings.push_back(compare(m.name("takes of ring's and neighbor exchange's cells"), known(100),
                               taken_over(m, is_linear)));
  e.findings.push_back(compare(m.name("beats Bruck and recursive doubling above 1 KiB"),
                               known(97.16), share(m.summary(without_linear, large))));
  e.findings.push_back(compare(m.name("beats ring and neighbor exchange up to 1 KiB"), known(97.44),
                               share(m.summary(without_logarithmic, small))));
  e.findings.push_back(
      compare(m.name("wins above 1 KiB"), std::nullopt, share(m.summary({}, large))));
  e.findings.push_back(
      compare(m.name("wins up to 1 KiB"), std::nullopt, share(m.summary({}, small))));
}

/// The claims that do not depend on the costs of a cluster.
void add_claims(Evidence& e, const Map& yahoo, const Map& cyclic, const Map& cervino,
                const Map& cervino_cyclic) {
  const auto large = [](const Map& m) { return [&m](WinnerMap::Cell c) { return m.large(c); }; };
  const double beaten = share(yahoo.summary(without_linear, large(yahoo)));
  e.findings.push_back(
      must_hold("yahoo sequential, above 1 KiB: Sparbit beats Bruck and recursive doubling",
                "> 90 %", fmt::format("{:.2f} %", beaten), beaten > 90));
  const double before = share(yahoo.summary()), after = share(cyclic.summary());
  e.findings.push_back(must_hold("yahoo: its share falls under cyclic mapping", "46.43 to 19.12 %",
                                 fmt::format("{:.2f} to {:.2f} %", before, after), after < before));
  const double gain = cervino.summary().mean, cyclic_gain = cervino_cyclic.summary().mean;
  e.findings.push_back(must_hold("cervino: its gain falls under cyclic mapping", "30.23 to 9.60 %",
                                 fmt::format("{:.2f} to {:.2f} %", 100 * gain, 100 * cyclic_gain),
                                 cyclic_gain < gain));
  const double sequential = share(yahoo.summary(without_linear, large(yahoo))),
               turned = share(cyclic.summary(without_linear, large(cyclic)));
  e.findings.push_back(must_hold(
      "yahoo, above 1 KiB: cyclic mapping turns it round, Bruck and recursive doubling win",
      "the order flips", fmt::format("{:.2f} to {:.2f} %", sequential, turned), turned < 50));
}

constexpr const char* kCosts =
    "The costs of the two clusters are estimates, chosen once from what such machines do and the "
    "same "
    "for all maps (scenarios/document/presets.cc gives the reasons); none was fitted to the paper. "
    "The "
    "paper's "
    "numbers are averages of 50 runs of Open MPI 4.0.3.";
constexpr const char* kDifferences =
    "Where ours differ, and why. (1) With more ranks than cores (p > 128 on yahoo, > 160 on "
    "cervino) "
    "the paper's ring and neighbor exchange lose most large sizes to Sparbit: each of their many "
    "steps "
    "waits for processes that are not running just then. Here shared cores make what processors do "
    "slower but nobody waits for a turn, so they keep them: above 1 KiB most of the missing share "
    "is "
    "there. (2) On the smallest sizes the paper's Bruck and recursive doubling win more: between "
    "hosts "
    "Sparbit's messages of a step start at once here. The last line of yahoo, sequential shows the "
    "same "
    "sizes with a processor that is busy 5 us for each of them. (3) With cyclic mapping on cervino "
    "distances are alike modulo 5: Sparbit and Bruck are almost equal, and p mod 5 decides. On a "
    "real cluster noise does. (4) Where all ranks are on one host (p = 5, 8) each copies one "
    "message "
    "at a time, so that Sparbit's many small ones save nothing against the ring's.";

/// What per-message work of the processor changes for small blocks.
Finding with_overhead(const PaperMap& paper, MapDensity density, int jobs) {
  const WinnerMap map = run_map(scenario_of(paper, density, kLarge, "5us"), jobs);
  return compare(fmt::format("{} {}: wins up to 1 KiB if each message costs its sender 5 us",
                             paper.cluster, paper.mapping),
                 std::nullopt, share(summarise_gain(map, kSparbit)));
}

}  // namespace

Evidence sparbit_maps(MapDensity density, int jobs) {
  Evidence e;
  e.notes = {kCosts, kDifferences};
  if (density == MapDensity::kThinned)
    e.notes.emplace_back(
        "Every fourth pair of p and every second size; `orrery reproduce paper4-maps-full` has all "
        "of them.");
  const Map yahoo = measure(kYahooSequential, density, jobs),
            cervino = measure(kCervinoSequential, density, jobs),
            yahoo_cyclic = measure(kYahooCyclic, density, jobs),
            cervino_cyclic = measure(kCervinoCyclic, density, jobs);
  add_claims(e, yahoo, yahoo_cyclic, cervino, cervino_cyclic);
  for (const Map* m : {&yahoo, &cervino, &yahoo_cyclic, &cervino_cyclic}) {
    add_findings(e, *m);
    if (m == &yahoo) e.findings.push_back(with_overhead(m->paper, density, jobs));
    const std::string name = fmt::format("{}-{}", m->paper.cluster, m->paper.mapping);
    e.files.emplace_back(name + ".csv", map_csv(m->map, kSparbit));
    e.plots.emplace_back(name + ".png", map_plot(m->map, kSparbit));
  }
  return e;
}

extern const Reproduction paper4_maps{
    "paper4-maps",
    "Who wins where: four maps of two clusters, thinned",
    "Loch and Koslovski, Sparbit (2021), Fig. 5, Table II",
    +[](int jobs) { return sparbit_maps(MapDensity::kThinned, jobs); },
    nullptr,
    true};

}  // namespace orrery
