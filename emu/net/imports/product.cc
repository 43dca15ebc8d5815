// Networks of several dimensions, as ASTRA-sim has them.
#include <fmt/format.h>

#include "emu/base/check.h"
#include "emu/net/imports/formats.h"

namespace orrery::imports {
namespace {

/// Joins the members of one group along a dimension.
void join(ImportedNetwork& network, const Dimension& d, std::span<const std::size_t> members,
          int level, const std::string& switch_name) {
  const auto link = [&](std::size_t a, std::size_t b) {
    network.add({a, b, d.bandwidth, d.latency, d.count, level});
  };
  const std::size_t n = members.size();
  if (n < 2) return;
  if (d.shape == Shape::kSwitch) {
    const std::size_t hub = network.switch_node(switch_name);
    for (const std::size_t m : members) link(m, hub);
  } else if (d.shape == Shape::kRing) {
    for (std::size_t i = 0; i < (n == 2 ? 1 : n); ++i) link(members[i], members[(i + 1) % n]);
  } else {
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = i + 1; j < n; ++j) link(members[i], members[j]);
  }
}

}  // namespace

ImportedNetwork product_of(std::span<const Dimension> dimensions, const std::string& file) {
  std::size_t nodes = 1, links = 0;
  for (const Dimension& d : dimensions) {
    if (d.size > kMostNodes / nodes) fail(file, 0, text_of("more than ", kMostNodes, " nodes"));
    nodes *= d.size;
  }
  for (const Dimension& d : dimensions)
    links += nodes * (d.shape == Shape::kFullyConnected ? d.size : 1);
  if (links > kMostLinks) fail(file, 0, text_of("more than ", kMostLinks, " links"));
  ImportedNetwork network;
  for (std::size_t i = 0; i < nodes; ++i) network.node(fmt::format("{}", i));
  std::size_t step = 1;
  int level = 0;
  for (const Dimension& d : dimensions) {
    for (std::size_t first = 0; first < nodes; ++first) {
      if (first / step % d.size != 0) continue;
      std::vector<std::size_t> members;
      for (std::size_t k = 0; k < d.size; ++k) members.push_back(first + k * step);
      join(network, d, members, level, fmt::format("switch{}.{}", level, first));
    }
    step *= d.size;
    ++level;
  }
  network.leave_out("GB of 2^30 bytes, as ASTRA-sim counts, whose links are 7.4 % faster");
  return network;
}

}  // namespace orrery::imports
