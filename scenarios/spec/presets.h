#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "scenarios/spec/scenario.h"

/// What `topology` stands for.
///
/// Machines by name: `topology = "yahoo"` stands for a network together with its costs, its hosts
/// and its number of ranks; `topology = "lumi:16"` for 16 nodes of a machine, "lumi:16,striped" for messages
/// that go in equal parts over all NICs of their nodes.
namespace orrery {

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
  /// For a machine of any size (`name`:N): spec of the topology of N >= 1 nodes. THROWS ValueError for a number
  /// that the machine cannot have. Null for others.
  std::string (*machine)(int nodes) = nullptr;

  /// "yahoo", or "lumi:4".
  std::string_view example() const { return machine == nullptr ? name : network; }
};

std::span<const Preset> presets();

/// From its name, or its name and a number of nodes ("lumi:4"), which may be wrong. Null if there is none.
const Preset* find_preset(std::string_view text);

/// Spec of the topology that a preset's text stands for. REQUIRES find_preset(text). THROWS
/// std::invalid_argument for a wrong number of nodes, or what else follows it than ",striped".
std::string network_of(std::string_view text);

/// Where the path of a file begins in "file:PATH", "groups:PLACES.csv", "groups:N:PLACES.csv", or one of these as
/// the network outside of nodes; npos if there is none.
std::size_t path_in(std::string_view network);

/// The topology of a spec whose `topology` is a preset or what make_topology accepts; a file is
/// looked up as by found_file. THROWS std::invalid_argument.
std::unique_ptr<Topology> make_topology(const RunSpec& spec);

}  // namespace orrery
