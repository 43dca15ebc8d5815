#include "emu/net/server.h"

#include <algorithm>
#include <array>
#include <utility>

#include "emu/base/check.h"

namespace orrery::inline net {
namespace {

struct Wires {
  NodeId a = 0, b = 0;
  int links = 1;
};

/// Infinity Fabric links between the eight dies of four MI250X packages (0 and 1, 2 and 3, ..): four within a
/// package, two or one between packages. A die has eight: even ones use seven of them here and one for the
/// processor, odd ones six, one for the processor and one for the network interface of their package.
/// Ref  C. Pearson: Interconnect bandwidth heterogeneity on AMD MI250x and Infinity Fabric,
///      arXiv:2302.14827, 2023.
constexpr std::array<Wires, 12> kMi250x{{{0, 1, 4},
                                         {2, 3, 4},
                                         {4, 5, 4},
                                         {6, 7, 4},
                                         {0, 6, 2},
                                         {2, 4, 2},
                                         {0, 2, 1},
                                         {4, 6, 1},
                                         {1, 3, 1},
                                         {5, 7, 1},
                                         {1, 5, 1},
                                         {3, 7, 1}}};

struct NamedFabric {
  std::string_view name;
  Fabric fabric;
};
constexpr std::array<NamedFabric, 4> kFabrics{{{"nvswitch", Fabric::kNvswitch},
                                               {"mesh", Fabric::kMesh},
                                               {"pcie", Fabric::kPcie},
                                               {"mi250x", Fabric::kMi250x}}};

bool has_switch(Fabric fabric) {
  return fabric == Fabric::kNvswitch || fabric == Fabric::kPcie;
}

}  // namespace

const Fabric* fabric_named(std::string_view word) {
  const auto* const found = std::ranges::find(kFabrics, word, &NamedFabric::name);
  return found == kFabrics.end() ? nullptr : &found->fabric;
}

std::string_view name_of(Fabric fabric) {
  return std::ranges::find(kFabrics, fabric, &NamedFabric::fabric)->name;
}

Server::Server(Fabric fabric, int gpus, int nics, bool bundled, bool gpus_forward)
    : fabric_(fabric),
      gpus_(gpus),
      switches_(has_switch(fabric) ? 1 : 0),
      nics_(bundled ? 1 : nics),
      gpus_forward_(gpus_forward || fabric == Fabric::kMi250x),
      nics_in_bundle_(bundled ? nics : 1),
      leaving_(static_cast<std::size_t>(nodes())) {
  EMU_ASSERT(gpus >= 1 && nics >= 1 && nodes() <= kMostNodes, gpus, " GPUs and ", nics, " NICs");
  join_gpus();
  join_nics();
  distances_.assign(leaving_.size() * leaving_.size(), kUnreached);
  for (NodeId to = 0; to < nodes(); ++to)
    if (to < gpus_ || to >= first_nic()) find_ways(to);
}

void Server::join(NodeId a, NodeId b, int level, int width) {
  const LinkId id = link_count();
  edges_.push_back({.from = a, .to = b, .level = level, .width = width});
  leaving_[static_cast<std::size_t>(a)].push_back(id);
  leaving_[static_cast<std::size_t>(b)].push_back(id + 1);
}

void Server::join_gpus() {
  if (fabric_ == Fabric::kMi250x) {
    for (const Wires& w : kMi250x)
      if (w.b < gpus_) join(w.a, w.b, 0, w.links);
    return;
  }
  for (NodeId gpu = 0; gpu < gpus_; ++gpu) {
    if (has_switch(fabric_)) join(gpu, gpus_, 0);
    for (NodeId other = gpu + 1; fabric_ == Fabric::kMesh && other < gpus_; ++other)
      join(gpu, other, 0);
  }
}

/// Joins GPUs and NICs. On MI250X only the last of a NIC's dies has a link to it.
void Server::join_nics() {
  for (int nic = 0; fabric_ == Fabric::kPcie && nic < nics_; ++nic)
    join(gpus_, first_nic() + nic, 1, nics_in_bundle_);
  for (NodeId gpu = 0; fabric_ != Fabric::kPcie && gpu < gpus_; ++gpu) {
    for (const int nic : nics_of(gpu)) {
      const bool last = gpu + 1 == gpus_ || nics_of(gpu + 1).front() > nic;
      if (last || fabric_ != Fabric::kMi250x) join(gpu, first_nic() + nic, 1);
    }
  }
}

std::vector<int> Server::nics_of(int gpu) const {
  const std::int64_t g = gpu;
  if (nics_ <= gpus_) return {static_cast<int>(g * nics_ / gpus_)};
  std::vector<int> own;
  for (auto nic = static_cast<int>((g * nics_ + gpus_ - 1) / gpus_);
       std::int64_t{nic} * gpus_ < (g + 1) * nics_; ++nic)
    own.push_back(nic);
  return own;
}

Link Server::link(LinkId id) const {
  Link link = edges_[static_cast<std::size_t>(id / 2)];
  if (id % 2 != 0) std::swap(link.from, link.to);
  return link;
}

int Server::ports_per_gpu() const {
  std::size_t most = 0;
  for (NodeId gpu = 0; gpu < gpus_; ++gpu)
    most = std::max(most, leaving_[static_cast<std::size_t>(gpu)].size());
  return static_cast<int>(most);
}

/// Searches breadth-first from the destination, through nodes that forward.
void Server::find_ways(NodeId to) {
  distances_[at(to, to)] = 0;
  std::vector<NodeId> queue{to};
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const NodeId here = queue[i];
    if (here != to && !forwards(here)) continue;
    for (const LinkId id : leaving_[static_cast<std::size_t>(here)]) {
      std::uint16_t& there = distances_[at(link(id).to, to)];
      if (there != kUnreached) continue;
      there = static_cast<std::uint16_t>(distances_[at(here, to)] + 1);
      queue.push_back(link(id).to);
    }
  }
}

void Server::append_route(NodeId from, NodeId to, LinkId first, std::vector<LinkId>& out) const {
  while (from != to) {
    const auto& links = leaving_[static_cast<std::size_t>(from)];
    const auto closer = std::ranges::find_if(links, [&](LinkId id) {
      const NodeId next = link(id).to;
      return (next == to || forwards(next)) && distance(next, to) < distance(from, to);
    });
    EMU_ASSERT(closer != links.end(), "no way leads from ", from, " to ", to);
    out.push_back(first + *closer);
    from = link(*closer).to;
  }
}

}  // namespace orrery::inline net
