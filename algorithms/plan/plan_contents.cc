#include "algorithms/plan/plan_contents.h"

#include <algorithm>

namespace orrery::inline algorithms {

/// Indexes the messages. There are about as many beginnings as messages, so that few messages are
/// searched for any size.
WireSenders::WireSenders(const Plan& plan) {
  for (const Action& a : plan.actions)
    for (const Chunks& c : plan.writes(a))
      if (c.buffer == Buffer::kWire) sent_.push_back({c.first, a.connection});
  if (!std::ranges::is_sorted(sent_, {}, &Sent::first)) std::ranges::sort(sent_, {}, &Sent::first);
  while ((plan.wire >> shift_) > std::ssize(sent_)) ++shift_;
  const std::int64_t beginnings = (plan.wire >> shift_) + 2;
  begin_.reserve(static_cast<std::size_t>(beginnings));
  for (std::size_t i = 0; std::ssize(begin_) < beginnings;
       begin_.push_back(static_cast<std::uint32_t>(i)))
    while (i < sent_.size() && (sent_[i].first >> shift_) < std::ssize(begin_)) ++i;
}

std::int32_t WireSenders::connection(const Chunks& c) const {
  const auto at = static_cast<std::size_t>(c.first >> shift_);
  const auto begin = sent_.begin() + begin_[at], end = sent_.begin() + begin_[at + 1];
  return std::ranges::lower_bound(begin, end, c.first, {}, &Sent::first)->connection;
}

PlanContents::PlanContents(const Plan& plan)
    : plan_(plan),
      setting_(plan.setting),
      most_input_(plan.input.empty() ? 0 : *std::ranges::max_element(plan.input)),
      differ_(!plan.demand->sums && !plan.demand->root_gives && plan.demand->any_data) {
  setting_.root = plan.root.value_or(0);
}

/// Returns the first number of a rank's data.
std::int64_t PlanContents::own_numbers(std::int32_t rank, std::int64_t pass) const {
  return most_input_ * (differ_ ? pass * std::int64_t{setting_.ranks} + rank : pass);
}

void PlanContents::add_before(std::int32_t rank, std::int64_t pass, std::int64_t input,
                              std::vector<UnitPiece>& pieces) const {
  const std::int32_t count = plan_.input[static_cast<std::size_t>(rank)];
  if (count == 0 || (plan_.demand->any_data && !plan_.demand->gives(setting_, rank))) return;
  pieces.push_back({input, count, {own_numbers(rank, pass), rank}});
}

void PlanContents::add_after(std::int32_t rank, std::int64_t pass, std::int64_t output,
                             std::vector<UnitPiece>& pieces) const {
  const Demand& demand = *plan_.demand;
  if (!demand.any_data || !demand.takes(setting_, rank)) return;
  const std::int64_t chunks = demand.output(setting_);
  for (std::int64_t k = 0; k < chunks; ++k) {
    const Contribution c = demand.result(setting_, rank, k);
    const std::int64_t first = output + k * plan_.parts,
                       logical = own_numbers(c.rank, pass) + std::int64_t{c.index} * plan_.parts;
    const int contributor = demand.sums ? kEveryRank : c.rank;
    UnitPiece* const last = pieces.empty() ? nullptr : &pieces.back();
    if (last != nullptr && last->content.contributor == contributor &&
        last->first + last->count == first && last->content.logical + last->count == logical)
      last->count += plan_.parts;
    else
      pieces.push_back({first, plan_.parts, {logical, contributor}});
  }
}

}  // namespace orrery::inline algorithms
