#include <array>
#include <limits>

#include "emu/base/check.h"
#include "emu/net/topology.h"
#include "emu/net/translations.h"

namespace orrery::inline net {
namespace {

/// Hosts around one switch, node `hosts`. Host h has link 2h to the switch and link 2h+1 back.
class Star final : public Topology {
 public:
  explicit Star(int hosts) : hosts_(hosts) {
    check_topology(hosts < std::numeric_limits<NodeId>::max(), "star:", hosts,
                   ": the number of hosts and switches is beyond ",
                   std::numeric_limits<NodeId>::max());
  }

  std::string spec() const override { return text_of("star:", hosts_); }
  int hosts() const override { return hosts_; }
  int nodes() const override { return hosts_ + 1; }
  LinkId link_count() const override { return LinkId{hosts_} * 2; }
  int ports_per_host() const override { return 1; }

  Link link(LinkId id) const override {
    const auto host = static_cast<NodeId>(id / 2);
    return id % 2 == 0 ? Link{.from = host, .to = hosts_} : Link{.from = hosts_, .to = host};
  }

  void append_route(NodeId src, NodeId dst, int /*path*/, std::vector<LinkId>& out) const override {
    if (src == dst) return;
    out.push_back(LinkId{src} * 2);
    out.push_back(LinkId{dst} * 2 + 1);
  }

  Translations translations(const SymmetricNumbering& numbering) const override {
    return permutations(numbering, std::array{hosts_});
  }

  LinkId representative(LinkId id, const Translations& all) const override {
    return LinkId{all.representative(static_cast<int>(id / 2))} * 2 + id % 2;
  }

 private:
  int hosts_;
};

std::unique_ptr<Topology> make_star(std::string_view parameters) {
  return std::make_unique<Star>(parse_size(parameters, "star: number of hosts"));
}

}  // namespace

extern const TopologyKind star_kind{
    .name = "star",
    .grammar = "star:HOSTS",
    .summary = "hosts around one switch",
    .example = "star:4",
    .make = make_star,
};

}  // namespace orrery::inline net
