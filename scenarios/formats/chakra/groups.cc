#include "scenarios/formats/chakra/groups.h"

#include <algorithm>
#include <fstream>
#include <limits>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "scenarios/text/errors.h"
#include "scenarios/text/text_file.h"

namespace orrery::chakra {
namespace {

namespace fs = std::filesystem;
constexpr std::int64_t kMostRank = std::numeric_limits<std::int32_t>::max();
using nlohmann::json;

/// Returns PREFIX from PREFIX.RANK.et.
std::string prefix_of(const fs::path& any) {
  return any.stem().stem().string();
}

bool is_group(const json& value) {
  return value.is_array() && std::ranges::all_of(value, &json::is_number_integer);
}

/// Reads a list of ranks; other values become -1.
Group ranks_of(const json& list) {
  Group ranks;
  for (const json& rank : list) {
    const auto number = rank.get<std::int64_t>();
    ranks.push_back(number < 0 || number > kMostRank ? -1 : static_cast<std::int32_t>(number));
  }
  return ranks;
}

/// Reads a file; empty if it is not such an object.
json groups_file(const fs::path& file) {
  std::error_code none;
  if (!fs::is_regular_file(file, none)) return {};
  std::ifstream in(file, std::ios::binary);
  json read = json::parse(read_stream(in, file.string()), nullptr, false);
  const bool is_groups = read.is_object() && std::ranges::all_of(read, is_group);
  return is_groups ? read : json();
}

}  // namespace

fs::path file_of(const fs::path& any, std::size_t rank) {
  return any.parent_path() / fmt::format("{}.{}{}", prefix_of(any), rank, any.extension().string());
}

Groups groups_beside(const fs::path& any) {
  const fs::path file = any.parent_path() / "comm_group.json";
  std::error_code none;
  const bool exists = fs::exists(file, none);
  const json read = groups_file(exists ? file : any.parent_path() / (prefix_of(any) + ".json"));
  if (exists && read.is_null())
    throw InputError(
        {file.string()}, "",
        {"its process groups cannot be read", "an object of lists of ranks: {\"1\": [0, 1]}"});
  Groups groups;
  for (const auto& [name, ranks] : read.items()) groups[name] = ranks_of(ranks);
  return groups;
}

void add_groups(const RankTrace& trace, const fs::path& file, Groups& groups) {
  for (const Node& node : trace.nodes) {
    if (node.type != NodeType::kMetadata || node.values.find("pg_name") == std::string::npos)
      continue;
    try {
      auto list = json::parse(node.values);
      if (list.is_string()) list = json::parse(list.get<std::string>());
      if (list.is_array() && list.size() == 1 && list[0].is_string())
        list = json::parse(list[0].get<std::string>());
      for (const auto& group : list) {
        const auto& name = group.at("pg_name");
        groups[name.is_string() ? name.get<std::string>() : name.dump()] =
            ranks_of(group.at("ranks"));
      }
    } catch (const json::exception&) {
      throw InputError({file.string()}, "",
                       {fmt::format("node {}: its process groups cannot be read", node.id),
                        "a list with pg_name and ranks"});
    }
  }
}

}  // namespace orrery::chakra
