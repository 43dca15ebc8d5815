// The column of Tables 1 to 3 with the binary trees: a cubic program, some seconds a tree.
#include <vector>

#include <fmt/format.h>

#include "scenarios/reproduce/gather_table.h"

namespace orrery::inline reproduce {

namespace {

constexpr double kDraw = 0.03;  ///< of a ratio, between two draws of 2,000 blocks

bool binary(const TableCell& cell) {
  return cell.construction == "binary";
}

/// Compares the time per unit, since another draw has more or fewer units to gather.
Finding compare_draw(const TableCell& c) {
  const double paper = static_cast<double>(c.paper_time) / static_cast<double>(c.paper_total);
  const double ours = static_cast<double>(c.time) / static_cast<double>(c.blocks().total());
  return equals(Basis::kPrinted, c.name() + ", over all data to gather", paper, ours,
                share_of(paper, kDraw, "the blocks are drawn at random, by other generators"));
}

Evidence run_binary_table_at(int jobs, std::int64_t alpha) {
  Evidence e;
  e.notes = {fmt::format("As paper2-table1, α = {}; 44 trees by the program of Fig. 7.", alpha)};
  const std::vector<TableCell> cells = gather_table(alpha, jobs, binary);
  for (const TableCell& c : cells)
    if (c.paper_time == 0)
      e.results.push_back({c.name(), fmt::format("{}", c.time), ""});
    else if (c.random())
      e.findings.push_back(compare_draw(c));
    else
      e.findings.push_back(compare_cell(c, [](const TableCell&) { return std::string(); }));
  e.files.emplace_back(fmt::format("table1-binary-alpha-{}.csv", alpha), gather_table_csv(cells));
  return e;
}

}  // namespace

extern const Reproduction paper2_table1_binary{
    "paper2-table1-binary",
    "Its best trees with at most two children",
    "Träff, On Optimal Trees for Irregular Gather and Scatter Collectives (2019), Table 1, Thm. 3",
    +[](int jobs) { return run_binary_table_at(jobs, kAlphaOfTable1); },
    run_binary_table_at,
    true,
    true};

extern const Reproduction paper2_table2_binary{
    "paper2-table2-binary",
    "Its best trees with at most two children, α = 1",
    "Träff, On Optimal Trees for Irregular Gather and Scatter Collectives (2019), Table 2, Thm. 3",
    +[](int jobs) { return run_binary_table_at(jobs, kAlphaOfTable2); },
    nullptr,
    true,
    true};

extern const Reproduction paper2_table3_binary{
    "paper2-table3-binary",
    "Its best trees with at most two children, α = 1,000",
    "Träff, On Optimal Trees for Irregular Gather and Scatter Collectives (2019), Table 3, Thm. 3",
    +[](int jobs) { return run_binary_table_at(jobs, kAlphaOfTable3); },
    nullptr,
    true,
    true};

}  // namespace orrery::inline reproduce
