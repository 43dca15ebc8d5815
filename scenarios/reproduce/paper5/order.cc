// "Works with non-commutative operators": do partial sums of Swing keep the ranks in order?
#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "algorithms/schedules/trees/pairing.h"
#include "algorithms/verify.h"
#include "scenarios/reproduce/reproduction.h"

namespace orrery::inline reproduce {

namespace {

Network network_of_ring(int p) {
  Network network;
  network.topology = make_topology(text_of("torus:", p));
  network.host_of = place_ranks({}, p, p);
  return network;
}

Problem problem_on(const Network& network, std::int64_t count) {
  Problem x;
  x.p = network.ranks();
  x.count = count;
  return x;
}

/// Finds, in a sum such as "x1 + (x0 + x2)", a partial sum of ranks that are not consecutive: no
/// later addition can restore rank order.
class Sums {
 public:
  explicit Sums(std::string_view text) : text_(text) { sum(); }

  /// Returns the ranks of the first such sum, as text.
  const std::optional<std::string>& gap() const { return gap_; }

 private:
  using Ranks = std::vector<int>;

  Ranks sum() {
    Ranks ranks = term();
    while (at_ < text_.size() && text_[at_] != ')') {
      at_ += std::string_view(" + ").size();
      const Ranks more = term();
      ranks.insert(ranks.end(), more.begin(), more.end());
      check(ranks);
    }
    return ranks;
  }

  Ranks term() {
    const char first = text_[at_++];  // ( or x
    if (first == '(') {
      Ranks ranks = sum();
      ++at_;
      return ranks;
    }
    int rank = 0;
    for (; at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; ++at_)
      rank = 10 * rank + (text_[at_] - '0');
    return {rank};
  }

  void check(const Ranks& ranks) {
    const auto [least, most] = std::ranges::minmax(ranks);
    if (gap_ || most - least + 1 == static_cast<int>(ranks.size())) return;
    gap_.emplace();
    for (const int r : ranks) *gap_ += text_of(gap_->empty() ? "x" : " + x", r);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::optional<std::string> gap_;
};

/// The blocks of a reduce-scatter on p ranks that have such a sum, and the first of these.
struct Gaps {
  std::int64_t blocks = 0;
  std::string first;
};

Gaps emulated_gaps(int p) {
  const Network network = network_of_ring(p);
  Gaps gaps;
  for (int r = 0; r < p; ++r) {
    const std::string sum =
        bracketing(find_algorithm("reduce-scatter", "swing"), problem_on(network, p), network, r);
    const Sums sums(sum);
    if (!sums.gap()) continue;
    if (gaps.blocks++ == 0)
      gaps.first = fmt::format("rank {}'s block: {}; a part of it: {}", r, sum, *sums.gap());
  }
  return gaps;
}

/// Counts gaps by Eq. 2 alone: before step s the value of rank r stands for the ranks value[r]; it
/// is joined with that of π(r, s).
std::int64_t followed_gaps(int p) {
  struct Value {
    std::set<int> ranks;
    bool gap = false;
  };
  std::vector<Value> value(static_cast<std::size_t>(p));
  for (int r = 0; r < p; ++r) value[static_cast<std::size_t>(r)].ranks = {r};
  for (int s = 0; 1 << s < p; ++s) {
    const std::vector<Value> before = value;
    for (int r = 0; r < p; ++r) {
      Value& v = value[static_cast<std::size_t>(r)];
      const Value& other = before[static_cast<std::size_t>(Pairs{}.partner(r, s, p))];
      v.ranks.insert(other.ranks.begin(), other.ranks.end());
      const int length = *v.ranks.rbegin() - *v.ranks.begin() + 1;
      v.gap = v.gap || other.gap || length != static_cast<int>(v.ranks.size());
    }
  }
  return std::ranges::count_if(value, &Value::gap);
}

Finding order_of(int p) {
  const Gaps gaps = emulated_gaps(p);
  return equal_counts(Basis::kWords,
                      fmt::format("p = {}: blocks with a partial sum of ranks that do not follow "
                                  "one another",
                                  p),
                      0, gaps.blocks)
      .with(gaps.first)
      .witnessed_by({Independence::kCount, static_cast<double>(followed_gaps(p)), 0,
                     "the sets of ranks that π(r, s) joins, step by step"})
      .of_claim("works with operators that do not commute (Sec. 3.1.1)");
}

/// Returns the product of matrices that an allreduce leaves on the ranks.
std::string product_of(const char* algorithm, int p) {
  const Op& op = find_op("matrix-product", "int32");
  const Network network = network_of_ring(p);
  Problem x = problem_on(network, p);
  x.element_bytes = op.element_bytes;
  x.commutative = false;
  const Execution e =
      execute(find_algorithm("allreduce", algorithm), x, network, {}, PayloadKind::kReal, op);
  return *e.verified ? "that of the ranks in order" : e.mismatch;
}

Evidence run_paper5_order(int) {
  Evidence e;
  e.notes = {
      "The paper concludes from contiguous blocks that Swing works with operators that do not "
      "commute. But the order depends on the ranks whose values are combined: a partial sum of "
      "ranks with a gap between them can no longer be completed in rank order. The rows count such "
      "partial sums for all blocks on a ring, and compute products of 2x2 matrices, for which the "
      "command refuses to run Swing."};
  for (const int p : {2, 4, 8, 16}) e.findings.push_back(order_of(p));
  for (const char* algorithm : {"swing-latency", "swing-bandwidth"})
    for (const int p : {4, 8})
      e.results.push_back({fmt::format("p = {}: product of matrices by {}", p, algorithm),
                           product_of(algorithm, p),
                           {}});
  return e;
}

}  // namespace

extern const Reproduction paper5_order{
    .name = "paper5-order",
    .title = "Swing and operators that do not commute: the order of its sums",
    .source = "De Sensi, Bonato, Saam and Hoefler, Swing, NSDI 2024, Sec. 3.1.1",
    .run = run_paper5_order,
    .beyond_model = "orders of sums are compared, which do not depend on costs",
};

}  // namespace orrery::inline reproduce
