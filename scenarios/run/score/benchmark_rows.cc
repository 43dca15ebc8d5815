#include "scenarios/run/score/benchmark_rows.h"

#include <algorithm>
#include <array>
#include <map>

#include <fmt/format.h>

#include "emu/base/quantity.h"
#include "scenarios/spec/problem.h"
#include "scenarios/text/words.h"

namespace orrery::inline run {
namespace {

using Values = std::map<std::string, std::string, std::less<>>;

constexpr std::array<std::string_view, 10> kBenchmarkColumns{
    "machine",    "timestamp", "nodes",     "ranks", "tasks_per_node",
    "collective", "impl",      "algorithm", "bytes", "median_s"};

Values values_of(const GivenFacts& given) {
  Values values;
  for (const std::string_view item : split(given.text, ',')) {
    if (item.empty()) continue;
    const std::size_t equals = std::min(item.find('='), item.size());
    const std::string_view key = item.substr(0, equals);
    if (equals == item.size() ||
        std::ranges::find(kBenchmarkColumns, key) == kBenchmarkColumns.end())
      throw InputError({.source = given.option, .is_option = true}, "",
                       unknown_word(key, kBenchmarkColumns, fmt::format("'{}'", item)));
    values[std::string(key)] = item.substr(equals + 1);
  }
  return values;
}

/// Returns the text of a row, or the given fact, or `otherwise`.
std::string chosen(const CsvLine& row, const Values& given, std::string_view column,
                   const std::string& otherwise = {}) {
  if (const auto found = given.find(column); found != given.end()) return found->second;
  const std::string own = row.optional(column);
  return own.empty() ? otherwise : own;
}

}  // namespace

std::int64_t blocks_in_bytes(std::string_view collective, int p) {
  const auto c = std::ranges::find(collectives(), collective, &Collective::name);
  return c != collectives().end() && c->irregular && !c->reduces ? c->sizes(p) : 1;
}

bool is_benchmark(const CsvTable& table) {
  return !table.head.empty() && table.head.front() == "tool";
}

CsvTable measured_rows(const CsvTable& benchmark, const GivenFacts& given) {
  const Values values = values_of(given);
  CsvTable table{benchmark.name, {kBenchmarkColumns.begin(), kBenchmarkColumns.end()}, {}, {}};
  for (std::size_t i = 0; i < benchmark.rows.size(); ++i) {
    const CsvLine row(benchmark, i);
    if (row.text("placement") == "in-place" || row.text("time_s").empty() ||
        row.text("bytes").empty())
      continue;
    const auto needed = [&](std::string_view column, const char* example) {
      std::string text = chosen(row, values, column);
      if (text.empty())
        throw InputError({benchmark.name, row.line()}, "",
                         {fmt::format("the output does not say {}", column),
                          fmt::format("{} {}={}", given.option, column, example)});
      return text;
    };
    const std::string ranks = needed("ranks", "8"),
                      tasks = chosen(row, values, "tasks_per_node", "1");
    const double p = plain_number(ranks).value_or(0), each = plain_number(tasks).value_or(0);
    if (p < 1 || each < 1)
      throw InputError(
          {.source = given.option, .is_option = true}, "",
          {fmt::format("{} ranks, {} on a node", ranks, tasks), "integers of at least 1"});
    const std::string collective = chosen(row, values, "collective");
    const double bytes = plain_number(row.text("bytes")).value_or(0);
    if (bytes == 0) continue;
    // nccl-tests print the larger buffer, which its rows divide by the ranks that the log names.
    const bool is_nccl = row.text("tool") == "nccl-tests";
    const double own_ranks = plain_number(row.text("ranks")).value_or(1);
    const auto blocks = static_cast<double>(blocks_in_bytes(collective, static_cast<int>(p)));
    const double factor = is_nccl ? counts_parts(row.text("collective")) ? own_ranks : 1
                          : counts_parts(collective) ? p
                                                     : blocks;
    table.rows.push_back(
        {needed("machine", "lumi"), chosen(row, values, "timestamp", "given"),
         chosen(row, values, "nodes", fmt::format("{:.0f}", std::max(1.0, p / each))), ranks, tasks,
         collective, chosen(row, values, "impl"), chosen(row, values, "algorithm", "default"),
         fmt::format("{:.0f}", bytes * factor), row.text("time_s")});
    table.lines.push_back(row.line());
  }
  return table;
}

}  // namespace orrery::inline run
