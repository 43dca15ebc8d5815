// Fig. 6 as printed: it loses the copy of a root that is the only rank of its range.
#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "algorithms/trees/completion_time.h"
#include "algorithms/trees/ranges.h"
#include "scenarios/reproduce/experiment.h"
#include "scenarios/reproduce/gather_table.h"
#include "scenarios/reproduce/model.h"

namespace orrery::inline reproduce {

namespace {

using trees::Cost;

constexpr trees::TreeCosts kUnitCosts{1, 1, 1};
constexpr int kMostSmallRanks = 4;
constexpr std::int64_t kMostSmallTotal = 12;

/// Computes C[0,p-1] by the equations of Fig. 6 to the letter. O(p^3) time, O(p^2) memory.
Cost figure6(const trees::Blocks& blocks, const trees::TreeCosts& costs) {
  const int p = blocks.ranks();
  const auto message = [&](int i, int j) { return costs.message(blocks.sum(i, j)); };
  trees::RowTable rows(p);
  trees::ColumnTable columns(p), right_sends(p);
  std::vector<Cost> left_sends(static_cast<std::size_t>(p));
  for (int i = p - 1; i >= 0; --i) {
    for (int k = i; k < p; ++k) {
      left_sends[static_cast<std::size_t>(k)] = message(i, k);
      right_sends.column(k)[i] = message(i, k);
    }
    Cost* C_i = rows.row(i);
    C_i[i] = columns.column(i)[i] = 0;
    for (int j = i + 1; j < p; ++j) {
      const Cost* C_j = columns.column(j) + 1;
      C_i[j] = std::min(trees::best_join(C_i, C_j, right_sends.column(j) + 1, i, j),
                        trees::best_join(C_i, C_j, left_sends.data(), i, j));
      if (j == i + 1)
        C_i[j] = std::min(costs.copy(blocks.size(i)) + message(j, j),
                          message(i, i) + costs.copy(blocks.size(j)));
      columns.column(j)[i] = C_i[j];
    }
  }
  return rows.row(0)[p - 1];
}

/// Returns the lower bound for a tree of any kind with any root (Sec. 2.3).
Cost least_bound(const trees::Blocks& blocks, const trees::TreeCosts& costs) {
  Cost least = trees::kNever;
  for (int r = 0; r < blocks.ranks(); ++r)
    least = std::min(least, trees::lower_bound(blocks, costs, r));
  return least;
}

/// Compares the time by Fig. 6, as the paper's, with that of the best tree.
Finding against_figure6(const std::string& what, const trees::Blocks& blocks,
                        const trees::TreeCosts& costs, Cost ours, Cost printed) {
  const Cost bound = least_bound(blocks, costs);
  return equal_counts(Basis::kPrinted, what, printed, ours)
      .with(printed < bound
                ? fmt::format("Fig. 6 is below {}, the lower bound of Sec. 2.3 for any tree", bound)
                : "")
      .of_claim("Fig. 6 gives the time of the best tree");
}

bool judged_cells(const TableCell& c) {
  return c.construction == "optimal" && c.free_root && c.costs.gamma == 1 && !c.random();
}

/// Adds the witness: Table 1 has the times of the same trees, by the program of the paper.
Finding table1_against_figure6(const TableCell& c, Cost printed) {
  return against_figure6(
             fmt::format("Fig. 6 as printed, {}, α = {}: the best tree", c.name(), c.costs.alpha),
             c.blocks(), c.costs, c.time, printed)
      .witnessed_by({Independence::kPaper, static_cast<double>(c.paper_time), 0, "Table 1"});
}

/// Calls f for all lists of `ranks` sizes of 1 and more that add up to `total`, in lexical order,
/// until it returns true.
template <class F>
bool any_sizes(int ranks, std::int64_t total, std::vector<std::int64_t>& sizes, const F& f) {
  if (ranks == 0) return total == 0 && f(sizes);
  for (std::int64_t m = 1; m <= total - (ranks - 1); ++m) {
    sizes.push_back(m);
    if (any_sizes(ranks - 1, total - m, sizes, f)) return true;
    sizes.pop_back();
  }
  return false;
}

/// Returns the time of the best tree of any kind, ordered or not.
Cost best_of_all(const std::vector<std::int64_t>& sizes) {
  return trees::non_ordered_tree(trees::Blocks(sizes), kUnitCosts, trees::kFreeRoot).time;
}

/// Finds the fewest ranks, then the fewest units for which no tree is as fast as Fig. 6 says, if no
/// block is empty and all costs are 1. Returns nothing if there are none.
std::vector<std::int64_t> smallest_lost_copy() {
  std::vector<std::int64_t> sizes;
  const auto lost = [](const std::vector<std::int64_t>& s) {
    return figure6(trees::Blocks(s), kUnitCosts) < best_of_all(s);
  };
  for (int p = 2; p <= kMostSmallRanks; ++p)
    for (std::int64_t total = p; total <= kMostSmallTotal; ++total)
      if (any_sizes(p, total, sizes, lost)) return sizes;
  return sizes;
}

Finding smallest_against_figure6() {
  const std::vector<std::int64_t> sizes = smallest_lost_copy();
  const trees::Blocks blocks(sizes);
  const trees::TimedTree best =
      trees::optimal_strict_tree(blocks, in_model(kUnitCosts), trees::kFreeRoot);
  Finding f = against_figure6(
      fmt::format("Fig. 6 as printed, sizes {}, α = β = γ = 1, root free: the best tree",
                  fmt::join(sizes, " ")),
      blocks, kUnitCosts, best.time, figure6(blocks, kUnitCosts));
  f.remark += fmt::format("{}the smallest case without empty blocks; {}; any tree takes {}",
                          f.remark.empty() ? "" : "; ", described(best.tree), best_of_all(sizes));
  const Cost tried = best_of_all_ordered(blocks, in_model(kUnitCosts), trees::kFreeRoot);
  return std::move(f).witnessed_by(
      {Independence::kProgram, static_cast<double>(tried), 0, kAllTried});
}

Evidence run_paper2_figure6(int jobs) {
  Evidence e;
  e.notes = {
      "By Fig. 6, joining two ranges takes max(C[i,k], C[k+1,j]) plus the time of a message, with "
      "C[i,i] = 0. A root that is alone in its range must copy its block. Fig. 4 and 5 count this "
      "copy, but Fig. 6 counts it only for two ranks. If such roots have large blocks, its times "
      "are too short and differ from Table 1. The paper's column has Fig. 6 as printed; our column "
      "has the best tree by Fig. 5, whose time is also in Table 1."};
  const std::vector<TableCell> cells = gather_table(kAlphaOfTable1, jobs, judged_cells);
  std::vector<Cost> printed(cells.size());
  in_parallel(cells.size(), jobs,
              [&](std::size_t i) { printed[i] = figure6(cells[i].blocks(), cells[i].costs); });
  e.findings.push_back(smallest_against_figure6());
  for (std::size_t i = 0; i < cells.size(); ++i)
    e.findings.push_back(table1_against_figure6(cells[i], printed[i]));
  return e;
}

}  // namespace

extern const Reproduction paper2_figure6{
    "paper2-figure6",
    "The equations for optimal trees as printed, against the table made with them",
    "Träff, On Optimal Trees for Irregular Gather and Scatter Collectives (2019), Fig. 6, Table 1",
    run_paper2_figure6,
    nullptr,
    true};

}  // namespace orrery::inline reproduce
