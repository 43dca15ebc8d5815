#include "algorithms/cost_models/best_radix.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

#include "algorithms/common/placed_problem.h"
#include "algorithms/cost_models/emulated_time.h"

namespace orrery {

namespace {

constexpr int kAllUpTo = 64;      // ranks
constexpr int kAlwaysTried = 32;  // radices that are looked at for more ranks
constexpr int kMostRounds = 12;   // i in k^i >= p

std::set<int> candidates(int p) {
  std::set<int> all;
  for (int k = 2; k <= std::max(2, p <= kAllUpTo ? p : kAlwaysTried); ++k) all.insert(k);
  for (int i = 1; i <= kMostRounds && p > kAllUpTo; ++i)
    all.insert(std::max(2, static_cast<int>(std::ceil(std::pow(p, 1.0 / i) - 1e-9))));
  return all;
}

/// The formula is for one port.
double time_of(const Algorithm& a, const Problem& x) {
  const bool one_ported = x.network == nullptr ||
                          (x.network->fully_connected() && x.network->costs.overhead == Time(0) &&
                           x.network->ports.kind == Ports::Kind::kCount &&
                           x.network->ports.count == 1 && !x.network->ports.half_duplex);
  return one_ported ? static_cast<double>(a.time(x).count()) : emulated_time(a, x);
}

int fastest(const Algorithm& a, Problem x) {
  std::pair best(std::numeric_limits<double>::infinity(), 2);
  for (const int k : candidates(x.p)) {
    x.radix = k;
    if (!refusal(a, x)) best = std::min(best, std::pair(time_of(a, x), k));
  }
  return best.second;
}

}  // namespace

int best_radix(const Algorithm& a, const Problem& x) {
  thread_local LastAnswer<std::pair<const Algorithm*, PlacedProblem>, int> last;
  return last.to({&a, PlacedProblem(x)}, [&] { return fastest(a, x); });
}

}  // namespace orrery
