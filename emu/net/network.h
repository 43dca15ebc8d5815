#pragma once

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "emu/base/units.h"
#include "emu/net/topology.h"

/// A topology with its costs, ports and ranks: the complete hardware as seen by the engine.
namespace orrery::inline net {

/// A cost that depends on the size of a message: every step holds from its size up to the next
/// step.
template <class Value>
struct BySize {
  struct Step {
    Bytes from;  ///< >= 0
    Value value{};
    bool operator==(const Step&) const = default;
  };
  std::vector<Step> steps;  ///< `from` ascends strictly; empty: independent of size

  /// Returns the value for a size; `otherwise` below the first step.
  Value at(Bytes bytes, Value otherwise) const {
    for (auto step = steps.rbegin(); step != steps.rend(); ++step)
      if (bytes >= step->from) return step->value;
    return otherwise;
  }
  bool operator==(const BySize&) const = default;
};

/// The cost of the links of one level.
struct LinkCost {
  Bandwidth bandwidth{50e9};  ///< bytes per second, > 0 (400 Gb/s)
  Time latency = 100ns;       ///< >= 0
  bool operator==(const LinkCost&) const = default;
};

/// α-β-γ costs. A message of m bytes over h links, alone in the network, takes
/// α(m) + m b(m) + sum over its links (link latency + hop latency) + m / (narrowest link's bandwidth),
/// where α(m) is alpha and b(m) 0 unless they depend on size; within a host it takes host_alpha + m
/// host_beta, and a rank sends one such message at a time.
struct Costs {
  Time alpha{0};  ///< start-up cost of a message between hosts, >= 0
  /// The part of alpha for which the sender's processor is busy: the messages of a rank to other
  /// hosts start at least this far apart (the o of LogP), >= 0.
  Time overhead{0};
  CostPerByte gamma{0};  ///< cost of reducing or copying a byte, >= 0
  /// By link level; the last entry applies to all higher levels.
  std::vector<LinkCost> links{LinkCost{}};
  Time hop_latency{0};       ///< processing per link crossed, >= 0
  Time host_alpha{0};        ///< start-up cost between ranks of one host
  CostPerByte host_beta{0};  ///< transfer cost between ranks of one host

  // Effects of real machines, off by default.
  BySize<Time> alpha_by_size;     ///< in place of alpha
  BySize<Time> overhead_by_size;  ///< in place of overhead
  /// Time per byte at the two ends, before the bytes enter the network: b(m).
  BySize<CostPerByte> beta_by_size;
  BySize<CostPerByte> gamma_by_size;     ///< in place of gamma, by bytes reduced or copied
  std::optional<CostPerByte> copy_cost;  ///< of copying a byte, in place of gamma
  CostPerByte touch{0};                  ///< cost of a byte of scratch: its pages are new
  Bytes touch_from{0};                   ///< smaller scratch is assumed to be touched already and
                                         ///< costs nothing
  /// Time for which the receiver's processor is busy with an eager message
  /// (EngineOptions::eager_limit).
  Time receive_overhead{0};
  CostPerByte eager_copy{0};  ///< copying cost of an eager message per byte, on either end

  Time alpha_of(Bytes m) const { return alpha_by_size.at(m, alpha); }
  Time overhead_of(Bytes m) const { return overhead_by_size.at(m, overhead); }
  CostPerByte beta_of(Bytes m) const { return beta_by_size.at(m, CostPerByte{0}); }
  CostPerByte work_on(Bytes m, bool reduction) const {
    return !reduction && copy_cost ? *copy_cost : gamma_by_size.at(m, gamma);
  }
  /// Returns whether the costs of messages depend on size beyond α + mβ.
  bool by_size() const {
    return !alpha_by_size.steps.empty() || !beta_by_size.steps.empty() ||
           !overhead_by_size.steps.empty();
  }
  /// Returns whether every message costs α + mβ, and nothing else takes time.
  bool plain() const;

  const LinkCost& link(int level) const {
    const auto i = static_cast<std::size_t>(level);
    return i < links.size() ? links[i] : links.back();
  }
  /// Returns the cost of a link: its own values, if it has any, else those of its level.
  LinkCost of(const Link& l) const {
    const LinkCost& usual = link(l.level);
    const double one = l.bandwidth.value_or(usual.bandwidth).bytes_per_second;
    return {Bandwidth{one * l.width}, l.latency.value_or(usual.latency)};
  }
  bool operator==(const Costs&) const = default;
};

/// The limit of a host's concurrent transfers.
struct Ports {
  enum class Kind {
    kCount,     ///< `count` sends and `count` receives at a time
    kPerLink,   ///< one send for each outgoing link and one receive for each incoming link
    kUnlimited  ///< no limit: only the links limit the bandwidth
  };
  /// Time for which a message holds its ports, the sender's and the receiver's.
  enum class Hold {
    kAuto,     ///< kMessage for kCount, kTransfer for kPerLink
    kMessage,  ///< from its start to its end: α, latency and transfer, as in the telephone model
    kTransfer  ///< only while its bytes flow: its α and latency overlap with other messages there
  };
  Kind kind = Kind::kCount;
  int count = 1;             ///< >= 1; for kCount
  bool half_duplex = false;  ///< kCount: `count` operations at a time, sends and receives together
  Hold hold = Hold::kAuto;

