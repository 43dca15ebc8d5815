#include "scenarios/reproduce/model.h"

#include <optional>

namespace orrery::inline reproduce {

namespace {

std::optional<ModelChange> changed;

void change_ports(Ports& ports) {
  if (ports.kind == Ports::Kind::kCount && ports.count == 1)
    ports.half_duplex = true;
  else
    ports = {.hold = ports.hold};
}

}  // namespace

std::string_view model_change_name(ModelChange change) {
  constexpr std::string_view kNames[] = {"latency", "ports", "γ", "links"};
  return kNames[static_cast<std::size_t>(change)];
}

ChangedModel::ChangedModel(ModelChange change) {
  changed = change;
}

ChangedModel::~ChangedModel() {
  changed.reset();
}

RunSpec in_model(RunSpec cell) {
  constexpr Time kLater = 1us;
  Costs& costs = cell.costs;
  if (changed == ModelChange::kLatency) {
    costs.alpha += kLater;
    costs.host_alpha += kLater;
    for (auto& step : costs.alpha_by_size.steps) step.value += kLater;
  } else if (changed == ModelChange::kPorts) {
    change_ports(cell.ports);
  } else if (changed == ModelChange::kReduction) {
    const double more = costs.link(0).bandwidth.inverse().ps;
    costs.gamma.ps += more;
    for (auto& step : costs.gamma_by_size.steps) step.value.ps += more;
    if (costs.copy_cost) costs.copy_cost->ps += more;
  } else if (changed == ModelChange::kLinks) {
    cell.conditions.slow_links = "10%=0.5";
  }
  return cell;
}

trees::TreeCosts in_model(trees::TreeCosts costs) {
  if (changed == ModelChange::kLatency) ++costs.alpha;
  if (changed == ModelChange::kReduction) ++costs.gamma;
  if (changed == ModelChange::kLinks) ++costs.beta;
  return costs;
}

}  // namespace orrery::inline reproduce
