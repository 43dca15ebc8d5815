#include "scenarios/run/score/measured.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "scenarios/text/csv_table.h"
#include "scenarios/text/errors.h"

namespace orrery {
namespace {

MeasuredRow row_of(const CsvLine& line) {
  MeasuredRow r;
  r.line = line.line();
  r.machine = line.word("machine");
  r.timestamp = line.word("timestamp");
  r.nodes = line.count("nodes");
  r.ranks = line.count("ranks");
  r.tasks_per_node = line.optional_count("tasks_per_node");
  r.shape = line.optional("shape");
  r.collective = collective_name(line.word("collective"));
  r.implementation = line.text("impl");
  r.algorithm = line.word("algorithm");
  r.segment = line.optional("segment");
  r.ports = line.optional("ports");
  r.bytes = Bytes(line.number<std::int64_t>("bytes", 0, "a number of bytes"));
  if (!line.optional("count").empty())
    r.count = line.number<std::int64_t>("count", 0, "a number of elements");
  r.seconds = line.number<double>("median_s", 0, "seconds, more than 0");
  if (r.seconds == 0) line.refuse("median_s", "0", "seconds, more than 0");
  const std::string ignored = line.optional("ignored");
  if (!ignored.empty() && ignored != "0" && ignored != "1")
    line.refuse("ignored", fmt::format("'{}'", ignored), "0, 1 or nothing");
  r.ignored = ignored == "1";
  return r;
}

}  // namespace

std::string collective_name(std::string_view word) {
  static const std::map<std::string_view, std::string_view> kOthers{
      {"bcast", "broadcast"}, {"RS", "reduce-scatter"}, {"AG", "allgather"}};
  if (const auto found = kOthers.find(word); found != kOthers.end())
    return std::string(found->second);
  std::string name(word);
  std::ranges::replace(name, '_', '-');
  return name;
}

std::vector<MeasuredRow> read_measured(const std::string& path) {
  const CsvTable table = read_csv_file(path);
  std::vector<MeasuredRow> rows;
  rows.reserve(table.rows.size());
  for (std::size_t i = 0; i < table.rows.size(); ++i) rows.push_back(row_of(CsvLine(table, i)));
  return rows;
}

}  // namespace orrery
