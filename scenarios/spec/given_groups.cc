#include "scenarios/spec/given_groups.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "algorithms/common/distinct.h"
#include "scenarios/text/named_values.h"

namespace orrery::inline spec {
namespace {

using GroupNumbers = std::vector<int>;

constexpr std::string_view kExpectedGroups =
    "auto, host, switch, a number of ranks, or a list with the group of each rank";

bool is_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

GroupNumbers by_server(const ServerShape& servers, const Network& network) {
  GroupNumbers groups;
  for (const NodeId host : network.host_of) groups.push_back(servers.server_of(host));
  return groups;
}

/// Returns by rank the node of its GPU, or else the first switch to which its host has a link;
/// nothing if hosts have links to hosts, or none.
GroupNumbers by_switch(const Network& network) {
  const Topology& topology = *network.topology;
  if (const ServerShape* const servers = topology.servers()) return by_server(*servers, network);
  const NodeId hosts = topology.hosts();
  std::vector<NodeId> first(static_cast<std::size_t>(hosts), topology.nodes());
  for (LinkId id = 0; id < topology.link_count(); ++id) {
    const Link link = topology.link(id);
    if (link.from >= hosts) continue;
    if (link.to < hosts) return {};
    NodeId& least = first[static_cast<std::size_t>(link.from)];
    least = std::min(least, link.to);
  }
  if (std::ranges::max(first) == topology.nodes()) return {};
  GroupNumbers groups;
  for (const NodeId host : network.host_of) groups.push_back(first[static_cast<std::size_t>(host)]);
  return groups;
}

/// Returns a level; nothing without a network.
GroupNumbers level_of(std::string_view text, int ranks, const Network* network) {
  if (is_number(text)) {
    GroupNumbers groups;
    const int size = parse_int(text, 1);
    for (int r = 0; r < ranks; ++r) groups.push_back(r / size);
    return groups;
  }
  if (text.starts_with("list:")) {
    GroupNumbers groups;
    for (const std::string_view group : list_items(text)) groups.push_back(parse_int(group, 0));
    if (std::ssize(groups) != ranks)
      throw ValueError({fmt::format("{} groups for {} ranks", groups.size(), ranks),
                        "the group of each rank, such as list:0,0,1,1"});
    return groups;
  }
  if (network == nullptr) return {};
  if (text == "host") return {network->host_of.begin(), network->host_of.end()};
  GroupNumbers groups = by_switch(*network);
  if (groups.empty())
    throw ValueError(
        {fmt::format("the hosts of {} have links to each other", network->topology->spec()),
         "host, a number of ranks, or a list with the group of each rank"});
  return groups;
}

std::vector<std::string_view> level_texts(std::string_view text) {
  return split(text, '/');
}

/// Returns whether there are several groups, some of them with several ranks.
bool are_groups(const GroupNumbers& level) {
  const auto groups = distinct(level).size();
  return groups > 1 && groups < level.size();
}

std::vector<GroupNumbers> automatic(const Network* network) {
  if (network == nullptr) return {};
  const GroupNumbers hosts(network->host_of.begin(), network->host_of.end());
  if (are_groups(hosts)) return {hosts};
  const GroupNumbers switches = by_switch(*network);
  if (!are_groups(switches)) return {};
  return {switches};
}

void check_nested(const GroupNumbers& finer, const GroupNumbers& coarser) {
  std::map<int, int> within;
  for (std::size_t r = 0; r < finer.size() && r < coarser.size(); ++r)
    if (within.try_emplace(finer[r], coarser[r]).first->second != coarser[r])
      throw ValueError({fmt::format("the group of rank {} is in two groups of the next level", r),
                        "the finest groups first, each within one of the next"});
}

}  // namespace

void check_groups_text(std::string_view text) {
  if (text == "auto") return;
  for (const std::string_view level : level_texts(text)) {
    if (is_number(level)) parse_int(level, 1);
    if (level.starts_with("list:"))
      for (const std::string_view group : list_items(level)) parse_int(group, 0);
    const std::array<std::string_view, 3> words{"auto", "host", "switch"};
    if (!is_number(level) && !level.starts_with("list:") && level != "host" && level != "switch")
      throw unknown(level, std::string(kExpectedGroups), words);
  }
}

std::vector<std::vector<int>> rank_groups(std::string_view text, int ranks,
                                          const Network* network) {
  if (text == "auto") return automatic(network);
  std::vector<GroupNumbers> levels;
  for (const std::string_view level : level_texts(text)) {
    levels.push_back(level_of(level, ranks, network));
    if (levels.back().empty()) return {};
    if (levels.size() > 1) check_nested(levels[levels.size() - 2], levels.back());
  }
  return levels;
}

}  // namespace orrery::inline spec
