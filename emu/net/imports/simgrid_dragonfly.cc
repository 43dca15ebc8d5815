#include "emu/net/imports/simgrid_dragonfly.h"

#include <utility>

#include <fmt/format.h>

namespace orrery::imports {

SimGridDragonfly::SimGridDragonfly(ImportedNetwork& network, const Shape& shape,
                                   std::span<const std::size_t> hosts, const LinkCost& costs,
                                   std::string name)
    : network_(network), shape_(shape), hosts_(hosts), costs_(costs), name_(std::move(name)) {}

std::size_t SimGridDragonfly::router(const Place& place) {
  return network_.switch_node(
      fmt::format("{}_router{}.{}.{}", name_, place.group, place.chassis, place.blade));
}

SimGridDragonfly::Place SimGridDragonfly::place_of(std::size_t host) const {
  const std::size_t r = host / shape_.nodes;
  return {r / shape_.blades / shape_.chassis, r / shape_.blades % shape_.chassis,
          r % shape_.blades};
}

void SimGridDragonfly::join(std::size_t a, std::size_t b, std::size_t width) {
  const Bandwidth bandwidth{costs_.bandwidth.bytes_per_second * static_cast<double>(width)};
  auto step = network_.add({a, b, bandwidth, costs_.latency, 1, {}});
  if (!step) return;
  steps_[{a, b}] = *step;
  step->back = !step->back;
  steps_[{b, a}] = *step;
}

void SimGridDragonfly::add() {
  if (shape_.groups > shape_.blades)
    network_.leave_out(
        "routes to groups for which a chassis has no router, which SimGrid does not define: they "
        "are shortest ones");
  add_links();
  if (shape_.chassis > 1 && shape_.blades > 1) add_jumps();
}

/// Adds links of blades before those of chassis: shortest routes take the first link that leads closer.
void SimGridDragonfly::add_links() {
  const auto& [groups, group_links, chassis, chassis_links, blades, blade_links, nodes] = shape_;
  for (std::size_t h = 0; h < hosts_.size(); ++h) join(hosts_[h], router(place_of(h)), 1);
  for (std::size_t g = 0; g < groups; ++g)
    for (std::size_t c = 0; c < chassis; ++c)
      for (std::size_t b = 0; b < blades; ++b)
        for (std::size_t other = b + 1; other < blades; ++other)
          join(router({g, c, b}), router({g, c, other}), blade_links);
  for (std::size_t g = 0; g < groups; ++g)
    for (std::size_t c = 0; c < chassis; ++c)
      for (std::size_t other = c + 1; other < chassis; ++other)
        for (std::size_t b = 0; b < blades; ++b)
          join(router({g, c, b}), router({g, other, b}), chassis_links);
  const auto towards = [&, size = chassis * blades](std::size_t group, std::size_t other) {
    const std::size_t r = other % size;
    return router({group, r / blades, r % blades});
  };
  for (std::size_t g = 0; g < groups; ++g)
    for (std::size_t other = g + 1; other < groups; ++other)
      join(towards(g, other), towards(other, g), group_links);
}

/// Adds the routes within groups that begin outside of the first chassis and change the blade.
void SimGridDragonfly::add_jumps() {
  constexpr std::size_t kMost = 200'000;
  const std::size_t of_chassis = shape_.blades * shape_.nodes,
                    of_group = shape_.chassis * of_chassis;
  if (hosts_.size() > kMost / of_group)
    return network_.leave_out(
        "that SimGrid's routes within a group may have a link more or less (more than 200,000 "
        "routes)");
  network_.leave_out(
      "routes within a group of a dragonfly go on at its first chassis behind a link between "
      "blades, as "
      "SimGrid's do: links of some do not meet");
  network_.jumps = true;
  for (std::size_t from = 0; from < hosts_.size(); ++from) {
    const std::size_t group = from / of_group * of_group;
    if (from - group < of_chassis) continue;
    for (std::size_t to = group; to < group + of_group; ++to)
      if (place_of(from).blade != place_of(to).blade) add_jump(from, to);
  }
}

void SimGridDragonfly::add_jump(std::size_t from, std::size_t to) {
  const Place a = place_of(from), b = place_of(to);
  const std::size_t begin = router(a), end = router(b);
  ImportedRoute route{hosts_[from], hosts_[to], {steps_.at({hosts_[from], begin})}};
  route.links.push_back(steps_.at({begin, router({a.group, a.chassis, b.blade})}));
  if (b.chassis > 0) route.links.push_back(steps_.at({router({b.group, 0, b.blade}), end}));
  route.links.push_back(steps_.at({end, hosts_[to]}));
  network_.add(std::move(route));
}

}  // namespace orrery::imports
