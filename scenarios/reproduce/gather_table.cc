#include "scenarios/reproduce/gather_table.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>
#include <tuple>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "algorithms/common/distributions.h"
#include "algorithms/trees/completion_time.h"
#include "scenarios/reproduce/experiment.h"
#include "scenarios/reproduce/model.h"
#include "scenarios/text/scenario_library.h"

namespace orrery::inline reproduce {

namespace {

using trees::Cost;

class AllOrdered {
 public:
  AllOrdered(const trees::Blocks& blocks, const trees::TreeCosts& costs)
      : blocks_(blocks), costs_(costs) {}

  Cost best(int root) const { return best(0, blocks_.ranks() - 1, root); }

 private:
  Cost best(int i, int j, int root) const {
    if (i == j) return 0;
    Cost least = INT64_MAX;
    for (int r = i; r <= j; ++r)
      if (root == trees::kFreeRoot || root == r) least = std::min(least, from(i, j, r, 0));
    return least;
  }

  /// Returns the earliest time at which r has taken all of i .. j, in rank order, if it begins at
  /// `time`.
  Cost from(int i, int j, int r, Cost time) const {
    if (i > j) return time;
    if (i == r) return from(i + 1, j, r, time + costs_.copy(blocks_.size(r)));
    Cost least = INT64_MAX;
    for (int k = i; k <= (i < r ? r - 1 : j); ++k) {
      const Cost taken =
          std::max(time, best(i, k, trees::kFreeRoot)) + costs_.message(blocks_.sum(i, k));
      least = std::min(least, from(k + 1, j, r, taken));
    }
    return least;
  }

