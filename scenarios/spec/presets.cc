#include "scenarios/spec/presets.h"

#include <algorithm>
#include <array>
#include <vector>

#include <fmt/format.h>

#include "emu/base/check.h"
#include "emu/net/topologies/own_link.h"
#include "scenarios/spec/gpu_machines.h"
#include "scenarios/text/words.h"

namespace orrery {
namespace {

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
// Sockets do not queue behind each other: ports are unlimited, what is shared is the link. Two ranks
// for each core are allowed; yahoo's default is one.

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

/// A spec in which a file is looked up as by found_file.
std::string with_file_found(const RunSpec& spec, const std::string& network) {
  const std::size_t path = path_in(network);
  if (path == std::string::npos) return network;
  return network.substr(0, path) + found_file(spec, network.substr(path));
}

constexpr std::string_view kStriped = ",striped";

std::string_view name_in(std::string_view text) {
  return text.substr(0, text.find(':'));
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
    return network.insert(network.find('@'), option);
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
  if (find_preset(spec.topology) != nullptr) return make_topology(network_of(spec.topology));
  std::vector<std::string_view> names;
  for (const TopologyKind* kind : topology_kinds()) names.push_back(kind->name);
  for (const Preset& preset : presets()) names.push_back(preset.name);
  const std::string meant = nearest_of(name_in(spec.topology), names);
  if (find_preset(meant) != nullptr)
    throw ValueError({.what = fmt::format("'{}' is unknown", spec.topology), .nearest = meant});
  return make_topology(with_file_found(spec, spec.topology));
}

}  // namespace orrery
