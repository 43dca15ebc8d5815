#include "scenarios/spec/gpu_machines.h"

#include <algorithm>
#include <array>
#include <optional>

#include <fmt/format.h>

#include "scenarios/text/words.h"

namespace orrery {
namespace {

// Where the numbers come from, and what is an estimate, is in assets/networks.md. Levels of links: inside a
// node, to its network interfaces, from there to a switch, between switches (of a group, and of two).

constexpr std::array kDgxH100{
    PresetValue{"level_bandwidth", "list:3600Gb/s,504Gb/s,400Gb/s,400Gb/s"},
    PresetValue{"level_latency", "list:100ns,300ns,150ns,150ns"},
    PresetValue{"ports", "unlimited"},
    PresetValue{"alpha", "1us"},
    PresetValue{"gamma", "1ps/B"},
};

constexpr std::array kLeonardo{
    PresetValue{"level_bandwidth", "list:800Gb/s,252Gb/s,100Gb/s,200Gb/s,200Gb/s"},
    PresetValue{"level_latency", "list:100ns,300ns,150ns,150ns,500ns"},
    PresetValue{"ports", "unlimited"},
    PresetValue{"alpha", "930ns"},
    PresetValue{"gamma", "2ps/B"},
};

constexpr std::array kLumi{
    PresetValue{"level_bandwidth", "list:400Gb/s,252Gb/s,200Gb/s,200Gb/s,200Gb/s"},
    PresetValue{"level_latency", "list:100ns,300ns,175ns,350ns,1.14us"},
    PresetValue{"ports", "unlimited"},
    PresetValue{"alpha", "1.65us"},
    PresetValue{"gamma", "2ps/B"},
};

/// Nodes in groups, on switches of their group.
struct NodeSpread {
  int groups = 1, switches = 1;  ///< of a group
};
/// The most that there can be.
struct Limits {
  int groups = 1, in_group = 1;     ///< nodes of a group
  int switches = 1, on_switch = 1;  ///< of a group; nodes on a switch
};

/// Fewest equal parts of at most `most`.
int parts_of(int whole, int most) {
  int parts = (whole + most - 1) / most;
  while (whole % parts != 0) ++parts;
  return parts;
}

/// Equally many nodes on each of as few switches as can be, in as few groups.
std::optional<NodeSpread> even_spread(int nodes, const Limits& most) {
  for (int groups = (nodes - 1) / most.in_group + 1; groups <= most.groups; ++groups) {
    if (nodes % groups != 0) continue;
    const int switches = parts_of(nodes / groups, most.on_switch);
    if (switches <= most.switches) return NodeSpread{groups, switches};
  }
  return std::nullopt;
}

NodeSpread spread_of(int nodes, const Limits& most) {
  if (const auto spread = even_spread(nodes, most)) return *spread;
  int fewer = std::min(nodes, most.groups * most.in_group);
  while (!even_spread(fewer, most)) --fewer;
  throw ValueError({fmt::format("{} nodes cannot be spread evenly over at most {} groups of {}",
                                nodes, most.groups, most.in_group),
                    fmt::format("a number of nodes that can, such as {}", fewer)});
}

/// Scalable units of up to 32 nodes, rail by rail. Up to eight of them are joined by spine switches, four for
/// each unit in steps of 1, 2, 4 and 8; as many links from a leaf as it has nodes, at least.
std::string dgx_h100(int nodes) {
  const int units = spread_of(nodes, {8, 32, 1, 32}).groups;
  int spines = 4;
  while (spines < 4 * units) spines *= 2;
  const int links = (nodes / units + spines - 1) / spines;
  return fmt::format("nodes:{}x8,nvswitch,nics=8@rails:{},{},8,{},{}", nodes, units, nodes / units,
                     spines, links);
}

/// Cells of up to 180 nodes on up to 18 leaf switches of ten nodes; 18 spine switches in each cell, which have
/// a link each to every other cell.
std::string leonardo(int nodes) {
  const auto [cells, leaves] = spread_of(nodes, {20, 180, 18, 10});
  return fmt::format("nodes:{}x4,mesh,nics=4@dragonfly+:{},{},18,{},{}", nodes, leaves,
                     4 * nodes / cells / leaves, std::max(1, cells - 1), cells);
}

/// Groups of up to 124 nodes on up to 32 switches of four nodes; 20 links between any two groups, or as near to
/// it as equally many for each switch come.
std::string lumi(int nodes) {
  constexpr int kBetweenGroups = 20;
  const auto [groups, switches] = spread_of(nodes, {24, 124, 32, 4});
  const int fewest = (groups - 1 + switches - 1) / switches;
  const int wanted = (2 * kBetweenGroups * (groups - 1) + switches) / (2 * switches);
  const int channels = std::clamp(wanted, std::max(1, fewest), std::max(1, groups - 1));
  return fmt::format("nodes:{}x8,mi250x,nics=4@dragonfly:{},{},{},{}", nodes, switches,
                     4 * nodes / groups / switches, channels, groups);
}

constexpr std::array kMachines{
    Preset{"dgx-h100", "N nodes of 8 H100 with NVSwitch and 8 rails at 400 Gb/s", "dgx-h100:4",
           kDgxH100, dgx_h100},
    Preset{"leonardo", "N nodes of 4 A100 and 4 ports at 100 Gb/s in a dragonfly+", "leonardo:4",
           kLeonardo, leonardo},
    Preset{"lumi", "N nodes of 4 MI250X (8 dies) and 4 ports at 200 Gb/s in a dragonfly", "lumi:4",
           kLumi, lumi},
};

}  // namespace

std::span<const Preset> gpu_machines() {
  return kMachines;
}

}  // namespace orrery
