#include "emu/net/faults.h"

#include <algorithm>
#include <map>

#include "emu/base/grouped.h"
#include "emu/net/altered.h"

namespace orrery::inline net {
namespace {

/// The remaining links, by source node.
class LinksLeft {
 public:
  LinksLeft(const Topology& network, std::span<const LinkId> failed)
      : network_(network), leaving_(static_cast<std::size_t>(network.nodes()), [&](auto add) {
          for (LinkId id = 0; id < network.link_count(); ++id)
            if (!std::ranges::binary_search(failed, id))
              add(static_cast<std::size_t>(network.link(id).from), id);
        }) {}

  std::span<const LinkId> leaving(NodeId node) const {
    return leaving_[static_cast<std::size_t>(node)];
  }

  /// Returns, by node, the link over which it is first reached from `src`; kNoLink if it is not
  /// reached. Stops at `dst`, if that is a node.
  std::vector<LinkId> reached_from(NodeId src, NodeId dst) const {
    std::vector<LinkId> over(leaving_.groups(), kNoLink);
    std::vector<NodeId> queue{src};
    for (std::size_t i = 0; i < queue.size(); ++i) {
      if (queue[i] != src && !network_.forwards(queue[i])) continue;
      for (const LinkId id : leaving(queue[i])) {
        const NodeId to = network_.link(id).to;
        if (to == src || over[static_cast<std::size_t>(to)] != kNoLink) continue;
        over[static_cast<std::size_t>(to)] = id;
        if (to == dst) return over;
        queue.push_back(to);
      }
    }
    return over;
  }

  /// Returns whether reachability is transitive: only ends of routes refuse to forward.
  bool ways_join() const {
    for (NodeId node = 0; node < network_.nodes(); ++node)
      if (!network_.forwards(node) && leaving(node).size() > 1) return false;
    return true;
  }

  static constexpr LinkId kNoLink = -1;

 private:
  const Topology& network_;
  Grouped<LinkId> leaving_;
};

class FaultyTopology final : public AlteredTopology {
 public:
  FaultyTopology(std::shared_ptr<const Topology> network, const Costs& costs, LinkFaults faults)
      : AlteredTopology(std::move(network)), costs_(costs), faults_(std::move(faults)) {
    if (!faults_.failed.empty())
      left_ = std::make_unique<LinksLeft>(this->network(), faults_.failed);
  }

  Link link(LinkId id) const override {
    Link link = network().link(id);
    const auto slow = faults_.slow.find(id);
    if (slow == faults_.slow.end()) return link;
    const LinkCost usual = costs_.of(link);
    link.bandwidth =
        Bandwidth{usual.bandwidth.bytes_per_second * slow->second.bandwidth / link.width};
    link.latency = usual.latency + slow->second.latency;
    return link;
  }
  /// Returns the faulty links, with those of the underlying network.
  std::vector<FaultyLink> faulty_links() const {
    std::map<LinkId, FaultyLink> all;
    for (const FaultyLink& f : orrery::faulty_links(network())) all[f.link] = f;
    for (const LinkId id : faults_.failed) all[id].failed = true;
    for (const auto& [id, slow] : faults_.slow) {
      FaultyLink& link = all[id];
      if (faults_.of_traffic)
        link.background = 1 - (1 - link.background) * slow.bandwidth;
      else
        link.bandwidth *= slow.bandwidth;
      link.latency += slow.latency;
    }
    std::vector<FaultyLink> links;
    for (auto& [id, link] : all) {
      link.link = id;
      links.push_back(link);
    }
    return links;
  }
  int path_count(NodeId src, NodeId dst, Routing routing) const override {
    const int all = network().path_count(src, dst, routing);
    if (left_ == nullptr) return all;
    if (parts_of(src, dst) > 1) {
      const auto whole = whole_paths(src, dst);
      const bool one_of_them = routing == Routing::kEcmp || routing == Routing::kAdaptive;
      return std::max(1, static_cast<int>(whole.size() * (one_of_them ? most_in(whole) : 1)));
    }
    int whole = 0;
    std::vector<LinkId> route;
    for (int path = 0; path < all; ++path) whole += is_whole(src, dst, path, route) ? 1 : 0;
    return std::max(1, whole);
  }
  void append_route(NodeId src, NodeId dst, int path, std::vector<LinkId>& out) const override {
    if (left_ == nullptr) return network().append_route(src, dst, path, out);
    if (parts_of(src, dst) > 1) return append_part(src, dst, path, out);
    const int all = all_paths(src, dst);
    std::vector<LinkId> route;
    for (int i = 0, whole = 0; i < all; ++i) {
      if (!is_whole(src, dst, i, route) || whole++ < path) continue;
      out.insert(out.end(), route.begin(), route.end());
      return;
    }
    append_detour(src, dst, out);
  }

