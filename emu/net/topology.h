#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "emu/base/check.h"
#include "emu/base/units.h"
#include "emu/net/translations.h"

/// Networks as immutable graphs with deterministic minimal routing: without clock, state or
/// randomness.
namespace orrery::inline net {

class Translations;  // emu/net/translations.h

using NodeId = std::int32_t;  ///< hosts are 0 .. hosts()-1, switches follow
using LinkId = std::int64_t;  ///< index of a directed link, 0 .. link_count()-1

/// A directed link. `level` selects its bandwidth and latency: 0 = host link (or the only kind), 1,
/// 2, ... = higher tiers.
struct Link {
  NodeId from = 0;
  NodeId to = 0;
  int level = 0;
  std::optional<Bandwidth> bandwidth = std::nullopt;  ///< its own, instead of that of its level
  std::optional<Time> latency = std::nullopt;         ///< likewise
  int width = 1;  ///< parallel links that act as one, with `width` times the bandwidth, >= 1
};

/// The choice among the minimal paths between two hosts. Path 0 is the deterministic one: dimension
/// by dimension, last first, in networks with coordinates; D-mod-k in fat trees.
enum class Routing {
  /// Path 0, but a message whose source and destination are d/2 apart on a ring of d is split over
  /// both directions (unless it is striped over several NICs).
  kMinimal,
  /// Path 0; a tie on a ring goes in the positive direction.
  kDimensionOrder,
  /// The path selected by a hash of source and destination rank, the same for all their messages.
  kEcmp,
  /// The path whose busiest link carries the fewest messages (weighted by their time per byte) when
  /// the message starts; among equals the first.
  kAdaptive,
};

/// The most paths that kEcmp and kAdaptive choose from.
inline constexpr int kMostPaths = 128;

/// Hosts that are GPUs in servers. With C = count, G = gpus, S = switches, K = nics: GPU g of
/// server s is node s G + g; its switches are nodes C G + s S + .., its network interfaces C (G +
/// S) + s K + ..; the nodes that connect servers follow.
struct ServerShape {
  int count = 0;               ///< of servers
  int gpus = 0;                ///< of a server, >= 1
  int switches = 0, nics = 0;  ///< likewise
  /// Returns the server of a node; -1: none.
  int server_of(NodeId node) const;
};

class Topology {
 public:
  virtual ~Topology() = default;

  /// Returns the canonical spec, accepted by make_topology: "torus:8x8".
  virtual std::string spec() const = 0;
  virtual int hosts() const = 0;                 ///< returns the number of end points, >= 1
  virtual int nodes() const { return hosts(); }  ///< returns the number of hosts and switches
  virtual LinkId link_count() const = 0;
  virtual Link link(LinkId id) const = 0;  ///< REQUIRES 0 <= id < link_count(); O(1) or close
  /// Returns the side lengths if hosts have coordinates (row-major: the last dimension varies
  /// fastest), otherwise empty.
  virtual std::vector<int> dims() const { return {}; }
  /// Returns the outgoing links of the best connected host: its ports in the definition of Ψ.
  virtual int ports_per_host() const = 0;
  /// Returns the number of link levels (see Link::level).
  virtual int levels() const { return 1; }
  /// Returns whether all links are of one level and none has costs of its own.
  virtual bool has_identical_links() const { return levels() == 1; }
  /// Returns the name of a host or switch; empty if it has none.
  virtual std::string_view name_of(NodeId node) const {
    static_cast<void>(node);
    return {};
  }

  /// Returns the hosts and switches of servers; null if there are no servers.
  virtual const ServerShape* servers() const { return nullptr; }

  /// Returns whether a node forwards messages: switches do, and hosts in networks without switches.
  virtual bool forwards(NodeId node) const { return node >= hosts() || nodes() == hosts(); }

  /// Returns the number of paths between two hosts that `routing` uses: all, with an equal part of
  /// the message on each (kMinimal), or one of them (1 .. kMostPaths). A message striped over k
  /// NICs has k parts (kDimensionOrder), path i belongs to part i mod k, and each part takes one
  /// path. Path i is the same for every routing. 1 if src == dst.
  virtual int path_count(NodeId src, NodeId dst, Routing routing) const {
    static_cast<void>(src), static_cast<void>(dst), static_cast<void>(routing);
    return 1;
  }
  /// Appends the links of path `path` (0 .. path_count-1) to `out`, in order; nothing if src ==
  /// dst. Deterministic; contiguous; no link twice; as short as BFS finds. REQUIRES hosts src, dst.
  virtual void append_route(NodeId src, NodeId dst, int path, std::vector<LinkId>& out) const = 0;

  /// Returns the translations of the hosts' numbers, among those that `numbering` allows, that map
  /// every path 0 .. of kMinimal and kDimensionOrder to the path of that number between the
  /// translated hosts, over links of the same costs, and no link to itself except by the identity.
  /// The default is the identity alone.
  virtual Translations translations(const SymmetricNumbering& numbering) const;
  /// Returns the representative of link `id`: the image of this one under a translation in `all`,
  /// the result of translations(). The default implementation covers links between hosts.
  virtual LinkId representative(LinkId id, const Translations& all) const;
};

/// Returns a readable name: the node's own, or else "host 11 (1,3)", with coordinates if there are
/// any, "switch 2"; in servers "node 3 GPU 1", "node 3 switch", "node 3 NIC 0".
std::string node_name(const Topology& topology, NodeId node);

/// An impossible network. what() does not state the expected value; the caller adds it.
class TopologyError : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

/// Throws TopologyError unless `fine`.
template <class... Parts>
void check_topology(bool fine, const Parts&... what_is_not) {
  if (!fine) [[unlikely]]
    throw TopologyError(text_of(what_is_not...));
}

/// One entry of the list of topologies, for `orrery list topologies` and make_topology.
struct TopologyKind {
  std::string_view name;     ///< "torus"
  std::string_view grammar;  ///< "torus:AxBx.."
  std::string_view summary;  ///< one sentence
  std::string_view example;  ///< "torus:4x3": a small instance, used by tests
  /// Creates a topology from the text after the colon. THROWS std::invalid_argument naming the
  /// values.
  std::unique_ptr<Topology> (*make)(std::string_view parameters);
};

/// Returns all kinds, in the order of emu/net/CMakeLists.txt.
std::span<const TopologyKind* const> topology_kinds();

/// Creates a topology from a spec such as "torus:8x8". THROWS std::invalid_argument with the
/// expected form (and the nearest known name).
std::unique_ptr<Topology> make_topology(std::string_view spec);

/// Splits "8x8" at 'x' (or the given separator) into integers, each 1 .. 2^31-1; `what` names them
/// in errors. THROWS std::invalid_argument for anything else ("torus: dimension 2 is '0'; expected
/// an integer of at least 1").
std::vector<int> parse_sizes(std::string_view text, char separator, std::string_view what);

/// Reads a single such integer ("full: number of hosts is '0'; expected an integer of at least 1").
int parse_size(std::string_view text, std::string_view what);

/// Returns the product of `factors`, each >= 1, as a number of nodes. THROWS TopologyError when it
/// is beyond 2^31-1; `what` names the product ("torus:65536x65536: the number of hosts is beyond
/// 2147483647").
NodeId node_count(std::span<const int> factors, std::string_view what);

}  // namespace orrery::inline net
