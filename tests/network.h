#pragma once

#include <string>

#include "emu/net/network.h"

/// Networks for tests.
namespace orrery::testing {

/// Returns a network with one rank on each host of `spec`, one port, links of 50 GB/s (20 ps/B) and
/// 100 ns, α = 500 ns unless changed.
inline Network network_of(const std::string& spec, int ranks = 0) {
  Network network;
  network.topology = make_topology(spec);
  network.costs.alpha = 500ns;
  network.host_of =
      place_ranks({}, ranks > 0 ? ranks : network.topology->hosts(), network.topology->hosts());
  return network;
}

}  // namespace orrery::testing
