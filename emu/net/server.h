#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "emu/net/topology.h"

namespace orrery {

/// What joins the GPUs of a server to each other and to its network interfaces (NICs).
enum class Fabric {
  kNvswitch,  ///< a switch joins all GPUs; each has links to the NICs that are its own
  kMesh,      ///< a link from each GPU to each other one; to NICs likewise
  kPcie,      ///< a host bridge joins GPUs and NICs
  kMi250x,    ///< dies of up to four packages, as wired in LUMI and Frontier (see server.cc)
};

/// The inside of one server: a small graph of G GPUs (nodes 0 .. G-1), a switch or bridge where the fabric
/// has one (node G), and K NICs (the last K nodes), with the shortest ways between GPUs and from and to NICs.
///
/// A GPU has NICs of its own: floor(g K / G), or, where there are more NICs than GPUs, all k with
/// floor(k G / K) = g.
///
/// Nothing passes through a NIC on its way from GPU to GPU. Through GPUs it does only with `gpus_forward`.
class Server {
 public:
  static constexpr int kMostNodes = 2048;  ///< GPUs, switch and NICs

  /// `bundled`: the NICs act as one, node `first_nic()`, whose links (on the side of a bridge, too) are as
  /// wide as all of them. REQUIRES gpus, nics >= 1; at most kMostNodes nodes.
  Server(Fabric fabric, int gpus, int nics, bool bundled, bool gpus_forward);

  int gpus() const { return gpus_; }
  int switches() const { return switches_; }
  int nics() const { return nics_; }  ///< 1 if they are bundled
  bool gpus_forward() const { return gpus_forward_; }
  int nodes() const { return gpus_ + switches_ + nics_; }
  NodeId first_nic() const { return gpus_ + switches_; }
  /// Both directions: link 2i leads from the lower node of edge i to the higher one, 2i + 1 back.
  LinkId link_count() const { return 2 * static_cast<LinkId>(edges_.size()); }
  Link link(LinkId id) const;
  /// Links of the best connected GPU.
  int ports_per_gpu() const;

  /// Numbers of the NICs of a GPU, ascending; not empty.
  std::vector<int> nics_of(int gpu) const;
  /// Number of links from node to node, one of which is a GPU. REQUIRES that a way leads there.
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
  int nics_in_bundle_;  ///< 1 if they are not bundled
  std::vector<Link> edges_;
  std::vector<std::vector<LinkId>> leaving_;  ///< by node
  std::vector<std::uint16_t> distances_;      ///< by destination, then by node
};

/// Null if there is no such word.
const Fabric* fabric_named(std::string_view word);
std::string_view name_of(Fabric fabric);

}  // namespace orrery
