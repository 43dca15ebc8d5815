#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "scenarios/document/scenario.h"

/// What `topology` stands for.
///
/// Machines by name: `topology = "yahoo"` stands for a network together with its costs, its hosts
/// and its number of ranks.
namespace orrery {

struct PresetValue {
  std::string_view key, text;  ///< as in a scenario
};

struct Preset {
  std::string_view name;
  std::string_view summary;  ///< one sentence
  std::string_view network;  ///< spec of its topology
  /// The values it sets; any of them that is given as well overrides it.
  std::span<const PresetValue> values;
};

std::span<const Preset> presets();

/// Null if there is none.
const Preset* find_preset(std::string_view name);

/// The topology of a spec whose `topology` is a preset or what make_topology accepts; a file is
/// looked up as by found_file. THROWS std::invalid_argument.
std::unique_ptr<Topology> make_topology(const RunSpec& spec);

}  // namespace orrery
