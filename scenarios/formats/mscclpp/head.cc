#include "scenarios/formats/mscclpp/head.h"

#include <algorithm>
#include <limits>

#include "scenarios/formats/schedule_error.h"

namespace orrery::mscclpp {
namespace {

using Json = JsonFile::Json;

constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();

const Demand* demand_of(const JsonFile& file, const PlanOptions& options) {
  const Demand* const nothing = find_demand("custom");
  const std::string_view said = file.text(file.root(), "collective", {});
  if (!options.collective.empty() || has_collective(said)) {
    const Demand* const demand =
        find_demand(options.collective.empty() ? said : options.collective);
    return demand != nullptr ? demand : nothing;
  }
  if (!file.root().contains(kDemands)) return nothing;
  const std::string_view meant = file.text(file.root(), kDemands, {});
  if (const Demand* const demand = find_demand(meant)) return demand;
  file.fail(Fault::kAttribute, file.root(), {}, fmt::format("unknown {} {}", kDemands, meant));
}

std::uint64_t bytes_or(const JsonFile& file, const char* name, std::uint64_t otherwise) {
  const Json& root = file.root();
  if (!root.contains(name)) return otherwise;
  const Json& value = file.member(root, name, {});
  if (!value.is_number_unsigned())
    file.fail(Fault::kAttribute, root, {}, fmt::format("{} is not a number of bytes", name));
  return value.get<std::uint64_t>();
}

/// Checks that it is a plan. THROWS NoSchedule if nothing but perhaps a name resembles one.
void require_plan(const JsonFile& file) {
  for (const char* name : {"collective", "protocol", "inplace", "gpus"})
    if (file.root().contains(name)) return;
  throw NoSchedule(file.line(file.root()),
                   "no execution plan; expected collective, protocol, inplace and gpus");
}

}  // namespace

bool has_collective(std::string_view name) {
  constexpr std::string_view kKnown[] = {"allreduce", "allgather", "reducescatter",
                                         "alltoall",  "broadcast", "sendrecv"};
  return std::ranges::find(kKnown, name) != std::end(kKnown);
}

void read_head(const JsonFile& file, const PlanOptions& options, Plan& plan) {
  const Json& root = file.root();
  require_plan(file);
  plan.name = file.text(root, "name", {});
  const std::string_view protocol = file.text(root, "protocol", {});
  if (protocol != "Simple" && protocol != "LL" && protocol != "LL128")
    file.fail(Fault::kAttribute, root, {}, fmt::format("unknown protocol {}", protocol));
  plan.description.protocol = protocol;
  plan.description.least_bytes = bytes_or(file, "min_message_size", 0);
  const std::uint64_t most = bytes_or(file, "max_message_size", kNoLimit);
  plan.description.most_bytes = most == kNoLimit ? 0 : most;
  plan.demand = demand_of(file, options);
  plan.in_place = file.flag(root, "inplace", {});
  plan.out_of_place = !plan.in_place;
  plan.knows_memory = !plan.in_place || plan.demand->name != "custom";
  plan.root = options.root;
  plan.step_word = "op";
  for (const OpKind& op : kOps) plan.words.push_back(op.name);
}

}  // namespace orrery::mscclpp
