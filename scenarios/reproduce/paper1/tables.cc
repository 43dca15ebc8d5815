// The schedules that Träff's broadcast paper prints: Tables 1 to 5 (of Table 5 the left part).
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "scenarios/reproduce/reproduction.h"
#include "scenarios/reproduce/schedule_table.h"
#include "scenarios/spec/scenario.h"
#include "scenarios/text/scenario_library.h"

namespace orrery::inline reproduce {

namespace {

/// The value of each cell, "kind,p,round,rank", of a table.
using TableCells = std::map<std::string, std::string>;

TableCells cells_of_tables(const std::string& text, const std::string& kind, int p) {
  const std::string prefix = fmt::format("{},{},", kind, p);
  TableCells cells;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);)
    if (line.rfind(prefix, 0) == 0)
      cells.emplace(line.substr(0, line.rfind(',')), line.substr(line.rfind(',') + 1));
  return cells;
}

std::string paper_values() {
  const auto path = scenario_directory() / "papers/data/circulant_schedules.csv";
  std::ifstream file(path);
  if (!file) throw InputError(fmt::format("{}: cannot be read", path.string()));
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Compares every cell that the paper prints.
Finding compare_tables(const std::string& paper, const std::string& ours, const char* kind, int p) {
  const TableCells theirs = cells_of_tables(paper, kind, p), mine = cells_of_tables(ours, kind, p);
  std::vector<std::string> a, b;
  for (const auto& [cell, value] : theirs) {
    a.push_back(value);
    const auto found = mine.find(cell);
    b.push_back(found == mine.end() ? "missing" : found->second);
  }
  return same_items(Basis::kPrinted, fmt::format("p = {}: {}", p, kind), std::move(a),
                    std::move(b));
}

std::string table_text(void (*table)(int, std::optional<int>, const WriteText&), int p) {
  std::string text;
  table(p, std::nullopt, [&](std::string_view part) { text += part; });
  return text;
}

Evidence run_paper1_tables(int) {
  Evidence e;
  const std::string paper = paper_values();
  for (const int p : {20, 33, 32, 31, 9}) {
    const std::string ours = table_text(schedule_csv, p);
    for (const char* kind : {"baseblock", "recv", "send"})
      e.findings.push_back(compare_tables(paper, ours, kind, p));
    e.files.emplace_back(fmt::format("schedules-{}.txt", p), table_text(schedule_table, p));
    e.files.emplace_back(fmt::format("schedules-{}.csv", p), ours);
  }
  return e;
}

}  // namespace

extern const Reproduction paper1_tables{
    .name = "paper1-tables",
    .title = "Baseblocks, receive and send schedules for p = 20, 33, 32, 31 and 9",
    .source = "Träff, Round-optimal n-Block Broadcast Schedules (2023), Tables 1-5 (5: left)",
    .run = run_paper1_tables,
    .beyond_model = "schedules are compared, which do not depend on costs",
};

}  // namespace orrery::inline reproduce
