#include <array>

#include "emu/base/check.h"
#include "emu/net/topology.h"
#include "emu/net/translations.h"

namespace orrery::inline net {
namespace {

/// Every host has a link to every other host. Links are ordered by source, then by destination.
class Full final : public Topology {
 public:
  explicit Full(int hosts) : hosts_(hosts) {}

  std::string spec() const override { return text_of("full:", hosts_); }
  int hosts() const override { return hosts_; }
  LinkId link_count() const override { return LinkId{hosts_} * (hosts_ - 1); }
  int ports_per_host() const override { return hosts_ - 1; }

  Link link(LinkId id) const override {
    const auto from = static_cast<NodeId>(id / (hosts_ - 1));
    const auto i = static_cast<NodeId>(id % (hosts_ - 1));
    return {.from = from, .to = i < from ? i : i + 1};
  }

  void append_route(NodeId src, NodeId dst, int /*path*/, std::vector<LinkId>& out) const override {
    if (src != dst) out.push_back(LinkId{src} * (hosts_ - 1) + (dst < src ? dst : dst - 1));
  }

  Translations translations(const SymmetricNumbering& numbering) const override {
    return permutations(numbering, std::array{hosts_});
  }

 private:
  int hosts_;
};

std::unique_ptr<Topology> make_full(std::string_view parameters) {
  return std::make_unique<Full>(parse_size(parameters, "full: number of hosts"));
}

}  // namespace

extern const TopologyKind full_kind{
    .name = "full",
    .grammar = "full:P",
    .summary = "P hosts with a link from each to each other",
    .example = "full:5",
    .make = make_full,
};

}  // namespace orrery::inline net
