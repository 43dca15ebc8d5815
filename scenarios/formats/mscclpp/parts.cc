#include "scenarios/formats/mscclpp/parts.h"

#include <algorithm>
#include <numeric>

namespace orrery::mscclpp {

namespace {

std::int32_t largest(const std::vector<Gpu>& gpus, std::int32_t Gpu::*member) {
  return (*std::ranges::max_element(gpus, {}, member)).*member;
}

void check_sizes(const Plan& plan, Gpu& g, std::size_t rank) {
  if (plan.demand->name == "custom" || plan.demand->name == "barrier") return;
  const std::int64_t input = plan.demand->input(plan.setting),
                     output = plan.demand->output(plan.setting);
  if (g.input > input || g.output > output)
    throw PlanError(
        Fault::kStructure, {static_cast<std::int32_t>(rank), -1, -1, 0, -1},
        fmt::format("gpu {}: {} and {} chunks of input and output; {} of {} has {} and {}", rank,
                    g.input, g.output, plan.demand->name, plan.setting.chunks, input, output));
  g.input = static_cast<std::int32_t>(input);
  g.output = static_cast<std::int32_t>(output);
}

}  // namespace

std::int32_t Threads::add(const Action& action, std::vector<Chunks> reads,
                          std::vector<Chunks> writes, std::int32_t port) {
  constexpr std::int32_t kMost = 1 << 24;
  if (next_id_ == kMost)
    throw PlanError(Fault::kStructure, {action.rank, action.block, action.step, action.line, -1},
                    "more than 2^24 operations");
  std::vector<Pending>& thread = port < 0 ? main_ : ports_[port];
  const std::int32_t after = port >= 0 && !main_.empty() ? main_.back().id : -1;
  thread.push_back({action, std::move(reads), std::move(writes), next_id_++, after});
  return thread.back().id;
}

void Threads::wait_for_port(std::int32_t id, std::int32_t port) {
  if (const auto found = ports_.find(port); found != ports_.end())
    later_.emplace_back(id, found->second.back().id);
}

Placed Threads::place(Plan& plan) {
  Placed placed;
  place(plan, main_, placed);
  for (const auto& [port, thread] : ports_) place(plan, thread, placed);
  for (const auto& [port, thread] : ports_)
    for (const Pending& p : thread)
      if (p.issued_after >= 0)
        plan.precedences.push_back({placed.at(p.id), placed.at(p.issued_after)});
  for (const auto& [later, earlier] : later_)
    plan.precedences.push_back({placed.at(later), placed.at(earlier)});
  main_.clear();
  ports_.clear();
  later_.clear();
  return placed;
}

void Threads::place(Plan& plan, const std::vector<Pending>& thread, Placed& placed) {
  if (thread.empty()) return;
  for (const Pending& p : thread) {
    Action a = p.action;
    a.thread = plan.threads;
    placed[p.id] = plan.add(a, p.reads, p.writes);
  }
  ++plan.threads;
}

void set_sizes(Plan& plan, std::vector<Gpu>& gpus) {
  const std::int64_t p = plan.setting.ranks;
  std::int64_t input = largest(gpus, &Gpu::input), output = largest(gpus, &Gpu::output);
  const PlanSetting probe{plan.setting.ranks, p, 0};
  const Demand& d = *plan.demand;
  if (d.blocks && d.input(probe) < p) input *= p;
  if (d.blocks && d.output(probe) < p) output *= p;
  plan.setting.chunks = std::max<std::int64_t>({input, output, 1});
  if (plan.setting.chunks > (1 << 27))
    JsonFile::fail(Fault::kStructure, 0, {}, fmt::format("{} chunks", plan.setting.chunks));
  if (d.blocks && plan.setting.chunks % p != 0)
    JsonFile::fail(Fault::kStructure, 0, {},
                   fmt::format("{} chunks for {} gpus: not a multiple", plan.setting.chunks, p));
  for (std::size_t r = 0; r < gpus.size(); ++r) check_sizes(plan, gpus[r], r);
}

/// Returns the number of a pipeline's rounds: two if the size of a chunk is not known.
std::int64_t Parts::rounds_of(const Json& op, const Where& where, Plan& plan) const {
  const Json& context = file_.member(op, "iter_context", where);
  const std::int64_t unit = file_.number(context, "unit_size", where),
                     chunks = file_.number(context, "num_chunks", where);
  if (unit < 1 || chunks < 1) file_.fail(Fault::kAttribute, op, where, "a pipeline of nothing");
  plan.depends_on_bytes = true;
  if (bytes_ == 0) return 2;
  const std::int64_t bytes = (bytes_ + plan.setting.chunks - 1) / plan.setting.chunks * chunks;
  return std::max<std::int64_t>(1, (bytes + unit - 1) / unit);
}

/// Sets the parts, so that every slice of a chunk is a whole number of them.
void Parts::set(Plan& plan, const Json& gpus, const std::vector<Gpu>& known) const {
  constexpr std::int64_t kMost = 4096;
  std::int64_t parts = 1;
  for (const Json& gpu : gpus)
    for (const Json& block : file_.list(gpu, "threadblocks", {}))
      for (const Json& op : file_.list(block, "ops", {})) {
        parts = std::lcm(parts, parts_of(op, plan));
        if (parts > kMost)
          file_.fail(Fault::kStructure, op, {},
                     fmt::format("a chunk in more than {} parts", kMost));
      }
  plan.parts = static_cast<std::int32_t>(parts);
  for (const Gpu& g : known) {
    if (std::int64_t{std::max({g.input, g.output, g.scratch})} * parts > (1 << 27))
      JsonFile::fail(Fault::kStructure, 0, {}, "its buffers have more chunks than can be held");
    plan.input.push_back(g.input * plan.parts);
    plan.output.push_back(g.output * plan.parts);
    plan.scratch.push_back(g.scratch * plan.parts);
  }
}

std::int64_t Parts::parts_of(const Json& op, Plan& plan) const {
  constexpr std::int64_t kMost = 4096;
  if (file_.text(op, "name", {}) == "pipeline") {
    std::int64_t parts = 1;
    for (const Json& inner : file_.list(op, "ops", {}))
      if (inner.contains("tbg_info")) parts = std::lcm(parts, parts_of(inner, plan));
    const std::int64_t rounds = rounds_of(op, {}, plan);
    if (rounds > kMost || parts > kMost)
      file_.fail(Fault::kStructure, op, {},
                 fmt::format("more than {} rounds of a pipeline", kMost));
    return rounds * parts;
  }
  if (!op.contains("tbg_info")) return 1;
  const std::int64_t size = file_.number(file_.member(op, "tbg_info", {}), "tbg_size", {});
  if (size < 1 || size > kMost)
    file_.fail(Fault::kAttribute, op, {}, fmt::format("tbg_size {}", size));
  return size;
}

}  // namespace orrery::mscclpp
