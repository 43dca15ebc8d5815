#include "scenarios/reproduce/gather_table.h"

#include <array>
#include <fstream>
#include <sstream>

#include <fmt/format.h>

#include "algorithms/common/distributions.h"
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
  if (alpha == std::stoll(f[0])) {
    cell.paper_time = std::stoll(f[6]);
    cell.paper_root = std::stoi(f[7]);
  }
  return cell;
}

std::string time_and_root(trees::Cost time, int root, bool show_root) {
  return show_root ? fmt::format("{} (root {})", time, root) : fmt::format("{}", time);
}

}  // namespace

bool TableCell::random() const {
  return distribution.starts_with("random") || distribution == "bucket" || distribution == "spikes";
}

trees::Blocks TableCell::blocks() const {
  return trees::Blocks(block_sizes(find_distribution(distribution), kTableRanks, {}));
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
  in_parallel(cells.size(), jobs, [&](std::size_t i) {
    TableCell& cell = cells[i];
    const auto built = trees::find_construction(cell.construction)
                           .build(cell.blocks(), cell.costs, cell.given_root());
    cell.time = built.time;
    cell.root = built.tree.root();
  });
  return cells;
}

Finding compare_cell(const TableCell& cell, std::string (*explain)(const TableCell&)) {
  Finding f{cell.name(), time_and_root(cell.paper_time, cell.paper_root, cell.free_root),
            time_and_root(cell.time, cell.root, cell.free_root), "none", Verdict::kHolds};
  if (cell.time == cell.paper_time) {
    if (cell.free_root && cell.root != cell.paper_root) f.difference = "another root, as fast";
    return f;
  }
  const std::string reason = explain(cell);
  f.difference =
      fmt::format("{:+}{}{}", cell.time - cell.paper_time, reason.empty() ? "" : ": ", reason);
  f.verdict = reason.empty() ? Verdict::kDiffers : Verdict::kExplained;
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
