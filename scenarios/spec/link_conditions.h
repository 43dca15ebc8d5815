#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "emu/base/random.h"
#include "emu/net/network.h"

/// Slow and failed links, and background traffic: the keys slow_links, failed_links and background.
namespace orrery::inline spec {

struct RunSpec;

/// Returns the canonical form of a key's value, as in given_conditions.h.
std::string slow_links_text(std::string_view text);
std::string failed_links_text(std::string_view text);
std::string background_text(std::string_view text);

/// Returns the links, in both directions, that a name stands for: "3-7" between hosts, "3-s0" to a
/// switch, "a-b" where nodes have names (without blanks), "level:1" for a level, "5%" of all and
/// "level:1:5%" for links chosen by the seed. THROWS ValueError if there are none.
std::vector<LinkId> links_named(std::string_view name, const Topology& network, std::uint64_t seed,
                                Purpose purpose);

/// Returns the network with slow and failed links and background traffic, for ranks on these hosts.
/// THROWS Refused for unknown links, for failed links that cut ranks apart, and for networks that
/// are too large.
std::shared_ptr<const Topology> network_of_the_day(const RunSpec& spec,
                                                   std::shared_ptr<const Topology> network,
                                                   std::span<const NodeId> hosts);

}  // namespace orrery::inline spec
