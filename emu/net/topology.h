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
#include "emu/net/symmetric_numbering.h"

/// Networks as immutable graphs with deterministic minimal routing: no clock, no state, no drawing.
namespace orrery {

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
  int width = 1;  ///< parallel links that act as one: it has so many times the bandwidth, >= 1
};

/// Which of the minimal paths between two hosts a message takes. Path 0 is the deterministic one:
/// dimension by dimension, last first, in networks with coordinates; D-mod-k in fat trees.
enum class Routing {
  /// Path 0, but a message whose source and destination are d/2 apart on a ring of d is split over both ways (not
  /// where it is striped over several NICs).
  kMinimal,
  /// Path 0; a tie on a ring goes the positive way.
  kDimensionOrder,
  /// The one that a hash of source and destination rank picks, the same for all their messages.
  kEcmp,
  /// The one whose busiest link carries the fewest messages (measured by the time they take for a
  /// byte) when the message starts; among equals the first.
  kAdaptive,
};

/// kEcmp and kAdaptive choose among at most as many paths.
inline constexpr int kMostPaths = 128;

/// Hosts that are GPUs in servers. With C = count, G = gpus, S = switches, K = nics: GPU g of server s is node
/// s G + g; its switches are nodes C G + s S + .., its network interfaces C (G + S) + s K + ..; what joins
/// servers follows.
struct ServerShape {
  int count = 0;               ///< of servers
  int gpus = 0;                ///< of a server, >= 1
  int switches = 0, nics = 0;  ///< likewise
  /// The server that a node is in; -1: none.
  int server_of(NodeId node) const;
};

class Topology {
 public:
  virtual ~Topology() = default;

  /// Canonical spec, accepted by make_topology: "torus:8x8".
  virtual std::string spec() const = 0;
  virtual int hosts() const = 0;                 ///< end points, >= 1
  virtual int nodes() const { return hosts(); }  ///< hosts and switches
  virtual LinkId link_count() const = 0;
  virtual Link link(LinkId id) const = 0;  ///< REQUIRES 0 <= id < link_count(); O(1) or close
  /// Side lengths where hosts have coordinates (row-major: the last dimension varies fastest),
  /// otherwise empty.
  virtual std::vector<int> dims() const { return {}; }
  /// Outgoing links of the best connected host: the number of ports that Ψ is measured against.
  virtual int ports_per_host() const = 0;
  /// Number of link levels (see Link::level).
  virtual int levels() const { return 1; }
  /// True if all links are of one level and none has costs of its own.
  virtual bool has_identical_links() const { return levels() == 1; }
  /// The name of a host or switch; empty if it has none.
  virtual std::string_view name_of(NodeId node) const {
    static_cast<void>(node);
    return {};
  }

  /// Which hosts and switches make up servers; null where there are none.
  virtual const ServerShape* servers() const { return nullptr; }

  /// Whether a node passes on what is for others: switches do, and hosts where there are no switches.
  virtual bool forwards(NodeId node) const { return node >= hosts() || nodes() == hosts(); }

  /// Paths between two hosts that `routing` uses: all, an equal part of the message on each (kMinimal), or one of
  /// them (1 .. kMostPaths). Striped over k NICs it has k parts (kDimensionOrder), path i is for part i mod k, and
  /// each part takes one of its own. Whatever the routing, path i is the same. 1 if src == dst.
  virtual int path_count(NodeId src, NodeId dst, Routing routing) const {
    static_cast<void>(src), static_cast<void>(dst), static_cast<void>(routing);
    return 1;
  }
  /// Appends the links of path `path` (0 .. path_count-1) to `out`, in order. Nothing is appended
  /// when src == dst. Deterministic; contiguous; no link twice; as short as BFS finds. REQUIRES
  /// hosts src, dst.
  virtual void append_route(NodeId src, NodeId dst, int path, std::vector<LinkId>& out) const = 0;

  /// Translations of the hosts' numbers, among those that `numbering` allows, that take every path 0 .. of kMinimal and
  /// kDimensionOrder to the path of that number between the hosts moved, over links of the same costs, and no link
  /// to itself but that which moves nothing. Those of a network of which nothing is known move nothing.
  virtual Translations translations(const SymmetricNumbering& numbering) const;
  /// The link that stands for all to which `all`, from translations(), take link `id`: the image of this one. As it
  /// stands it does for links between hosts.
  virtual LinkId representative(LinkId id, const Translations& all) const;
};

/// For people: the name that the node has, or else "host 11 (1,3)", with coordinates where there are
/// any, "switch 2"; in servers "node 3 GPU 1", "node 3 switch", "node 3 NIC 0".
std::string node_name(const Topology& topology, NodeId node);

/// A network that cannot be, where what() does not say what was expected: the caller knows.
class TopologyError : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

/// THROWS TopologyError unless all is `fine`.
template <class... Parts>
void check_topology(bool fine, const Parts&... what_is_not) {
  if (!fine) [[unlikely]]
    throw TopologyError(text_of(what_is_not...));
}

/// One entry of the list of topologies: what `orrery list topologies` prints and make_topology
/// dispatches on.
struct TopologyKind {
  std::string_view name;     ///< "torus"
  std::string_view grammar;  ///< "torus:AxBx.."
  std::string_view summary;  ///< one sentence
  std::string_view example;  ///< "torus:4x3": a small instance, used by tests
  /// Makes one from what follows the colon. THROWS std::invalid_argument naming the values.
  std::unique_ptr<Topology> (*make)(std::string_view parameters);
};

/// All kinds, in the order of emu/net/CMakeLists.txt.
std::span<const TopologyKind* const> topology_kinds();

/// From a spec such as "torus:8x8". THROWS std::invalid_argument saying what was expected (nearest
/// known name included).
std::unique_ptr<Topology> make_topology(std::string_view spec);

/// Splits "8x8" at 'x' (or the given separator) into integers, each 1 .. 2^31-1; `what` names them
/// in errors. THROWS std::invalid_argument for anything else ("torus: dimension 2 is '0'; expected
/// an integer of at least 1").
std::vector<int> parse_sizes(std::string_view text, char separator, std::string_view what);

/// Reads a single integer likewise ("full: number of hosts is '0'; expected an integer of at least
/// 1").
int parse_size(std::string_view text, std::string_view what);

/// Product of `factors`, each >= 1, as a number of nodes. THROWS TopologyError when it is
/// beyond 2^31-1; `what` names the product ("torus:65536x65536: the number of hosts is beyond
/// 2147483647").
NodeId node_count(std::span<const int> factors, std::string_view what);

}  // namespace orrery
