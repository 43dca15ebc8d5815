// The numbers of ranks and the sizes of the Sparbit paper's maps, by its own totals.
#include <limits>
#include <set>

#include <fmt/format.h>

#include "emu/net/topology.h"
#include "scenarios/reproduce/sparbit_paper.h"
#include "scenarios/spec/presets.h"

namespace orrery::inline reproduce {

namespace {

constexpr int kPrintedSizes = 24, kYahooFirstOverbooked = 133;

/// The numbers of ranks and the sizes of a full map.
struct SparbitGrid {
  std::set<int> ranks;
  std::set<std::int64_t> bytes;
  int cores;  ///< of the cluster

  explicit SparbitGrid(const SparbitMap& paper) {
    const Scenario sweep = sparbit_sweep(paper, MapDensity::kFull);
    for (const RunSpec& cell : sweep.cells) {
      ranks.insert(cell.ranks);
      bytes.insert(cell.bytes.count());
    }
    const RunSpec& any = sweep.cells.front();
    cores = make_topology(any)->hosts() * any.mapping.cores_per_host;
  }
};

/// Checks "Starting at 1B and raising up to 1MiB on successive multiplications by 2, totalling 24
/// tested data sizes."
Finding printed_sizes(const SparbitMap& paper, const SparbitGrid& grid) {
  const auto counted = static_cast<double>(grid.bytes.size());
  return equal_counts(
             Basis::kPrinted,
             fmt::format("{}: sizes, from {} cells of the map", paper.cluster, paper.sets.total()),
             kPrintedSizes, paper.sets.total() / static_cast<std::int64_t>(grid.ranks.size()))
      .with(fmt::format("for {} numbers of ranks", grid.ranks.size()))
      .witnessed_by({Independence::kCount, counted, 0, "doubling 1 B up to 1 MiB"})
      .of_claim("24 sizes from 1 B to 1 MiB (Sec. IV-A)");
}

/// Checks "The first load where there are more processes than cores is with 133."
Finding first_overbooked(const SparbitGrid& grid) {
  const auto first = grid.ranks.upper_bound(grid.cores);
  return equal_counts(Basis::kPrinted, "yahoo: the first p with more processes than cores",
                      kYahooFirstOverbooked,
                      first == grid.ranks.end() ? std::numeric_limits<int>::max() : *first)
      .with(fmt::format("{} cores", grid.cores));
}

Evidence run_paper4_grid(int) {
  Evidence e;
  e.notes = {
      "The paper's totals, 1344 and 1680 cells for 64 and 80 numbers of ranks, give 21 sizes, and "
      "so do the doublings from 1 B to 1 MiB. The paper's \"24 data sizes\" are a misprint, on "
      "which nothing else depends."};
  const SparbitGrid yahoo(kYahooSequential), cervino(kCervinoSequential);
  e.findings = {equal_counts(Basis::kPrinted, "yahoo: numbers of ranks", 64,
                             static_cast<std::int64_t>(yahoo.ranks.size())),
                equal_counts(Basis::kPrinted, "cervino: numbers of ranks", 80,
                             static_cast<std::int64_t>(cervino.ranks.size())),
                printed_sizes(kYahooSequential, yahoo), printed_sizes(kCervinoSequential, cervino),
                first_overbooked(yahoo)};
  return e;
}

}  // namespace

extern const Reproduction paper4_grid{
    .name = "paper4-grid",
    .title = "Numbers of ranks and sizes of the maps, by the paper's own totals",
    .source = "Loch and Koslovski, Sparbit (2021), Sec. IV-A and V",
    .run = run_paper4_grid,
    .beyond_model = "ranks, sizes and cores are counted, which do not depend on costs",
};

}  // namespace orrery::inline reproduce
