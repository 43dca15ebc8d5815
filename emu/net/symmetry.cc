#include "emu/net/symmetry.h"

#include <algorithm>

namespace orrery::inline net {

Symmetry::Symmetry(const Topology& network, const SymmetricNumbering& numbering)
    : network_(network),
      translations_(network.translations(numbering)),
      representatives_(translations_.representatives(network.hosts())) {}

std::vector<LinkId> Symmetry::images(LinkId representative, std::int64_t most) const {
  std::vector<LinkId> found;
  const std::int64_t wanted = std::min(most, class_size());
  // The representative is usually the first of its images.
  const LinkId first = translations_.take_along() ? 0 : representative;
  for (LinkId id = first; std::ssize(found) < wanted; ++id)
    if (representative_of_link(id) == representative) found.push_back(id);
  return found;
}

}  // namespace orrery::inline net
