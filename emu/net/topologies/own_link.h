#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "emu/net/topology.h"

/// Networks with one link of different bandwidth.
namespace orrery::inline net {

/// The parts of "torus:4x4|12=100GB/s": link 12 has that bandwidth, regardless of its level.
struct OwnLink {
  std::string network;  ///< the spec in front, which may have another own link at its end
  LinkId link = 0;
  std::string bandwidth;
};

/// Returns the link with its own bandwidth at the end of a spec; nullopt if there is none.
std::optional<OwnLink> own_link_of(std::string_view spec);

/// Returns the network with that bandwidth of the link. THROWS std::invalid_argument: the link does
/// not exist, or the text is not a bandwidth.
std::unique_ptr<Topology> with_own_link(std::unique_ptr<Topology> network, const OwnLink& own);

}  // namespace orrery::inline net
