#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "emu/base/units.h"
#include "emu/engine/link_table.h"

namespace orrery {

/// How long flows were held up by sharing, and on which links: for who explains a run.
class Slowdowns {
 public:
  using FlowId = std::uint32_t;
  struct Part {
    LinkSlot link = 0;  ///< the flow's bottleneck
    double ps = 0;      ///< by which it delayed the flow, > 0
  };

  /// The flow begins, at the rate that it has alone.
  void begin(FlowId f, Time now) {
    if (f >= flows_.size()) flows_.resize(f + std::size_t{1});
    flows_[f].parts.clear();
    flows_[f].lost = 0;
    flows_[f].since = now;
  }
  /// From now on it flows at `ps_per_byte` instead of `alone`, because of `link`.
  void change(FlowId f, LinkSlot link, double ps_per_byte, double alone, Time now) {
    charge(flows_[f], now);
    flows_[f].link = link;
    flows_[f].lost = ps_per_byte > alone * (1 + 1e-9) ? 1 - alone / ps_per_byte : 0;
  }
  void end(FlowId f, Time now) { charge(flows_[f], now); }
  /// Valid until the flow begins again.
  const std::vector<Part>& parts(FlowId f) const { return flows_[f].parts; }

 private:
  struct Flow {
    LinkSlot link = 0;
    double lost = 0;  // part of the time since `since`
    Time since{0};
    std::vector<Part> parts;
  };

  static void charge(Flow& flow, Time now) {
    const double ps = flow.lost * static_cast<double>((now - flow.since).count());
    flow.since = now;
    if (ps <= 0) return;
    const auto known = std::ranges::find(flow.parts, flow.link, &Part::link);
    known == flow.parts.end() ? flow.parts.push_back({flow.link, ps}) : void(known->ps += ps);
  }

  std::vector<Flow> flows_;  // by id
};

}  // namespace orrery
