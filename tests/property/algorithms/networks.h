#pragma once

#include <initializer_list>
#include <vector>

#include "algorithms/collective.h"
#include "tests/network.h"

/// Networks for comparing runs with bounds.
namespace orrery::testing {

/// Returns a network of each of `specs` with a rank on every host, and two of each of `shared` with
/// eleven ranks, up to three on a host.
inline std::vector<Network> networks_of(std::initializer_list<const char*> specs,
                                        std::initializer_list<const char*> shared) {
  std::vector<Network> all;
  for (const char* spec : specs) all.push_back(network_of(spec));
  for (const char* spec : shared)
    for (const MappingKind kind : {MappingKind::kSequential, MappingKind::kCyclic}) {
      Mapping mapping;
      mapping.kind = kind;
      mapping.ranks_per_host = 3;
      Network& network = all.emplace_back(network_of(spec, 1));
      network.host_of = place_ranks(mapping, 11, network.topology->hosts());
    }
  return all;
}

/// Returns a problem for all ranks of `network`, whose root is not the first rank.
inline Problem problem_on(const Network& network, std::int64_t count) {
  Problem x;
  x.p = network.ranks();
  x.count = count;
  x.root = x.p / 3;
  x.cost = {network.costs.alpha, network.costs.link(0).bandwidth.inverse(), network.costs.gamma};
  if (x.p == network.topology->hosts()) x.dims = network.topology->dims();
  x.network = &network;
  return x;
}

}  // namespace orrery::testing
