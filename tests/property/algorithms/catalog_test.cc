// Tests every algorithm of the catalogue in the cases of `orrery verify`, for p up to 33 (up to 64 in
// catalog_slow_test.cc) and every root for small p.
#include "tests/property/algorithms/catalog.h"

#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/common/skips.h"
#include "algorithms/promises.h"
#include "algorithms/verify.h"
#include "tests/network.h"
#include "tests/property/algorithms/tori.h"

namespace orrery {

namespace {

using orrery::testing::network_of;

using orrery::testing::kMostRanks;
using orrery::testing::name_of_algorithm;

Network one_ported(int p) {
  return network_of(text_of("full:", p));
}

Problem problem(int p, std::int64_t count, int root, const Network& network) {
  Problem x;
  x.p = p;
  x.count = count;
  x.root = root;
  x.cost = {network.costs.alpha + 100ns, network.costs.link(0).bandwidth.inverse(),
            network.costs.gamma};
  if (p == network.topology->hosts()) x.dims = network.topology->dims();
  x.network = &network;
  return x;
}

/// Returns whether an algorithm must be refused if ranks have no coordinates, by the requirements
/// that it declares (torus_test.cc tests ranks with coordinates).
bool refused_without_coordinates(const Algorithm& a, int p) {
  return p > 1 && (a.needs_coordinates || !testing::suits(a.needs_ranks, {p}));
}

std::string describe(const Problem& x) {
  return text_of("p = ", x.p, ", count = ", x.count, ", root = ", x.root, ", blocks = ", x.blocks);
}

class Catalog : public ::testing::TestWithParam<const Algorithm*> {};
class Reducing : public Catalog {};  // has an operator

TEST_P(Catalog, DoesWhatItPromises) {
  testing::expect_promises(*GetParam(), testing::TriedFirst());
}

TEST_P(Catalog, TimeDoesNotDependOnTheKindOfPayload) {
  const Algorithm& a = *GetParam();
  const Op& op = find_op("sum", "uint8");
  const Network network = network_of("torus:4x4");
  const Problem x = problem(16, 1003, 0, network);
  if (refusal(a, x)) GTEST_SKIP();
  const Time ghost = execute(a, x, network, {}, PayloadKind::kGhost, op).metrics.completion;
  EXPECT_EQ(execute(a, x, network, {}, PayloadKind::kReal, op).metrics.completion, ghost);
  EXPECT_EQ(execute(a, x, network, {}, PayloadKind::kProvenance, op).metrics.completion, ghost);
}

/// A user-defined operator that is associative, but not commutative: concatenation of strings of at
/// most 63 letters.
struct Word {
  char letters[64];
};

void join_words(void* into, const void* from, std::int64_t count, bool from_first) {
  auto* a = static_cast<Word*>(into);
  const auto* b = static_cast<const Word*>(from);
  for (std::int64_t i = 0; i < count; ++i) {
    const std::string first = from_first ? b[i].letters : a[i].letters;
    const std::string joined = first + (from_first ? a[i].letters : b[i].letters);
    joined.copy(a[i].letters, sizeof a[i].letters - 1);
    a[i].letters[std::min(joined.size(), sizeof a[i].letters - 1)] = 0;
  }
}

void word_of_rank(void* element, int rank, std::int64_t index) {
  *static_cast<Word*>(element) = {{static_cast<char>('A' + rank), static_cast<char>('a' + index)}};
}

TEST_P(Reducing, AUsersOperator) {
  const Algorithm& a = *GetParam();
  const Op op{"join", "word", sizeof(Word), false, join_words, word_of_rank};
  for (const int p : {1, 2, 3, 4, 6, 7, 8, 11, 16}) {
    const Network network = one_ported(p);
    Problem x = problem(p, 19, 0, network);
    x.element_bytes = op.element_bytes;
    x.commutative = op.commutative;
    if (refusal(a, x)) continue;
    const Execution e = execute(a, x, network, {}, PayloadKind::kReal, op);
    ASSERT_TRUE(e.verified.value()) << describe(x) << ": " << e.mismatch;
  }
}

std::vector<const Algorithm*> those(bool (*select)(const Algorithm&)) {
  std::vector<const Algorithm*> chosen;
  for (const Algorithm* a : catalog())
    if (select(*a)) chosen.push_back(a);
  return chosen;
}
bool reduces(const Algorithm& a) {
  return find_collective(a.collective).reduces;
}

INSTANTIATE_TEST_SUITE_P(All, Catalog, ::testing::ValuesIn(catalog().begin(), catalog().end()),
                         name_of_algorithm);
INSTANTIATE_TEST_SUITE_P(All, Reducing, ::testing::ValuesIn(those(reduces)), name_of_algorithm);

TEST(CatalogTable, NamesAreUniqueAndCollectivesExist) {
  std::set<std::pair<std::string_view, std::string_view>> seen;
  for (const Algorithm* a : catalog()) {
    EXPECT_NO_THROW(find_collective(a->collective));
    EXPECT_TRUE(seen.emplace(a->collective, a->name).second) << a->collective << ' ' << a->name;
    EXPECT_EQ(&find_algorithm(a->collective, a->name), a);
    for (const std::string_view text : {a->summary, a->reference, a->formula})
      EXPECT_FALSE(text.empty()) << a->name;
  }
}

TEST(CatalogTable, UnknownNamesAreRefusedWithTheNearest) {
  try {
    find_algorithm("allreduce", "rabenseifer");
    FAIL();
  } catch (const std::invalid_argument& e) {
    EXPECT_NE(std::string(e.what()).find("did you mean 'rabenseifner'"), std::string::npos)
        << e.what();
  }
  EXPECT_THROW(find_collective("allreduse"), std::invalid_argument);
}

/// Checks that an algorithm declares every problem that it refuses, since other tests skip refused
/// problems silently.
TEST(CatalogTable, RefusedProblemsAreThoseThatAnAlgorithmCannotUse) {
  for (const Algorithm* a : catalog())
    for (int p = 1; p <= kMostRanks; ++p) {
      Problem x;
      x.p = p;
      x.count = 1000;
      const auto reason = refusal(*a, x);
      EXPECT_EQ(reason.has_value(), refused_without_coordinates(*a, p))
          << a->collective << ' ' << a->name << ", p = " << p << ": " << reason.value_or("");
    }
}

TEST(CatalogTable, RestrictionsAreWords) {
  Problem x;
  x.p = 7;
  EXPECT_EQ(refusal(find_algorithm("allgather", "neighbor-exchange"), x),
            "neighbor-exchange works in pairs: the number of ranks must be even and is 7");
  EXPECT_EQ(
      refusal(find_algorithm("allgather", "recursive-doubling"), x),
      "recursive-doubling pairs rank r with r XOR 2^k: the number of ranks must be a power of "
      "two and is 7");
}

TEST(CatalogTable, NonCommutativeOperatorsAreRefusedWhereOrderIsNotKept) {
  Problem x;
  x.p = 4;
  x.commutative = false;
  EXPECT_TRUE(refusal(find_algorithm("allreduce", "ring"), x));
  EXPECT_FALSE(refusal(find_algorithm("allreduce", "rabenseifner"), x));
}

/// Runs a dissemination barrier whose ranks signal their second partner before they have received
/// from their first.
void hasty_barrier(Comm& c, const Call&) {
  const int p = c.size(), r = c.rank();
  const Handle first = c.isend(Slice::token(), mod(r + 1, p));
  const Handle second = c.isend(Slice::token(), mod(r + 2, p));
  c.recv(Slice::token(), mod(r - 1, p));
  c.recv(Slice::token(), mod(r - 2, p));
  c.wait(first);
  c.wait(second);
}

TEST(Barrier, OneThatSignalsTooEarlyIsFoundOut) {
  Algorithm hasty = find_algorithm("barrier", "dissemination");
  const Network network = one_ported(4);
  const Problem x = problem(4, 0, 0, network);
  const Op& op = find_op("sum", "uint8");
  EXPECT_EQ(execute(hasty, x, network, {}, PayloadKind::kReal, op).verified, true);
  hasty.run = hasty_barrier;
  const Execution e = execute(hasty, x, network, {}, PayloadKind::kReal, op);
  EXPECT_EQ(e.verified, false);
  EXPECT_EQ(e.mismatch, "rank 0 can leave before rank 1 has entered");
}

/// Checks each formula separately; the time only if it must be exact.
TEST(Promises, AreHeldAgainstARun) {
  const Algorithm& ring = find_algorithm("allgather", "ring");
  const Network network = one_ported(4);
  const Problem x = problem(4, 8, 0, network);
  const Metrics m =
      execute(ring, x, network, {}, PayloadKind::kGhost, find_op("sum", "uint8")).metrics;
  EXPECT_EQ(broken_promise(ring, x, {}, m), std::nullopt);
  Algorithm wrong = ring;
  wrong.time = [](const Problem&) { return Time(7); };
  EXPECT_EQ(broken_promise(wrong, x, {}, m), "time says 7 ps, but the run took 1800480 ps");
  EXPECT_EQ(broken_promise(wrong, x, {.protocol = Protocol::kEager}, m), std::nullopt);
  wrong.bytes_max_rank = [](const Problem&) { return Bytes(1); };
  EXPECT_EQ(broken_promise(wrong, x, {}, m),
            "bytes_max_rank says 1 bytes sent by the busiest rank, but there were 24");
  wrong.bytes_total = [](const Problem&) { return Bytes(2); };
  EXPECT_EQ(broken_promise(wrong, x, {}, m), "bytes_total says 2 bytes in all, but there were 96");
  wrong.rounds = [](const Problem&) -> std::int64_t { return 3; };
  EXPECT_EQ(broken_promise(wrong, x, {}, m), "bytes_total says 2 bytes in all, but there were 96");
  wrong.rounds = [](const Problem&) -> std::int64_t { return 5; };
  EXPECT_EQ(broken_promise(wrong, x, {}, m), "rounds says 5 rounds, but there were 3");
}

TEST(Promises, TimeIsExactOnFullyConnectedOnePortedHosts) {
  const Algorithm& chain = find_algorithm("broadcast", "chain");
  const auto is_exact = [&](
                            const char* spec, std::int64_t count, int blocks,
                            void (*change)(Network&) = [](Network&) {},
                            EngineOptions options = {}) {
    Network network = network_of(spec);
    change(network);
    Problem x = problem(network.ranks(), count, 0, network);
    x.blocks = blocks;
    return time_is_exact(chain, x, options);
  };
  EXPECT_TRUE(is_exact("full:3", 12, 2));
  EXPECT_FALSE(is_exact("full:3", 12, 5));
  EXPECT_FALSE(is_exact("full:3", 10, 2));
  EXPECT_FALSE(is_exact("full:3", 0, 1));
  EXPECT_FALSE(is_exact("star:3", 12, 2));
  EXPECT_FALSE(is_exact("full:3", 12, 2, [](Network& n) { n.ports.count = 2; }));
  EXPECT_FALSE(is_exact("full:3", 12, 2, [](Network& n) { n.ports.half_duplex = true; }));
  EXPECT_FALSE(is_exact("full:3", 12, 2, [](Network& n) { n.host_of[1] = 0; }));
  EXPECT_FALSE(is_exact("full:3", 12, 2, [](Network& n) { n.costs.gamma = {0.3}; }));
  EXPECT_FALSE(is_exact("full:3", 12, 2, [](Network&) {}, {.sync = Sync::kRounds}));
}

TEST(Promises, TimeAmongNeighborsIsExactOnTorusLinks) {
  const Algorithm& bucket = find_algorithm("allgather", "bucket");
  const auto is_exact = [&](
                            const char* spec, std::int64_t count,
                            void (*change)(Network&) = [](Network&) {}) {
    Network network = network_of(spec);
    network.ports.kind = Ports::Kind::kPerLink;
    change(network);
    return time_is_exact(bucket, testing::torus_problem(network, count, Order::kLinear), {});
  };
  EXPECT_TRUE(is_exact("torus:3x4", 48));
  EXPECT_TRUE(is_exact("torus:5", 10));
  EXPECT_FALSE(is_exact("torus:3x4", 24));
  EXPECT_TRUE(is_exact("torus:2x4", 64));
  EXPECT_FALSE(is_exact("torus:2x4,one-link", 64));
  EXPECT_FALSE(is_exact("mesh:3x4", 48));
  EXPECT_FALSE(is_exact("torus:3x4", 48, [](Network& n) { n.ports.half_duplex = true; }));
  EXPECT_FALSE(
      is_exact("torus:3x4", 48, [](Network& n) { std::swap(n.host_of[0], n.host_of[5]); }));
  EXPECT_FALSE(is_exact("torus:3x4", 48, [](Network& n) { n.ports = {}; }));
}

TEST(Skips, BadSequencesAreRefusedInWords) {
  const Algorithm& a = find_algorithm("reduce-scatter", "circulant");
  Problem x;
  x.p = 10;
  const auto says = [&](std::vector<int> skips, const char* want) {
    x.skips = std::move(skips);
    const auto why = refusal(a, x);
    ASSERT_TRUE(why);
    EXPECT_NE(why->find(want), std::string::npos) << *why;
  };
  says({5, 2, 1}, "do not reach distance 4");
  says({10, 5, 2, 1}, "10 is not below 10");
  says({5, 5, 1}, "5 is not below 5");
  says({5, 3, 2}, "the last skip is 2; expected 1");
  x.skips = {5, 3, 2, 1};
  EXPECT_FALSE(refusal(a, x));
}

TEST(Skips, NamedSequencesOfTwentyTwo) {
  EXPECT_EQ(circulant::halving_skips(22), (std::vector<int>{11, 6, 3, 2, 1}));
  EXPECT_EQ(circulant::power_of_two_skips(22), (std::vector<int>{16, 8, 4, 2, 1}));
  EXPECT_EQ(circulant::sqrt_skips(22), (std::vector<int>{17, 12, 7, 4, 2, 1}));
  EXPECT_EQ(circulant::linear_skips(5), (std::vector<int>{4, 3, 2, 1}));
  EXPECT_TRUE(circulant::halving_skips(1).empty());
  EXPECT_FALSE(circulant::named_skips("fibonacci", 5));
  for (int p = 1; p <= 40; ++p)
    for (const char* name : {"halving", "power-of-two", "linear", "sqrt"})
      EXPECT_FALSE(circulant::first_unreachable(circulant::named_skips(name, p).value(), p))
          << name << ", p = " << p;
}

/// Checks that the circulant reduce-scatter sends and reduces p - 1 blocks on every rank, as in the
/// paper.
TEST(CirculantReduceScatter, VolumeIsOptimal) {
  const Op& op = find_op("sum", "uint8");
  for (int p = 2; p <= kMostRanks; ++p) {
    const Network network = one_ported(p);
    const Problem x = problem(p, std::int64_t{10} * p, 0, network);
    const Execution e = execute(find_algorithm("reduce-scatter", "circulant"), x, network, {},
                                PayloadKind::kGhost, op);
    EXPECT_EQ(e.metrics.bytes_max_rank.count(), 10 * (p - 1));
    EXPECT_EQ(e.metrics.reduced_max_rank.count(), 10 * (p - 1));
    EXPECT_EQ(e.metrics.bytes_total.count(), 10 * (p - 1) * p);
  }
}

}  // namespace
}  // namespace orrery
