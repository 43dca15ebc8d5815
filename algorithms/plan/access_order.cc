#include "algorithms/plan/access_order.h"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "algorithms/plan/cell_history.h"
#include "algorithms/plan/memory.h"
#include "emu/base/index.h"

namespace orrery {
namespace {

/// The last action of every thread that one must not overtake.
using Earlier = std::map<std::int32_t, std::int32_t>;

/// The accesses to one memory.
class OrderedAccesses {
 public:
  OrderedAccesses(const Plan& plan, bool in_place)
      : plan_(plan), memory_(plan, in_place), history_(memory_.first_of_wire()) {}

  void visit(std::int32_t action, Earlier& earlier) {
    const Action& a = plan_.actions[at(action)];
    const auto note = [&](std::int32_t other, bool) {
      std::int32_t& last =
          earlier.try_emplace(plan_.actions[at(other)].thread, other).first->second;
      last = std::max(last, other);
    };
    for (const Chunks& c : plan_.reads(a))
      for (std::int64_t j = 0; j < cells_of(c); ++j)
        history_.read(action, memory_.cell(c) + j, note);
    for (const Chunks& c : plan_.writes(a))
      for (std::int64_t j = 0; j < cells_of(c); ++j)
        history_.write(action, memory_.cell(c) + j, note);
    earlier.erase(a.thread);
  }

 private:
  static std::int64_t cells_of(const Chunks& c) { return c.buffer == Buffer::kWire ? 0 : c.count; }

  const Plan& plan_;
  PlanMemory memory_;
  CellHistory history_;
};

}  // namespace

std::vector<Precedence> access_order(const Plan& plan, std::span<const std::int32_t> order) {
  std::vector<OrderedAccesses> memories;
  if (plan.in_place) memories.emplace_back(plan, true);
  if (plan.out_of_place || !plan.in_place) memories.emplace_back(plan, false);
  std::vector<Precedence> precedences;
  std::vector<std::unordered_map<std::int32_t, std::int32_t>> awaited(at(plan.threads));
  for (const std::int32_t a : order) {
    Earlier earlier;
    for (OrderedAccesses& memory : memories) memory.visit(a, earlier);
    auto& known = awaited[at(plan.actions[at(a)].thread)];
    for (const auto& [thread, action] : earlier) {
      std::int32_t& last = known.try_emplace(thread, -1).first->second;
      if (last >= action) continue;
      last = action;
      precedences.push_back({a, action});
    }
  }
  return precedences;
}

}  // namespace orrery
