#include "scenarios/reproduce/gather_table.h"

#include <array>
#include <fstream>
#include <sstream>

#include <fmt/format.h>

#include "algorithms/common/distributions.h"
#include "algorithms/trees/completion_time.h"
#include "scenarios/document/library.h"
#include "scenarios/document/scenario.h"
#include "scenarios/reproduce/experiment.h"

namespace orrery {

namespace {

/// A line of the paper's values: alpha,gamma,distribution,m,construction,mode,time,root.
TableCell cell_of(const std::string& line, trees::Cost alpha) {
  std::istringstream in(line);
  std::array<std::string, 8> f;
  for (std::string& field : f) std::getline(in, field, ',');
  TableCell cell;
  cell.distribution = f[2];
  cell.construction = f[4];
  cell.costs = {alpha, 1, std::stoll(f[1])};
  cell.free_root = f[5] == "free";
  cell.paper_total = std::stoll(f[3]);
  if (alpha == std::stoll(f[0])) {
    cell.paper_time = std::stoll(f[6]);
    cell.paper_root = std::stoi(f[7]);
  }
  return cell;
}

}  // namespace

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
                                    bool (*select)(std::string_view construction)) {
  const auto path = scenario_directory() / "papers/data/gather_trees.csv";
  std::ifstream file(path);
  if (!file) throw InputError(fmt::format("{}: cannot be read", path.string()));
  std::vector<TableCell> cells;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] < '0' || line[0] > '9') continue;
    TableCell cell = cell_of(line, alpha);
    if (select(cell.construction)) cells.push_back(std::move(cell));
  }
  in_parallel(cells.size(), jobs, [&](std::size_t i) { build_tree(cells[i]); });
  return cells;
}

void build_tree(TableCell& cell) {
  const trees::Blocks blocks = cell.blocks();
  const auto built =
      trees::find_construction(cell.construction).build(blocks, cell.costs, cell.given_root());
  cell.time = built.time;
  cell.evaluated = trees::completion_time(built.tree, blocks, cell.costs);
  cell.root = built.tree.root();
}

Finding compare_cell(const TableCell& cell, std::string (*remark)(const TableCell&)) {
  Finding f = equal_counts(cell.name(), cell.paper_time, cell.time);
  if (cell.least() && cell.time < cell.paper_time)
    std::get<Number>(f.compared).witness = {static_cast<double>(cell.evaluated), 0, kEvaluated};
  if (cell.free_root && cell.root != cell.paper_root)
    f.remark = fmt::format("root {}, the paper's {}", cell.root, cell.paper_root);
  if (const std::string more = cell.time == cell.paper_time ? "" : remark(cell); !more.empty())
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

}  // namespace orrery
