#include "algorithms/cost_models/best_tuning.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include "algorithms/common/placed_problem.h"
#include "algorithms/verify.h"
#include "emu/net/network.h"

namespace orrery::inline algorithms {

namespace {

constexpr double kMostTried = 200'000;  // messages worth a choice
constexpr double kFewestRuns = 8;       // otherwise none
constexpr int kNear = 8;
constexpr double kNever = std::numeric_limits<double>::infinity();
constexpr double kPieces = 24;  // pieces of a joined message that take as long as a message

/// Returns whether all messages cost the same, and wait only for their own ends.
bool model_is_exact(const Problem& x) {
  return x.network == nullptr || (x.network->fully_connected() && !takes_turns(x) &&
                                  x.network->costs.plain() && one_rank_on_each_host(*x.network));
}

/// Times by runs, until these have sent too many messages.
class Trial {
 public:
  Trial(const Algorithm& a, const Problem& x) : algorithm_(a), problem_(x) {}

  /// Estimates the messages of a run: a rank sends each block in a message of its own, also if a round has several.
  double messages(int n) {
    problem_.blocks = n;
    const double pieces = find_collective(algorithm_.collective).irregular ? problem_.p : 0;
    const auto of_rank =
        static_cast<double>(std::max<std::int64_t>(algorithm_.rounds(problem_), n));
    return of_rank * problem_.p * (1 + pieces / kPieces);
  }
  /// Returns the time of n blocks; infinite if the run is too large, or n impossible.
  double operator()(int n) {
    const auto known = times_.find(n);
    if (known != times_.end()) return known->second;
    return times_[n] = run(n);
  }

 private:
  double run(int n) {
    if (n < 1 || n > std::clamp<std::int64_t>(problem_.count, 1, kMostBlocks)) return kNever;
    spent_ += messages(n);
    if (spent_ > kMostTried) return kNever;
    return emulated_time(algorithm_, problem_);
  }

  const Algorithm& algorithm_;
  Problem problem_;
  double spent_ = 0;
  std::map<int, double> times_;
};

/// Moves n by decreasing steps while that improves the time.
int descend(int n, Trial& time) {
  const auto better = [&](int next) { return time(next) < time(n); };
  for (int step = std::max(1, n / 2); step > 0; step /= 2)
    while (better(n - step) || better(n + step)) n += better(n - step) ? -step : step;
  return n;
}

/// Returns the best of all near n: within a quarter of it, and at least kNear.
int nearby(int n, Trial& time) {
  int best = n;
  for (int d = 1; d <= std::max(kNear, n / 4); ++d)
    for (const int next : {n - d, n + d})
      if (time(next) < time(best)) best = next;
  return best;
}

/// Returns the best of the tried numbers, from n on.
int tried_from(int n, const Algorithm& a, const Problem& x) {
  Trial trial(a, x);
  if (kFewestRuns * trial.messages(n) > kMostTried) return n;
  const auto faster = [&](int i, int j) { return trial(i) < trial(j); };
  return nearby(std::min({descend(n, trial), descend(1, trial), descend(4 * n, trial)}, faster),
                trial);
}

constexpr int kAllUpTo = 64;      // ranks
constexpr int kAlwaysTried = 32;  // radices that are tried for more ranks
constexpr int kMostRounds = 12;   // i in k^i >= p

std::set<int> candidates(int p) {
  std::set<int> all;
  for (int k = 2; k <= std::max(2, p <= kAllUpTo ? p : kAlwaysTried); ++k) all.insert(k);
  for (int i = 1; i <= kMostRounds && p > kAllUpTo; ++i)
    all.insert(std::max(2, static_cast<int>(std::ceil(std::pow(p, 1.0 / i) - 1e-9))));
  return all;
}

/// Returns the time. The formula is for one port.
double time_of(const Algorithm& a, const Problem& x) {
  const bool one_ported = x.network == nullptr ||
                          (x.network->fully_connected() && x.network->costs.overhead == Time(0) &&
                           is_one_ported(x.network->ports));
  return one_ported ? static_cast<double>(a.time(x).count()) : emulated_time(a, x);
}

int fastest_radix(const Algorithm& a, Problem x) {
  std::pair best(std::numeric_limits<double>::infinity(), 2);
  for (const int k : candidates(x.p)) {
    x.radix = k;
    if (!refusal(a, x)) best = std::min(best, std::pair(time_of(a, x), k));
  }
  return best.second;
}

}  // namespace

int fastest_blocks(const Algorithm& a, const Problem& x, int most, const PipelineTime& model) {
  const int n = best_pipeline(most, model);
  return model_is_exact(x) ? n : tried_from(n, a, x);
}

int fastest_blocks_in_rounds(const Algorithm& a, const Problem& x, PipelineRounds rounds, int parts,
                             bool reduces) {
  if (x.p == 1) return 1;
  const auto each = static_cast<double>(rounds(x, 2) - rounds(x, 1));
  const double more = static_cast<double>(rounds(x, 1)) - each;
  const int model = best_pipeline(pipeline_limit(x, each, more), [&](int n) {
    const std::int64_t largest =
        (x.count + std::int64_t{parts} * n - 1) / (std::int64_t{parts} * n);
    return static_cast<double>(rounds(x, n)) * block_time(x, largest, reduces);
  });
  return x.network == nullptr ? model : tried_from(model, a, x);
}

int best_radix(const Algorithm& a, const Problem& x) {
  thread_local LastAnswer<std::pair<const Algorithm*, PlacedProblem>, int> last;
  return last.to({&a, PlacedProblem(x)}, [&] { return fastest_radix(a, x); });
}

double emulated_time(const Algorithm& a, const Problem& x) {
  const Op sizes_only{"", "", x.element_bytes, x.commutative, nullptr, nullptr};
  const Execution e = execute(a, x, *x.network, {}, PayloadKind::kGhost, sizes_only);
  return static_cast<double>(e.metrics.completion.count());
}

}  // namespace orrery::inline algorithms