  const trees::Blocks& blocks_;
  const trees::TreeCosts& costs_;
};

/// Reads a line of the paper's values: alpha,gamma,distribution,m,construction,mode,time,root.
TableCell cell_of(const std::string& line) {
  std::istringstream in(line);
  std::array<std::string, 8> f;
  for (std::string& field : f) std::getline(in, field, ',');
  TableCell cell;
  cell.distribution = f[2];
  cell.construction = f[4];
  cell.costs = {std::stoll(f[0]), 1, std::stoll(f[1])};
  cell.free_root = f[5] == "free";
  cell.paper_total = std::stoll(f[3]);
  cell.paper_time = std::stoll(f[6]);
  cell.paper_root = std::stoi(f[7]);
  return cell;
}

/// Reads all tables. THROWS InputError.
std::vector<TableCell> papers_cells() {
  const auto path = scenario_directory() / "papers/data/gather_trees.csv";
  std::ifstream file(path);
  if (!file) throw InputError(fmt::format("{}: cannot be read", path.string()));
  std::vector<TableCell> cells;
  for (std::string line; std::getline(file, line);)
    if (!line.empty() && line[0] >= '0' && line[0] <= '9') cells.push_back(cell_of(line));
  return cells;
}

/// Returns the cells of one table, or those of Table 1 without times.
std::vector<TableCell> cells_with(trees::Cost alpha) {
  std::vector<TableCell> cells = papers_cells();
  const auto without = [&](trees::Cost a) {
    return std::erase_if(cells, [a](const TableCell& c) { return c.costs.alpha != a; });
  };
  if (std::ranges::any_of(cells, [&](const TableCell& c) { return c.costs.alpha == alpha; }))
    return without(alpha), cells;
  without(kAlphaOfTable1);
  for (TableCell& c : cells) {
    c.costs.alpha = alpha;
    c.paper_time = 0;
    c.paper_root = 0;
  }
  return cells;
}

/// Lets every rank whose first child is on its left copy after it. Returns nothing if a rank takes two
/// children while it is the last rank of its data.
std::optional<trees::Tree> copying_last(const trees::Tree& tree) {
  trees::TreeBuilder builder(tree.ranks());
  for (int r = 0; r < tree.ranks(); ++r) {
    int taken = 0;
    bool last = true;
    for (const int child : tree.children(r)) {
      last = last && child < r;
      if (last && taken == 1) return std::nullopt;
      builder.take(r, child);
      if (last) builder.copy_now(r);
      ++taken;
    }
  }
  return builder.finish();
}

/// Builds the trees of cells that differ in their root alone: time, evaluated and root.
void build_trees(const std::vector<TableCell*>& cells) {
  const TableCell& first = *cells.front();
  const trees::Blocks blocks = first.blocks();
  const trees::TreeCosts costs = in_model(first.costs);
  std::vector<int> roots;
  for (const TableCell* c : cells) roots.push_back(c->given_root());
  std::vector<StrictOptimum> built;
  if (first.construction != "optimal")
    for (const int root : roots)
      built.push_back({trees::find_construction(first.construction).build(blocks, costs, root)});
  else if (first.paper_time > 0 && !first.random())
    built = strict_optima(blocks, costs, roots);
  else
    for (trees::TimedTree& tree : trees::optimal_trees(blocks, costs, roots))
      built.push_back({std::move(tree)});
  for (std::size_t i = 0; i < cells.size(); ++i) {
    cells[i]->time = built[i].strict.time;
    cells[i]->evaluated = trees::completion_time(built[i].strict.tree, blocks, costs);
    cells[i]->interleaved = built[i].interleaved;
    cells[i]->root = built[i].strict.tree.root();
  }
}

}  // namespace

Cost best_of_all_ordered(const trees::Blocks& blocks, const trees::TreeCosts& costs, int root) {
  return AllOrdered(blocks, costs).best(root);
}

std::string described(const trees::Tree& tree) {
  std::string text;
  for (const int r : tree.top_down())
    if (!tree.leaf(r))
      text += fmt::format("{}{} takes {}", text.empty() ? "" : ", ", r,
                          fmt::join(tree.children(r), " "));
  return text;
}

bool TableCell::least() const {
  return free_root || construction == "optimal" || construction == "binary";
}

bool TableCell::random() const {
  return distribution.starts_with("random") || distribution == "bucket" || distribution == "spikes";
}

trees::Blocks TableCell::blocks() const {
  return trees::Blocks(block_sizes(find_distribution(distribution), kTableRanks, {.seed = seed}));
}

std::string TableCell::name() const {
  return fmt::format("{}, γ {}, {}, root {}", distribution, costs.gamma, construction,
                     free_root ? "free" : fmt::format("{}", kTableRoot));
}

std::vector<TableCell> gather_table(trees::Cost alpha, int jobs,
                                    bool (*select)(const TableCell& cell), int draws) {
  std::vector<TableCell> cells = cells_with(alpha);
  std::erase_if(cells, [&](const TableCell& c) { return !select(c); });
  for (std::size_t paper = cells.size(), i = 0; i < paper; ++i)
    for (int seed = 2; seed <= draws && cells[i].random() && cells[i].paper_time > 0; ++seed)
      cells.emplace_back(cells[i]).seed = static_cast<std::uint64_t>(seed);
  std::map<std::tuple<std::uint64_t, std::string, trees::Cost, std::string>,
           std::vector<TableCell*>>
      sets;
  for (TableCell& c : cells)
    sets[{c.seed, c.distribution, c.costs.gamma, c.construction}].push_back(&c);
  std::vector<std::vector<TableCell*>> all;
  for (const auto& [key, set] : sets) all.push_back(set);
  in_parallel(all.size(), jobs, [&](std::size_t i) { build_trees(all[i]); });
  return cells;
}

std::vector<StrictOptimum> strict_optima(const trees::Blocks& blocks, const trees::TreeCosts& costs,
                                         std::span<const int> roots) {
  std::vector<StrictOptimum> optima;
  std::vector<int> others;
  for (trees::TimedTree& best : trees::optimal_trees(blocks, costs, roots)) {
    // Every strict tree is interleaved, so none is faster than the best interleaved tree.
    std::optional<trees::Tree> strict = copying_last(best.tree);
    if (strict && trees::completion_time(*strict, blocks, costs) == best.time)
      best.tree = *std::move(strict);
    else
      others.push_back(roots[optima.size()]);
    optima.push_back({std::move(best), best.time});
  }
  if (others.empty()) return optima;
  std::vector<trees::TimedTree> cubic = trees::optimal_strict_trees(blocks, costs, others);
  for (std::size_t i = 0, n = 0; n < cubic.size(); ++i)
    if (roots[i] == others[n]) optima[i].strict = std::move(cubic[n++]);
  return optima;
}

Finding compare_cell(const TableCell& cell, std::string (*remark)(const TableCell&)) {
  Finding f = equal_counts(Basis::kPrinted, cell.name(), cell.paper_time, cell.time);
  if (cell.least() && cell.time < cell.paper_time)
    std::get<Number>(f.compared).witness = {Independence::kProgram,
                                            static_cast<double>(cell.evaluated), 0, kEvaluated};
  if (cell.free_root && cell.root != cell.paper_root)
    f.remark = fmt::format("root {}, the paper's {}", cell.root, cell.paper_root);
  if (const std::string more = remark(cell); !more.empty())
    f.remark += (f.remark.empty() ? "" : "; ") + more;
  return f;
}

std::string gather_table_csv(const std::vector<TableCell>& cells) {
  std::string csv = "alpha,gamma,distribution,construction,mode,paper_time,paper_root,time,root\n";
  for (const TableCell& c : cells) {
    const bool printed = c.paper_time > 0;
    csv += fmt::format("{},{},{},{},{},{},{},{},{}\n", c.costs.alpha, c.costs.gamma, c.distribution,
                       c.construction, c.free_root ? "free" : "fixed",
                       printed ? fmt::format("{}", c.paper_time) : "",
                       printed ? fmt::format("{}", c.paper_root) : "", c.time, c.root);
  }
  return csv;
}

}  // namespace orrery::inline reproduce
