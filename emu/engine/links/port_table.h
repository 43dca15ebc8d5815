#pragma once

#include <array>
#include <cstdint>
#include <memory_resource>
#include <span>
#include <unordered_map>
#include <vector>

#include "emu/engine/fibers/pool.h"
#include "emu/engine/links/link_table.h"

namespace orrery::inline engine {

/// The ports of all hosts. A transfer takes an outgoing port at its source and an incoming port at
/// its destination (one per path, where ports are per link), in one step. A transfer that finds one
/// busy is parked; among those that could continue, the one with the smallest order goes first.
///
/// Example  One port each way, and three transfers of 2 us that are ready at 0 in this order: 0→1, 0→2, 3→2.
///          0→1 takes the outgoing port of 0 and the incoming one of 1. 0→2 finds the former busy and is parked; it
///          holds nothing meanwhile, so that 3→2 starts immediately. At 2 us both end, and 0→2 starts.
class PortTable {
 public:
  using TransferId = std::uint32_t;
  using PortId = std::uint32_t;
  /// The ports that one transfer needs, all different: see ports_of().
  struct Needs {
    std::array<PortId, 2> port{};  ///< for more than two, the first is the number of their list
    std::uint32_t count = 0;
  };

  explicit PortTable(const Ports& ports)
      : ports_(ports),
        capacity_(ports.kind == Ports::Kind::kCount ? static_cast<std::uint32_t>(ports.count) : 1) {
  }

  /// Returns whether transfers never wait for ports: there is no limit, or only that of the links.
  bool unlimited() const { return ports_.kind == Ports::Kind::kUnlimited || ports_.are_links(); }
  bool per_link() const { return ports_.kind == Ports::Kind::kPerLink; }
  /// Returns whether a transfer takes its ports before its start; otherwise before its bytes flow.
  bool held_for_message() const { return ports_.held_for_message(); }
  /// Adds the needs of a transfer between two hosts; called once for each of its paths. Reads the
  /// route only where ports are per link.
  void add_needs(Needs& needs, NodeId source, NodeId destination, std::span<const LinkSlot> route);
  /// Returns the ports of `needs`. Valid until the next add_needs().
  std::span<const PortId> ports_of(const Needs& needs) const {
    if (needs.count > needs.port.size()) [[unlikely]]
      return lists_[needs.port[0]];
    return {needs.port.data(), needs.count};
  }

  /// Takes all ports of the transfer, or parks it and returns false. `order` grows from call to
  /// call. REQUIRES that the transfer needs some.
  bool take(TransferId t, std::uint64_t order, const Needs& needs);
  /// Releases the ports. Invalidates needs of more than two ports.
  void release(const Needs& needs);
  /// Takes the parked transfer with the smallest order whose ports have become free: it is no
  /// longer parked and has its ports. Returns kNone if there is none. REQUIRES that the next
  /// release() follows a result of kNone.
  TransferId take_parked();
  static constexpr TransferId kNone = 0xffffffff;

 private:
  struct Parked {
    std::uint64_t order = 0;
    TransferId transfer = 0;
    Needs needs;
  };
  struct Port {
    /// Sorted by order. Of transfers with the same ports only the first is listed, at all its ports;
    /// transfers that have started since are removed when they are many.
    std::vector<Parked> parked;
    std::uint32_t started = 0;  // of `parked`
    bool released = false;      // in released_
  };
  struct Candidate {
    std::uint64_t order;
    PortId port;
    friend bool operator>(const Candidate& a, const Candidate& b) { return a.order > b.order; }
  };
  static constexpr std::uint64_t kNotParked = ~std::uint64_t{0};
  struct Place {
    std::uint64_t order = kNotParked;
    TransferId next = kNone;  // parked with the same ports
  };
  /// Returns a number of the ports of a transfer. REQUIRES at most two.
  static std::uint64_t key_of(const Needs& needs) {
    return std::uint64_t{needs.port[0]} << 32 | needs.port[1];
  }

  void add(Needs& needs, PortId p);
  void add_to_list(Needs& needs, PortId p);
  void grow(PortId p) {
    if (p >= in_use_.size()) [[unlikely]]
      in_use_.resize(p + std::size_t{1});
  }
  bool is_free(const Needs& needs) const;
  bool is_parked(const Parked& p) const { return places_[p.transfer].order == p.order; }
  std::vector<Parked>::iterator find_parked(PortId p, std::uint64_t from);
  void occupy(const Needs& needs);
  void list(const Parked& p);
  void start(const Parked& p);
  void remove_started(Port& port);
  void add_candidate(PortId p, std::uint64_t from);

  Ports ports_;
  std::uint32_t capacity_;
  Pool<std::vector<PortId>> lists_;              // of more than two ports
  std::vector<std::uint32_t> in_use_;            // by port
  std::vector<Port> table_;                      // by port
  std::vector<Place> places_;                    // by transfer
  std::pmr::unsynchronized_pool_resource pool_;  // so that no message allocates
  std::pmr::unordered_map<std::uint64_t, TransferId> last_{
      &pool_};                         // parked transfer with these ports
  std::vector<PortId> released_;       // since the last take_parked()
  std::vector<Candidate> candidates_;  // min-heap: the first transfer of each port that can
                                       // start
};

}  // namespace orrery::inline engine
