#include "scenarios/reproduce/sparbit_paper.h"

#include <limits>

#include <fmt/format.h>

#include "scenarios/text/units_text.h"

namespace orrery::inline reproduce {
namespace {

/// As a row of Table I has them: cells of all; won by minima, averages, maxima only, by two of them, by all.
constexpr SparbitSets table1(int cells, const std::array<int, 7>& printed) {
  constexpr unsigned kColumns[] = {1, 2, 4, 3, 5, 6, 7};
  SparbitSets sets;
  sets.cells[0] = cells;
  for (std::size_t i = 0; i < printed.size(); ++i) {
    sets.cells[kColumns[i]] = printed[i];
    sets.cells[0] -= printed[i];
  }
  return sets;
}

}  // namespace

constexpr SparbitMap kYahooSequential{"yahoo",
                                      "sequential",
                                      256,
                                      table1(1344, {115, 5, 6, 113, 1, 14, 492}),
                                      {34.70, 36.18, 35.48},
                                      {26.16, 29.98, 27.24},
                                      {84.16, 85.87, 80.85},
                                      SparbitSelection{128, 60.64, 69.16, 100 * 287.0 / 288},
                                      true,
                                      133};
constexpr SparbitMap kCervinoSequential{"cervino",
                                        "sequential",
                                        320,
                                        table1(1680, {133, 6, 0, 196, 0, 3, 461}),
                                        {30.23, 33.08, 27.67},
                                        {29.00, 31.69, 26.14},
                                        {77.78, 80.20, 74.27},
                                        SparbitSelection{168, 43.86, 45.65, {}},
                                        false,
                                        288};
constexpr SparbitMap kYahooCyclic{"yahoo",
                                  "cyclic",
                                  256,
                                  table1(1344, {48, 0, 35, 5, 6, 33, 219}),
                                  {14.89, 13.35, 16.07},
                                  {15.77, 12.38, 16.64},
                                  {31.07, 42.31, 36.47}};
constexpr SparbitMap kCervinoCyclic{"cervino",
                                    "cyclic",
                                    320,
                                    table1(1680, {202, 20, 16, 92, 2, 115, 291}),
                                    {9.60, 13.49, 9.71},
                                    {8.71, 11.99, 8.43},
                                    {44.12, 52.66, 37.36}};

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

int ranks_at(const WinnerMap& map, WinnerMap::Cell c) {
  return std::stoi(map.x.values[c.x]);
}

std::int64_t bytes_at(const WinnerMap& map, WinnerMap::Cell c) {
  return parse_bytes(map.y.values[c.y]).count();
}

double share(const GainSummary& s) {
  return s.cells == 0 ? 0 : 100 * static_cast<double>(s.wins) / static_cast<double>(s.cells);
}

Finding compare(std::string what, double paper, const SparbitMetric& metric, double ours) {
  return equals(Basis::kEstimate, std::move(what), paper, ours,
                {metric.spread(),
                 "the largest distance of the paper's values for minimal or maximal times of 50 "
                 "runs from those for average times (Tables I and II)"},
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
    const std::int64_t bytes = bytes_at(map, c);
    return ranks_at(map, c) > selection.more_ranks && bytes >= kLeast && bytes <= kMost;
  });
  const auto add = [&](const char* what, double theirs, const SparbitMetric& metric, double value) {
    e.findings.push_back(
        compare(paper.text(selection_text(selection, what)), theirs, metric, value));
  };
  if (selection.wins) add("Sparbit wins", *selection.wins, paper.share(), share(ours));
  add("mean gain", selection.mean, paper.mean, 100 * ours.mean);
  add("median gain", selection.median, paper.median, 100 * ours.median);
  return ours;
}

void add_turning_point(Evidence& e, const SparbitMap& paper, const WinnerMap& map) {
  if (paper.turning_point == 0) return;
  const auto share_of_large = [&map](std::size_t from, std::size_t to) {
    return share(summarise_gain(map, kSparbit, {}, [&](WinnerMap::Cell c) {
      return c.x >= from && c.x < to && bytes_at(map, c) > kSparbitLarge;
    }));
  };
  std::size_t turn = map.x.values.size(), theirs = 0;
  while (turn > 0 && share_of_large(turn - 1, turn) > 50) --turn;
  while (ranks_at(map, {theirs, 0}) < paper.turning_point) ++theirs;
  const bool never = turn == map.x.values.size();
  e.findings.push_back(
      equals(Basis::kEstimate, paper.text("least p from which Sparbit wins most sizes above 1 KiB"),
             paper.turning_point,
             never ? std::numeric_limits<double>::infinity() : ranks_at(map, {turn, 0}),
             {static_cast<double>(ranks_at(map, {theirs, 0}) - paper.turning_point),
              "up to the next p of our map"})
          .with(fmt::format("{}wins {:.0f} % of them below the paper's p, {:.0f} % from there on",
                            never ? "at no p to the end; " : "", share_of_large(0, theirs),
                            share_of_large(theirs, map.x.values.size()))));
}

void share_claims(Evidence& e) {
  for (Finding& f : e.findings) f.claim = f.what;
}

}  // namespace orrery::inline reproduce
