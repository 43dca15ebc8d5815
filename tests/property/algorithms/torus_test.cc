// Tests algorithms that work along the dimensions of a torus: on rings of up to 64 ranks and tori of
// up to four dimensions with at most 24 ranks. torus_slow_test.cc has more, for allreduce all up to
// 256 ranks.
#include <algorithm>
#include <functional>
#include <numeric>

#include "algorithms/schedules/tori/hamiltonian.h"
#include "tests/property/algorithms/tori.h"

namespace orrery {
namespace {

using namespace orrery::testing;

/// Checks small rings, powers of two with their neighbours, primes and products; TorusSlow has
/// every ring.
TEST(Torus, RingsUpTo64) {
  for (const TorusCase& c : torus_cases())
    for (const int p : {1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14,
                        15, 16, 17, 18, 20, 21, 23, 25, 27, 31, 32, 33, 64})
      for (const std::int64_t count : {std::int64_t{1}, std::int64_t{2 * p + 3}})
        check_torus(c, {p}, count);
}

TEST(Torus, ShapesOfSeveralDimensions) {
  for (const TorusCase& c : torus_cases())
    for (int D = 2; D <= 4; ++D)
      for (const std::vector<int>& dims : shapes(D, D == 2 ? 20 : D == 3 ? 18 : 24, false))
        check_torus(c, dims,
                    16 * std::accumulate(dims.begin(), dims.end(), 1, std::multiplies<>()) / 5);
}

TEST(Torus, RealData) {
  for (const TorusCase& c : torus_cases())
    for (const std::vector<int>& dims : {std::vector{4, 4},
                                         {8, 4},
                                         {6, 4},
                                         {5, 3},
                                         {9, 3},
                                         {2, 2, 2},
                                         {3, 4, 2},
                                         {1, 8},
                                         {4, 1, 3}})
      for (const std::int64_t count : {0, 1, 97, 1000})
        check_torus(c, dims, count, PayloadKind::kReal);
}

TEST(Torus, SixDimensions) {
  for (const TorusCase& c : torus_cases()) {
    check_torus(c, {2, 2, 2, 2, 2, 2}, 1000);
    check_torus(c, {2, 3, 1, 2, 2, 2}, 1000);
  }
}

/// Checks that an algorithm refuses ranks with coordinates exactly if its declared requirements say
/// so.
TEST(Torus, RefusedShapesAreThoseThatAnAlgorithmCannotUse) {
  for (const TorusCase& c : torus_cases())
    for (int D = 1; D <= 3; ++D)
      for (const std::vector<int>& dims : shapes(D, 64, false)) {
        const Network network = network_of(torus_spec(dims));
        const Problem x = torus_problem(network, 100, c.order);
        EXPECT_EQ(!refusal(*c.algorithm, x), suits(c.algorithm->needs_ranks, dims))
            << c.algorithm->collective << ' ' << c.algorithm->name << " on " << torus_spec(dims);
      }
}

/// Checks that the list has the papers' algorithms, and none that ignores coordinates.
TEST(Torus, AlgorithmsAreToldApartByWhatTheySend) {
  const auto has = [](const char* collective, const char* name, Order order) {
    const Algorithm& a = find_algorithm(collective, name);
    return std::any_of(torus_cases().begin(), torus_cases().end(),
                       [&](const TorusCase& c) { return c.algorithm == &a && c.order == order; });
  };
  for (const char* name :
       {"swing", "swing-latency", "swing-bandwidth", "bucket", "hamiltonian-ring",
        "mirrored-recursive-doubling", "recursive-doubling"}) {
    EXPECT_TRUE(has("allreduce", name, Order::kLinear)) << name;
    EXPECT_FALSE(has("allreduce", name, Order::kTorus)) << name;
  }
  for (const char* name : {"rabenseifner", "recursive-doubling-latency"}) {
    EXPECT_FALSE(has("allreduce", name, Order::kLinear)) << name;
    EXPECT_TRUE(has("allreduce", name, Order::kTorus)) << name;
  }
  EXPECT_TRUE(has("reduce-scatter", "recursive-doubling", Order::kTorus));
  for (const Algorithm* a : catalog())
    EXPECT_EQ(has(a->collective.data(), a->name.data(), Order::kTorus), a->ordered)
        << a->collective << ' ' << a->name;
  EXPECT_FALSE(has("allreduce", "ring", Order::kLinear));
  EXPECT_FALSE(has("allreduce", "ring", Order::kTorus));
}

/// Checks that Swing sends every block but the rank's own exactly once: the minimal volume.
TEST(Swing, SendsTheMinimalBlocks) {
  for (const char* name : {"swing-bandwidth"})
    for (int p = 2; p <= 64; ++p) {
      const Network network = network_of(text_of("torus:", p));
      const Problem x = torus_problem(network, std::int64_t{2} * p * 5, Order::kLinear);
      const Execution e = execute(find_algorithm("allreduce", name), x, network, {},
                                  PayloadKind::kGhost, find_op("sum", "uint8"));
      EXPECT_EQ(e.metrics.bytes_total.count(), 2 * x.bytes().count() * (p - 1)) << p;
      EXPECT_EQ(e.metrics.bytes_max_rank.count(), 2 * 10 * (p - 1)) << p;
    }
}

/// Checks 256x4, where two collectives leave over the same link from the fifth round on and their
/// latencies overlap. Ten rounds cross 1, 1, 1, 1, 3, 5, 11, 21, 43 and 85 links; 8 bytes cross the
/// busiest link once in each of the first four rounds, then twice as often as the route has links.
TEST(Swing, CollectivesOnOneLinkDoNotWaitForEachOthersLatency) {
  Network network = network_of("torus:256x4");
  network.costs.hop_latency = 300ns;
  network.ports.kind = Ports::Kind::kPerLink;
  const auto time = [&] {
    return execute(find_algorithm("allreduce", "swing-latency"),
                   torus_problem(network, 32, Order::kLinear), network, {}, PayloadKind::kGhost,
                   find_op("sum", "uint8"))
        .metrics.completion;
  };
  const Time latency = 10 * Time(500ns) + 172 * Time(400ns);
  const Time shared = 340 * Time(160);
  EXPECT_EQ(time(), latency + shared);
  network.ports.hold = Ports::Hold::kMessage;  // the second begins when the first has ended
  EXPECT_GE(time(), latency + 6 * Time(500ns) + 168 * Time(400ns));
}

/// Checks Swing without coordinates, where it treats the ranks as one ring: if distance has no
/// cost, it takes as long as recursive doubling.
TEST(Swing, TiesWithRecursiveDoublingOnAFatTree) {
  const Network network = network_of("fat-tree:4,2");
  Problem x = torus_problem(network, std::int64_t{16} * 1024, Order::kLinear);
  const Op& op = find_op("sum", "uint8");
  const auto time = [&](const char* name) {
    return execute(find_algorithm("allreduce", name), x, network, {}, PayloadKind::kGhost, op)
        .metrics.completion;
  };
  EXPECT_TRUE(x.dims.empty());
  EXPECT_EQ(time("swing-latency") / 1us, time("recursive-doubling-latency") / 1us);
  EXPECT_EQ(time("swing-bandwidth") / 1us, time("rabenseifner") / 1us);
}

/// Checks that the choice of two algorithms takes the time of the faster one.
TEST(Choice, FollowsTheMeasuredTimes) {
  const Op& op = find_op("sum", "uint8");
  for (const char* spec : {"torus:8x8", "torus:16x4", "mesh:4x4", "torus:4x4x4", "fat-tree:4,2"}) {
    Network network = network_of(spec);
    network.costs.hop_latency = 300ns;
    network.ports.kind = Ports::Kind::kPerLink;
    for (const Ports::Hold hold : {Ports::Hold::kTransfer, Ports::Hold::kMessage})
      for (const auto& [better, whole, halves] :
           {std::tuple{"swing", "swing-latency", "swing-bandwidth"},
            {"recursive-doubling", "recursive-doubling-latency", "rabenseifner"}})
        for (std::int64_t bytes = 32; bytes <= 8 << 20; bytes *= 16) {
          network.ports.hold = hold;
          Problem x = torus_problem(
              network, bytes, network.topology->dims().empty() ? Order::kLinear : Order::kTorus);
          const auto time = [&](const char* name) {
            return static_cast<double>(
                execute(find_algorithm("allreduce", name), x, network, {}, PayloadKind::kGhost, op)
                    .metrics.completion.count());
          };
          EXPECT_LE(time(better), 1.15 * std::min(time(whole), time(halves)))
              << better << " of " << bytes << " bytes on " << spec;
        }
  }
}

std::string reason(const char* collective, const char* name, const Problem& x) {
  return refusal(find_algorithm(collective, name), x).value_or("");
}

TEST(Torus, RefusalsSayWhatIsNeeded) {
  Problem x;
  x.p = 8;
  x.no_dims = "full:8 has none";
  EXPECT_NE(reason("allreduce", "bucket", x).find("full:8 has none"), std::string::npos);
  x.order = Order::kTorus;
  EXPECT_NE(reason("allreduce", "rabenseifner", x).find("in torus order needs"), std::string::npos);
  EXPECT_TRUE(reason("allreduce", "swing", x).empty());
  x.dims = {2, 4};
  EXPECT_TRUE(reason("allreduce", "rabenseifner", x).empty());
  x.commutative = false;
  EXPECT_NE(reason("allreduce", "rabenseifner", x).find("commutative"), std::string::npos);
  x.order = Order::kLinear;
  EXPECT_TRUE(reason("allreduce", "rabenseifner", x).empty());
  x.commutative = true;
  x.p = 24;
  x.dims = {4, 6};
  EXPECT_NE(reason("allreduce", "hamiltonian-ring", x).find("gcd(r, c-1) = 1"), std::string::npos);
  EXPECT_NE(reason("allgather", "mirrored-recursive-doubling", x).find("not 4x6"),
            std::string::npos);
  x.dims = {1, 24};
  EXPECT_NE(reason("allreduce", "hamiltonian-ring", x).find("dimension of 1"), std::string::npos);
  x.dims = {2, 3, 4};
  EXPECT_NE(reason("allreduce", "hamiltonian-ring", x).find("two dimensions"), std::string::npos);
}

}  // namespace
}  // namespace orrery
