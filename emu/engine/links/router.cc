#include "emu/engine/links/router.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "emu/base/random.h"
#include "emu/net/symmetry.h"

namespace orrery::inline engine {

namespace {

/// Hashes one part of the messages from one rank to another.
std::uint64_t hash_of(int source, int destination, int part, std::uint64_t seed) {
  const std::uint64_t first =
      mixed(mixed(seed) ^ (std::uint64_t{static_cast<std::uint32_t>(source)} << 32 |
                           static_cast<std::uint32_t>(destination)));
  return part == 0 ? first : mixed(first + static_cast<std::uint64_t>(part));
}

}  // namespace

Router::Router(const Network& network, LinkTable& links)
    : network_(network),
      links_(links),
      choices_(std::bit_ceil(std::min(network.host_of.size(), kMostChoices))),
      chosen_(choices_.data()) {
  const LinkId links_of_all = network.topology->link_count();
  if (network.symmetry != nullptr && links_of_all <= kMostKnown)
    slots_.assign(static_cast<std::size_t>(links_of_all), kUnknown);
}

/// Returns the slot of a link, or of its representative.
LinkSlot Router::slot_of(LinkId id) {
  if (network_.symmetry == nullptr) return links_.slot(id);
  const auto find = [&] { return links_.slot(network_.symmetry->representative_of_link(id)); };
  if (slots_.empty()) return find();
  LinkSlot& slot = slots_[static_cast<std::size_t>(id)];
  if (slot == kUnknown) slot = find();
  return slot;
}

Router::Routes Router::choose(int source, int destination) {
  chosen_ = &choice_of(source);
  const bool known = chosen_->source == source && chosen_->destination == destination;
  if (known && !adaptive()) return chosen_->routes;
  chosen_->source = source;
  chosen_->destination = destination;
  return chosen_->routes = find_routes(source, destination);
}

/// Finds the routes. Not inlined, since routes are mostly known.
[[gnu::noinline]] Router::Routes Router::find_routes(int source, int destination) {
  const NodeId from = host_of(source), to = host_of(destination);
  const int count = network_.topology->path_count(from, to, network_.routing);
  if (!takes_one()) return find_paths(source, destination, 0, count);
  const int parts = network_.topology->path_count(from, to, Routing::kDimensionOrder);
  if (!adaptive()) return pick_paths(source, destination, parts, count / parts);
  return find_paths(source, destination, least_busy(source, destination, parts, count / parts),
                    parts);
}

/// Picks the paths for kEcmp.
Router::Routes Router::pick_paths(int source, int destination, int parts, int choices) {
  int first = 0;
  for (int part = parts - 1; part >= 0; --part) {
    const std::uint64_t hash = hash_of(source, destination, part, network_.seed);
    first = part + parts * static_cast<int>(hash % static_cast<std::uint64_t>(choices));
    find_route(host_of(source), host_of(destination), first, own_route(part));
  }
  return routes_of(first, parts);
}

std::vector<LinkSlot>& Router::own_route(int path) {
  if (path == 0) return chosen_->route;
  const auto i = static_cast<std::size_t>(path) - 1;
  if (i >= chosen_->more.size()) chosen_->more.resize(i + 1);
  return chosen_->more[i];
}

Router::Routes Router::find_paths(int source, int destination, int first, int paths) {
  const NodeId from = host_of(source), to = host_of(destination);
  for (int path = 0; path < paths; ++path) find_route(from, to, first + path, own_route(path));
  return routes_of(first, paths);
}

Router::Routes Router::choose_again(int source, int destination, int first) {
  if (!adaptive()) return choose(source, destination);
  chosen_ = &choice_of(source);
  const int parts = network_.topology->path_count(host_of(source), host_of(destination),
                                                  Routing::kDimensionOrder);
  return find_paths(source, destination, first, parts);
}

/// Returns, for kAdaptive, the first of the parts' paths; all parts use the same choice.
int Router::least_busy(int source, int destination, int parts, int choices) {
  int best = 0;
  double least = std::numeric_limits<double>::infinity();
  for (int first = 0; first < parts * choices && choices > 1; first += parts) {
    double busiest = 0;
    for (int path = first; path < first + parts; ++path) {
      find_route(host_of(source), host_of(destination), path, own_route(0));
      busiest = std::max(busiest, busiest_link(route(0)));
    }
    if (busiest < least) least = busiest, best = first;
  }
  return best;
}

/// Returns the time per byte that another message would have on its busiest link.
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
  route.resize(ids_.size());
  std::ranges::transform(ids_, route.begin(), [this](LinkId id) { return slot_of(id); });
}

/// Collects each link once per path that crosses it; repetitions in one path, by representatives,
/// count once.
void Router::collect_links(int paths) {
  std::vector<LinkSlot>& all = chosen_->crossed;
  all.clear();
  for (int path = 0; path < paths; ++path) {
    const auto own = all.insert(all.end(), route(path).begin(), route(path).end());
    std::sort(own, all.end());
    all.erase(std::unique(own, all.end()), all.end());
  }
  std::ranges::sort(all);
}

/// Returns the joint costs of the paths: a message ends with its slowest part, and all parts begin
/// to flow together. Parts that cross one link share it.
Router::Routes Router::routes_of(int first, int paths) {
  if (paths == 1 && links_.identical())
    return {1, first, links_.latency(0) * static_cast<std::int64_t>(route(0).size()),
            links_.cost(0)};
  Routes routes{paths, first};
  if (paths > 1) collect_links(paths);
  for (int path = 0; path < paths; ++path)
    routes.latency = std::max(routes.latency, latency_of(path));
  const std::vector<LinkSlot>& links = paths > 1 ? chosen_->crossed : route(0);
  for (auto link = links.begin(), next = link; link != links.end(); link = next) {
    next = paths == 1 ? link + 1
                      : std::find_if(link, links.end(), [link](LinkSlot s) { return s != *link; });
    routes.ps_per_byte = std::max(routes.ps_per_byte, shared_cost(*link, next - link, paths));
  }
  return routes;
}

Time Router::latency_of(int path) const {
  Time latency{0};
  for (const LinkSlot s : route(path)) latency += links_.latency(s);
  return latency;
}

double Router::cost_of_hop(int path, std::size_t hop, int paths) const {
  const LinkSlot own = route(path)[hop];
  const auto crossing =
      paths == 1 ? 1 : std::ranges::ssize(std::ranges::equal_range(chosen_->crossed, own));
  return shared_cost(own, crossing, paths);
}

/// Returns the time per byte of a message at a link that `crossing` of its paths cross.
double Router::shared_cost(LinkSlot link, std::ptrdiff_t crossing, int paths) const {
  return links_.cost(link) * static_cast<double>(crossing) / paths;
}

void Router::count_messages(LinkRuns route, int change) {
  if (messages_on_.size() < links_.size()) messages_on_.resize(links_.size());
  for_each_link(route, [&](LinkSlot s) { messages_on_[s] += change; });
}

}  // namespace orrery::inline engine
