#include "scenarios/spec/places.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "scenarios/text/csv_table.h"
#include "scenarios/text/errors.h"
#include "scenarios/text/text_file.h"
#include "scenarios/text/words.h"

namespace orrery::inline spec {

/// Reads only the beginning: a file that is not a table may be one line without an end.
bool is_places_file(const std::string& path) {
  std::string head = beginning_of(path);
  head.resize(std::min(head.find('\n'), head.size()));
  if (head.ends_with('\r')) head.pop_back();
  const auto names = split(std::string_view(head), ',');
  return std::ranges::find(names, "node") != names.end();
}

Mapping read_places(const std::string& path) {
  const CsvTable table = read_csv_file(path);
  const std::size_t node = table.column("node");
  const auto rank =
      static_cast<std::size_t>(std::ranges::find(table.head, "rank") - table.head.begin());
  Mapping mapping;
  mapping.kind = MappingKind::kList;
  std::map<std::string, std::pair<int, int>> hosts;  // number and ranks, by name
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const auto& row = table.rows[i];
    mapping.places.push_back(fmt::format("{}:{}", path, table.lines[i]));
    if (rank < row.size() && row[rank] != fmt::format("{}", i))
      throw InputError(
          fmt::format("{}: column 'rank': '{}'; expected {}: a line for each rank in order",
                      mapping.places.back(), row[rank], i));
    auto& [number, ranks] =
        hosts.try_emplace(row[node], static_cast<int>(hosts.size()), 0).first->second;
    mapping.list.push_back(number);
    mapping.names.push_back(row[node]);
    mapping.ranks_per_host = std::max(mapping.ranks_per_host, ++ranks);
  }
  return mapping;
}

std::vector<int> hosts_by_name(const Mapping& mapping, const Topology& topology) {
  if (topology.name_of(0).empty()) return mapping.list;
  std::map<std::string_view, int> number;
  for (NodeId host = 0; host < topology.hosts(); ++host)
    number.emplace(topology.name_of(host), host);
  std::vector<int> list;
  for (std::size_t rank = 0; rank < mapping.names.size(); ++rank) {
    const auto found = number.find(mapping.names[rank]);
    if (found == number.end())
      throw PlacementError(fmt::format("{}: node '{}' is not a host of {}", mapping.places[rank],
                                       mapping.names[rank], topology.spec()));
    list.push_back(found->second);
  }
  return list;
}

}  // namespace orrery::inline spec
