#include "emu/net/network.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <random>

#include "emu/base/check.h"
#include "emu/net/conditions.h"

namespace orrery::inline net {
namespace {

/// Draws uniformly from 0 .. bound-1. The standard defines the output of std::mt19937_64 but not
/// that of distributions, so draws are reduced here: those from the incomplete last multiple of
/// `bound` are rejected.
std::uint64_t draw(std::mt19937_64& random, std::uint64_t bound) {
  const std::uint64_t excess = (std::numeric_limits<std::uint64_t>::max() % bound + 1) % bound;
  while (true) {
    const std::uint64_t value = random();
    if (value <= std::numeric_limits<std::uint64_t>::max() - excess) return value % bound;
  }
}

/// Shuffles by Fisher-Yates from the back.
void shuffle(std::vector<NodeId>& values, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  for (std::size_t i = values.size(); i > 1; --i) std::swap(values[i - 1], values[draw(random, i)]);
}

template <class... Parts>
void check(bool fine, const Parts&... reason) {
  if (!fine) throw PlacementError(text_of(reason...));
}

void check_list(const Mapping& mapping, int ranks, int hosts) {
  const std::vector<int>& list = mapping.list;
  check(list.size() == static_cast<std::size_t>(ranks), "the list has ", list.size(),
        " entries; expected one for each of ", ranks, " ranks");
  std::map<int, int> ranks_on;
  for (std::size_t rank = 0; rank < list.size(); ++rank) {
    const std::string place = mapping.places.empty() ? "" : mapping.places[rank] + ": ";
    check(list[rank] >= 0 && list[rank] < hosts, place, "rank ", rank, " is on host ", list[rank],
          "; expected 0 to ", hosts - 1);
    const int count = ++ranks_on[list[rank]];
    check(count <= mapping.ranks_per_host, place, "host ", list[rank], " has ", count,
          " ranks; expected at most ", mapping.ranks_per_host);
  }
}

}  // namespace

bool Costs::plain() const {
  return overhead == Time(0) && !by_size() && gamma_by_size.steps.empty() && !copy_cost &&
         touch == CostPerByte{0};
}

std::vector<NodeId> place_ranks(const Mapping& mapping, int ranks, int hosts) {
  const int per_host = mapping.ranks_per_host;
  check(hosts >= 1, hosts, " hosts; expected at least 1");
  check(ranks >= 1, ranks, " ranks; expected at least 1");
  check(per_host >= 1, per_host, " ranks per host; expected at least 1");
  check(ranks <= std::int64_t{hosts} * per_host, ranks, " ranks do not fit on ", hosts,
        " hosts with ", per_host, " ranks each; expected at most ", std::int64_t{hosts} * per_host);
  if (mapping.kind == MappingKind::kList) {
    check_list(mapping, ranks, hosts);
    return mapping.list;
  }
  std::vector<NodeId> host_of(static_cast<std::size_t>(ranks));
  std::iota(host_of.begin(), host_of.end(), 0);
  const bool cyclic = mapping.kind == MappingKind::kCyclic;
  const int cores = mapping.cores_per_host > 0 ? mapping.cores_per_host : per_host;
  const int filled = std::min(per_host, std::max(cores, (ranks - 1) / hosts + 1));
  for (NodeId& rank : host_of) rank = cyclic ? rank % hosts : rank / filled;
  if (mapping.kind == MappingKind::kRandom) shuffle(host_of, mapping.seed);
  return host_of;
}

std::vector<double> Network::crowding() const {
  std::vector<double> factors = sharing();
  if (conditions == nullptr || conditions->slowness.empty()) return factors;
  factors.resize(host_of.size(), 1);
  for (std::size_t rank = 0; rank < factors.size(); ++rank)
    factors[rank] *= conditions->slowness[rank];
  return factors;
}

/// Returns the slow-down by shared cores; empty with time slices (Conditions::slice), which preempt
/// ranks instead.
std::vector<double> Network::sharing() const {
  if (cores_per_host == 0 || (conditions != nullptr && conditions->slice > Time(0))) return {};
  std::vector<int> ranks_on(static_cast<std::size_t>(topology->hosts()));
  for (const NodeId host : host_of) ++ranks_on[static_cast<std::size_t>(host)];
  if (*std::max_element(ranks_on.begin(), ranks_on.end()) <= cores_per_host) return {};
  std::vector<double> crowding;
  crowding.reserve(host_of.size());
  for (const NodeId host : host_of)
    crowding.push_back(std::max(
        1.0, static_cast<double>(ranks_on[static_cast<std::size_t>(host)]) / cores_per_host));
  return crowding;
}

bool Network::fully_connected() const {
  return topology->servers() == nullptr &&
         std::max(1, topology->ports_per_host()) == topology->nodes() - 1;
}

int Network::ports_per_host() const {
  const int links = std::max(1, topology->ports_per_host());
  return fully_connected() && ports.kind == Ports::Kind::kCount ? std::min(links, ports.count)
                                                                : links;
}

}  // namespace orrery::inline net
