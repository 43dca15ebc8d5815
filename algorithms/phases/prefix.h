#pragma once

#include "algorithms/algorithm.h"
#include "algorithms/schedules/prefix.h"

/// Scans that follow a table (prefix::ScanPlan), and their costs.
namespace orrery::inline algorithms {

using PrefixPlanOf = prefix::ScanPlan (*)(const Problem& x, int r);

/// Runs the plan on call.v. Copies are made while messages are under way.
void follow(Comm& c, const prefix::ScanPlan& plan, const Call& call);

std::int64_t prefix_rounds(PrefixPlanOf plan, const Problem& x);
/// Returns the messages of all ranks together, and of the rank that sends most.
std::int64_t prefix_messages(PrefixPlanOf plan, const Problem& x);
std::int64_t prefix_messages_max_rank(PrefixPlanOf plan, const Problem& x);
Time prefix_time(PrefixPlanOf plan, const Problem& x);

/// Returns `a` running the plan.
template <auto kPlan>
constexpr Algorithm by_prefix_plan(Algorithm a) {
  a.run = [](Comm& c, const Call& call) { follow(c, kPlan(call.problem, c.rank()), call); };
  a.rounds = [](const Problem& x) { return prefix_rounds(kPlan, x); };
  a.bytes_total = [](const Problem& x) { return prefix_messages(kPlan, x) * x.bytes(); };
  a.bytes_max_rank = [](const Problem& x) {
    return prefix_messages_max_rank(kPlan, x) * x.bytes();
  };
  a.time = [](const Problem& x) { return prefix_time(kPlan, x); };
  return a;
}

template <int inclusive>
prefix::ScanPlan inclusive_plan(const Problem& x, int r) {
  return prefix::exclusive(x.p, r, prefix::inclusive_rounds(x.p, inclusive));
}

/// Defines the exclusive sum whose first `inclusive` rounds are inclusive.
template <int inclusive>
constexpr Algorithm exscan_by_inclusive_rounds(std::string_view name, std::string_view summary,
                                               std::string_view formula) {
  return by_prefix_plan<inclusive_plan<inclusive>>({
      .collective = "exscan",
      .name = name,
      .summary = summary,
      .reference = "Träff, arXiv 2507.04785",
      .formula = formula,
      .formula_if = "p > 2",
      .reproducible = Reproducible::kOnAllRanks,
  });
}

}  // namespace orrery::inline algorithms
