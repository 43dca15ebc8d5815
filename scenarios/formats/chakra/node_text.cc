#include "scenarios/formats/chakra/node_text.h"

#include <algorithm>
#include <iterator>
#include <ranges>
#include <vector>

#include <fmt/format.h>

#include "scenarios/text/units_text.h"

namespace orrery::chakra {
namespace {

/// Returns "rank 0" or "ranks 1, 3 to 5", for ascending ranks.
std::string ranks_text(const std::vector<int>& ranks) {
  std::string text = ranks.size() == 1 ? "rank" : "ranks";
  for (std::size_t i = 0, end = 0; i < ranks.size(); i = end) {
    for (end = i + 1; end < ranks.size() && ranks[end] == ranks[end - 1] + 1;) ++end;
    text += fmt::format("{}{}", i == 0 ? " " : ", ", ranks[i]);
    if (end > i + 1) text += fmt::format(" to {}", ranks[end - 1]);
  }
  return text;
}

}  // namespace

std::string collective_text(const Node& node) {
  const bool known = node.communication >= 0 && node.communication < std::ssize(kCollectives);
  return fmt::format("{} of {}",
                     known ? std::string(kCollectives[node.communication])
                           : fmt::format("collective {}", node.communication),
                     size_text(Bytes(node.bytes)));
}
std::string name_text(const Node& node) {
  return fmt::format("{} (node {})", node.name.empty() ? "" : fmt::format(" '{}'", node.name),
                     node.id);
}
std::string group_text(const Node& node) {
  return node.group.empty() ? "" : fmt::format(" in group {}", node.group);
}

std::pair<std::string, int> odd_first(const NodeKinds& kinds) {
  std::vector<std::vector<int>> ranks;
  std::vector<const Node*> nodes;
  std::vector<std::size_t> order;
  for (const auto& [kind, of] : kinds) {
    order.push_back(ranks.size());
    nodes.push_back(of.begin()->second);
    std::ranges::copy(of | std::views::keys, std::back_inserter(ranks.emplace_back()));
  }
  std::ranges::sort(order, {},
                    [&](std::size_t i) { return std::pair(ranks[i].size(), -ranks[i].front()); });
  std::string who;
  for (const std::size_t i : order)
    who += fmt::format("{}{}: {}{}{}", who.empty() ? "" : "; ", ranks_text(ranks[i]),
                       activity_text(*nodes[i]), name_text(*nodes[i]), group_text(*nodes[i]));
  return {who, ranks[order.front()].front()};
}
std::string activity_text(const Node& node) {
  if (node.type == NodeType::kSend || node.type == NodeType::kReceive)
    return fmt::format("{} of {} {} rank {}", node.type == NodeType::kSend ? "send" : "receive",
                       size_text(Bytes(node.bytes)), node.type == NodeType::kSend ? "to" : "from",
                       node.type == NodeType::kSend ? node.destination : node.source);
  return node.type == NodeType::kCollective ? collective_text(node) : "computing";
}

}  // namespace orrery::chakra
