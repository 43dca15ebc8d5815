// Copies of a node, joined by a network.
#include <fmt/format.h>

#include "emu/base/check.h"
#include "emu/net/imports/formats.h"
#include "emu/net/topologies/graph.h"

namespace orrery::imports {
namespace {

/// Returns the name, which no node has yet.
std::string unused(const ImportedNetwork& all, std::string name) {
  EMU_CHECK(!all.knows(name), "a node of the file has the name ", name,
            ", which a part of the network around it takes; expected another");
  return name;
}

/// Adds `count` copies of a node. Names in later copies end with @1, @2, ...
std::vector<std::vector<std::size_t>> add_copies(ImportedNetwork& all, const ImportedNetwork& node,
                                                 int count) {
  std::vector<std::vector<std::size_t>> numbers;  // by copy and node
  for (int copy = 0; copy < count; ++copy) {
    auto& own = numbers.emplace_back();
    for (std::size_t i = 0; i < node.nodes(); ++i) {
      own.push_back(all.node(
          unused(all, copy == 0 ? node.name(i) : fmt::format("{}@{}", node.name(i), copy))));
      if (node.is_switch(i)) all.set_switch(own.back());
    }
    for (ImportedLink link : node.links()) {
      link.a = own[link.a], link.b = own[link.b];
      all.add(link);
    }
  }
  return numbers;
}

}  // namespace

ImportedNetwork joined_nodes(const ImportedNetwork& node, int count, const Topology& outside) {
  const auto nics = static_cast<int>(node.nics.size());
  EMU_CHECK(nics > 0, "no NICs; expected a topology of NCCL with elements net");
  const std::int64_t all_nics = std::int64_t{count} * nics;
  const bool per_nic = outside.hosts() == all_nics;
  EMU_CHECK(per_nic || outside.hosts() == count, outside.spec(), " has ", outside.hosts(),
            " hosts; expected ", count, ", one for each node, or ", all_nics,
            ", one for each of its ", nics, " NICs");
  ImportedNetwork all;
  all.hosts_forward = node.hosts_forward;
  all.leave_out_as(node);
  const auto copies = add_copies(all, node, count);
  std::vector<std::size_t> ends;  // by node of the network outside
  for (NodeId i = 0; i < outside.nodes(); ++i) {
    const int copy = per_nic ? i / nics : i;
    if (i < outside.hosts() && per_nic) {
      ends.push_back(
          copies[static_cast<std::size_t>(copy)][node.nics[static_cast<std::size_t>(i % nics)]]);
      continue;
    }
    ends.push_back(all.switch_node(
        unused(all, i < outside.hosts() ? fmt::format("node{}", i)
                                        : fmt::format("fabric{}", i - outside.hosts()))));
    for (const std::size_t nic : i < outside.hosts() ? node.nics : std::vector<std::size_t>())
      all.add({copies[static_cast<std::size_t>(copy)][nic], ends.back(), {}, {}, 1, {}});
  }
  for (LinkId id = 0; id < outside.link_count(); ++id)
    if (const Link link = outside.link(id); link.from < link.to)
      all.add({ends[static_cast<std::size_t>(link.from)],
               ends[static_cast<std::size_t>(link.to)],
               link.bandwidth,
               link.latency,
               link.width,
               {}});
  all.leave_out(fmt::format(
      "routes and levels of {}: here routes are shortest ones, and levels count from the GPUs",
      outside.spec()));
  return all;
}

}  // namespace orrery::imports
