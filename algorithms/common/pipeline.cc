#include "algorithms/common/pipeline.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "algorithms/common/placed_problem.h"

namespace orrery::inline algorithms {

namespace {

constexpr int kFirst = 8;           // these are all tried
constexpr std::size_t kPoints = 3;  // best points of the grid, whose surroundings are searched

/// Returns the numbers of a grid, ascending, from 1 to `most`.
std::vector<int> grid(int most) {
  std::vector<int> points;
  for (int n = 1; n < most; n = n < kFirst ? n + 1 : n + n / 8) points.push_back(n);
  points.push_back(most);
  return points;
}

struct Question {
  PlacedProblem placed;
  Function<int(const Problem&)> best;
  bool operator==(const Question&) const = default;
};

}  // namespace

int best_pipeline(int most, const PipelineTime& time) {
  std::map<int, double> known;
  const auto look = [&](int n) {
    if (!known.contains(n)) known[n] = time(n);
  };
  const std::vector<int> points = grid(most);
  for (const int n : points) look(n);
  std::vector<std::size_t> order(points.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return known[points[i]]; });
  for (std::size_t k = 0; k < std::min(kPoints, order.size()); ++k) {
    const std::size_t i = order[k];
    const int below = i == 0 ? 1 : points[i - 1],
              above = points[std::min(i + 1, points.size() - 1)];
    for (int n = below; n <= above; ++n) look(n);
  }
  return std::ranges::min_element(known, {}, [](const auto& n) { return n.second; })->first;
}

int pipeline_limit(const Problem& x, double each, double rounds) {
  const auto most = static_cast<int>(std::clamp<std::int64_t>(x.count, 1, kMostBlocks));
  const double volume = static_cast<double>(x.bytes().count()) * (x.cost.beta.ps + x.cost.gamma.ps);
  const double startup = each * static_cast<double>(x.cost.alpha.count());
  if (startup <= 0) return most;
  const double ideal = std::sqrt(std::max(rounds, 0.0) * volume / startup);
  return std::min(most, static_cast<int>(std::clamp<double>(4 * ideal, kFirst, kMostBlocks)));
}

double block_time(const Problem& x, std::int64_t elements, bool reduces) {
  if (elements == 0) return 0;
  const double per_byte = x.cost.beta.ps + (reduces ? x.cost.gamma.ps : 0);
  return static_cast<double>(x.cost.alpha.count()) +
         static_cast<double>(x.elements(elements).count()) * per_byte;
}

double blocks_time(const Problem& x, int n, bool reduces) {
  const std::int64_t larger = x.count % n, size = x.count / n;
  return static_cast<double>(larger) * block_time(x, size + 1, reduces) +
         static_cast<double>(n - larger) * block_time(x, size, reduces);
}

bool takes_turns(const Problem& x) {
  return x.network != nullptr && x.network->ports.kind == Ports::Kind::kCount &&
         x.network->ports.half_duplex && x.network->ports.count == 1;
}

Time pipeline_time(const Problem& x, int n, PipelineRounds rounds) {
  return rounds(x, n) * x.cost.message(x.block(0, n));
}

int pipeline_blocks(const Problem& x, const Function<int(const Problem&)>& best) {
  if (x.blocks > 0) return x.blocks;
  struct Answer {
    Question question;
    int blocks;
  };
  thread_local std::optional<Answer> last;
  Question question{PlacedProblem(x), best};
  if (!last || last->question != question) {
    const int blocks = best(x);
    last.emplace(std::move(question), blocks);
  }
  return last->blocks;
}

}  // namespace orrery::inline algorithms
