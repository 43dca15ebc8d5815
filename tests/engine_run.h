#pragma once

#include <functional>

#include "emu/comm/emulated_comm.h"
#include "emu/engine/world.h"
#include "tests/network.h"

/// Runs small programs on the engine in tests.
namespace orrery::testing {

inline constexpr Time kAlpha = 500ns;           ///< of network_of
inline constexpr std::int64_t kPsPerByte = 20;  ///< of its links

using RankCode = std::function<void(Comm&)>;

inline Metrics run_program(const Network& network, const RankCode& program,
                           const EngineOptions& options = {}, Store* store = nullptr,
                           const Observers& observers = {}) {
  World world(network, options, store, observers);
  world.run(program);
  return world.metrics();
}

/// Returns a slice of n bytes without contents.
inline Slice ghost(std::int64_t n) {
  return {0, 1, 0, n};
}

}  // namespace orrery::testing
