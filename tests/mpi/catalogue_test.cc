// Tests every algorithm of the catalogue on real processes: every rank gets the result that the
// collective promises.
#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/instance.h"
#include "scenarios/commands/orrery_mpi/measure.h"
#include "tests/mpi/processes.h"
#include "tests/name_of_algorithm.h"
#include "tests/network.h"

namespace orrery::testing {
namespace {

const MeasureOptions kOnce{.warmup = 0, .repetitions = 1, .patience = kPatience};

/// Returns the first difference on this process, or of a barrier on any process, in words.
std::string mismatch_of(const Algorithm& a, const Problem& x, const Op& op) {
  if (find_collective(a.collective).synchronises)
    return measure(processes(), a, x, op, kOnce).algorithm.mismatch;
  const Instance instance(a, x);
  RealStore store(op, x.p);
  const Slice v = store.allocate(instance.length());
  instance.fill(store, v, processes().rank());
  MpiRank(processes(), store, MpiRank::Seconds(kPatience), kHangCode).run([&](Comm& c) {
    instance.run(c, v);
  });
  return instance.mismatch(store, v, processes().rank()).value_or("");
}

Problem problem(const Network& network, const Op& op, std::int64_t count, int root) {
  Problem x;
  x.p = network.ranks();
  x.count = count;
  x.element_bytes = op.element_bytes;
  x.root = root;
  x.commutative = op.commutative;
  x.cost = {network.costs.alpha, network.costs.link(0).bandwidth.inverse(), network.costs.gamma};
  x.dims = network.topology->dims();
  x.network = &network;
  return x;
}

/// Runs and checks an algorithm; returns false if it is refused.
bool check(const Algorithm& a, const Problem& x, const Op& op) {
  if (refusal(a, x)) return false;
  EXPECT_EQ(mismatch_of(a, x, op), "")
      << a.collective << ' ' << a.name << ": p = " << x.p << ", count = " << x.count
      << ", root = " << x.root << ", blocks = " << x.blocks << ", " << op.name;
  return true;
}

class Catalogue : public ::testing::TestWithParam<const Algorithm*> {
 protected:
  static bool check(const Problem& x, const Op& op) { return testing::check(*GetParam(), x, op); }
};

TEST_P(Catalogue, DataAreRightOnRealProcesses) {
  const int p = processes().size();
  const Network network = network_of(text_of("full:", p));
  const Op &sum = find_op("sum", "int32"), &max = find_op("max", "double"),
           &matrices = find_op("matrix-product", "int64");
  bool checked = false;
  checked |= check(problem(network, sum, p - 1, 0), sum);
  checked |= check(problem(network, max, 6'000, p / 2), max);  // too large to be sent eagerly
  Problem x = problem(network, matrices, 50, p - 1);
  x.blocks = 3;
  check(x, matrices);
  for (const std::string& spec : {text_of("torus:", p), std::string("torus:2x4")}) {
    const Network torus = network_of(spec);
    if (torus.ranks() == p) checked |= check(problem(torus, sum, 1003, p / 3), sum);
  }
  for (const bool periodic : {true, false}) {
    Problem y = problem(network, sum, 37, 0);
    y.periodic = periodic;
    y.neighborhood = Neighborhood::kMoore;
    if (find_collective(GetParam()->collective).among_neighbors) checked |= check(y, sum);
  }
  // catalog_test checks refusals of few ranks, or of ranks without coordinates.
  if (p == 1 || p == 8) {
    EXPECT_TRUE(checked);
  }
}

/// Algorithms of several levels with parts named by level and by collective, some of which are not
/// in the forms' entries.
constexpr std::pair<std::string_view, std::string_view> kCompositions[] = {
    {"broadcast", "hierarchical(intra=chain, inter=k-nomial)"},
    {"broadcast", "full-lane(scatter=linear-at-once, inter=linear, allgather=ring)"},
    {"broadcast", "van-de-geijn(scatter=k-nomial, allgather=sparbit)"},
    {"reduce", "hierarchical(intra=linear, inter=circulant)"},
    {"allgather", "hierarchical(gather=linear-at-once, inter=neighbor-exchange)"},
    {"allgather", "full-lane(intra=bruck, inter=ring)"},
    {"reduce-scatter", "hierarchical(intra=binomial, inter=ring)"},
    {"allreduce", "hierarchical(intra=binomial, inter=swing)"},
    {"allreduce", "hierarchical(linear, hierarchical(linear, ring))"},
    {"allreduce", "full-lane(intra=ring, inter=rabenseifner)"},
    {"allreduce", "reduce-scatter-allgather(reduce-scatter=circulant, allgather=ring)"},
    {"allreduce", "blueconnect(pairwise, bruck)"},
    {"alltoall", "hierarchical(gather=linear-at-once, inter=bruck)"},
    {"alltoall", "full-lane(intra=linear, inter=circulant)"},
};

/// Returns groups of neighbours, groups dealt out in turn, and groups of different sizes; also on
/// two levels.
std::vector<std::vector<std::vector<int>>> groupings(int p) {
  std::vector<int> pairs, fours, dealt, uneven;
  for (int r = 0; r < p; ++r) {
    pairs.push_back(r / 2), fours.push_back(r / 4);
    dealt.push_back(r % 2), uneven.push_back(r * r / (p + 1));
  }
  return {{}, {pairs}, {dealt}, {uneven}, {pairs, fours}};
}

TEST(Compositions, DataAreRightOnRealProcesses) {
  const int p = processes().size();
  const Network network = network_of(text_of("full:", p));
  const Op &sum = find_op("sum", "int32"), &matrices = find_op("matrix-product", "int64");
  for (const auto& [collective, name] : kCompositions) {
    const Algorithm& a = find_algorithm(collective, name);
    int checked = 0;
    for (const auto& groups : groupings(p))
      for (const int root : {0, p - 1}) {
        Problem x = problem(network, sum, 101, root);
        x.groups = groups;
        checked += check(a, x, sum) ? 1 : 0;
        Problem in_order = problem(network, matrices, 13, root);
        in_order.groups = groups;
        check(a, in_order, matrices);
      }
    if (p == 8) {
      EXPECT_GT(checked, 0) << name;
    }
  }
}

/// Returns blocks of r, 2r, ... elements, which MPI_Allgatherv and similar calls must distinguish.
std::vector<std::int64_t> uneven_sizes(std::int64_t blocks) {
  std::vector<std::int64_t> sizes;
  for (std::int64_t r = 0; r < blocks; ++r) sizes.push_back(r % 3 == 1 ? 0 : 5 + 2 * r);
  return sizes;
}

/// Checks the collective of the MPI library beside the first algorithm with the same result.
void check_native(const Collective& collective, const Op& op, bool uneven) {
  const Network network = network_of(text_of("full:", processes().size()));
  Problem x = problem(network, op, 36, network.ranks() - 1);
  if (uneven) {
    x.sizes = uneven_sizes(collective.sizes(x.p));
    x.count = std::accumulate(x.sizes.begin(), x.sizes.end(), std::int64_t{0});
  }
  // MPICH 4.0 mixes up the blocks of a rank that is its own neighbour in two dimensions.
  if (collective.among_neighbors && x.p == 1) x.grid = {1};
  MeasureOptions options = kOnce;
  options.native = true;
  for (const Algorithm* a : catalog()) {
    if (a->collective != collective.name || refusal(*a, x)) continue;
    const Measurement m = measure(processes(), *a, x, op, options);
    EXPECT_EQ(m.algorithm.mismatch, "") << collective.name;
    EXPECT_EQ(m.native ? m.native->mismatch : "not run", "") << collective.name;
    return;
  }
  ADD_FAILURE() << "no algorithm for " << collective.name;
}

TEST(Native, CollectivesOfTheLibraryGiveTheSameResults) {
  for (const Collective& collective : collectives()) {
    check_native(collective, find_op("sum", "int64"), false);
    if (collective.reduces) check_native(collective, find_op("sum", "uint8"), false);  // overflows
    if (collective.irregular) check_native(collective, find_op("min", "float"), true);
    if (collective.reduces &&
        !collective.irregular)  // algorithms that keep the order: not yet for reduce-scatter
      check_native(collective, find_op("matrix-product", "int32"), false);
  }
}

INSTANTIATE_TEST_SUITE_P(All, Catalogue, ::testing::ValuesIn(catalog().begin(), catalog().end()),
                         testing::name_of_algorithm);

}  // namespace
}  // namespace orrery::testing
