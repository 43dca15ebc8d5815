#include "scenarios/spec/presets.h"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "emu/base/check.h"
#include "emu/net/topologies/own_link.h"
#include "scenarios/text/benchmark_log.h"
#include "scenarios/text/text_file.h"
#include "scenarios/text/words.h"

namespace orrery::inline spec {
namespace {

/// Machines whose nodes have GPUs, for any number of nodes: a topology `nodes:..` and its costs.
// The sources of the numbers, and which are estimates, are in assets/networks.md. Levels of links:
// inside a node, to its network interfaces, from there to a switch, between switches (of a group,
// and of two).

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
/// Upper limits of a machine.
struct Limits {
  int groups = 1, in_group = 1;     ///< nodes of a group
  int switches = 1, on_switch = 1;  ///< of a group; nodes on a switch
};

/// Returns the fewest equal parts of at most `most`.
int parts_of(int whole, int most) {
  int parts = (whole + most - 1) / most;
  while (whole % parts != 0) ++parts;
  return parts;
}

/// Spreads nodes evenly over as few switches as possible, in as few groups.
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
/// each unit in steps of 1, 2, 4 and 8; as many links from a leaf as it has nodes, at least. Messages between nodes are
/// striped over the rails, as the channels of NCCL use all of them.
std::string dgx_h100(int nodes) {
  const int units = spread_of(nodes, {8, 32, 1, 32}).groups;
  int spines = 4;
  while (spines < 4 * units) spines *= 2;
  const int links = (nodes / units + spines - 1) / spines;
  return fmt::format("nodes:{}x8,nvswitch,nics=8,striped@rails:{},{},8,{},{}", nodes, units,
                     nodes / units, spines, links);
}

/// Returns cells of up to 180 nodes on up to 18 leaf switches of ten nodes; 18 spine switches in
/// each cell, which have a link each to every other cell.
std::string leonardo(int nodes) {
  const auto [cells, leaves] = spread_of(nodes, {20, 180, 18, 10});
  return fmt::format("nodes:{}x4,mesh,nics=4@dragonfly+:{},{},18,{},{}", nodes, leaves,
                     4 * nodes / cells / leaves, std::max(1, cells - 1), cells);
}

/// Returns groups of up to 124 nodes on up to 32 switches of four nodes; 20 links between any two
/// groups, or the nearest number that is equal for all switches.
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

/// Returns the presets with Preset::machine.
std::span<const Preset> gpu_machines() {
  return kMachines;
}

// The two clusters of W. J. Loch, G. P. Koslovski: Sparbit: a new logarithmic-cost and data
// locality-aware MPI Allgather algorithm, SBAC-PAD 2021, Sec. IV-A: hosts, cores, switches and link
// speeds. The costs are estimates, for there are none in the paper:
//
// Yahoo. A small MPI message over TCP on Gigabit Ethernet takes 40 to 50 us: 30 us in the kernels
// and interrupts at both ends (α), and about 5 us for each link, as a switch receives a frame as a
// whole before it passes it on (1 us of wire and interface, 4 us a hop). 2 GB/s and 1 us through
// shared memory are what two processes of a Xeon of 2008 get; a copy costs the same (γ).
//
// Cervino. At 40 Gb/s a small message takes about 3 us: α = 2 us, 0.5 us for each of two links.
// 5 GB/s and 0.5 us through shared memory on Xeons of 2016.
//
// Sockets do not queue: ports are unlimited, the link is shared. Two ranks for
// each core are allowed; yahoo's default is one.

constexpr std::array kYahoo{
    PresetValue{"link_bandwidth", "1Gb/s"},
    PresetValue{"link_latency", "1us"},
    PresetValue{"core_bandwidth", "10Gb/s"},
    PresetValue{"core_latency", "1us"},
    PresetValue{"hop_latency", "4us"},
    PresetValue{"ports", "unlimited"},
    PresetValue{"ranks_per_host", "16"},
    PresetValue{"cores_per_host", "8"},
    PresetValue{"host_alpha", "1us"},
    PresetValue{"host_beta", "500ps/B"},
    PresetValue{"alpha", "30us"},
    PresetValue{"gamma", "500ps/B"},
    PresetValue{"ranks", "128"},
};

constexpr std::array kCervino{
    PresetValue{"link_bandwidth", "40Gb/s"},
    PresetValue{"link_latency", "100ns"},
    PresetValue{"hop_latency", "400ns"},
    PresetValue{"ports", "unlimited"},
    PresetValue{"ranks_per_host", "64"},
    PresetValue{"cores_per_host", "32"},
    PresetValue{"host_alpha", "500ns"},
    PresetValue{"host_beta", "200ps/B"},
    PresetValue{"alpha", "2us"},
    PresetValue{"gamma", "200ps/B"},
    PresetValue{"ranks", "320"},
};

constexpr std::array kClusters{
    Preset{"yahoo",
           "16 hosts of 8 cores, 5 and 11 on two switches at 1 Gb/s, 10 Gb/s between the switches",
           "two-tier:5,11", kYahoo},
    Preset{"cervino", "5 hosts of 32 cores and 64 ranks on one switch at 40 Gb/s", "star:5",
           kCervino},
};

/// Returns a spec in which a file is looked up as by found_file.
std::string with_file_found(const RunSpec& spec, const std::string& network) {
  const std::size_t path = path_in(network);
  if (path == std::string::npos) return network;
  return network.substr(0, path) + found_file(spec, network.substr(path));
}

/// Throws std::invalid_argument naming the kind of a file that is not a network; rows of numbers
/// would do as edges.
void check_is_network(const std::string& file) {
  const std::string words = benchmark_in_words(beginning_of(file));
  EMU_CHECK(words.empty(), file, ": ", words, "; a network is expected here");
}

constexpr std::string_view kStriped = ",striped";

std::string_view name_in(std::string_view text) {
  return text.substr(0, text.find(':'));
}

/// THROWS for a word that names no network, if it is near to the name of a machine, or a file.
void check_name(const RunSpec& spec) {
  const std::string_view name = name_in(spec.topology);
  std::vector<std::string_view> names;
  for (const TopologyKind* kind : topology_kinds()) names.push_back(kind->name);
  for (const Preset& preset : presets()) names.push_back(preset.name);
  if (std::ranges::count(names, name) > 0) return;
  if (const std::string meant = nearest_of(name, names); find_preset(meant) != nullptr)
    throw ValueError({fmt::format("'{}' is unknown", spec.topology),
                      "a network such as torus:8x8 or full:16", meant});
  std::error_code none;
  if (std::filesystem::is_regular_file(found_file(spec, spec.topology), none))
    throw ValueError({fmt::format("'{}' is a file", spec.topology), "file:" + spec.topology});
}

}  // namespace

std::size_t path_in(std::string_view network) {
  constexpr std::string_view kNodes = "nodes:", kFile = "file:", kGroups = "groups:";
  if (network.starts_with(kNodes)) {
    const std::size_t outside = std::min(network.find('@'), network.size() - 1) + 1;
    const std::size_t path = path_in(network.substr(outside));
    return path == std::string_view::npos ? path : outside + path;
  }
  if (network.starts_with(kFile) && network.size() > kFile.size()) return kFile.size();
  if (!network.starts_with(kGroups) || !network.ends_with(".csv")) return std::string_view::npos;
  const std::size_t size_end = network.find_first_not_of("0123456789", kGroups.size());
  return size_end > kGroups.size() && network[size_end] == ':' ? size_end + 1 : kGroups.size();
}

std::span<const Preset> presets() {
  static const std::vector<Preset> kAll = [] {
    std::vector<Preset> all(kClusters.begin(), kClusters.end());
    all.insert(all.end(), gpu_machines().begin(), gpu_machines().end());
    return all;
  }();
  return kAll;
}

const Preset* find_preset(std::string_view text) {
  const auto all = presets();
  const auto found = std::ranges::find(all, name_in(text), &Preset::name);
  if (found == all.end() || (found->machine == nullptr && found->name != text)) return nullptr;
  return &*found;
}

std::string network_of(std::string_view text) {
  const Preset& preset = *find_preset(text);
  if (preset.machine == nullptr) return std::string(preset.network);
  const std::size_t colon = std::min(text.find(':'), text.size() - 1);
  EMU_CHECK(colon + 1 < text.size(), "'", text, "' lacks its number of nodes; expected ",
            preset.name, ":N, such as ", preset.network);
  const std::string_view size = text.substr(colon + 1, text.find(',') - colon - 1);
  const std::string_view option = text.substr(colon + 1 + size.size());
  const int nodes = parse_size(size, text_of(preset.name, ": number of nodes"));
  EMU_CHECK(option.empty() || option == kStriped, preset.name, ": '", option.substr(1),
            "' is unknown; expected striped or nothing behind the number of nodes");
  try {
    std::string network = preset.machine(nodes);
    const bool is_striped = network.find(kStriped) != std::string::npos;
    return is_striped ? network : network.insert(network.find('@'), option);
  } catch (const ValueError& e) {
    throw std::invalid_argument(text_of(preset.name, ": ", e.what()));
  }
}

std::unique_ptr<Topology> make_topology(const RunSpec& spec) {
  if (const auto own = own_link_of(spec.topology)) {
    RunSpec rest;
    rest.directory = spec.directory;
    rest.topology = own->network;
    return with_own_link(make_topology(rest), *own);
  }
  if (find_preset(spec.topology) != nullptr) return net::make_topology(network_of(spec.topology));
  check_name(spec);
  const std::string network = with_file_found(spec, spec.topology);
  if (network.starts_with("file:")) check_is_network(network.substr(5));
  return net::make_topology(network);
}

}  // namespace orrery::inline spec
