#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "emu/net/topology.h"

namespace orrery::inline net {

/// The network that joins the GPUs of a server to each other and to its network interfaces (NICs).
enum class Fabric {
  kNvswitch,  ///< a switch joins all GPUs; each has links to its own NICs
  kMesh,      ///< a link from each GPU to each other one, and to its NICs
  kPcie,      ///< a host bridge joins GPUs and NICs
  kMi250x,    ///< dies of up to four packages, as wired in LUMI and Frontier (see server.cc)
};

/// The inside of one server: a small graph of G GPUs (nodes 0 .. G-1), a switch or bridge if the
/// fabric has one (node G), and K NICs (the last K nodes), with the shortest routes between GPUs
/// and from and to NICs.
///
/// A GPU has NICs of its own: floor(g K / G), or, with more NICs than GPUs, all k with floor(k G /
/// K) = g.
///
/// No route between GPUs passes through a NIC. It may pass through GPUs only with `gpus_forward`.
class Server {
 public:
  static constexpr int kMostNodes = 2048;  ///< GPUs, switch and NICs

  /// Builds the graph. `bundled`: the NICs act as one, node `first_nic()`, whose links (including
  /// those of a bridge) are as wide as all of them. REQUIRES gpus, nics >= 1; at most kMostNodes
  /// nodes.
  Server(Fabric fabric, int gpus, int nics, bool bundled, bool gpus_forward);

  int gpus() const { return gpus_; }
  int switches() const { return switches_; }
  int nics() const { return nics_; }  ///< 1 if they are bundled
  bool gpus_forward() const { return gpus_forward_; }
  int nodes() const { return gpus_ + switches_ + nics_; }
  NodeId first_nic() const { return gpus_ + switches_; }
  /// Returns the number of links in both directions: link 2i leads from the lower node of edge i to
  /// the higher one, 2i + 1 back.
  LinkId link_count() const { return 2 * static_cast<LinkId>(edges_.size()); }
  Link link(LinkId id) const;
  /// Returns the number of links of the best connected GPU.
  int ports_per_gpu() const;

  /// Returns the numbers of a GPU's NICs, ascending; not empty.
  std::vector<int> nics_of(int gpu) const;
  /// Returns the number of links from node to node, one of which is a GPU. REQUIRES that there is a
  /// route.
  int distance(NodeId from, NodeId to) const { return distances_[at(from, to)]; }
  void append_route(NodeId from, NodeId to, LinkId first, std::vector<LinkId>& out) const;

 private:
  static constexpr std::uint16_t kUnreached = 0xffff;
  std::size_t at(NodeId from, NodeId to) const {
    return static_cast<std::size_t>(to) * static_cast<std::size_t>(nodes()) +
           static_cast<std::size_t>(from);
  }
  bool forwards(NodeId node) const { return node < gpus_ ? gpus_forward_ : node < first_nic(); }
  void join(NodeId a, NodeId b, int level, int width = 1);
  void join_gpus();
  void join_nics();
  void find_ways(NodeId to);

  Fabric fabric_;
  int gpus_, switches_, nics_;
  bool gpus_forward_;
  int nics_in_bundle_;  ///< 1 if not bundled
  std::vector<Link> edges_;
  std::vector<std::vector<LinkId>> leaving_;  ///< by node
  std::vector<std::uint16_t> distances_;      ///< by destination, then by node
};

/// Returns the fabric with this name; null if there is none.
const Fabric* fabric_named(std::string_view word);
std::string_view name_of(Fabric fabric);

}  // namespace orrery::inline net