  bool held_for_message() const {
    return hold == Hold::kAuto ? kind != Kind::kPerLink : hold == Hold::kMessage;
  }
  /// Returns whether ports share bandwidth like their links: bytes of several messages alternate
  /// there, as packets in a router, and no message waits for another.
  bool are_links() const { return kind == Kind::kPerLink && !held_for_message(); }
  bool operator==(const Ports&) const = default;
};

enum class MappingKind { kSequential, kCyclic, kRandom, kList };

/// The placement of ranks on hosts:
/// kSequential  fills a host's cores before the next host; when there are more ranks than cores,
///              hosts take equally many ranks each
/// kCyclic      deals ranks out round robin over all hosts: rank r on host r mod hosts
/// kRandom      takes the slots that kSequential fills and shuffles them with `seed`; the same
///              everywhere
/// kList        takes `list`: list[rank] = host; `places`, if not empty, has the source of each
///              entry for errors ("hosts.txt:3")
struct Mapping {
  MappingKind kind = MappingKind::kSequential;
  int ranks_per_host = 1;  ///< at most, >= 1
  int cores_per_host = 0;  ///< 0: as many as ranks_per_host
  std::uint64_t seed = 0;
  std::vector<int> list;
  std::vector<std::string> places;
  std::vector<std::string> names;  ///< kList: names of the list's hosts in its file; may be empty
};

/// Ranks that cannot be placed. what() is "mapping: " and the reason.
class PlacementError : public std::invalid_argument {
 public:
  explicit PlacementError(const std::string& reason)
      : std::invalid_argument("mapping: " + reason), reason_(reason) {}
  const std::string& reason() const { return reason_; }

 private:
  std::string reason_;
};

/// Returns host_of[rank] for `ranks` ranks on `hosts` hosts. THROWS PlacementError if ranks, hosts
/// or ranks per host are below 1, if the ranks do not fit, or if the list is wrong (length, host
/// out of range, more than ranks_per_host on one host).
std::vector<NodeId> place_ranks(const Mapping& mapping, int ranks, int hosts);

struct Conditions;  // emu/net/conditions.h
class Symmetry;     // emu/net/symmetry.h

/// Costs and routing of messages, independent of the topology.
struct NetworkSettings {
  Costs costs;
  Ports ports;
  Routing routing = Routing::kMinimal;
  /// The two directions of a host's links together carry at most 2 duplex times the bandwidth of
  /// one direction; 0.5 .. 1.
  double duplex = 1;
  /// `duplex` for messages of at least these sizes, 0.5 .. 1, falling: a large message counts in
  /// every step up to its size, and in `duplex`.
  BySize<double> duplex_by_size;
  bool contention = true;  ///< false: every transfer gets its narrowest link's whole bandwidth
  bool operator==(const NetworkSettings&) const = default;
};

struct Network : NetworkSettings {
  std::shared_ptr<const Topology> topology;
  std::uint64_t seed = 1;       ///< of the hash of Routing::kEcmp
  int cores_per_host = 0;       ///< 0: one for each of the host's ranks
  std::vector<NodeId> host_of;  ///< host of each rank; its size is the number of ranks p >= 1
  std::shared_ptr<const Conditions> conditions;  ///< noise and stragglers; null: none
  /// The identical ranks, of which only representative ranks are emulated; null: all are emulated.
  /// The programs must be symmetric as well, nothing may depend on the order of messages of one
  /// instant, and the only communicators are that of all ranks and its lanes.
  std::shared_ptr<const Symmetry> symmetry;

  int ranks() const { return static_cast<int>(host_of.size()); }
  /// Returns, by rank, k/c where k ranks share the c < k cores of their host, 1 elsewhere; times
  /// Conditions::slowness. Work of processors takes longer by this factor: γ, copies between ranks
  /// of a host (host α and β), and α, by the larger factor of the two ends. Empty if it is 1 for
  /// all.
  std::vector<double> crowding() const;
  /// Returns the ports of a host for the definition of Ψ: its links; on a fully connected network,
  /// where links do not limit, the k ports of the k-ported model. At least 1.
  int ports_per_host() const;
  /// Returns whether every node is a host with a link to every other.
  bool fully_connected() const;
  bool operator==(const Network&) const = default;  ///< compares topology and conditions by address

 private:
  std::vector<double> sharing() const;
};

}  // namespace orrery::inline net
