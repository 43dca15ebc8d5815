#include "algorithms/schedules/prefix.h"

#include <utility>

#include "algorithms/common/arithmetic.h"

namespace orrery::prefix {

ScanPlan recursive_doubling(int p, int r, bool exclusive) {
  ScanPlan plan{exclusive};
  for (int k = 0; k < ceil_log2(p); ++k) {
    const int d = r ^ (1 << k);
    if (d >= p) continue;
    plan.steps.push_back(
        {k, d, d, true, d < r, d < r ? ScanStep::Adds::kInFront : ScanStep::Adds::kBehind});
  }
  return plan;
}

std::vector<Round> inclusive_rounds(int p, int inclusive) {
  std::vector<Round> rounds;
  for (int w = 0; w < p - 1; w = 2 * w + (rounds.back().inclusive ? 1 : 0)) {
    const bool early = static_cast<int>(rounds.size()) < inclusive;
    rounds.push_back({early ? w + 1 : w, early});
  }
  return rounds;
}

std::vector<Round> popcount_rounds(int p) {
  std::vector<Round> rounds;
  int w = 0;
  for (int bit = p > 1 ? floor_log2(p - 1) : -1; bit >= 0; --bit) {
    const bool one = ((p - 1) >> bit & 1) != 0;
    rounds.push_back({one ? w + 1 : w, one});
    w = 2 * w + (one ? 1 : 0);
  }
  return rounds;
}

/// Builds the plan. Rank 0 has no W to send in exclusive rounds. X is brought up to W right before
/// it is sent: by the last sum received, or afresh after further ones.
ScanPlan exclusive(int p, int r, const std::vector<Round>& rounds) {
  ScanPlan plan{true};
  const auto sends = [&](const Round& round) {
    return r + round.skip < p && (round.inclusive || r > 0);
  };
  const auto receives = [&](const Round& round) {
    return r - round.skip >= (round.inclusive ? 0 : 1);
  };
  const auto sends_X_next = [&](std::size_t i) {
    while (++i < rounds.size()) {
      if (rounds[i].inclusive && sends(rounds[i])) return true;
      if (receives(rounds[i])) return false;
    }
    return false;
  };
  int came = 0;  // to W since X was W ⊕ x
  for (std::size_t i = 0; i < rounds.size(); ++i) {
    const auto& [skip, inclusive] = rounds[i];
    const bool gets = receives(rounds[i]);
    if (!sends(rounds[i]) && !gets) continue;
    ScanStep::Adds adds = ScanStep::Adds::kNot;
    came += gets ? 1 : 0;
    if (gets && sends_X_next(i))
      adds = std::exchange(came, 0) > 1 ? ScanStep::Adds::kAfresh : ScanStep::Adds::kInFront;
    plan.steps.push_back({static_cast<int>(i), sends(rounds[i]) ? r + skip : -1,
                          gets ? r - skip : -1, inclusive, gets, adds});
  }
  return plan;
}

}  // namespace orrery::prefix
