#pragma once

#include <cstdint>

#include "emu/net/topology.h"

namespace orrery::inline net {

/// Channels between all pairs of groups. Each group has `routers` routers with `ports` channels
/// each, numbered consecutively, those of its router 0 first. Between any two of g groups there are
/// n = floor(routers ports / (g - 1)) channels: channel k = m (g - 1) + d of group i, m < n, leads
/// to group (i + d + 1) mod g and is channel m (g - 1) + g - 2 - d there. Others are unused. If g -
/// 1 >= ports, no two of them join the same routers.
struct Channels {
  /// One direction of a channel.
  struct Channel {
    LinkId number = 0;        ///< group * used() + k
    NodeId from = 0, to = 0;  ///< routers, numbered consecutively over all groups
  };

  int routers = 1, ports = 1, groups = 1;

  std::int64_t of_a_group() const { return std::int64_t{routers} * ports; }
  /// Returns n; 0 if there is one group.
  NodeId copies() const {
    return groups == 1 ? 0 : static_cast<NodeId>(of_a_group() / (groups - 1));
  }
  /// Returns the number of used channels of a group.
  NodeId used() const { return copies() * (groups - 1); }
  LinkId count() const { return LinkId{groups} * used(); }

  /// Returns a channel by number. REQUIRES 0 <= number < count().
  Channel at(LinkId number) const {
    const auto group = static_cast<NodeId>(number / used());
    const auto k = static_cast<NodeId>(number % used());
    const NodeId m = k / (groups - 1);
    const NodeId d = k % (groups - 1);
    const auto other = static_cast<NodeId>((std::int64_t{group} + d + 1) % groups);
    const NodeId back = m * (groups - 1) + groups - 2 - d;
    return {number, group * routers + k / ports, other * routers + back / ports};
  }
  /// Returns the m-th channel from a group to another one. REQUIRES 0 <= m < copies().
  Channel between(NodeId group, NodeId other, NodeId m) const {
    const NodeId d = other > group ? other - group - 1 : other - group - 1 + groups;
    return at(LinkId{group} * used() + LinkId{m} * (groups - 1) + d);
  }
};

}  // namespace orrery::inline net
