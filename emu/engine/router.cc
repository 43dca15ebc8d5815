#include "emu/engine/router.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "emu/base/random.h"
#include "emu/net/symmetry.h"

namespace orrery {

namespace {

std::uint64_t hash_of_pair(int source, int destination, std::uint64_t seed) {
  return mixed(mixed(seed) ^ (std::uint64_t{static_cast<std::uint32_t>(source)} << 32 |
                              static_cast<std::uint32_t>(destination)));
}

}  // namespace

Router::Router(const Network& network, LinkTable& links)
    : network_(network),
      links_(links),
      choices_(std::bit_floor(std::min(network.host_of.size(), kMostChoices))),
      chosen_(choices_.data()) {}

Router::Way Router::choose(int source, int destination) {
  chosen_ = &choice_of(source);
  const bool known = chosen_->source == source && chosen_->destination == destination;
  if (known && !adaptive()) return chosen_->way;
  chosen_->source = source;
  chosen_->destination = destination;
  return chosen_->way = find_way(source, destination);
}

Router::Way Router::find_way(int source, int destination) {
  const NodeId from = host_of(source), to = host_of(destination);
  const int count = network_.topology->path_count(from, to, network_.routing);
  if (!takes_one()) return find_paths(source, destination, 0, count);
  return find_paths(source, destination, choose_path(source, destination, count), 1);
}

Router::Way Router::find_paths(int source, int destination, int first, int paths) {
  const NodeId from = host_of(source), to = host_of(destination);
  for (int path = 0; path < paths; ++path) find_route(from, to, first + path, own_route(path));
  return way_of(first, paths);
}

Router::Way Router::choose_again(int source, int destination, int first) {
  if (!adaptive()) return choose(source, destination);
  chosen_ = &choice_of(source);
  return find_paths(source, destination, first, 1);
}

/// For kEcmp and kAdaptive.
int Router::choose_path(int source, int destination, int count) {
  if (network_.routing == Routing::kEcmp)
    return static_cast<int>(hash_of_pair(source, destination, network_.seed) %
                            static_cast<std::uint64_t>(count));
  int best = 0;
  double least = std::numeric_limits<double>::infinity();
  for (int path = 0; path < count && count > 1; ++path) {
    find_route(host_of(source), host_of(destination), path, own_route(0));
    const double busiest = busiest_link(route(0));
    if (busiest < least) least = busiest, best = path;
  }
  return best;
}

/// The time per byte that a message more would have on it.
double Router::busiest_link(const std::vector<LinkSlot>& route) const {
  double busiest = 0;
  for (const LinkSlot s : route) {
    const std::int32_t others = s < messages_on_.size() ? messages_on_[s] : 0;
    busiest = std::max(busiest, links_.cost(s) * (1 + others));
  }
  return busiest;
}

void Router::find_route(NodeId from, NodeId to, int path, std::vector<LinkSlot>& route) {
  ids_.clear();
  network_.topology->append_route(from, to, path, ids_);
  if (network_.symmetry != nullptr)
    for (LinkId& id : ids_) id = network_.symmetry->representative_of_link(id);
  route.resize(ids_.size());
  std::ranges::transform(ids_, route.begin(), [this](LinkId id) { return links_.slot(id); });
}

/// Split paths are equally long; with unequal links the slower one counts. Shortest paths that share a
/// link cross it as the same hop, and it carries the whole message.
Router::Way Router::way_of(int first, int paths) const {
  if (paths == 1 && links_.alike())
    return {1, first, links_.latency(0) * static_cast<std::int64_t>(route(0).size()),
            links_.cost(0)};
  Way way{paths, first};
  for (int path = 0; path < paths; ++path) {
    for (std::size_t hop = 0; hop < route(path).size(); ++hop)
      way.ps_per_byte = std::max(way.ps_per_byte, cost_of_hop(path, hop, paths));
    way.latency = std::max(way.latency, latency_of(path));
  }
  return way;
}

Time Router::latency_of(int path) const {
  Time latency{0};
  for (const LinkSlot s : route(path)) latency += links_.latency(s);
  return latency;
}

double Router::cost_of_hop(int path, std::size_t hop, int paths) const {
  const LinkSlot own = route(path)[hop];
  const bool whole = route(paths - 1 - path)[hop] == own;
  return links_.cost(own) / (whole ? 1 : paths);
}

void Router::count_messages(LinkRuns route, int change) {
  if (messages_on_.size() < links_.size()) messages_on_.resize(links_.size());
  for_each_link(route, [&](LinkSlot s) { messages_on_[s] += change; });
}

}  // namespace orrery
