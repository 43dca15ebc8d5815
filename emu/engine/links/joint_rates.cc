#include "emu/engine/links/joint_rates.h"

#include <algorithm>
#include <limits>

namespace orrery::inline engine {

void JointRates::solve() {
  if (solve_uniform()) return;
  number_links();
  solution_.resize(solved_.size());
  bottlenecks_.resize(solved_.size());
  solver_.solve({costs_, offsets_, local_links_, multiplicity_}, solution_, bottlenecks_);
  for (LinkSlot& bottleneck : bottlenecks_) bottleneck = slots_[bottleneck];
}

/// Solves the problem if each flow has a link that is as full as the fullest of all, so that all
/// rates are equal. Returns whether it did.
bool JointRates::solve_uniform() {
  double level = 0, least = std::numeric_limits<double>::infinity();
  bottlenecks_.clear();
  for (const Flow::Id f : solved_) {
    double share = 0;  // inverse, on its fullest link
    LinkSlot fullest = 0;
    for_each_link(route(f), [&](LinkSlot s) {
      const double other = counts_[s].flows * links_.cost(s);
      if (other > share) share = other, fullest = s;
    });
    level = std::max(level, share);
    least = std::min(least, share);
    bottlenecks_.push_back(fullest);
  }
  if (least < level * MaxMinSolver::kTogether) return false;
  solution_.assign(solved_.size(), level);
  return true;
}

void JointRates::number_links() {
  for (auto* const numbers : {&local_links_, &slots_, &multiplicity_}) numbers->clear();
  costs_.clear();
  offsets_.assign(1, 0);
  numbers_.resize(counts_.size(), kNone);
  for (const Flow::Id f : solved_) {
    multiplicity_.push_back(flows_[f].multiplicity);
    for_each_link(route(f), [this](LinkSlot s) {
      if (numbers_[s] == kNone) {
        numbers_[s] = static_cast<std::uint32_t>(slots_.size());
        slots_.push_back(s);
        costs_.push_back(links_.cost(s));
      }
      local_links_.push_back(numbers_[s]);
    });
    offsets_.push_back(static_cast<std::uint32_t>(local_links_.size()));
  }
  for (const LinkSlot s : slots_) numbers_[s] = kNone;
}

}  // namespace orrery::inline engine
