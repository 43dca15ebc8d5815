// The column of Table 1 with the binary trees: a cubic program, some seconds a tree.
#include <vector>

#include <fmt/format.h>

#include "scenarios/reproduce/gather_table.h"

namespace orrery {

namespace {

bool binary(std::string_view construction) {
  return construction == "binary";
}

Evidence run_at(int jobs, std::int64_t alpha) {
  Evidence e;
  e.notes = {fmt::format("As paper2-table1, α = {}; 44 trees by the program of Fig. 7.", alpha)};
  const std::vector<TableCell> cells = gather_table(alpha, jobs, binary);
  for (const TableCell& c : cells) {
    if (alpha == kPaperAlpha && !c.random()) {
      e.findings.push_back(compare_cell(c, [](const TableCell&) { return std::string(); }));
      continue;
    }
    const bool printed = c.paper_time > 0;
    e.findings.push_back({c.name(), printed ? fmt::format("{}", c.paper_time) : "none",
                          fmt::format("{}", c.time),
                          printed ? fmt::format("other blocks: {:+.2f} %",
                                                100.0 * static_cast<double>(c.time - c.paper_time) /
                                                    static_cast<double>(c.paper_time))
                                  : "",
                          Verdict::kInfo});
  }
  e.files.emplace_back(fmt::format("table1-binary-alpha-{}.csv", alpha), gather_table_csv(cells));
  return e;
}

Evidence run(int jobs) {
  return run_at(jobs, kPaperAlpha);
}

}  // namespace

extern const Reproduction paper2_table1_binary{
    "paper2-table1-binary",
    "Its best trees with at most two children",
    "Träff, On Optimal Trees for Irregular Gather and Scatter Collectives (2019), Table 1, Thm. 3",
    run,
    run_at,
    true,
    true};

}  // namespace orrery
