#include "emu/net/symmetry.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

#include "emu/base/check.h"

namespace orrery {

namespace {

constexpr LinkId kMostLinks = LinkId{1} << 28;

/// Networks whose routes are functions of how far apart the two hosts are.
bool routes_by_distance(const Topology& network) {
  const std::string spec = network.spec();
  return spec.starts_with("torus:") || spec.starts_with("star:");
}

}  // namespace

Symmetry::Symmetry(const Topology& network, std::vector<int> sides, int period)
    : network_(network), sides_(std::move(sides)), period_(period) {
  EMU_CHECK(routes_by_distance(network), "ranks on ", network.spec(),
            " are not known to be alike; expected a torus or a star");
  const auto ranks =
      std::accumulate(sides_.begin(), sides_.end(), std::int64_t{1}, std::multiplies<>());
  EMU_CHECK(ranks == network.hosts(), ranks, " ranks on ", network.hosts(),
            " hosts; expected a rank on each");
  EMU_CHECK(network.link_count() <= kMostLinks, network.spec(), " has ", network.link_count(),
            " links; expected at most ", kMostLinks);
  for (const int side : sides_)
    EMU_CHECK(side == 1 || side % period_ == 0, "side ", side, " is no multiple of ", period_);
  for (int rank = 0; rank < network.hosts(); ++rank) {
    if (representative(rank) == rank) representatives_.push_back(rank);
  }
  class_size_ = ranks / std::ssize(representatives_);
  check_links();
}

int Symmetry::moved(int rank, int other) const {
  int result = 0, stride = 1;
  for (auto side = sides_.rbegin(); side != sides_.rend(); ++side) {
    const int own = rank % *side, shift = other % *side - other % *side % period_;
    result += (own - shift + (own < shift ? *side : 0)) * stride;
    stride *= *side;
    rank /= *side;
    other /= *side;
  }
  return result;
}

/// Both ends of the link that stands for it. Translations leave switches where they are.
std::uint64_t Symmetry::ends_of(const Link& link) const {
  const NodeId hosts = network_.hosts();
  const NodeId leader = link.from < hosts ? link.from : link.to;
  const auto image = [&](NodeId node) { return node < hosts ? moved(node, leader) : node; };
  return std::uint64_t{static_cast<std::uint32_t>(image(link.from))} << 32 |
         static_cast<std::uint32_t>(image(link.to));
}

/// Each representative has one link of each kind, and every link is the image of one of these.
void Symmetry::check_links() {
  std::vector<std::int64_t> images;
  std::unordered_map<std::uint64_t, std::size_t> numbers;
  for (LinkId id = 0; id < network_.link_count(); ++id) {
    const Link link = network_.link(id);
    const auto [found, is_new] = numbers.try_emplace(ends_of(link), images.size());
    if (is_new) images.push_back(0), links_[found->first] = id;
    ++images[found->second];
    const Link first = network_.link(links_[found->first]);
    EMU_CHECK(link.level == first.level && link.width == first.width &&
                  link.bandwidth == first.bandwidth && link.latency == first.latency,
              network_.spec(), ": link ", id, " is not like the others");
  }
  for (const std::int64_t n : images)
    EMU_CHECK(n == class_size_, network_.spec(),
              " is not the same seen from every rank; expected a torus, or a star");
}

std::vector<LinkId> Symmetry::images(LinkId representative, std::int64_t most) const {
  std::vector<LinkId> found;
  const std::int64_t wanted = std::min(most, class_size_);
  for (LinkId id = representative; std::ssize(found) < wanted; ++id)
    if (representative_of_link(id) == representative) found.push_back(id);
  return found;
}

LinkId Symmetry::representative_of_link(LinkId id) const {
  return links_.at(ends_of(network_.link(id)));
}

}  // namespace orrery
