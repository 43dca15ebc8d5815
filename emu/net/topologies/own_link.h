#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "emu/net/topology.h"

/// Networks of which one link is not like the others.
namespace orrery {

/// What "torus:4x4|12=100GB/s" says: link 12 has that bandwidth, whatever its level says.
struct OwnLink {
  std::string network;  ///< the spec in front, which may end in another one
  LinkId link = 0;
  std::string bandwidth;
};

/// Nothing if a spec ends in no such link.
std::optional<OwnLink> own_link_of(std::string_view spec);

/// A network whose link has that bandwidth. THROWS std::invalid_argument: there is no such link, or it is not a bandwidth.
std::unique_ptr<Topology> with_own_link(std::unique_ptr<Topology> network, const OwnLink& own);

}  // namespace orrery
