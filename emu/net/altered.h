#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "emu/net/topology.h"

namespace orrery::inline net {

/// Another network with different costs of links. Subclasses override the differences; its links
/// are not identical.
class AlteredTopology : public Topology {
 public:
  std::string spec() const override { return network_->spec(); }
  int hosts() const override { return network_->hosts(); }
  int nodes() const override { return network_->nodes(); }
  LinkId link_count() const override { return network_->link_count(); }
  Link link(LinkId id) const override { return network_->link(id); }
  std::vector<int> dims() const override { return network_->dims(); }
  int ports_per_host() const override { return network_->ports_per_host(); }
  int levels() const override { return network_->levels(); }
  bool has_identical_links() const override { return false; }
  std::string_view name_of(NodeId node) const override { return network_->name_of(node); }
  const ServerShape* servers() const override { return network_->servers(); }
  bool forwards(NodeId node) const override { return network_->forwards(node); }
  int path_count(NodeId src, NodeId dst, Routing routing) const override {
    return network_->path_count(src, dst, routing);
  }
  void append_route(NodeId src, NodeId dst, int path, std::vector<LinkId>& out) const override {
    network_->append_route(src, dst, path, out);
  }

 protected:
  explicit AlteredTopology(std::shared_ptr<const Topology> network)
      : network_(std::move(network)) {}
  const Topology& network() const { return *network_; }

 private:
  std::shared_ptr<const Topology> network_;
};

}  // namespace orrery::inline net
