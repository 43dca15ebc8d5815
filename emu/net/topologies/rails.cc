#include <array>
#include <utility>

#include "emu/base/check.h"
#include "emu/net/topologies/xgft.h"

namespace orrery::inline net {
namespace {

/// The network of nodes with R network interfaces each, rail by rail: interface r of all N nodes of
/// a group is on leaf switch r of that group, so that messages within a rail cross one switch.
/// Leaves of all groups are joined by S spine switches, with P links to each.
///
/// Hosts are interfaces, node by node: host (g N + n) R + r is interface r of node n of group g.
/// Everything else is as in PGFT(2; N, G R; 1, S; 1, P), in which it is host (g R + r) N + n.
class Rails final : public Topology {
 public:
  Rails(std::string spec, int groups, int nodes, int rails, int spines, int parallel)
      : spec_(std::move(spec)), rails_(rails), nodes_(nodes) {
    const std::array leaves{groups, rails};
    const std::array children{nodes, node_count(leaves, spec_ + ": the number of leaf switches")};
    const std::array parents{1, spines}, links{1, parallel};
    tree_ = std::make_unique<Xgft>(spec_, children, parents, links);
  }

  std::string spec() const override { return spec_; }
  int hosts() const override { return tree_->hosts(); }
  int nodes() const override { return tree_->nodes(); }
  LinkId link_count() const override { return tree_->link_count(); }
  int ports_per_host() const override { return 1; }
  int levels() const override { return 2; }

  Link link(LinkId id) const override {
    Link link = tree_->link(id);
    for (NodeId* end : {&link.from, &link.to})
      if (*end < hosts()) *end = swapped(*end, rails_, nodes_);
    return link;
  }
  int path_count(NodeId src, NodeId dst, Routing routing) const override {
    return tree_->path_count(in_tree(src), in_tree(dst), routing);
  }
  void append_route(NodeId src, NodeId dst, int path, std::vector<LinkId>& out) const override {
    tree_->append_route(in_tree(src), in_tree(dst), path, out);
  }

 private:
  /// Maps (g, a, b) with a < `outer`, b < `inner` in host numbers to (g, b, a).
  static NodeId swapped(NodeId host, NodeId outer, NodeId inner) {
    const NodeId group = host / (outer * inner), a = host / inner % outer, b = host % inner;
    return (group * inner + b) * outer + a;
  }
  NodeId in_tree(NodeId host) const { return swapped(host, nodes_, rails_); }

  std::string spec_;
  NodeId rails_, nodes_;  ///< of a node, of a group
  std::unique_ptr<Xgft> tree_;
};

std::unique_ptr<Topology> make_rails(std::string_view parameters) {
  const std::vector<int> sizes = parse_sizes(parameters, ',', "rails: parameter");
  EMU_CHECK(sizes.size() == 4 || sizes.size() == 5, "rails:", parameters, " has ", sizes.size(),
            " parameters; expected G,N,R,S or G,N,R,S,P");
  const int parallel = sizes.size() == 5 ? sizes[4] : 1;
  std::string spec = text_of("rails:", sizes[0], ",", sizes[1], ",", sizes[2], ",", sizes[3]);
  if (parallel > 1) spec += text_of(",", parallel);
  return std::make_unique<Rails>(std::move(spec), sizes[0], sizes[1], sizes[2], sizes[3], parallel);
}

}  // namespace

extern const TopologyKind rails_kind{
    .name = "rails",
    .grammar = "rails:G,N,R,S[,P]",
    .summary =
        "G groups of N nodes with R hosts (NICs) each, number r of all nodes of a group on its "
        "leaf switch r; each leaf has P links (1) to each of S spine switches",
    .example = "rails:2,3,2,2",
    .make = make_rails,
};

}  // namespace orrery::inline net
