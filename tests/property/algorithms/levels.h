#pragma once

#include <algorithm>
#include <ostream>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/promises.h"
#include "algorithms/verify.h"
#include "tests/network.h"
#include "tests/setting.h"

/// Tests algorithms of several levels on groups of any sizes.
namespace orrery::testing {

using Level = std::vector<int>;

inline Problem problem(const Network& network, std::int64_t count, int root = 0) {
  Problem x;
  x.p = network.ranks();
  x.count = count;
  x.root = root;
  x.cost = {network.costs.alpha + 100ns, network.costs.link(0).bandwidth.inverse(),
            network.costs.gamma};
  x.network = &network;
  return x;
}

/// Returns RankGroups of neighbours, of different sizes, dealt out in turn, one for all ranks, and
/// one for each rank.
inline std::vector<std::vector<Level>> groupings(int p) {
  std::vector<std::vector<Level>> all{{}};
  for (const int size : {1, 2, 3, p}) {
    Level level;
    for (int r = 0; r < p; ++r) level.push_back(r / size);
    all.push_back({level});
  }
  Level dealt, uneven;
  for (int r = 0; r < p; ++r) dealt.push_back(r % 3), uneven.push_back(r < 1 ? 7 : r < 5 ? 2 : 5);
  all.push_back({dealt});
  all.push_back({uneven});
  return all;
}

struct Named {
  const char *collective, *name;
};

inline void PrintTo(const Named& named, std::ostream* out) {
  *out << named.collective << ' ' << named.name;
}

/// Compositions, and other algorithms that use groups.
inline constexpr Named kCompositions[] = {
    {"broadcast", "hierarchical(intra=binomial, inter=chain)"},
    {"broadcast", "hierarchical(circulant)"},
    {"broadcast", "hierarchical(intra=ring, inter=k-nomial)"},
    {"broadcast", "full-lane(scatter=linear-at-once, inter=linear, allgather=bruck)"},
    {"broadcast", "hierarchical(intra=linear, inter=hierarchical(chain))"},
    {"broadcast", "van-de-geijn(allgather=recursive-multiplying)"},
    {"broadcast", "van-de-geijn(scatter=k-nomial, allgather=sparbit)"},
    {"allreduce", "reduce-scatter-allgather(reduce-scatter=circulant, allgather=ring)"},
    {"reduce", "hierarchical(intra=linear, inter=circulant)"},
    {"reduce", "full-lane(intra=recursive-halving, inter=binomial-halving)"},
    {"reduce", "full-lane(reduce-scatter=circulant, gather=k-nomial, inter=linear)"},
    {"allreduce", "hierarchical(intra=ring, inter=swing)"},
    {"allreduce", "hierarchical(intra=linear, inter=elimination)"},
    {"allreduce", "full-lane(intra=pat, inter=rabenseifner)"},
    {"allreduce", "full-lane(intra=circulant, inter=hierarchical(intra=binomial))"},
    {"allreduce", "blueconnect(intra=ring, inter=circulant)"},
    {"allgather", "hierarchical(gather=binomial, inter=bruck, broadcast=chain)"},
    {"allgather", "hierarchical(gather=linear-at-once, inter=swing)"},
    {"allgather", "hierarchical(intra=ring, inter=sparbit)"},
    {"allgather", "blueconnect(sparbit)"},
    {"reduce-scatter", "hierarchical(reduce=linear, inter=pairwise, scatter=circulant)"},
    {"reduce-scatter", "full-lane(intra=ring, inter=circulant)"},
    {"reduce-scatter", "blueconnect(recursive-halving)"},
    {"alltoall", "hierarchical(gather=binomial, inter=bruck, scatter=linear-at-once)"},
    {"alltoall", "full-lane(intra=linear, inter=bruck)"},
    {"alltoallv", "tuna-nodes-coalesced"},
    {"alltoallv", "tuna-nodes-staggered"},
};

inline std::string text_of_case(const Problem& x) {
  std::string text = text_of("p = ", x.p, ", root = ", x.root, ", count = ", x.count, ", groups");
  for (const Level& level : x.groups)
    for (const int group : level) text += text_of(' ', group);
  return text;
}

/// Checks data, provenance, rounds and bytes of a composition on `all_ranks`, for all groupings.
inline void expect_left_what_is_wanted(const Named& named, const std::vector<int>& all_ranks,
                                       int least) {
  const Algorithm& a = find_algorithm(named.collective, named.name);
  const Op& sum = find_op("sum", "int32");
  int ran = 0;
  Sampler sample(2);
  for (const int p : all_ranks) {
    const Network network = network_of(text_of("full:", p));
    for (const auto& groups : groupings(p))
      for (const int root : std::set<int>{0, p / 2, p - 1})  // also where it means nothing
        for (const std::int64_t count : {0, 1, p - 1, 5 * p, 101}) {
          Problem x = problem(network, count, root);
          x.element_bytes = sum.element_bytes;
          x.groups = groups;
          if (refusal(a, x) || !sample.takes_next()) continue;
          for (const PayloadKind payload : {PayloadKind::kReal, PayloadKind::kProvenance}) {
            const Execution e = execute(a, x, network, {}, payload, sum);
            ASSERT_TRUE(e.verified.value()) << text_of_case(x) << ": " << e.mismatch;
            ASSERT_EQ(broken_promise(a, x, {}, e.metrics), std::nullopt) << text_of_case(x);
            ++ran;
          }
        }
  }
  EXPECT_GT(ran, least);
}

inline std::string name_of_composition(const ::testing::TestParamInfo<Named>& named) {
  std::string name = text_of(named.param.collective, "_", named.index);
  std::ranges::replace(name, '-', '_');
  return name;
}

}  // namespace orrery::testing
