// Corollary 2: sequences of skips for which Algorithm 1 is correct as printed.
#include <functional>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "algorithms/common/skips.h"
#include "algorithms/verify.h"
#include "scenarios/reproduce/reproduction.h"

namespace orrery::inline reproduce {

namespace {

constexpr int kMostRanks = 14;  ///< most
using Sequence = std::vector<int>;

/// Calls f(skips) for every falling sequence from below p to 1 of which all 0 < i < p are sums.
void for_each_admissible(int p, const std::function<void(const Sequence&)>& f) {
  for (unsigned chosen = 1; chosen < 1U << (p - 1); chosen += 2) {
    Sequence skips;
    for (int s = p - 1; s > 0; --s)
      if ((chosen >> (s - 1) & 1) != 0) skips.push_back(s);
    if (!circulant::first_unreachable(skips, p)) f(skips);
  }
}

/// Returns the rounds as printed: blocks s .. s' - 1 are sent, and as many are added to from block
/// 0 on.
std::vector<circulant::ReductionRound> printed_rounds(const Sequence& skips, int p) {
  std::vector<circulant::ReductionRound> rounds;
  int before = p;
  for (const int s : skips) {
    rounds.push_back({s, s, before - 1});
    before = s;
  }
  return rounds;
}

/// Returns the contributions that rank 0 ends with, by rank, if all ranks do the same: block i of a rank belongs to
/// the rank i further on.
std::vector<int> contributions(const std::vector<circulant::ReductionRound>& rounds, int p) {
  const auto ranks = static_cast<std::size_t>(p);
  std::vector<std::vector<int>> R(
      ranks, std::vector<int>(ranks, 0));  // [block][how far the contributor is behind]
  for (auto& block : R) block[0] = 1;
  for (const circulant::ReductionRound& step : rounds) {
    const auto sent = R;
    for (int i = step.lo; i <= step.hi; ++i)
      for (int back = 0; back < p; ++back)
        R[static_cast<std::size_t>(i - step.s)][static_cast<std::size_t>(mod(back + step.s, p))] +=
            sent[static_cast<std::size_t>(i)][static_cast<std::size_t>(back)];
  }
  return R[0];
}
bool is_right(const std::vector<circulant::ReductionRound>& rounds, int p) {
  return contributions(rounds, p) == std::vector<int>(static_cast<std::size_t>(p), 1);
}

/// Runs Algorithm 1 as printed, with messages between ranks.
void run_as_printed(Comm& c, const Call& call) {
  const int p = c.size(), r = c.rank();
  const auto R = [&](int lo, int hi) {
    std::vector<Slice> parts;
    for (int i = lo; i <= hi; ++i) parts.push_back(call.block(mod(r + i, p)));
    return parts;
  };
  const Slice T = c.scratch(p);
  int round = 0;
  for (const circulant::ReductionRound& step :
       printed_rounds({call.skips.begin(), call.skips.end()}, p)) {
    const Slice incoming = T.part(0, step.blocks());
    c.round(round++);
    c.sendrecv(c.join(R(step.lo, step.hi)), mod(r + step.s, p), incoming, mod(r - step.s, p));
    c.reduce(c.join(R(0, step.hi - step.lo)), incoming);
  }
}

/// Returns whether an emulated run leaves each rank the block of a reduce-scatter.
bool runs_right(const Sequence& skips, int p) {
  Algorithm a = find_algorithm("reduce-scatter", "circulant");
  a.run = run_as_printed;
  Problem x;
  x.p = p;
  x.count = p;
  x.skips = skips;
  Network network;
  network.topology = make_topology(text_of("full:", p));
  network.host_of = place_ranks({}, p, p);
  return execute(a, x, network, {}, PayloadKind::kProvenance, find_op("sum", "uint8")).verified ==
         true;
}

struct SequenceCount {
  std::int64_t sequences = 0, wrong = 0, wrong_in_runs = 0, wrong_with_condition = 0,
               wrong_mended = 0;
  Sequence smallest;
  int ranks = 0;  ///< of the smallest
};

SequenceCount count_all() {
  SequenceCount n;
  for (int p = 2; p <= kMostRanks; ++p)
    for_each_admissible(p, [&](const Sequence& skips) {
      const bool right = is_right(printed_rounds(skips, p), p);
      ++n.sequences;
      if (!right && n.wrong++ == 0) n.smallest = skips, n.ranks = p;
      n.wrong_in_runs += runs_right(skips, p) ? 0 : 1;
      n.wrong_with_condition += circulant::is_right_as_printed(skips, p) != right ? 1 : 0;
      n.wrong_mended += is_right(circulant::steps(skips, p), p) ? 0 : 1;
    });
  return n;
}

Evidence run_paper3_corollary2(int) {
  const SequenceCount n = count_all();
  Evidence e;
  e.notes = {
      fmt::format("All {} sequences of skips that Corollary 2 admits for p = 2 .. {}. As printed, "
                  "a round sends blocks s .. s' - 1 and adds to blocks 0 .. s' - s - 1. If s < s' "
                  "/ 2, a block is in both ranges, and the addition to it is lost.",
                  n.sequences, kMostRanks)};
  e.findings.push_back(
      equals(Basis::kFormula, "sequences with which Algorithm 1 as printed loses contributions", 0,
             static_cast<double>(n.wrong), exactly())
          .witnessed_by({Independence::kProgram, static_cast<double>(n.wrong_in_runs), 0,
                         "emulated runs whose result is not that of a reduce-scatter"})
          .with(
              fmt::format("the smallest: p = {}, skips {}", n.ranks, fmt::join(n.smallest, ","))));
  e.results.push_back(
      {"sequences of which \"no skip is less than half of the one before\" predicts otherwise",
       std::to_string(n.wrong_with_condition),
       "the condition that Corollary 2 lacks; the first skip is not less than half of p"});
  e.results.push_back({"sequences with which the rounds of this program lose contributions",
                       std::to_string(n.wrong_mended),
                       "a round sends no block that it adds to: from block max(s, s' - s) on"});
  return e;
}

}  // namespace

extern const Reproduction paper3_corollary2{
    .name = "paper3-corollary2",
    .title = "Which of the sequences that Corollary 2 admits lose contributions",
    .source =
        "Träff, Optimal, Non-pipelined Reduce-scatter and Allreduce Algorithms (2025), Cor. 2",
    .run = run_paper3_corollary2,
    .beyond_model = "contributions are counted, which do not depend on costs",
};

}  // namespace orrery::inline reproduce
