#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "scenarios/spec/scenario.h"

/// Presets: values of the key `topology` that stand for more than a topology.
///
/// Machines by name: `topology = "yahoo"` stands for a network together with its costs, its hosts
/// and its number of ranks; `topology = "lumi:16"` for 16 nodes of a machine, "lumi:16,striped" for messages
/// that go in equal parts over all NICs of their nodes.
namespace orrery::inline spec {

struct PresetValue {
  std::string_view key, text;  ///< as in a scenario
};

struct Preset {
  std::string_view name;
  std::string_view summary;  ///< one sentence
  std::string_view
      network;  ///< spec of its topology; of a machine of any size an example: "lumi:4"
  /// The values it sets; any of them that is given as well overrides it.
  std::span<const PresetValue> values;
  /// Returns, for a machine of any size (`name`:N), the topology's spec for N >= 1 nodes. THROWS
  /// ValueError for a number that the machine cannot have. Null for others.
  std::string (*machine)(int nodes) = nullptr;

  /// Returns "yahoo", or "lumi:4".
  std::string_view example() const { return machine == nullptr ? name : network; }
};

std::span<const Preset> presets();

/// Finds a preset by its name, or its name and a number of nodes ("lumi:4"), which may be wrong.
/// Returns null if there is none.
const Preset* find_preset(std::string_view text);

/// Returns the topology's spec that a preset's text stands for. REQUIRES find_preset(text). THROWS
/// std::invalid_argument for a wrong number of nodes, or a suffix other than ",striped".
std::string network_of(std::string_view text);

/// Returns where the path begins in "file:PATH", "groups:PLACES.csv", "groups:N:PLACES.csv", or one
/// of these as the network outside of nodes; npos if there is no path.
std::size_t path_in(std::string_view network);

/// Creates the topology of a spec whose `topology` is a preset or a text for emu's make_topology; a
/// file is looked up as by found_file. THROWS std::invalid_argument.
std::unique_ptr<Topology> make_topology(const RunSpec& spec);

}  // namespace orrery::inline spec