 private:
  /// Numbers of paths, for each part of a message.
  using Paths = std::vector<std::vector<int>>;

  int parts_of(NodeId src, NodeId dst) const {
    return network().path_count(src, dst, Routing::kDimensionOrder);
  }
  int all_paths(NodeId src, NodeId dst) const {
    return std::max(network().path_count(src, dst, Routing::kEcmp),
                    network().path_count(src, dst, Routing::kMinimal));
  }
  static std::size_t most_in(const Paths& paths) {
    std::size_t most = 0;
    for (const auto& of_part : paths) most = std::max(most, of_part.size());
    return most;
  }

  /// Returns the unbroken paths of each part of a striped message; empty for NICs without one.
  Paths whole_paths(NodeId src, NodeId dst) const {
    const auto parts = static_cast<std::size_t>(parts_of(src, dst));
    Paths whole(parts);
    std::vector<LinkId> route;
    for (int path = 0; path < all_paths(src, dst); ++path)
      if (is_whole(src, dst, path, route))
        whole[static_cast<std::size_t>(path) % parts].push_back(path);
    std::erase_if(whole, [](const auto& of_part) { return of_part.empty(); });
    return whole;
  }

  void append_part(NodeId src, NodeId dst, int path, std::vector<LinkId>& out) const {
    const Paths whole = whole_paths(src, dst);
    if (whole.empty()) return append_detour(src, dst, out);
    const auto number = static_cast<std::size_t>(path);
    const std::vector<int>& own = whole[number % whole.size()];
    network().append_route(src, dst, own[number / whole.size() % own.size()], out);
  }

  /// Returns whether no link of the path failed; `route` then has its links.
  bool is_whole(NodeId src, NodeId dst, int path, std::vector<LinkId>& route) const {
    route.clear();
    network().append_route(src, dst, path, route);
    return std::ranges::none_of(
        route, [&](LinkId id) { return std::ranges::binary_search(faults_.failed, id); });
  }

  void append_detour(NodeId src, NodeId dst, std::vector<LinkId>& out) const {
    const std::vector<LinkId> over = left_->reached_from(src, dst);
    const std::size_t begin = out.size();
    for (NodeId at = dst; at != src; at = network().link(out.back()).from) {
      const LinkId id = over[static_cast<std::size_t>(at)];
      EMU_ASSERT(id != LinksLeft::kNoLink, "no route is left from node ", src, " to ", dst);
      out.push_back(id);
    }
    std::reverse(out.begin() + static_cast<std::ptrdiff_t>(begin), out.end());
  }

  Costs costs_;
  LinkFaults faults_;
  std::unique_ptr<const LinksLeft> left_;  // null if no link failed
};

}  // namespace

std::shared_ptr<const Topology> with_faults(std::shared_ptr<const Topology> network,
                                            const Costs& costs, LinkFaults faults) {
  if (faults.empty()) return network;
  return std::make_shared<FaultyTopology>(std::move(network), costs, std::move(faults));
}

std::vector<FaultyLink> faulty_links(const Topology& network) {
  const auto* const faulty = dynamic_cast<const FaultyTopology*>(&network);
  return faulty != nullptr ? faulty->faulty_links() : std::vector<FaultyLink>();
}

std::optional<std::pair<NodeId, NodeId>> cut_apart(const Topology& network,
                                                   std::span<const LinkId> failed,
                                                   std::span<const NodeId> hosts) {
  const LinksLeft left(network, failed);
  const auto sources = left.ways_join() ? hosts.first(1) : hosts;
  for (const NodeId from : sources) {
    const std::vector<LinkId> over = left.reached_from(from, -1);
    for (const NodeId to : hosts)
      if (to != from && over[static_cast<std::size_t>(to)] == LinksLeft::kNoLink)
        return std::pair(from, to);
  }
  return std::nullopt;
}

}  // namespace orrery::inline net
