#include "scenarios/reproduce/sparbit_paper.h"

#include <fmt/format.h>

#include "scenarios/document/units_text.h"

namespace orrery {
namespace {

/// Cells that Sparbit wins, of so many: sums over the sets of Table I.
constexpr SparbitMetric share_of_cells(double average, double minimum, double maximum,
                                       double cells) {
  return {100 * average / cells, 100 * minimum / cells, 100 * maximum / cells};
}

}  // namespace

constexpr SparbitMap kYahooSequential{"yahoo",
                                      "sequential",
                                      256,
                                      share_of_cells(624, 721, 513, 1344),
                                      {34.70, 36.18, 35.48},
                                      {26.16, 29.98, 27.24},
                                      {84.16, 85.87, 80.85},
                                      {55.51, 36.61, 98.64},
                                      SparbitSelection{128, 60.64, 69.16, 100 * 287.0 / 288},
                                      true};
constexpr SparbitMap kCervinoSequential{"cervino",
                                        "sequential",
                                        320,
                                        share_of_cells(666, 790, 464, 1680),
                                        {30.23, 33.08, 27.67},
                                        {29.00, 31.69, 26.14},
                                        {77.78, 80.20, 74.27},
                                        {47.56, 27.44, 100},
                                        SparbitSelection{168, 43.86, 45.65, {}}};
constexpr SparbitMap kYahooCyclic{"yahoo",
                                  "cyclic",
                                  256,
                                  share_of_cells(257, 278, 293, 1344),
                                  {14.89, 13.35, 16.07},
                                  {15.77, 12.38, 16.64},
                                  {31.07, 42.31, 36.47},
                                  {25.74, 16.29, 86}};
constexpr SparbitMap kCervinoCyclic{"cervino",
                                    "cyclic",
                                    320,
                                    share_of_cells(518, 587, 424, 1680),
                                    {9.60, 13.49, 9.71},
                                    {8.71, 11.99, 8.43},
                                    {44.12, 52.66, 37.36},
                                    {43.93, 17.32, 95.75}};

Scenario sparbit_sweep(const SparbitMap& paper, MapDensity density, const Overrides& more,
                       std::int64_t largest) {
  const bool full = density == MapDensity::kFull;
  std::string ranks, bytes;
  for (int pair = full ? 0 : 3; 8 * (pair + 1) <= paper.most_ranks; pair += full ? 1 : 4)
    ranks += fmt::format("{}{},{}", ranks.empty() ? "" : ",", 8 * pair + 5, 8 * (pair + 1));
  for (std::int64_t size = 1; size <= largest; size *= full ? 2 : 4)
    bytes += fmt::format("{}{}", bytes.empty() ? "" : ",", size_text(Bytes(size)));
  Overrides keys{{"topology", paper.cluster},
                 {"mapping", paper.mapping},
                 {"collective", "allgather"},
                 {"ranks", ranks},
                 {"bytes", bytes},
                 {"algorithm", "ring,neighbor-exchange,recursive-doubling,bruck,sparbit"}};
  keys.insert(keys.end(), more.begin(), more.end());
  return load_scenario({}, keys, Unsupported::kSkip);
}

double share(const GainSummary& s) {
  return s.cells == 0 ? 0 : 100 * static_cast<double>(s.wins) / static_cast<double>(s.cells);
}

Finding compare(std::string what, double paper, const SparbitMetric& metric, double ours) {
  return equals(std::move(what), paper, ours,
                {metric.spread(),
                 "so far the paper's values from minimal or maximal times of 50 runs lie from "
                 "those from average ones "
                 "(Tables I and II)"},
                "%");
}

std::string selection_text(const SparbitSelection& paper, const std::string& what) {
  return fmt::format("p > {}, 1 KiB to 256 KiB: {}", paper.more_ranks, what);
}

std::optional<GainSummary> add_selection(Evidence& e, const SparbitMap& paper,
                                         const WinnerMap& map) {
  if (!paper.selection) return std::nullopt;
  const SparbitSelection& selection = *paper.selection;
  const GainSummary ours = summarise_gain(map, kSparbit, {}, [&](WinnerMap::Cell c) {
    constexpr std::int64_t kLeast = 1 << 10, kMost = 1 << 18;
    const std::int64_t bytes = parse_bytes(map.y.values[c.y]).count();
    return std::stoi(map.x.values[c.x]) > selection.more_ranks && bytes >= kLeast && bytes <= kMost;
  });
  const auto add = [&](const char* what, double theirs, const SparbitMetric& metric, double value) {
    e.findings.push_back(
        compare(paper.text(selection_text(selection, what)), theirs, metric, value));
  };
  if (selection.wins) add("Sparbit wins", *selection.wins, paper.share, share(ours));
  add("mean gain", selection.mean, paper.mean, 100 * ours.mean);
  add("median gain", selection.median, paper.median, 100 * ours.median);
  return ours;
}

}  // namespace orrery
